package main

import (
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"strings"

	"github.com/spf13/cobra"

	"example.com/thaw/isolate"
	"example.com/thaw/runtime/engines"
)

// addRuntime adds the flag that names one engine.
func addRuntime(cmd *cobra.Command, runtime *string) {
	cmd.Flags().StringVar(runtime, "runtime", "", "goja or quickjs (default: quickjs where it is installed)")
	_ = cmd.RegisterFlagCompletionFunc("runtime", completeRuntimes) // fails only on an unknown flag
}

// addFrozenClock adds the flag for the clock of deployed Workers.
func addFrozenClock(cmd *cobra.Command, frozen *bool) {
	cmd.Flags().BoolVar(frozen, "frozen-clock", false, "have time stand still as in deployed Workers: 0 at the top level, and in handlers until something arrives")
}

func completeRuntimes(*cobra.Command, []string, string) ([]string, cobra.ShellCompDirective) {
	return engines.Names(), cobra.ShellCompDirectiveNoFileComp
}

// lookupEngine finds an engine by name; "" is the preferred one for an app.
func lookupEngine(name, app string) (engines.Kind, error) {
	if name == "" {
		name = engines.Available(engineOptions(app, ""))[0] // goja is always there
	}
	k, err := engines.Lookup(name)
	if err != nil {
		return k, usagef("--runtime %q: want %s", name, strings.Join(engines.Names(), " or "))
	}
	return k, nil
}

func openEngine(name, app, cacheDir string) (isolate.Engine, error) {
	k, err := lookupEngine(name, app)
	if err != nil {
		return nil, err
	}
	return k.Open(engineOptions(app, cacheDir))
}

// engineOptions has the engines look for packages where the app does.
func engineOptions(app, cacheDir string) engines.Options {
	o := engines.Options{CacheDir: cacheDir}
	if info, err := os.Stat(app); err == nil {
		o.AppDir = app
		if !info.IsDir() {
			o.AppDir = filepath.Dir(app)
		}
	}
	return o
}

// uncaught adds the stack to an error of JavaScript that threw.
func uncaught(err error) error {
	ex := new(isolate.Exception)
	if !errors.As(err, &ex) || ex.Stack == "" {
		return err
	}
	return fmt.Errorf("%w\n%s", err, ex.Stack)
}
