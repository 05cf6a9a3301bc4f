package main

import (
	"errors"
	"fmt"
	"os"
	"slices"
	"strings"
	"time"

	"github.com/spf13/cobra"
	"github.com/spf13/pflag"

	"example.com/thaw/harness"
	"example.com/thaw/harness/report"
)

// checkpointEvery is how often the file of --json is brought up to date: so much is lost at most if the program is killed.
const checkpointEvery = 5 * time.Second

// checkpoint keeps the rounds until then in the file of --json, behind those of --append, unless it is no regular file.
func (f *benchFlags) checkpoint(earlier *earlierResult) func(*harness.Result) error {
	if f.json == "" {
		return nil
	}
	if info, err := os.Stat(f.json); err == nil && !info.Mode().IsRegular() {
		return nil
	}
	return func(part *harness.Result) error {
		file, err := report.Prepare(f.json)
		if err != nil {
			return err
		}
		defer file.Discard()
		if part, err = earlier.add(part); err != nil {
			return err
		}
		return f.save(part, file)
	}
}

// partial reads the file of --resume, and takes the seed from it; without the flag, it is nil.
func (f *benchFlags) partial(cmd *cobra.Command) (*harness.Result, error) {
	if f.resume == "" {
		return nil, nil
	}
	part, err := report.ReadFile(f.resume)
	if err != nil {
		return nil, fmt.Errorf("--resume: %s", message(err))
	}
	if !cmd.Flags().Changed("seed") {
		f.seed = part.Seed
	}
	return part, nil
}

// resumeAlone runs the command that began the file of --resume once more, to go on with it.
func (f *benchFlags) resumeAlone(cmd *cobra.Command) error {
	var other string
	cmd.Flags().Visit(func(flag *pflag.Flag) {
		if flag.Name != "resume" {
			other = flag.Name
		}
	})
	if other != "" {
		return usagef("--%s beside --resume: without APP, the arguments that began %s are taken, all of them; give these and --resume instead", other, f.resume)
	}
	part, err := report.ReadFile(f.resume)
	if err != nil {
		return fmt.Errorf("--resume: %s", message(err))
	}
	if len(part.Command) < 2 || !slices.Contains([]string{"bench", "levers", "scale"}, part.Command[1]) {
		return fmt.Errorf("--resume: %s was made by %q; give the arguments of that beside --resume", f.resume, strings.Join(part.Command, " "))
	}
	args := append(slices.Clone(part.Command[1:]), "--resume", f.resume, "--json", f.resume)
	root := newRoot()
	root.SetArgs(args)
	root.SetOut(cmd.OutOrStdout())
	root.SetErr(cmd.ErrOrStderr())
	return root.ExecuteContext(withCommandLine(cmd.Context(), part.Command[1:]))
}

// notResumed says why an experiment can't go on from the file.
func (f *benchFlags) notResumed(err error) error {
	switch {
	case errors.Is(err, harness.ErrComplete):
		return fmt.Errorf("--resume: %s has all rounds that were planned; --append adds more", f.resume)
	case errors.Is(err, harness.ErrOtherExperiment):
		return fmt.Errorf("--resume: %s stays as it is, for this is %s", f.resume, message(err))
	}
	return err
}
