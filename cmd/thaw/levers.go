package main

import (
	"errors"
	"fmt"
	"slices"
	"strings"

	"github.com/spf13/cobra"

	"example.com/thaw/harness"
	"example.com/thaw/harness/report"
	"example.com/thaw/runtime/engines"
)

type leversFlags struct {
	benchFlags
	try, own []string
}

func newLevers() *cobra.Command {
	var f leversFlags
	cmd := &cobra.Command{
		Use:   "levers APP",
		Short: "Tell which levers shorten a cold start, and by how much",
		Long: `Turns one lever at a time, and then together those that may save something, in one
interleaved experiment on each runtime. Ranks them with intervals, start-up and first
request side by side, says how far savings overlap, and proposes the best set.
Flags such as --minify turn a lever in all arms: the others are held against that.

A lever of your own is --lever NAME=KIND:WHAT; several with one NAME are turned as one.
KIND:WHAT is one of ` + ownKindsList() + ".",
		Example: `  thaw levers fixture:effect@50 --runtime goja,quickjs -n 20
  thaw levers ./my-app --request "GET /items" --try minify,cache,snapshot
  thaw levers ./my-app --lever prod=define:DEBUG=false --lever prod=drop:console --lever fix=patch:fix.patch`,
		Args: needArgs(1, 1, "one APP"),
		RunE: func(cmd *cobra.Command, args []string) error { return f.run(cmd, args[0]) },
	}
	f.addCommon(cmd, 20)
	f.addVerdict(cmd)
	fs := cmd.Flags()
	fs.StringSliceVar(&f.try, "try", nil, "levers to try: "+strings.Join(trialNames(), ", ")+" (default: all but cpu-quota)")
	fs.StringArrayVar(&f.own, "lever", nil, "a lever of your own, NAME=KIND:WHAT (may be repeated)")
	_ = cmd.RegisterFlagCompletionFunc("try", cobra.FixedCompletions(trialNames(), cobra.ShellCompDirectiveNoFileComp))
	return cmd
}

func (f *leversFlags) run(cmd *cobra.Command, app string) error {
	if err := f.check(); err != nil {
		return err
	}
	trials, err := f.trials()
	if err != nil {
		return err
	}
	t, err := openTarget(app)
	if err == nil && t.built != nil {
		err = fmt.Errorf("%s is built already: name what it was built from", app)
	}
	if err != nil {
		return err
	}
	file, err := f.prepare(cmd)
	if err != nil {
		return err
	}
	defer file.Discard()
	e := harness.Experiment{Floor: float64(f.floor), AA: true}
	if e.Arms, e.Refused, err = f.arms(cmd, t, trials); err != nil {
		return err
	}
	return f.conduct(cmd, app, e, file, report.Levers)
}

// trials are those of --try, and the user's own.
func (f *leversFlags) trials() ([]trial, error) {
	all := allTrials()
	if len(f.try) > 0 {
		var chosen []trial
		for i, name := range f.try {
			n := slices.IndexFunc(all, func(t trial) bool { return t.name == name })
			if n < 0 || slices.Contains(f.try[:i], name) {
				return nil, usagef("--try %q: want some of %s, each once", name, strings.Join(trialNames(), ", "))
			}
			if name == "cpu-quota" && f.mode != harness.ModeProcess {
				return nil, usagef("--try cpu-quota is for the process of a sample: add --mode process")
			}
			all[n].aside = ""
			chosen = append(chosen, all[n])
		}
		all = chosen
	}
	own, err := ownTrials(f.own)
	return append(all, own...), err
}

// arms are those of all runtimes. Refused are the levers that are in none of a runtime's.
func (f *leversFlags) arms(cmd *cobra.Command, t target, trials []trial) (arms []harness.Arm, refused []harness.Refusal, err error) {
	start, err := f.combination()
	if err != nil {
		return nil, nil, err
	}
	base, err := f.base(cmd, t)
	if err != nil {
		return nil, nil, err
	}
	kinds, err := f.kinds(t, nil)
	if err != nil {
		return nil, nil, err
	}
	for _, kind := range kinds {
		maker, err := newArmMaker(cmd, t, base, kind)
		if err != nil {
			return nil, nil, err
		}
		one, no, err := maker.turn(start, trials)
		var refusal *refusalError
		switch {
		case errors.As(err, &refusal) && len(f.runtimes) == 0 && len(kinds) > 1:
			continue // the flags ask for what this runtime does not have
		case err != nil:
			return nil, nil, err
		}
		arms, refused = append(arms, one...), append(refused, no...)
	}
	if len(arms) == 0 {
		return nil, nil, usagef("no runtime has what the flags ask for")
	}
	if err := checkOwn(trials, kinds, refused); err != nil {
		return nil, nil, err
	}
	if turned := func(a harness.Arm) bool { return a.Base != "" }; !slices.ContainsFunc(arms, turned) {
		return nil, nil, fmt.Errorf("there is nothing to measure: %s", listRefusals(refused))
	}
	return arms, refused, nil
}

func listRefusals(all []harness.Refusal) string {
	var texts []string
	for _, r := range all {
		texts = append(texts, fmt.Sprintf("%s=%s on %s: %s", r.Lever.Name, r.Lever.Value, r.Runtime, r.Reason))
	}
	return strings.Join(texts, "; ")
}

// checkOwn refuses a lever of the user's own that no runtime could turn: that is a fault in it.
func checkOwn(trials []trial, kinds []engines.Kind, refused []harness.Refusal) error {
	for _, t := range trials {
		var reasons []string
		for _, r := range refused {
			if r.Lever.Name == t.name {
				reasons = append(reasons, r.Reason)
			}
		}
		if t.own && len(reasons) == len(kinds) {
			return fmt.Errorf("--lever %s: %s", t.name, reasons[0])
		}
	}
	return nil
}

// combination is what the flags turn in all arms.
func (f *leversFlags) combination() (combination, error) {
	for name, values := range map[string][]string{"cache": f.cache, "snapshot": f.snapshot} {
		if len(values) != 1 {
			return combination{}, usagef("--%s %s: takes one value here; the others are tried", name, strings.Join(values, ","))
		}
	}
	c := combination{}
	var err error
	if c.leverSet, err = f.levers.one(); err != nil {
		return c, err
	}
	if c.leverSet, err = f.withRuntime(c.leverSet); err != nil {
		return c, err
	}
	for _, one := range []struct {
		name, value, usual string
	}{{"cache", f.cache[0], "none"}, {"snapshot", f.snapshot[0], noSnapshot}} {
		if one.value != one.usual {
			if c, err = c.with(trialOf(one.name), one.value); err != nil {
				return c, err
			}
		}
	}
	return c, nil
}
