package main

import (
	"fmt"
	"io"

	"github.com/spf13/cobra"

	"example.com/thaw/harness"
	"example.com/thaw/harness/report"
)

// stdio stands for standard input or output in the place of a file's name.
const stdio = "-"

// readResult reads a file of "thaw bench --json".
func readResult(cmd *cobra.Command, path string) (*harness.Result, error) {
	if path != stdio {
		return report.ReadFile(path)
	}
	r, err := report.Read(cmd.InOrStdin())
	if err != nil {
		return nil, fmt.Errorf("standard input: %s", message(err))
	}
	return r, nil
}

// writeOut writes a file whole or not at all, or standard output.
func writeOut(cmd *cobra.Command, path string, write func(io.Writer) error) error {
	if path == stdio {
		return write(cmd.OutOrStdout())
	}
	file, err := report.Prepare(path)
	if err != nil {
		return err
	}
	defer file.Discard()
	if err := write(file); err != nil {
		return err
	}
	return file.Commit()
}
