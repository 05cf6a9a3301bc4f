package main

import (
	"errors"
	"fmt"
	"slices"
	"strings"

	"github.com/spf13/cobra"

	"example.com/thaw/bundler"
	"example.com/thaw/harness/budget"
	"example.com/thaw/revision"
)

type bisectFlags struct {
	gateFlags
	good, bad string
}

func newBisect() *cobra.Command {
	var f bisectFlags
	cmd := &cobra.Command{
		Use:   "bisect APP --budget FILE --good REV",
		Short: "Find the commit that made an app exceed a budget",
		Long: `Holds APP to the limits in a budget that would fail "thaw gate", at one commit after another between a
good one and a bad one, and names the first that exceeds them. Each commit is checked out in a temporary
folder, so that the user's own files stay as they are; packages that are installed now are used where the lock
files are the same. A commit that can't be bundled or does not answer is skipped.

The budget is the file as it is now, whatever stands in the commits.`,
		Example: `  thaw bisect ./my-app --budget budget.json --good v1.4.0
  thaw bisect ./my-app --budget budget.json --good HEAD~40 --bad HEAD~3 --runtime quickjs`,
		Args: needArgs(1, 1, "one APP"),
		RunE: func(cmd *cobra.Command, args []string) error { return f.run(cmd, args[0]) },
	}
	f.addBudget(cmd)
	cmd.Flags().StringVar(&f.good, "good", "", "a commit within the budget, such as v1.4.0 or HEAD~40")
	cmd.Flags().StringVar(&f.bad, "bad", "HEAD", "a later commit that exceeds it")
	f.addMeasuring(cmd, 20)
	ofBudget(cmd)
	return cmd
}

func (f *bisectFlags) run(cmd *cobra.Command, app string) error {
	switch {
	case f.good == "":
		return usagef("--good REV must name a commit that is within the budget")
	case strings.HasPrefix(app, bundler.FixturePrefix):
		return usagef("%s is made by thaw, and in no repository", app)
	}
	if err := f.check(); err != nil {
		return err
	}
	limits, err := f.read()
	if err != nil {
		return err
	}
	if limits = limits.Hard(); len(limits.Runtimes) == 0 {
		return fmt.Errorf("%s has no limit that fails; --strict-times makes those on times so", f.budget)
	}
	repository, err := revision.Find(cmd.Context(), app)
	if err != nil {
		return err
	}
	b := bisection{f, cmd, app, repository, limits, map[string][]budget.Verdict{}}
	good, bad, err := b.ends()
	if err != nil {
		return err
	}
	search, err := repository.Bisect(cmd.Context(), good, bad)
	if err != nil {
		return err
	}
	if err := b.search(search); err != nil {
		return err
	}
	return b.conclude(search)
}

// A bisection is one that is going on.
type bisection struct {
	*bisectFlags
	cmd        *cobra.Command
	app        string
	repository *revision.Repository
	limits     budget.Budget
	verdicts   map[string][]budget.Verdict // of commits that are bad, by hash
}

// ends looks at both commits, for what is wrong with the budget or with them would be found last else.
func (b *bisection) ends() (good, bad revision.Commit, err error) {
	ctx := b.cmd.Context()
	if good, err = b.repository.Resolve(ctx, b.good); err != nil {
		return good, bad, fmt.Errorf("--good %s: %s", b.good, message(err))
	}
	if bad, err = b.repository.Resolve(ctx, b.bad); err != nil {
		return good, bad, fmt.Errorf("--bad %s: %s", b.bad, message(err))
	}
	if _, err := b.repository.Bisect(ctx, good, bad); err != nil {
		return good, bad, err
	}
	failed, err := b.judge(good)
	switch {
	case err != nil:
		return good, bad, fmt.Errorf("--good %s: %s", b.good, message(err))
	case failed:
		return good, bad, fmt.Errorf("--good %s: it is not within the budget: %s", b.good, b.worst(good))
	}
	b.say(good, "good", good.Subject)
	failed, err = b.judge(bad)
	switch {
	case err != nil:
		return good, bad, fmt.Errorf("--bad %s: %s", b.bad, message(err))
	case !failed:
		return good, bad, fmt.Errorf("--bad %s: it is within the budget", b.bad)
	}
	b.say(bad, "bad", bad.Subject+": "+b.worst(bad))
	return good, bad, nil
}

// search looks at commits until one, or some that were skipped, are left.
func (b *bisection) search(s *revision.Bisection) error {
	for {
		c, ok, err := s.Next(b.cmd.Context())
		if err != nil || !ok {
			return err
		}
		failed, err := b.judge(c)
		switch {
		case b.cmd.Context().Err() != nil:
			return err
		case err != nil:
			s.Skip(c)
			b.say(c, "skipped", c.Subject+": "+firstLine(message(err)))
		case failed:
			s.Bad(c)
			b.say(c, "bad", c.Subject+": "+b.worst(c))
		default:
			s.Good(c)
			b.say(c, "good", c.Subject)
		}
	}
}

// judge holds the app to the budget at a commit.
func (b *bisection) judge(c revision.Commit) (failed bool, err error) {
	tree, err := b.repository.Checkout(b.cmd.Context(), c)
	if err != nil {
		return false, err
	}
	defer func() { err = errors.Join(err, tree.Close()) }()
	_, verdicts, err := b.gateFlags.judge(b.cmd, tree.App, b.app, b.limits)
	if err != nil {
		return false, errors.Join(append([]error{err}, warnings(tree)...)...)
	}
	if failed = slices.ContainsFunc(verdicts, budget.Verdict.Failed); failed {
		b.verdicts[c.Hash] = verdicts
	}
	return failed, nil
}

// warnings may be why a commit can't be told.
func warnings(tree *revision.Worktree) []error {
	var all []error
	for _, text := range tree.Warnings {
		all = append(all, errors.New(text))
	}
	return all
}

// worst is the limit of a bad commit that is exceeded most.
func (b *bisection) worst(c revision.Commit) string {
	for _, v := range b.verdicts[c.Hash] {
		if failures := v.Failures(); len(failures) > 0 {
			return v.Runtime + " " + failures[0].Sentence()
		}
	}
	return ""
}

func (b *bisection) say(c revision.Commit, verdict, text string) {
	fmt.Fprintf(b.cmd.OutOrStdout(), "%s  %-7s  %s\n", c.Short(), verdict, text)
}

// conclude names the commit, and by how much it is over.
func (b *bisection) conclude(s *revision.Bisection) error {
	suspects, err := s.Suspects(b.cmd.Context())
	if err != nil {
		return err
	}
	stdout := b.cmd.OutOrStdout()
	first := suspects[0]
	if len(suspects) == 1 {
		fmt.Fprintf(stdout, "\n%s is the first bad commit: %s\n\n", first.Hash, first.Subject)
	} else {
		fmt.Fprintf(stdout, "\nThe first bad commit is one of these %d, of which all but the first could not be told:\n", len(suspects))
		for _, c := range suspects {
			fmt.Fprintf(stdout, "%s  %s\n", c.Short(), c.Subject)
		}
		fmt.Fprintln(stdout)
	}
	for _, v := range b.verdicts[first.Hash] {
		if v.Failed() {
			if err := v.Text(stdout); err != nil {
				return err
			}
		}
	}
	return nil
}

func firstLine(text string) string {
	line, _, _ := strings.Cut(text, "\n")
	return line
}
