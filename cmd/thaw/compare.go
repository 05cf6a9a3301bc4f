package main

import (
	"errors"
	"fmt"

	"github.com/spf13/cobra"

	"example.com/thaw/harness"
	"example.com/thaw/harness/report"
)

func newCompare() *cobra.Command {
	floor := percentage(harness.DefaultFloor)
	cmd := &cobra.Command{
		Use:   "compare OLD.json NEW.json...",
		Short: "Tell how the phases of the same arms differ between runs",
		Long: `Shows each phase of each arm that all files (of "thaw bench --json") have, with the change against
the first file: faster, slower or a tie. Arms belong together by their name; where each file is about
one app, the app's name may differ.`,
		Example: `  thaw bench ./my-app --json old.json
  thaw bench ./my-app --json new.json
  thaw compare old.json new.json --floor 2%`,
		Args: needArgs(1, 0, "at least two files"),
		RunE: func(cmd *cobra.Command, args []string) error { return compareFiles(cmd, args, float64(floor)) },
	}
	cmd.Flags().Var(&floor, "floor", "the smallest change of interest: one below it is a tie")
	return cmd
}

func compareFiles(cmd *cobra.Command, paths []string, floor float64) error {
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
	changes, err := harness.CompareResults(floor, results...)
	if err != nil {
		return err
	}
	if len(changes.All) == 0 {
		return errors.New(strangers(results, paths))
	}
	return report.Changes(cmd.OutOrStdout(), changes, paths, styleOf(cmd.OutOrStdout()))
}

// strangers says that no arm is in all files.
func strangers(results []*harness.Result, paths []string) string {
	text := "no arm is in all files"
	for i, r := range results {
		for _, arm := range r.Arms {
			text += fmt.Sprintf("\n  %s: %s", paths[i], arm.ID)
		}
	}
	return text
}
