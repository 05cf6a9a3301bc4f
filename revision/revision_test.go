package revision

import (
	"context"
	"errors"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strings"
	"testing"
)

// write makes files of slash-separated paths; an empty text removes one.
func write(t *testing.T, top string, files map[string]string) {
	t.Helper()
	for name, text := range files {
		path := filepath.Join(top, filepath.FromSlash(name))
		err := os.MkdirAll(filepath.Dir(path), 0o755)
		if err == nil && text == "" {
			err = os.Remove(path)
		} else if err == nil {
			err = os.WriteFile(path, []byte(text), 0o644)
		}
		if err != nil {
			t.Fatal(err)
		}
	}
}

// repository makes one with a commit of files.
func repository(t *testing.T, files map[string]string) string {
	t.Helper()
	if _, err := exec.LookPath("git"); err != nil {
		t.Skip("git is not installed")
	}
	t.Setenv("GIT_DIR", filepath.Join(t.TempDir(), "another")) // as in a hook
	top, err := filepath.EvalSymlinks(t.TempDir())
	if err != nil {
		t.Fatal(err)
	}
	run(t, top, "init", "--quiet", "--initial-branch", "main")
	commit(t, top, "first", files)
	return top
}

func commit(t *testing.T, top, subject string, files map[string]string) {
	t.Helper()
	write(t, top, files)
	run(t, top, "add", "--all")
	run(t, top, "-c", "user.name=a", "-c", "user.email=a@example.com", "commit", "--quiet", "--no-gpg-sign", "-m", subject)
}

func run(t *testing.T, dir string, args ...string) string {
	t.Helper()
	out, err := git(t.Context(), dir, args...)
	if err != nil {
		t.Fatal(err)
	}
	return out
}

func checkout(t *testing.T, app, rev string) (*Worktree, error) {
	t.Helper()
	r, err := Find(t.Context(), app)
	if err != nil {
		return nil, err
	}
	c, err := r.Resolve(t.Context(), rev)
	if err != nil {
		return nil, err
	}
	return r.Checkout(t.Context(), c)
}

func content(t *testing.T, path string) string {
	t.Helper()
	text, err := os.ReadFile(path)
	if err != nil {
		t.Fatal(err)
	}
	return string(text)
}

func TestCheckout(t *testing.T) {
	top := repository(t, map[string]string{
		".gitignore": "node_modules\n", "app/index.js": "one", "app/package-lock.json": "lock", "shared/index.js": "one",
	})
	commit(t, top, "second", map[string]string{"app/index.js": "two", "shared/index.js": "two"})
	write(t, top, map[string]string{
		"app/index.js":                         "three",
		"app/node_modules/hono/index.js":       "hono",
		"app/node_modules/.cache/large":        "large",
		"app/untracked/node_modules/x/x.js":    "x",
		"shared/node_modules/effect/effect.js": "effect",
	})
	if err := os.Symlink("../../shared", filepath.Join(top, "app", "node_modules", "shared")); err != nil {
		t.Skipf("no symbolic links: %v", err)
	}
	before := run(t, top, "status", "--porcelain")
	for _, app := range []string{filepath.Join(top, "app"), filepath.Join(top, "app", "index.js")} {
		w, err := checkout(t, app, "HEAD~1")
		if err != nil {
			t.Fatal(err)
		}
		dir := w.App
		if filepath.Ext(app) == ".js" {
			dir = filepath.Dir(dir)
		}
		if got := content(t, filepath.Join(dir, "index.js")); got != "one" || w.Subject != "first" || len(w.Hash) < 40 {
			t.Errorf("content %q, subject %q, hash %q", got, w.Subject, w.Hash)
		}
		if filepath.Base(w.App) != filepath.Base(app) || filepath.Base(w.top()) != filepath.Base(top) {
			t.Errorf("%s is called otherwise than %s", w.App, app)
		}
		if got := content(t, filepath.Join(dir, "node_modules", "hono", "index.js")); got != "hono" {
			t.Errorf("package %q", got)
		}
		if got := content(t, filepath.Join(dir, "node_modules", "shared", "index.js")); got != "one" {
			t.Errorf("a package of the workspace is %q, as in the user's folder", got)
		}
		if _, err := os.Stat(filepath.Join(dir, "node_modules", ".cache")); err == nil {
			t.Error("node_modules/.cache is there")
		}
		if err := w.Close(); err != nil {
			t.Error(err)
		}
		if _, err := os.Stat(w.dir); !errors.Is(err, os.ErrNotExist) {
			t.Errorf("left behind: %v", err)
		}
	}
	if list := run(t, top, "worktree", "list"); strings.Count(list, "\n") != 1 {
		t.Errorf("worktrees left behind:\n%s", list)
	}
	if after := run(t, top, "status", "--porcelain"); after != before || content(t, filepath.Join(top, "app", "index.js")) != "three" {
		t.Errorf("the user's files have changed: %q, was %q", after, before)
	}
}

