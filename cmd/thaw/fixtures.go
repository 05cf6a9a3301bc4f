package main

import (
	"fmt"
	"io"
	"strconv"
	"strings"
	"text/tabwriter"

	"github.com/spf13/cobra"

	"example.com/thaw/bundler"
	"example.com/thaw/fixtures"
)

func newFixtures() *cobra.Command {
	cmd := &cobra.Command{
		Use:   "fixtures",
		Short: "List the apps that thaw can generate, or write one to a folder",
		Example: `  thaw fixtures list
  thaw fixtures write effect@50 ./effect-50
  thaw bench fixture:effect@1,10,50`,
		Args: cobra.NoArgs,
		RunE: func(cmd *cobra.Command, _ []string) error { return listFixtures(cmd.OutOrStdout()) },
	}
	cmd.AddCommand(
		&cobra.Command{
			Use:   "list",
			Short: "List the fixtures with their sizes and options",
			Args:  cobra.NoArgs,
			RunE:  func(cmd *cobra.Command, _ []string) error { return listFixtures(cmd.OutOrStdout()) },
		},
		&cobra.Command{
			Use:   "write NAME@N DIR",
			Short: "Write a fixture's source and package.json to a new or empty folder",
			Args:  needArgs(2, 2, "NAME@N and DIR"),
			RunE: func(cmd *cobra.Command, args []string) error {
				app, err := fixtures.Open(strings.TrimPrefix(args[0], bundler.FixturePrefix))
				if err != nil {
					return err
				}
				if err := app.Write(args[1]); err != nil {
					return err
				}
				fmt.Fprintf(cmd.OutOrStdout(), "wrote %s to %s\n", app.Name, args[1])
				return nil
			},
		})
	return cmd
}

func listFixtures(w io.Writer) error {
	t := tabwriter.NewWriter(w, 0, 0, 2, ' ', 0)
	fmt.Fprintln(t, "NAME\tSIZES\tPACKAGES\tWHAT IT IS")
	for _, f := range fixtures.List() {
		fmt.Fprintf(t, "%s\t%s\t%s\t%s\n", f.Name, sizes(f), orDash(strings.Join(f.NPM, " ")), f.Doc)
		for _, o := range f.Options {
			fmt.Fprintf(t, "\t\t\t  ?%s=%s: %s\n", o.Name, strings.Join(o.Values, "|"), o.Doc)
		}
	}
	return t.Flush()
}

func sizes(f fixtures.Fixture) string {
	if f.Unit == "" {
		return "-"
	}
	text := fmt.Sprintf("1..%d", fixtures.MaxSize)
	if f.Sizes != nil {
		list := make([]string, len(f.Sizes))
		for i, n := range f.Sizes {
			list[i] = strconv.Itoa(n)
		}
		text = strings.Join(list, ",")
	}
	return text + " " + f.Unit
}

func orDash(s string) string {
	if s == "" {
		return "-"
	}
	return s
}
