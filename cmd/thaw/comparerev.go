package main

import (
	"cmp"
	"fmt"
	"io"
	"slices"
	"strings"

	"github.com/spf13/cobra"

	"example.com/thaw/bundler"
	"example.com/thaw/harness"
	"example.com/thaw/harness/report"
	"example.com/thaw/revision"
)

// here is the value of lever rev for what is in the app's folder now.
const here = "here"

// revision measures an app and what it was at a commit in one experiment.
func (f *compareFlags) revision(cmd *cobra.Command, args []string) (err error) {
	switch {
	case len(args) != 1:
		return usagef("--rev %s: want one APP, got %d arguments", f.rev, len(args))
	case strings.HasPrefix(args[0], bundler.FixturePrefix):
		return usagef("--rev %s: %s is made by thaw, and in no repository", f.rev, args[0])
	}
	if err := f.check(); err != nil {
		return err
	}
	file, err := f.prepare(cmd)
	if err != nil {
		return err
	}
	defer file.Discard()
	tree, err := checkout(cmd, args[0], f.rev)
	if err != nil {
		return err
	}
	defer func() { err = cmp.Or(err, tree.Close()) }()
	arms, err := f.sides(cmd, args[0], tree)
	if err != nil {
		return err
	}
	stdout := cmd.OutOrStdout()
	if same(arms) {
		_, err := fmt.Fprintf(stdout, "%s makes the same bundles here and at %s: there is nothing to compare.\n", args[0], describe(tree, f.rev))
		return err
	}
	e := harness.Experiment{Arms: arms, Floor: float64(f.floor), AA: f.aa}
	return f.conduct(cmd, args[0], e, file, func(w io.Writer, r *harness.Result, style report.Style) error {
		_, err := fmt.Fprintf(w, "%s is compared with %s.\n\n", args[0], describe(tree, f.rev))
		return cmp.Or(err, report.Table(w, r, style))
	})
}

// checkout makes the worktree of a revision of the repository that an app is in.
func checkout(cmd *cobra.Command, app, rev string) (*revision.Worktree, error) {
	repository, err := revision.Find(cmd.Context(), app)
	if err != nil {
		return nil, fmt.Errorf("--rev %s: %s", rev, message(err))
	}
	commit, err := repository.Resolve(cmd.Context(), rev)
	if err != nil {
		return nil, fmt.Errorf("--rev %s: %s", rev, message(err))
	}
	tree, err := repository.Checkout(cmd.Context(), commit)
	if err != nil {
		return nil, fmt.Errorf("--rev %s: %s", rev, message(err))
	}
	for _, text := range tree.Warnings {
		fmt.Fprintf(cmd.ErrOrStderr(), "warning: %s\n", text)
	}
	return tree, nil
}

func describe(tree *revision.Worktree, rev string) string {
	if strings.HasPrefix(tree.Hash, rev) {
		return fmt.Sprintf("%s (%s)", tree.Short(), tree.Subject)
	}
	return fmt.Sprintf("%s, which is %s (%s)", rev, tree.Short(), tree.Subject)
}

// sides are the arms of an app at a commit, and those of the app as it is, each compared with its own at
// the commit. What only one of the two has is left out.
func (f *compareFlags) sides(cmd *cobra.Command, app string, tree *revision.Worktree) ([]harness.Arm, error) {
	now, err := f.arms(cmd, []string{app})
	if err != nil {
		return nil, err
	}
	was, err := f.arms(cmd, []string{tree.App})
	if err != nil {
		return nil, fmt.Errorf("at %s (%s): %s", tree.Short(), tree.Subject, message(err))
	}
	var arms []harness.Arm
	for _, old := range was {
		key := strings.TrimPrefix(old.ID, old.App)
		i := slices.IndexFunc(now, func(a harness.Arm) bool { return a.ID == app+key })
		if i < 0 {
			continue
		}
		old.App, old.ID = app, app+key
		before, after := at(old, tree.Short()), at(now[i], here)
		before.Base, after.Base = before.ID, before.ID
		arms = append(arms, before, after)
	}
	if len(arms) == 0 {
		return nil, fmt.Errorf("%s has no runtime in common with %s at %s", app, app, tree.Short())
	}
	return arms, nil
}

// at names the side that an arm is on.
func at(arm harness.Arm, rev string) harness.Arm {
	arm.ID += " rev=" + rev
	arm.Levers = append(slices.Clip(arm.Levers), harness.Lever{Name: "rev", Value: rev})
	return arm
}

// same reports whether nothing differs between the two sides of any arm.
func same(arms []harness.Arm) bool {
	for pair := range slices.Chunk(arms, 2) {
		if pair[0].Bundle.SHA256 != pair[1].Bundle.SHA256 || pair[0].Env != pair[1].Env {
			return false
		}
	}
	return true
}
