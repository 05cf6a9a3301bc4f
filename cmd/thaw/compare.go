package main

import (
	"errors"
	"fmt"

	"github.com/spf13/cobra"
	"github.com/spf13/pflag"

	"example.com/thaw/harness"
	"example.com/thaw/harness/report"
)

type compareFlags struct {
	benchFlags // all but floor and measure are of --rev
	rev        string
}

func newCompare() *cobra.Command {
	var f compareFlags
	cmd := &cobra.Command{
		Use:   "compare OLD.json NEW.json... | compare --rev REV APP",
		Short: "Tell how the phases of the same arms differ between runs, or between commits",
		Long: `Shows each phase of each arm that all files (of "thaw bench --json") have, with the change against
the first file: faster, slower or a tie. Arms belong together by their name; where each file is about
one app, the app's name may differ. An arm that has the same bundle in both files shows what the
machine did between them, and no change that is smaller gets a verdict: "thaw bench APP fixture:hello"
measures one beside the app.

With --rev, the files of APP at a commit of its git repository are measured by turns with those
in its folder now, which two files can't be. The commit is checked out in a temporary folder; packages
that are installed now are used there too, if the lock files are the same.`,
		Example: `  thaw bench ./my-app --json old.json
  thaw bench ./my-app --json new.json
  thaw compare old.json new.json --floor 2%
  thaw compare --rev main ./my-app --runtime quickjs -n 40`,
		Args: needArgs(1, 0, "at least two files, or --rev REV and an APP"),
		RunE: func(cmd *cobra.Command, args []string) error {
			if cmd.Flags().Changed("rev") {
				return f.revision(cmd, args)
			}
			return f.files(cmd, args)
		},
	}
	fs := cmd.Flags()
	fs.StringVar(&f.rev, "rev", "", "compare APP with itself at this commit, such as main, HEAD~3 or a tag")
	f.addVerdict(cmd)
	f.addCommon(cmd, 30)
	fs.BoolVar(&f.aa, "aa", true, "measure the commit twice: what that shows is a floor too")
	f.addCounts(cmd)
	fs.BoolVar(&f.cpu, "cpu", false, "show CPU time under wall time")
	return cmd
}

// files compares files, for which nothing is measured.
func (f *compareFlags) files(cmd *cobra.Command, paths []string) error {
	if name := f.measuring(cmd); name != "" {
		return usagef("--%s goes with --rev REV APP: what is in files has been measured", name)
	}
	if err := f.checkMeasure(); err != nil {
		return err
	}
	var results []*harness.Result
	for _, path := range paths {
		r, err := readResult(cmd, path)
		if err != nil {
			return err
		}
		results = append(results, r)
	}
	if len(results) == 1 {
		return usagef("%s alone has nothing to be compared with: name a second file; \"thaw bench\" compares the arms within one", paths[0])
	}
	changes, err := harness.CompareResults(harness.Measure(f.by), float64(f.floor), results...)
	if err != nil {
		return err
	}
	if len(changes.All) == 0 {
		return errors.New(strangers(results, paths))
	}
	return report.Changes(cmd.OutOrStdout(), changes, paths, styleOf(cmd.OutOrStdout()))
}

// measuring is a flag that was used and says how to measure, or "".
func (f *compareFlags) measuring(cmd *cobra.Command) (name string) {
	cmd.Flags().Visit(func(flag *pflag.Flag) {
		if flag.Name != "floor" && flag.Name != "measure" && cmd.InheritedFlags().Lookup(flag.Name) == nil {
			name = flag.Name
		}
	})
	return name
}

// strangers says that no arm is in all files.
func strangers(results []*harness.Result, paths []string) string {
	text := "no arm is in all files"
	for i, r := range results {
		for _, arm := range r.DistinctArms() {
			text += fmt.Sprintf("\n  %s: %s", paths[i], arm.ID)
		}
	}
	return text
}
