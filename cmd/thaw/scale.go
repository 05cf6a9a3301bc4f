package main

import (
	"slices"
	"strings"

	"github.com/spf13/cobra"

	"example.com/thaw/bundler"
	"example.com/thaw/fixtures"
	"example.com/thaw/harness"
	"example.com/thaw/harness/report"
)

type scaleFlags struct {
	benchFlags
	sizes []string
}

func newScale() *cobra.Command {
	var f scaleFlags
	cmd := &cobra.Command{
		Use:   "scale fixture:NAME",
		Short: "Tell how a cold start grows with the size of an app",
		Long: `Measures a fixture in several sizes, as bench does, and fits a line to each phase: what is
fixed and what each unit of the size adds, with intervals, and from which size on that
is no longer so.`,
		Example: `  thaw scale fixture:effect --sizes 1,10,50,100,500
  thaw scale fixture:hono --sizes 10,100,1000 --runtime quickjs --minify on --json out.json`,
		Args: needArgs(1, 1, "one fixture"),
		RunE: func(cmd *cobra.Command, args []string) error { return f.run(cmd, args[0]) },
	}
	f.addCommon(cmd, 20)
	f.addMeasure(cmd)
	cmd.Flags().StringSliceVar(&f.sizes, "sizes", []string{"1", "10", "50", "100", "500"}, "sizes to measure, at least 3; see \"thaw fixtures list\"")
	return cmd
}

func (f *scaleFlags) run(cmd *cobra.Command, app string) error {
	if err := f.check(); err != nil {
		return err
	}
	apps, err := f.apps(app)
	if err != nil {
		return err
	}
	file, err := f.prepare(cmd)
	if err != nil {
		return err
	}
	defer file.Discard()
	arms, err := f.arms(cmd, apps)
	if err != nil {
		return err
	}
	return f.conduct(cmd, apps[0], harness.Experiment{Arms: arms}, file, report.Scale)
}

// apps are those of the sizes.
func (f *scaleFlags) apps(app string) ([]string, error) {
	ref, ok := strings.CutPrefix(app, bundler.FixturePrefix)
	switch {
	case !ok:
		return nil, usagef("%s is no fixture: only fixtures come in sizes, such as fixture:effect", app)
	case strings.Contains(ref, "@"):
		return nil, usagef("%s: leave out the size; --sizes has all of them", app)
	case len(f.sizes) < harness.MinScaleSizes:
		return nil, usagef("--sizes %s: want at least %d, through 2 any line fits", strings.Join(f.sizes, ","), harness.MinScaleSizes)
	}
	name, query, hasQuery := strings.Cut(ref, "?")
	if hasQuery {
		query = "?" + query
	}
	var apps []string
	for i, size := range f.sizes {
		if slices.Contains(f.sizes[:i], size) {
			return nil, usagef("--sizes: %q is there twice", size)
		}
		one := name + "@" + size + query
		if _, err := fixtures.Describe(one); err != nil {
			return nil, usagef("--sizes: %s", message(err))
		}
		apps = append(apps, bundler.FixturePrefix+one)
	}
	return apps, nil
}
