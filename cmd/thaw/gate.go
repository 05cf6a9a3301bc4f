package main

import (
	"errors"
	"fmt"
	"io"
	"io/fs"
	"os"
	"slices"
	"strings"

	"github.com/spf13/cobra"

	"example.com/thaw/harness"
	"example.com/thaw/harness/budget"
	"example.com/thaw/harness/report"
	"example.com/thaw/runtime/engines"
)

type gateFlags struct {
	benchFlags
	budget      string
	write       bool
	strictTimes bool
	markdown    string
}

func newGate() *cobra.Command {
	var f gateFlags
	cmd := &cobra.Command{
		Use:   "gate APP --budget FILE",
		Short: "Hold an app to a budget, in CI",
		Long: `Holds the bundle of APP and what its cold start does to the limits in a budget, and ends with
exit code 1 if one is exceeded. What is counted is the same on every machine, so a limit on
that never fails by chance. A limit on a time is a warning, unless the budget says
"hard": true, or with --strict-times; beside it stands how likely the next run passes.

A budget is JSON, for each runtime its own:

  {"schema": "thaw.budget/1", "runtimes": {"quickjs": {
    "bundle": {"bytes": "80 KiB", "gzip": 25000, "modules": 40},
    "counts": {"total": {"functionsEntered": 800, "touchedPages": 300}, "request": {"calls": 900}},
    "times": {"total": {"wall": "60ms"}, "evaluate": {"cpu": "20ms", "hard": true}}
  }}}

In GitHub Actions, what is over is annotated, and a summary is added to the job's.`,
		Example: `  thaw gate ./my-app --budget budget.json --write
  thaw gate ./my-app --budget budget.json
  thaw gate ./my-app --budget budget.json --minify on --markdown comment.md`,
		Args: needArgs(1, 1, "one APP"),
		RunE: func(cmd *cobra.Command, args []string) error { return f.run(cmd, args[0]) },
	}
	f.addBudget(cmd)
	fs := cmd.Flags()
	fs.BoolVar(&f.write, "write", false, "make the budget of what APP is now, with some headroom")
	fs.StringVar(&f.markdown, "markdown", "", "write a summary for a pull request to FILE (default: add it to $GITHUB_STEP_SUMMARY, if that is set)")
	f.addCommon(cmd, 20)
	ofBudget(cmd)
	return cmd
}

// ofBudget says which runtimes are held to a budget.
func ofBudget(cmd *cobra.Command) {
	cmd.Flags().Lookup("runtime").Usage = "goja, quickjs, or both (default: those in the budget)"
}

// addBudget adds the flags of all commands that hold an app to a budget.
func (f *gateFlags) addBudget(cmd *cobra.Command) {
	cmd.Flags().StringVar(&f.budget, "budget", "", "the file of limits (schema thaw.budget/1)")
	cmd.Flags().BoolVar(&f.strictTimes, "strict-times", false, "to exceed a limit on a time is a failure too")
}

func (f *gateFlags) run(cmd *cobra.Command, app string) error {
	if err := f.check(); err != nil {
		return err
	}
	if f.write {
		return f.propose(cmd, app)
	}
	limits, err := f.read()
	if err != nil {
		return err
	}
	file, err := f.prepare(cmd)
	if err != nil {
		return err
	}
	defer file.Discard()
	result, verdicts, err := f.judge(cmd, app, app, limits)
	if err != nil {
		return err
	}
	if err := f.save(result, file); err != nil {
		return err
	}
	if err := f.tell(cmd, result, verdicts); err != nil {
		return err
	}
	if !slices.ContainsFunc(verdicts, budget.Verdict.Failed) {
		return nil
	}
	if limits.Thaw != "" && limits.Thaw != version() {
		fmt.Fprintf(cmd.ErrOrStderr(), "warning: %s is of thaw %s, and this is %s: counts of the same app can differ between them\n", f.budget, limits.Thaw, version())
	}
	return errSilent
}

func (f *gateFlags) check() error {
	if f.budget == "" {
		return usagef("--budget FILE must name the file of limits; with --write it is made")
	}
	for _, other := range []struct {
		name  string
		given bool
	}{{"json", f.json != ""}, {"markdown", f.markdown != ""}, {"strict-times", f.strictTimes}} {
		if f.write && other.given {
			return usagef("--%s: with --write, nothing is held to the budget", other.name)
		}
	}
	return f.benchFlags.check()
}

// read reads the budget, and what of it the flags leave.
func (f *gateFlags) read() (budget.Budget, error) {
	b, err := budget.ReadFile(f.budget, engines.Names())
	if err != nil {
		return b, err
	}
	if f.strictTimes {
		b = b.Strict()
	}
	if len(f.runtimes) == 0 {
		return b, nil
	}
	some := budget.Budget{Thaw: b.Thaw}
	for _, name := range f.runtimes {
		r := b.Runtime(name)
		if len(r.Limits) == 0 {
			return b, usagef("--runtime %s: %s has limits for %s", name, f.budget, strings.Join(b.Names(), " and "))
		}
		some.Runtimes = append(some.Runtimes, r)
	}
	return some, nil
}

