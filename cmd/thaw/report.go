package main

import (
	"io"

	"github.com/spf13/cobra"

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
			return report.Text(cmd.OutOrStdout(), r, styleOf(cmd.OutOrStdout()))
		},
	}
	cmd.Flags().StringVarP(&out, "output", "o", "", "write a page to FILE; - is standard output")
	_ = cmd.MarkFlagFilename("output", "html")
	return cmd
}
