package main

import (
	"fmt"
	"io"
	"os"

	"github.com/spf13/cobra"

	"example.com/thaw/isolate"
	"example.com/thaw/runtime/web"
	"example.com/thaw/runtime/worker"
)

func newEval() *cobra.Command {
	var runtime, location string
	var network bool
	cmd := &cobra.Command{
		Use:   "eval FILE...",
		Short: "Run classic scripts with all Web APIs",
		Long: `Runs classic scripts one after the other in one new instance with all Web
APIs, and ends when its event loop is idle. The console's log, info and debug
go to standard output, its warn and error, and uncaught errors, to standard error.
A FILE of - is standard input.`,
		Example: `  thaw eval script.js
  echo 'console.log(new URL("x", location).href)' | thaw eval --location https://a.test/ -`,
		Args: needArgs(1, 0, "at least one FILE"),
		RunE: func(cmd *cobra.Command, args []string) error {
			return evalFiles(cmd, worker.Config{Location: location, Outbound: outbound(network)}, runtime, args)
		},
	}
	addRuntime(cmd, &runtime)
	addNetwork(cmd, &network, false)
	cmd.Flags().StringVar(&location, "location", "", "base URL of the global scope")
	return cmd
}

// evalFiles runs files in a scope as cfg says, which lacks the Web APIs and the log.
func evalFiles(cmd *cobra.Command, cfg worker.Config, runtime string, files []string) error {
	sources, err := readSources(cmd.InOrStdin(), files)
	if err != nil {
		return err
	}
	engine, err := openEngine(runtime, "", cacheDir(cmd))
	if err != nil {
		return err
	}
	defer engine.Close()
	ctx := cmd.Context()
	failed := false
	cfg.Web = web.NewLibrary(engine)
	cfg.Log = func(e web.Entry) {
		failed = failed || e.Uncaught
		console(cmd, e)
	}
	scope, err := worker.Open(ctx, cfg)
	if err != nil {
		return err
	}
	defer scope.Close()
	for _, src := range sources {
		if err := scope.Run(ctx, src); err != nil {
			return uncaught(err)
		}
	}
	if err := scope.Idle(ctx); err != nil {
		return err
	}
	if failed {
		return errSilent
	}
	return nil
}

func readSources(stdin io.Reader, files []string) ([]isolate.Source, error) {
	sources := make([]isolate.Source, len(files))
	for i, file := range files {
		var text []byte
		var err error
		if file == "-" {
			text, err = io.ReadAll(stdin)
		} else {
			text, err = os.ReadFile(file)
		}
		if err != nil {
			return nil, err
		}
		sources[i] = isolate.Source{Name: file, Text: string(text)}
	}
	return sources, nil
}

// console prints what an app logged.
func console(cmd *cobra.Command, e web.Entry) {
	w := cmd.OutOrStdout()
	if e.Level == web.LevelError || e.Level == web.LevelWarn {
		w = cmd.ErrOrStderr()
	}
	fmt.Fprintln(w, e.Text)
}
