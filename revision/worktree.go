package revision

import (
	"context"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
)

// A Worktree is a commit's files in a temporary folder.
type Worktree struct {
	Commit
	App      string   // path of the app in it
	Warnings []string // why packages that are installed beside the app are not there

	repository *Repository
	dir        string // holds the worktree; of this process alone
	added      bool   // git knows of the worktree
}

// Checkout makes the worktree of a commit. Close must be called.
func (r *Repository) Checkout(ctx context.Context, c Commit) (*Worktree, error) {
	dir, err := os.MkdirTemp("", "thaw-revision-")
	if err != nil {
		return nil, fmt.Errorf("revision: %w", err)
	}
	// A bundle's root has no symbolic links in its path, and is called as the user's folder is.
	if real, err := filepath.EvalSymlinks(dir); err == nil {
		dir = real
	}
	w := &Worktree{Commit: c, repository: r, dir: dir}
	w.App = filepath.Join(w.top(), filepath.FromSlash(r.app))
	if err := w.fill(ctx); err != nil {
		return nil, errors.Join(err, w.Close())
	}
	return w, nil
}

func (w *Worktree) top() string { return filepath.Join(w.dir, filepath.Base(w.repository.top)) }

func (w *Worktree) fill(ctx context.Context) error {
	if _, err := git(ctx, w.repository.top, "worktree", "add", "--detach", "--quiet", w.top(), w.Hash); err != nil {
		return err
	}
	w.added = true
	if _, err := os.Stat(w.App); errors.Is(err, fs.ErrNotExist) {
		return fmt.Errorf("revision: there is no %s in %s (%s)", w.repository.app, w.Short(), w.Subject)
	}
	return w.install(ctx)
}

// Close removes the worktree, also when the context of Checkout has ended.
func (w *Worktree) Close() error {
	var err error
	if w.added {
		_, err = git(context.Background(), w.repository.top, "worktree", "remove", "--force", "--force", w.top())
		w.added = false
	}
	return errors.Join(err, os.RemoveAll(w.dir))
}
