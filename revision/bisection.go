package revision

import (
	"context"
	"fmt"
	"slices"
	"strings"
)

// A Bisection looks for the commit that made something bad, by halves: between commits that are good and
// one that is bad, whose history they are part of.
type Bisection struct {
	repository *Repository
	bad        Commit
	good       []Commit
	skipped    []Commit
}

// Bisect begins a bisection between two commits.
func (r *Repository) Bisect(ctx context.Context, good, bad Commit) (*Bisection, error) {
	if good.Hash == bad.Hash {
		return nil, fmt.Errorf("revision: good and bad are the same commit, %s (%s)", good.Short(), good.Subject)
	}
	base, err := git(ctx, r.top, "rev-list", "--max-count=1", good.Hash, "^"+bad.Hash)
	if err != nil {
		return nil, err
	}
	if base != "" {
		return nil, fmt.Errorf("revision: the good commit %s (%s) is not in the history of the bad one, %s (%s)", good.Short(), good.Subject, bad.Short(), bad.Subject)
	}
	return &Bisection{repository: r, bad: bad, good: []Commit{good}}, nil
}

// Next is the commit to look at, which parts those that are left into halves as well as can be. There is
// none (ok is false) when Suspects are all that is left. Good, Bad or Skip must follow.
func (b *Bisection) Next(ctx context.Context) (c Commit, ok bool, err error) {
	hashes, err := b.left(ctx)
	if err != nil {
		return Commit{}, false, err
	}
	for _, hash := range hashes {
		if hash == b.bad.Hash || slices.ContainsFunc(b.skipped, func(c Commit) bool { return c.Hash == hash }) {
			continue
		}
		c, err := b.repository.Resolve(ctx, hash)
		return c, err == nil, err
	}
	return Commit{}, false, nil
}

// left are the commits that may have made it bad, the one that parts them best first.
func (b *Bisection) left(ctx context.Context) ([]string, error) {
	args := []string{"rev-list", "--bisect-all", b.bad.Hash}
	for _, c := range b.good {
		args = append(args, "^"+c.Hash)
	}
	out, err := git(ctx, b.repository.top, args...)
	if err != nil {
		return nil, err
	}
	var hashes []string
	for line := range strings.Lines(out) {
		if hash, _, _ := strings.Cut(strings.TrimSpace(line), " "); hash != "" {
			hashes = append(hashes, hash)
		}
	}
	return hashes, nil
}

// Left is how many commits may have made it bad.
func (b *Bisection) Left(ctx context.Context) (int, error) {
	hashes, err := b.left(ctx)
	return len(hashes), err
}

// Good notes that a commit that Next gave is good.
func (b *Bisection) Good(c Commit) { b.good = append(b.good, c) }

// Bad notes that it is bad.
func (b *Bisection) Bad(c Commit) { b.bad = c }

// Skip notes that it can't be told.
func (b *Bisection) Skip(c Commit) { b.skipped = append(b.skipped, c) }

// Suspects are the commits of which one has made it bad, the last one first: one, unless some were skipped.
func (b *Bisection) Suspects(ctx context.Context) ([]Commit, error) {
	hashes, err := b.left(ctx)
	if err != nil {
		return nil, err
	}
	suspects := []Commit{b.bad}
	for _, c := range slices.Backward(b.skipped) {
		if slices.Contains(hashes, c.Hash) {
			suspects = append(suspects, c)
		}
	}
	return suspects, nil
}
