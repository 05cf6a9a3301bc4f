package main

import (
	"io"

	"github.com/spf13/cobra"

	"example.com/thaw/harness"
	"example.com/thaw/harness/report"
)

func newReport() *cobra.Command {
	var out string
	cmd := &cobra.Command{
		Use:   "report FILE",
		Short: "Show a saved result: as tables, or as a page with charts",
		Long: `Prints what the command that saved a result with --json printed. With -o it writes a page
instead: one HTML file with charts, the numbers, the method and the machine. The page
loads nothing and runs no script, so that it can be sent and kept.`,
		Example: `  thaw bench fixture:effect@1,10,50 --json run.json
  thaw report run.json -o report.html
  thaw report run.json`,
		Args: needArgs(1, 1, "one FILE of --json"),
		RunE: func(cmd *cobra.Command, args []string) error {
			r, err := readResult(cmd, args[0])
			if err != nil {
				return err
			}
			if cmd.Flags().Changed("output") {
				return writeOut(cmd, out, func(w io.Writer) error { return report.HTML(w, r) })
			}
			return textOf(r)(cmd.OutOrStdout(), r, styleOf(cmd.OutOrStdout()))
		},
	}
	cmd.Flags().StringVarP(&out, "output", "o", "", "write a page to FILE; - is standard output")
	_ = cmd.MarkFlagFilename("output", "html")
	return cmd
}

// textOf is how the command that made a result prints it.
func textOf(r *harness.Result) func(io.Writer, *harness.Result, report.Style) error {
	if len(r.Command) > 1 {
		switch r.Command[1] {
		case "levers":
			return report.Levers
		case "scale":
			return report.Scale
		}
	}
	return report.Table
}
