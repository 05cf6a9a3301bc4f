package main

import (
	"github.com/spf13/cobra"

	"example.com/thaw/harness"
)

// newSample is the child of --mode process: one cold start, told on standard
// input and reported on standard output.
func newSample() *cobra.Command {
	return &cobra.Command{
		Use:    "_sample",
		Hidden: true,
		Args:   cobra.NoArgs,
		RunE: func(cmd *cobra.Command, _ []string) error {
			return harness.ServeSample(cmd.Context(), openNamed(""), cmd.InOrStdin(), cmd.OutOrStdout())
		},
	}
}
