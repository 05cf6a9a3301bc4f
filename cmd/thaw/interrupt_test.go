package main

import (
	"bytes"
	"context"
	"encoding/json"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"
	"time"
)

// TestInterrupt stops a bench that would take hours: what was measured is
// printed and written, and marked as partial.
func TestInterrupt(t *testing.T) {
	dir := t.TempDir()
	out := filepath.Join(dir, "out.json")
	ctx, cancel := context.WithCancel(t.Context())
	time.AfterFunc(2*time.Second, cancel) // time for a few samples on any machine
	var stdout, stderr bytes.Buffer
	code := run(ctx, []string{"bench", "fixture:hello", "--runtime", "goja", "-n", "1000000", "--warmup", "0", "--json", out}, &stdout, &stderr)
	if code != exitInterrupted {
		t.Errorf("exit code is %d, want %d\n%s", code, exitInterrupted, &stderr)
	}
	if !strings.Contains(stdout.String(), "the experiment ended after") {
		t.Errorf("standard output does not say that it is partial:\n%s", &stdout)
	}
	b, err := os.ReadFile(out)
	if err != nil {
		t.Fatal(err)
	}
	var result struct {
		Partial bool
		Samples []json.RawMessage
	}
	if err := json.Unmarshal(b, &result); err != nil || !result.Partial || len(result.Samples) == 0 {
		t.Errorf("%v: partial %v, %d samples", err, result.Partial, len(result.Samples))
	}
	left, err := filepath.Glob(filepath.Join(dir, ".*"))
	if err != nil || len(left) > 0 {
		t.Errorf("left behind: %v, %v", left, err)
	}
}

// TestInterruptedRun: a handler that never ends stops with the signal.
func TestInterruptedRun(t *testing.T) {
	app := filepath.Join(t.TempDir(), "app.js")
	if err := os.WriteFile(app, []byte(`export default { fetch() { for (;;); } }`), 0o600); err != nil {
		t.Fatal(err)
	}
	ctx, cancel := context.WithCancel(t.Context())
	time.AfterFunc(500*time.Millisecond, cancel)
	var stdout, stderr bytes.Buffer
	if code := run(ctx, []string{"run", app, "--runtime", "goja"}, &stdout, &stderr); code != exitInterrupted {
		t.Errorf("exit code is %d, want %d\n%s", code, exitInterrupted, &stderr)
	}
}

// TestInterruptedRevision: the worktree of compare --rev goes, and what was measured is shown.
func TestInterruptedRevision(t *testing.T) {
	git, err := exec.LookPath("git")
	if err != nil {
		t.Skip("git is not installed")
	}
	repository := t.TempDir()
	t.Setenv("TMPDIR", t.TempDir())
	app := filepath.Join(repository, "app.js")
	in := func(args ...string) string {
		cmd := exec.Command(git, append([]string{"-C", repository, "-c", "user.name=a", "-c", "user.email=a@example.com"}, args...)...)
		out, err := cmd.CombinedOutput()
		if err != nil {
			t.Fatalf("git %v: %v\n%s", args, err, out)
		}
		return string(out)
	}
	in("init", "--quiet")
	for _, text := range []string{"one", "two"} {
		if err := os.WriteFile(app, []byte(`export default { fetch: () => new Response("`+text+`") }`), 0o600); err != nil {
			t.Fatal(err)
		}
		in("add", "--all")
		in("commit", "--quiet", "--no-gpg-sign", "-m", text)
	}
	ctx, cancel := context.WithCancel(t.Context())
	time.AfterFunc(2*time.Second, cancel)
	var stdout, stderr bytes.Buffer
	code := run(ctx, []string{"compare", "--rev", "HEAD~1", app, "--runtime", "goja", "-n", "1000000"}, &stdout, &stderr)
	if code != exitInterrupted {
		t.Errorf("exit code is %d, want %d\n%s", code, exitInterrupted, &stderr)
	}
	if trees := in("worktree", "list"); strings.Count(trees, "\n") != 1 {
		t.Errorf("worktrees left behind:\n%s", trees)
	}
	if left, err := os.ReadDir(os.Getenv("TMPDIR")); err != nil || len(left) > 0 {
		t.Errorf("left behind: %v, %v", left, err)
	}
}
