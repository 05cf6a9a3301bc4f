package report

import (
	"os"
	"path/filepath"
	"strings"
	"testing"
)

// left lists what is in a folder.
func left(t *testing.T, dir string) string {
	t.Helper()
	entries, err := os.ReadDir(dir)
	if err != nil {
		t.Fatal(err)
	}
	var names []string
	for _, e := range entries {
		names = append(names, e.Name())
	}
	return strings.Join(names, " ")
}

func content(t *testing.T, path string) string {
	t.Helper()
	b, err := os.ReadFile(path)
	if err != nil {
		t.Fatal(err)
	}
	return string(b)
}

func TestFile(t *testing.T) {
	dir := t.TempDir()
	path := filepath.Join(dir, "out.json")
	for _, text := range []string{"first", "second"} { // makes the file, replaces it
		f, err := Prepare(path)
		if err != nil {
			t.Fatal(err)
		}
		if _, err := f.Write([]byte(text)); err != nil {
			t.Fatal(err)
		}
		if text == "second" && content(t, path) != "first" {
			t.Error("the old content has gone before Commit")
		}
		if err := f.Commit(); err != nil {
			t.Fatal(err)
		}
		if err := f.Discard(); err != nil {
			t.Errorf("Discard after Commit: %v", err)
		}
		if got := content(t, path); got != text {
			t.Errorf("content %q, want %q", got, text)
		}
	}
	f, err := Prepare(path)
	if err != nil {
		t.Fatal(err)
	}
	if _, err := f.Write([]byte("third")); err != nil {
		t.Fatal(err)
	}
	if err := f.Discard(); err != nil {
		t.Fatal(err)
	}
	if got := content(t, path); got != "second" {
		t.Errorf("content after Discard %q", got)
	}
	if names := left(t, dir); names != "out.json" {
		t.Errorf("left behind: %s", names)
	}
}

func TestFileFollowsLink(t *testing.T) {
	dir := t.TempDir()
	target, link := filepath.Join(dir, "target"), filepath.Join(dir, "link")
	if err := os.WriteFile(target, nil, 0o600); err != nil {
		t.Fatal(err)
	}
	if err := os.Symlink(target, link); err != nil {
		t.Skipf("no symbolic links: %v", err)
	}
	f, err := Prepare(link)
	if err != nil {
		t.Fatal(err)
	}
	if _, err := f.Write([]byte("text")); err != nil {
		t.Fatal(err)
	}
	if err := f.Commit(); err != nil {
		t.Fatal(err)
	}
	info, err := os.Lstat(link)
	if err != nil || info.Mode()&os.ModeSymlink == 0 || content(t, target) != "text" {
		t.Errorf("link %v, %v; target %q", info.Mode(), err, content(t, target))
	}
	if info, err := os.Stat(target); err != nil || info.Mode().Perm()&0o077 != 0 {
		t.Errorf("mode %v, %v; it was 0600", info.Mode(), err)
	}
}

func TestFileDevice(t *testing.T) {
	f, err := Prepare(os.DevNull)
	if err != nil {
		t.Fatal(err)
	}
	if _, err := f.Write([]byte("text")); err != nil {
		t.Fatal(err)
	}
	if err := f.Commit(); err != nil {
		t.Fatal(err)
	}
	if info, err := os.Stat(os.DevNull); err != nil || info.Mode().IsRegular() {
		t.Errorf("%s is now %v, %v", os.DevNull, info.Mode(), err)
	}
}

func TestPrepareRefuses(t *testing.T) {
	dir := t.TempDir()
	for path, want := range map[string]string{
		dir: "report: cannot write " + dir + ": it is a folder; name a file",
		filepath.Join(dir, "missing", "out.json"): "report: cannot write " + filepath.Join(dir, "missing", "out.json") + ": ",
		filepath.Join(dir, "a\x00b"):              "report: cannot write ",
		"":                                        "report: the file to write has no name",
	} {
		f, err := Prepare(path)
		if err == nil || !strings.HasPrefix(err.Error(), want) {
			t.Errorf("Prepare(%q): %v, want %s", path, err, want)
		}
		if err == nil {
			if err := f.Discard(); err != nil {
				t.Error(err)
			}
		}
	}
	if names := left(t, dir); names != "" {
		t.Errorf("left behind: %s", names)
	}
}
