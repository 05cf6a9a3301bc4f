package main

import (
	"context"
	"fmt"
	"io"
	"net/http"
	"net/http/httptest"
	"os"
	"os/signal"
	"path/filepath"
	"testing"

	"github.com/rogpeppe/go-internal/testscript"

	"example.com/thaw/fixtures"
	"example.com/thaw/isolate/codecache"
	"example.com/thaw/runtime/engines"
)

func TestMain(m *testing.M) {
	testscript.Main(m, map[string]func(){
		"thaw": func() {
			ctx, stop := signal.NotifyContext(context.Background(), os.Interrupt)
			defer stop()
			os.Exit(run(ctx, os.Args[1:], os.Stdout, os.Stderr))
		},
		"damage": func() { os.Exit(damage(os.Args[1])) },
	})
}

// damage is a command that changes the last byte of every file in a folder.
func damage(dir string) int {
	files, err := filepath.Glob(filepath.Join(dir, "*"))
	for _, path := range files {
		var b []byte
		if b, err = os.ReadFile(path); err == nil {
			b[len(b)-1] ^= 1
			err = os.WriteFile(path, b, 0o600)
		}
		if err != nil {
			break
		}
	}
	if err != nil || len(files) == 0 {
		fmt.Fprintln(os.Stderr, "damage:", len(files), "files:", err)
		return 1
	}
	return 0
}

// TestScript runs the command line as testdata/script/*.txtar say: arguments,
// files, standard output, standard error and exit code.
func TestScript(t *testing.T) {
	caches := t.TempDir()
	server := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) { io.WriteString(w, "the server") }))
	t.Cleanup(server.Close) // after the scripts, which are parallel subtests
	testscript.Run(t, testscript.Params{
		Dir:                 "testdata/script",
		RequireExplicitExec: true,
		UpdateScripts:       os.Getenv("UPDATE_SCRIPTS") != "",
		Setup: func(e *testscript.Env) error {
			// The wasm is compiled once for all scripts.
			e.Setenv(codecache.EnvDir, caches)
			e.Setenv("SERVER", server.URL)
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