// TestPackages: packages come along where the lock files agree.
func TestPackages(t *testing.T) {
	first := map[string]string{".gitignore": "node_modules\n", "a/i.js": "a", "b/c/i.js": "c", "b/c/package.json": "{}"}
	for name, test := range map[string]struct {
		change map[string]string // between the commit and now
		want   string            // the folders that have packages; ! stands before the file that differs
	}{
		"the same":         {map[string]string{"a/i.js": "other"}, "a b/c"},
		"another package":  {map[string]string{"b/c/package.json": "{ }"}, "a !b/c/package.json"},
		"new lock":         {map[string]string{"a/yarn.lock": "x"}, "b/c !a/yarn.lock"},
		"lock above":       {map[string]string{"b/pnpm-lock.yaml": "x"}, "a !b/pnpm-lock.yaml"},
		"one for all":      {map[string]string{"bun.lock": "x"}, "!bun.lock !bun.lock"},
		"lock that stayed": {map[string]string{"a/i.js": "x"}, "a b/c"},
	} {
		t.Run(name, func(t *testing.T) {
			top := repository(t, first)
			commit(t, top, "second", test.change)
			write(t, top, map[string]string{"a/node_modules/p/p.js": "p", "b/c/node_modules/p/p.js": "p"})
			w, err := checkout(t, top, "HEAD~1")
			if err != nil {
				t.Fatal(err)
			}
			defer w.Close()
			var got []string
			for _, dir := range []string{"a", "b/c"} {
				if _, err := os.Stat(filepath.Join(w.App, dir, modules)); err == nil {
					got = append(got, dir)
				}
			}
			for _, text := range w.Warnings {
				_, lock, _ := strings.Cut(text, ", where ")
				lock, _, _ = strings.Cut(lock, " ")
				got = append(got, "!"+lock)
			}
			if text := strings.Join(got, " "); text != test.want {
				t.Errorf("%s; want %s", text, test.want)
			}
		})
	}
}

func TestRefuses(t *testing.T) {
	top := repository(t, map[string]string{"old.js": "x"})
	commit(t, top, "second", map[string]string{"app/index.js": "x"})
	if _, err := checkout(t, t.TempDir(), "main"); !errors.Is(err, ErrNoRepository) {
		t.Error(err)
	}
	for _, test := range []struct{ app, rev, want string }{
		{"app", "nowhere", `"nowhere" is no commit of ` + top},
		{"app", "--help", `"--help" is no commit`},
		{"app", "main:app", "is no commit"},
		{"app", "", "is no commit"},
		{"app", "main~1", "there is no app in "},
		{"app/index.js", "main~1", "there is no app/index.js in "},
		{"missing", "main", "no such file"},
	} {
		_, err := checkout(t, filepath.Join(top, test.app), test.rev)
		if err == nil || !strings.Contains(err.Error(), test.want) {
			t.Errorf("%s at %q: %v, want %s", test.app, test.rev, err, test.want)
		}
	}
	if list := run(t, top, "worktree", "list"); strings.Count(list, "\n") != 1 {
		t.Errorf("worktrees left behind:\n%s", list)
	}
}

// TestCanceled: what ends early leaves nothing behind.
func TestCanceled(t *testing.T) {
	top := repository(t, map[string]string{"index.js": "x"})
	r, err := Find(t.Context(), top)
	if err != nil {
		t.Fatal(err)
	}
	c, err := r.Resolve(t.Context(), "main")
	if err != nil {
		t.Fatal(err)
	}
	why := errors.New("interrupted")
	ctx, cancel := context.WithCancelCause(t.Context())
	w, err := r.Checkout(ctx, c)
	if err != nil {
		t.Fatal(err)
	}
	cancel(why)
	if err := w.Close(); err != nil {
		t.Error(err)
	}
	if _, err := r.Checkout(ctx, c); !errors.Is(err, why) {
		t.Error(err)
	}
	left, err := filepath.Glob(filepath.Join(os.TempDir(), "thaw-revision-*", "*"))
	if err != nil || slices.ContainsFunc(left, func(path string) bool { return filepath.Base(path) == filepath.Base(top) }) {
		t.Errorf("left behind: %q, %v", left, err)
	}
}
