// Command thaw emulates the cold start of a Worker, and measures where it goes.
package main

import (
	"context"
	"errors"
	"fmt"
	"io"
	"os"
	"os/signal"
	"strings"
	"syscall"
	"time"

	"github.com/spf13/cobra"
)

func main() {
	time.Local = time.UTC                    // as in Workers; goja's Date asks for it
	if args := os.Args[1:]; isSample(args) { // it needs no signals: its parent has them, and ends it
		os.Exit(run(context.Background(), args, os.Stdout, os.Stderr))
	}
	ctx, stop := signal.NotifyContext(context.Background(), os.Interrupt, syscall.SIGTERM)
	code := run(ctx, os.Args[1:], os.Stdout, os.Stderr)
	stop()
	os.Exit(code)
}

// Exit codes.
const (
	exitOK          = 0
	exitFailed      = 1
	exitUsage       = 2
	exitInterrupted = 130 // as a shell reports a program ended by SIGINT
)

// run is the whole program but for the process: it reads no flags, streams or
// signals of its own, so that tests can call it.
func run(ctx context.Context, args []string, stdout, stderr io.Writer) int {
	if isSample(args) {
		return runSample(ctx, args[1], stdout, stderr)
	}
	root := newRoot()
	root.SetArgs(args)
	root.SetOut(stdout)
	root.SetErr(stderr)
	cmd, err := root.ExecuteContextC(withCommandLine(ctx, args))
	if err == nil {
		return exitOK
	}
	if usage := new(usageError); errors.As(err, &usage) {
		fmt.Fprintf(stderr, "thaw: %v\nRun %q for how to use it.\n", err, cmd.CommandPath()+" --help")
		return exitUsage
	}
	if !errors.Is(err, errSilent) {
		fmt.Fprintln(stderr, "thaw: "+message(err))
	}
	if ctx.Err() != nil {
		return exitInterrupted
	}
	return exitFailed
}

// errSilent ends a command that has said all there is to say.
var errSilent = errors.New("failed")

// A usageError is a fault in how the program was called, not in what it was given.
type usageError struct{ err error }

func (e *usageError) Error() string { return e.err.Error() }
func (e *usageError) Unwrap() error { return e.err }

func usagef(format string, args ...any) error {
	return &usageError{fmt.Errorf(format, args...)}
}

// message drops the package names that our errors begin with: a user of the
// command does not know the packages.
func message(err error) string {
	text := err.Error()
	for {
		name, rest, ok := strings.Cut(text, ": ")
		if !ok || !isPackage(name) {
			return text
		}
		text = rest
	}
}

func isPackage(name string) bool {
	switch name {
	case "budget", "bundlecache", "bundler", "codecache", "engines", "fixtures", "gojavm", "harness", "isolate", "loop", "prebuilt", "quickjs", "report", "revision", "stats", "web", "worker":
		return true
	}
	return false
}

func newRoot() *cobra.Command {
	root := &cobra.Command{
		Use:   "thaw",
		Short: "Emulate the cold start of a Worker, and measure where it goes",
		Long: `thaw bundles a Worker-style JavaScript app with esbuild, loads it into an
isolate (goja, or QuickJS-ng in WebAssembly), sends it a request, and tells
where the time of the cold start goes.

An APP is an entry file, a folder with a wrangler config or a package.json, a
ready-made bundle (--no-bundle), a folder of "thaw build", or fixture:NAME@N (see
"thaw fixtures list").`,
		SilenceErrors: true,
		SilenceUsage:  true,
		Args: func(_ *cobra.Command, args []string) error {
			if len(args) > 0 {
				return fmt.Errorf("there is no command %q", args[0])
			}
			return nil
		},
		RunE: func(cmd *cobra.Command, _ []string) error { return cmd.Help() },
	}
	addCacheDir(root)
	root.SetFlagErrorFunc(func(_ *cobra.Command, err error) error { return &usageError{err} })
	root.AddCommand(
		newBench(),
		newLevers(),
		newScale(),
		newReport(),
		newRun(),
		newBuild(),
		newEval(),
		newFixtures(),
		newCache(),
		newSnapshot(),
		newMerge(),
		newCompare(),
		newExport(),
		newGate(),
		newBisect(),
		newDoctor(),
	)
	wrapArgs(root)
	return root
}

// needArgs holds a command to a number of arguments; max 0 is any number.
func needArgs(least, most int, what string) cobra.PositionalArgs {
	return func(_ *cobra.Command, args []string) error {
		if len(args) < least || most > 0 && len(args) > most {
			return fmt.Errorf("want %s, got %d arguments", what, len(args))
		}
		return nil
	}
}

// wrapArgs makes usage errors of the faults that cobra finds in the arguments.
func wrapArgs(cmd *cobra.Command) {
	if check := cmd.Args; check != nil {
		cmd.Args = func(cmd *cobra.Command, args []string) error {
			if err := check(cmd, args); err != nil {
				return &usageError{err}
			}
			return nil
		}
	}
	for _, c := range cmd.Commands() {
		wrapArgs(c)
	}
}
