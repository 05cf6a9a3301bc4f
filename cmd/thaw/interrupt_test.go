package main

import (
	"bytes"
	"context"
	"encoding/json"
	"fmt"
	"net/http"
	"net/http/httptest"
	"os"
	"os/exec"
	"path/filepath"
	"strconv"
	"strings"
	"sync"
	"testing"
	"time"
)

// TestInterrupt stops a bench that would take hours: what was measured is
// printed and written, and marked as partial.
func TestInterrupt(t *testing.T) {
	dir := t.TempDir()
	out := filepath.Join(dir, "out.json")
	ctx, app := interruptingApp(t)
	var stdout, stderr bytes.Buffer
	code := run(ctx(), []string{"bench", app, "--network", "--runtime", "goja", "-n", "1000000", "--warmup", "0", "--json", out}, &stdout, &stderr)
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

// interruptingApp is an app whose tenth answer ends the context that was made last, and what makes contexts.
func interruptingApp(t *testing.T) (newContext func() context.Context, app string) {
	t.Helper()
	var mu sync.Mutex
	var cancel context.CancelFunc
	var answers int
	server := httptest.NewServer(http.HandlerFunc(func(http.ResponseWriter, *http.Request) {
		mu.Lock()
		defer mu.Unlock()
		if answers++; answers%10 == 0 {
			cancel()
		}
	}))
	t.Cleanup(server.Close)
	app = filepath.Join(t.TempDir(), "app.js")
	text := fmt.Sprintf("export default { fetch: () => fetch(%q) }", server.URL)
	if err := os.WriteFile(app, []byte(text), 0o600); err != nil {
		t.Fatal(err)
	}
	return func() (ctx context.Context) {
		mu.Lock()
		defer mu.Unlock()
		ctx, cancel = context.WithCancel(t.Context())
		return ctx
	}, app
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
	interruptInRepository(t, []string{"compare", "--rev", "HEAD~1", "app.js", "--runtime", "goja", "-n", "1000000"},
		`export default { fetch: () => new Response("one") }`,
		`export default { fetch: () => new Response("two") }`)
}

// TestInterruptedBisect: so does that of the commit that is looked at, whose app never ends.
func TestInterruptedBisect(t *testing.T) {
	interruptInRepository(t, []string{"bisect", "app.js", "--budget", "budget.json", "--good", "HEAD~1", "--timeout", "1h"},
		`export default { fetch: () => new Response("one") }`,
		`for (;;);`)
}

// interruptInRepository interrupts a command in a repository whose commits have the texts as app.js.
func interruptInRepository(t *testing.T, args []string, texts ...string) {
	t.Helper()
	git, err := exec.LookPath("git")
	if err != nil {
		t.Skip("git is not installed")
	}
	repository := t.TempDir()
	t.Chdir(repository)
	t.Setenv("TMPDIR", t.TempDir())
	in := func(args ...string) string {
		cmd := exec.Command(git, append([]string{"-c", "user.name=a", "-c", "user.email=a@example.com"}, args...)...)
		out, err := cmd.CombinedOutput()
		if err != nil {
			t.Fatalf("git %v: %v\n%s", args, err, out)
		}
		return string(out)
	}
	write := func(name, text string) {
		if err := os.WriteFile(name, []byte(text), 0o600); err != nil {
			t.Fatal(err)
		}
	}
	write("budget.json", `{"schema": "thaw.budget/1", "runtimes": {"goja": {"counts": {"total": {"calls": 100}}}}}`)
	in("init", "--quiet")
	for i, text := range texts {
		write("app.js", text)
		in("add", "--all")
		in("commit", "--quiet", "--no-gpg-sign", "-m", strconv.Itoa(i))
	}
	ctx, cancel := context.WithCancel(t.Context())
	time.AfterFunc(2*time.Second, cancel)
	var stdout, stderr bytes.Buffer
	if code := run(ctx, args, &stdout, &stderr); code != exitInterrupted {
		t.Errorf("exit code is %d, want %d\n%s%s", code, exitInterrupted, &stdout, &stderr)
	}
	if trees := in("worktree", "list"); strings.Count(trees, "\n") != 1 {
		t.Errorf("worktrees left behind:\n%s", trees)
	}
	if left, err := os.ReadDir(os.Getenv("TMPDIR")); err != nil || len(left) > 0 {
		t.Errorf("left behind: %v, %v", left, err)
	}
}
