package main

import (
	"fmt"
	"io"

	"github.com/spf13/cobra"

	"example.com/thaw/harness"
	"example.com/thaw/harness/report"
)

func newMerge() *cobra.Command {
	var out string
	cmd := &cobra.Command{
		Use:   "merge FILE FILE... -o OUT",
		Short: "Add up the rounds of several runs of one experiment",
		Long: `Adds the rounds of all files (of "thaw bench --json") to one result, numbered on, so that
samples of one round stay pairs. All files must be of one experiment: the same bundles and levers,
the same machine, the same thaw. Floor and baseline are those of the first.

"thaw bench --json FILE --append" does the same as it measures.`,
		Example: `  thaw merge monday.json tuesday.json -o week.json
  thaw merge a.json b.json c.json -o -`,
		Args: needArgs(2, 0, "at least two files"),
		RunE: func(cmd *cobra.Command, args []string) error {
			if out == "" {
				return usagef("-o OUT is missing: the file for the result, or - for standard output")
			}
			merged, err := mergeFiles(cmd, args)
			if err != nil {
				return err
			}
			return writeOut(cmd, out, func(w io.Writer) error { return report.JSON(w, merged) })
		},
	}
	cmd.Flags().StringVarP(&out, "output", "o", "", "the file for the result; - is standard output")
	return cmd
}

func mergeFiles(cmd *cobra.Command, paths []string) (*harness.Result, error) {
	merged, err := readResult(cmd, paths[0])
	if err != nil {
		return nil, err
	}
	for _, path := range paths[1:] {
		next, err := readResult(cmd, path)
		if err != nil {
			return nil, err
		}
		if merged, err = harness.Merge(merged, next); err != nil {
			return nil, fmt.Errorf("%s can't be merged with %s: %s", path, paths[0], message(err))
		}
	}
	return merged, nil
}
