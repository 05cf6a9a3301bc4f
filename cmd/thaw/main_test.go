package main

import (
	"context"
	"os"
	"os/signal"
	"path/filepath"
	"testing"

	"github.com/rogpeppe/go-internal/testscript"

	"example.com/thaw/fixtures"
	"example.com/thaw/runtime/engines"
)

func TestMain(m *testing.M) {
	testscript.Main(m, map[string]func(){"thaw": func() {
		ctx, stop := signal.NotifyContext(context.Background(), os.Interrupt)
		defer stop()
		os.Exit(run(ctx, os.Args[1:], os.Stdout, os.Stderr))
	}})
}

// TestScript runs the command line as testdata/script/*.txtar say: arguments,
// files, standard output, standard error and exit code.
func TestScript(t *testing.T) {
	testscript.Run(t, testscript.Params{
		Dir:                 "testdata/script",
		RequireExplicitExec: true,
		UpdateScripts:       os.Getenv("UPDATE_SCRIPTS") != "",
		Setup: func(e *testscript.Env) error {
			// The wasm is compiled once for all scripts, in the user's own cache.
			if cache, err := os.UserCacheDir(); err == nil {
				e.Setenv("XDG_CACHE_HOME", cache)
			}
			if dir, err := fixtures.PackagesDir(); err == nil {
				e.Setenv("THAW_FIXTURES_NPM", dir)
				e.Setenv("PACKAGES", filepath.Join(dir, "node_modules"))
			}
			return nil
		},
		Condition: func(cond string) (bool, error) {
			switch cond {
			case "quickjs": // the engine is installed
				kind, err := engines.Lookup("quickjs")
				return err == nil && kind.Check(engines.Options{}) == nil, nil
			case "npm": // the fixtures' packages are installed
				_, err := fixtures.PackagesDir()
				return err == nil, nil
			}
			return false, nil
		},
	})
}
