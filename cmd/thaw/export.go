package main

import (
	"fmt"
	"io"
	"maps"
	"slices"
	"strings"

	"github.com/spf13/cobra"

	"example.com/thaw/harness"
	"example.com/thaw/harness/report"
)

type exportFlags struct {
	format, out string
	arm         string
	round       int
}

// exports are the formats of one result, by their names.
var exports = map[string]func(io.Writer, *harness.Result) error{
	"csv":     report.CSV,
	"gobench": report.GoBenchmark,
}

// traceFormat is about one sample.
const traceFormat = "trace"

func newExport() *cobra.Command {
	var f exportFlags
	cmd := &cobra.Command{
		Use:   "export FILE --format csv|gobench|trace",
		Short: "Write a saved result for other programs",
		Long: `Writes a result that was saved with --json in another format:

  csv      one row a sample and phase, for spreadsheets, pandas and R
  gobench  Go's benchmark format, for benchstat
  trace    one sample as trace events, for Perfetto and Chromium's tracing`,
		Example: `  thaw export run.json --format csv -o run.csv
  thaw export old.json --format gobench -o old.txt
  thaw export new.json --format gobench -o new.txt
  benchstat -filter /phase:total old.txt new.txt
  thaw export run.json --format trace --arm "quickjs minify=on" -o trace.json`,
		Args: needArgs(1, 1, "one FILE of --json"),
		RunE: func(cmd *cobra.Command, args []string) error { return f.run(cmd, args[0]) },
	}
	fs := cmd.Flags()
	fs.StringVar(&f.format, "format", "", "csv, gobench or trace")
	fs.StringVarP(&f.out, "output", "o", stdio, "the file to write; - is standard output")
	fs.StringVar(&f.arm, "arm", "", "trace: the sample's arm, by words of its name, such as \"goja minify=on\"")
	fs.IntVar(&f.round, "round", 0, "trace: the sample's round (default: the one whose total is nearest to the median)")
	_ = cmd.RegisterFlagCompletionFunc("format", cobra.FixedCompletions(exportNames(), cobra.ShellCompDirectiveNoFileComp))
	return cmd
}

func exportNames() []string { return append(slices.Sorted(maps.Keys(exports)), traceFormat) }

func (f *exportFlags) run(cmd *cobra.Command, path string) error {
	export, ok := exports[f.format]
	switch {
	case !ok && f.format != traceFormat:
		return usagef("--format %q: want %s", f.format, strings.Join(exportNames(), ", "))
	case ok && (cmd.Flags().Changed("arm") || cmd.Flags().Changed("round")):
		return usagef("--arm and --round choose the sample of --format trace; %s has all of them", f.format)
	}
	r, err := readResult(cmd, path)
	if err != nil {
		return err
	}
	if !ok {
		s, err := f.sample(cmd, r)
		if err != nil {
			return err
		}
		export = func(w io.Writer, r *harness.Result) error { return report.Trace(w, r, s) }
	}
	return writeOut(cmd, f.out, func(w io.Writer) error { return export(w, r) })
}

// sample is the one that the flags choose.
func (f *exportFlags) sample(cmd *cobra.Command, r *harness.Result) (harness.Sample, error) {
	id, err := f.armOf(r)
	if err != nil {
		return harness.Sample{}, err
	}
	if !cmd.Flags().Changed("round") {
		s, ok := r.TypicalSample(id)
		if !ok {
			return s, fmt.Errorf("%s has no samples", id)
		}
		return s, nil
	}
	for _, s := range r.Samples {
		if s.Arm == id && s.Round == f.round {
			return s, nil
		}
	}
	return harness.Sample{}, usagef("--round %d: %s has no sample of this round; there are 1 to %d", f.round, id, r.Rounds)
}

// armOf is the only arm, or that of --arm.
func (f *exportFlags) armOf(r *harness.Result) (string, error) {
	arms := r.DistinctArms()
	if f.arm == "" && len(arms) == 1 {
		return arms[0].ID, nil
	}
	if f.arm == "" {
		var ids []string
		for _, a := range arms {
			ids = append(ids, a.ID)
		}
		return "", usagef("--arm is missing; there are: %s", strings.Join(ids, "; "))
	}
	return findArm("--arm", arms, f.arm)
}