// judge holds an app to a budget. name is what it is called.
func (f *gateFlags) judge(cmd *cobra.Command, app, name string, b budget.Budget) (*harness.Result, []budget.Verdict, error) {
	one := *f
	one.runtimes = b.Names()
	arms, err := one.single(cmd, app)
	if err != nil {
		return nil, nil, err
	}
	result, err := one.know(cmd, app, arms, b.Uses(budget.OnCounts), b.Uses(budget.OnTimes) || f.json != "")
	if err != nil {
		return nil, nil, err
	}
	var verdicts []budget.Verdict
	for _, arm := range arms {
		v, err := b.Judge(result, arm, name)
		if err != nil {
			return nil, nil, fmt.Errorf("%s: %s", f.budget, message(err))
		}
		verdicts = append(verdicts, v)
	}
	return result, verdicts, nil
}

// single makes the arms of an app: one for each runtime, which are not compared.
func (f *gateFlags) single(cmd *cobra.Command, app string) ([]harness.Arm, error) {
	if _, err := f.levers.one(); err != nil {
		return nil, err
	}
	arms, err := f.arms(cmd, []string{app})
	if err != nil {
		return nil, err
	}
	seen := map[string]string{}
	for i, arm := range arms {
		arms[i].Base = arm.ID
		if other, ok := seen[arm.Runtime]; ok {
			return nil, usagef("%q and %q: one arm of a runtime is held to a budget, so that each lever takes one value here; \"thaw bench\" compares several", other, arm.ID)
		}
		seen[arm.Runtime] = arm.ID
	}
	return arms, nil
}

// know counts and measures arms.
func (f *gateFlags) know(cmd *cobra.Command, app string, arms []harness.Arm, counts, times bool) (*harness.Result, error) {
	result := &harness.Result{Arms: arms}
	if times {
		var err error
		if result, err = f.measure(cmd, app, harness.Experiment{Arms: arms}); err != nil {
			return nil, err
		}
	}
	if !counts {
		return result, nil
	}
	if err := f.count(cmd.Context(), app, result); err != nil {
		return nil, err
	}
	for _, c := range result.Counts {
		if c.Withheld != "" {
			return nil, fmt.Errorf("%s: %s", c.Arm, c.Withheld)
		}
	}
	return result, nil
}

// tell says what came of it, to all who are to know.
func (f *gateFlags) tell(cmd *cobra.Command, result *harness.Result, verdicts []budget.Verdict) error {
	stdout := cmd.OutOrStdout()
	for i, v := range verdicts {
		if i > 0 {
			fmt.Fprintln(stdout)
		}
		if err := v.Text(stdout); err != nil {
			return err
		}
		if os.Getenv("GITHUB_ACTIONS") == "true" {
			if err := v.Annotations(stdout, f.budget); err != nil {
				return err
			}
		}
	}
	for _, w := range result.Warnings {
		fmt.Fprintf(cmd.ErrOrStderr(), "warning: %s\n", w)
	}
	return f.summarize(cmd, verdicts)
}

// summarize writes Markdown where it is asked for.
func (f *gateFlags) summarize(cmd *cobra.Command, verdicts []budget.Verdict) (err error) {
	write := func(w io.Writer) error {
		for _, v := range verdicts {
			if err := v.Markdown(w); err != nil {
				return err
			}
		}
		return nil
	}
	if f.markdown != "" {
		return writeOut(cmd, f.markdown, write)
	}
	path := os.Getenv("GITHUB_STEP_SUMMARY")
	if path == "" {
		return nil
	}
	file, err := os.OpenFile(path, os.O_APPEND|os.O_CREATE|os.O_WRONLY, 0o644)
	if err != nil {
		return fmt.Errorf("GITHUB_STEP_SUMMARY: %w", err)
	}
	defer func() { err = errors.Join(err, file.Close()) }()
	return write(file)
}

// propose writes the budget of what an app is now.
func (f *gateFlags) propose(cmd *cobra.Command, app string) error {
	if _, err := os.Lstat(f.budget); !errors.Is(err, fs.ErrNotExist) {
		return fmt.Errorf("--write: %s is there already; name another file, or remove it", f.budget)
	}
	file, err := report.Prepare(f.budget)
	if err != nil {
		return err
	}
	defer file.Discard()
	arms, err := f.single(cmd, app)
	if err != nil {
		return err
	}
	result, err := f.know(cmd, app, arms, true, true)
	if err != nil {
		return err
	}
	b, err := budget.Propose(result)
	if err != nil {
		return err
	}
	if err := b.Write(file); err != nil {
		return err
	}
	if err := file.Commit(); err != nil {
		return err
	}
	_, err = fmt.Fprintf(cmd.OutOrStdout(), "%s has limits for %s: what is now, and 5 %% more of counts and bytes, a half more of times.\n", f.budget, strings.Join(b.Names(), " and "))
	return err
}
