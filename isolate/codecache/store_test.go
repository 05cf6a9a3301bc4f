package codecache

import (
	"bytes"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"runtime"
	"slices"
	"strings"
	"syscall"
	"testing"
	"time"
)

func openStore(t testing.TB) *Store {
	t.Helper()
	s, err := Open(filepath.Join(t.TempDir(), "caches"))
	if err != nil {
		t.Fatal(err)
	}
	return s
}

func key(name string) Key { return NewKey("script", Part{"engine", "e 1"}, Part{"name", name}) }

// dataOf is what belongs under key(name).
func dataOf(name string) []byte { return bytes.Repeat([]byte("data of "+name+"\n"), 20) }

func put(t testing.TB, s *Store, name string) {
	t.Helper()
	ways[0].put(t, s, name)
}

func wantHit(t testing.TB, s *Store, name string) {
	t.Helper()
	ways[0].wantHit(t, s, name)
}

func wantMiss(t testing.TB, s *Store, name, warning string) {
	t.Helper()
	ways[0].wantMiss(t, s, name, warning)
}

// names lists the files in the store's folder.
func names(t testing.TB, s *Store) []string {
	t.Helper()
	list, err := os.ReadDir(s.Dir())
	if err != nil && !errors.Is(err, fs.ErrNotExist) {
		t.Fatal(err)
	}
	var all []string
	for _, d := range list {
		all = append(all, d.Name())
	}
	return all
}

func fileOf(s *Store, name string) string { return s.path(key(name).String()) }

func TestStore(t *testing.T) {
	s := openStore(t)
	wantMiss(t, s, "a", "")
	put(t, s, "a")
	put(t, s, "b")
	put(t, s, "b")
	wantHit(t, s, "a")
	wantHit(t, s, "a")
	wantHit(t, s, "b")
	again, err := Open(filepath.Dir(s.Dir()))
	if err != nil {
		t.Fatal(err)
	}
	wantHit(t, again, "a")
	entries, bad, err := again.List()
	if err != nil || len(bad) != 0 || len(entries) != 2 {
		t.Fatalf("List = %v, %v, %v", entries, bad, err)
	}
	slices.SortFunc(entries, func(a, b Entry) int { return strings.Compare(a.What, b.What) })
	a := entries[0]
	if a.Key != key("a").String() || a.Kind != "script" || a.What != "a" || a.Engine != "e 1" || a.Hits != 3 || entries[1].Hits != 1 {
		t.Errorf("List = %+v", entries)
	}
	if a.Created.IsZero() || a.Used.IsZero() || a.Size <= int64(len(dataOf("a"))) {
		t.Errorf("List has no times or sizes: %+v", a)
	}
}

func TestEmptyData(t *testing.T) {
	s := openStore(t)
	if err := s.Put(key("a"), Meta{}, nil); err != nil {
		t.Fatal(err)
	}
	if data, ok, warning := s.Get(key("a")); len(data) != 0 || !ok || warning != nil {
		t.Errorf("Get = %v, %v, %v", data, ok, warning)
	}
}

func check(t testing.TB, err error) {
	t.Helper()
	if err != nil {
		t.Fatal(err)
	}
}

// TestReadOnly: entries are good in a folder that can't be written to, but are
// not counted.
func TestReadOnly(t *testing.T) {
	if os.Geteuid() <= 0 {
		t.Skip("this user can write everywhere")
	}
	s := openStore(t)
	put(t, s, "a")
	check(t, os.Chmod(fileOf(s, "a"), 0o400))
	check(t, os.Chmod(s.Dir(), 0o500))
	defer os.Chmod(s.Dir(), 0o700)
	wantHit(t, s, "a")
	if err := s.Put(key("b"), Meta{What: "b"}, nil); err == nil || !strings.Contains(err.Error(), "b is not kept") {
		t.Errorf("Put = %v", err)
	}
}

// TestRefused: what is in the folder is run, so nobody else may write to it.
func TestRefused(t *testing.T) {
	if runtime.GOOS == "windows" {
		t.Skip("modes do not say who can write")
	}
	for _, mode := range []fs.FileMode{0o770, 0o707, 0o777, 0o720} {
		for _, sub := range []string{"", folder} {
			dir := t.TempDir()
			s, err := Open(dir)
			check(t, err)
			put(t, s, "a")
			check(t, os.Chmod(filepath.Join(dir, sub), mode))
			if _, err := Open(dir); err == nil || !strings.Contains(err.Error(), "others can write to it") {
				t.Errorf("%q with mode %#o: %v", sub, mode, err)
			}
			check(t, os.Chmod(filepath.Join(dir, sub), 0o755))
			if _, err := Open(dir); err != nil {
				t.Errorf("%q with mode 0755: %v", sub, err)
			}
		}
	}
	info, err := os.Stat(openStore(t).Dir())
	if err != nil || info.Mode().Perm() != 0o700 {
		t.Errorf("a new folder has mode %v, %v", info.Mode(), err)
	}
}

// TestNotAFolder names the file that is in the way.
func TestNotAFolder(t *testing.T) {
	path := filepath.Join(t.TempDir(), "file")
	check(t, os.WriteFile(path, nil, 0o600))
	if _, err := Open(path); err == nil || !strings.Contains(err.Error(), path) {
		t.Errorf("Open = %v", err)
	}
}

// A fullDisk is a file on a disk that has no room left.
type fullDisk struct {
	*os.File
	write, sync, close error
}

func (f fullDisk) Write(b []byte) (int, error) {
	n, err := f.File.Write(b[:len(b)/2])
	if f.write == nil {
		_, err = f.File.Write(b[len(b)/2:])
		n = len(b)
	}
	return n, errors.Join(err, f.write)
}
func (f fullDisk) Sync() error  { return f.sync }
func (f fullDisk) Close() error { return errors.Join(f.File.Close(), f.close) }

// TestDiskFull: some systems tell of it only at the end.
func TestDiskFull(t *testing.T) {
	for _, way := range ways {
		for _, when := range []fullDisk{{write: syscall.ENOSPC}, {sync: syscall.ENOSPC}, {close: syscall.ENOSPC}} {
			s := openStore(t)
			put(t, s, "a")
			create := s.create
			s.create = func() (tempFile, error) {
				f, err := create()
				full := when
				full.File, _ = f.(*os.File)
				return full, err
			}
			err := way.keep(s, key("b"), Meta{What: "b"}, dataOf("b"))
			if !errors.Is(err, syscall.ENOSPC) || !strings.Contains(err.Error(), "b is not kept") {
				t.Errorf("%s = %v", way.name, err)
			}
			wantHit(t, s, "a")
			way.wantMiss(t, s, "b", "")
			if got := names(t, s); len(got) != 1 {
				t.Errorf("%s left behind: %v", way.name, got)
			}
		}
	}
}

func TestFolderRemoved(t *testing.T) {
	s := openStore(t)
	put(t, s, "a")
	check(t, os.RemoveAll(filepath.Dir(s.Dir())))
	wantMiss(t, s, "a", "")
	if entries, bad, err := s.List(); len(entries)+len(bad) != 0 || err != nil {
		t.Errorf("List = %v, %v, %v", entries, bad, err)
	}
	put(t, s, "a")
	wantHit(t, s, "a")
}

// age makes entries used an hour apart, the first longest ago.
func age(t testing.TB, s *Store, names ...string) {
	t.Helper()
	for i, name := range names {
		at := time.Now().Add(time.Duration(i-len(names)) * time.Hour)
		check(t, os.Chtimes(fileOf(s, name), at, at))
	}
}

func TestPrune(t *testing.T) {
	s := openStore(t)
	for _, name := range []string{"a", "b", "c", "d"} {
		put(t, s, name)
	}
	age(t, s, "a", "b", "c", "d")
	wantHit(t, s, "a") // and so it is the one that was used last
	info, err := os.Stat(fileOf(s, "a"))
	check(t, err)
	p, err := s.Prune(2*info.Size() + 10)
	if err != nil || p.Files != 2 || p.Removed != 2*info.Size() || p.Left != 2*info.Size() {
		t.Errorf("Prune = %+v, %v", p, err)
	}
	wantMiss(t, s, "b", "")
	wantMiss(t, s, "c", "")
	wantHit(t, s, "a")
	wantHit(t, s, "d")
	if p, err := s.Prune(0); err != nil || p.Files != 2 || p.Left != 0 {
		t.Errorf("Prune(0) = %+v, %v", p, err)
	}
	if got := names(t, s); len(got) != 0 {
		t.Errorf("left: %v", got)
	}
}

// TestPutPrunes: a store keeps its limit by itself, and keeps what it just took.
func TestPutPrunes(t *testing.T) {
	s := openStore(t)
	put(t, s, "0")
	info, err := os.Stat(fileOf(s, "0"))
	check(t, err)
	s.limit = 4 * info.Size()
	for i := range 20 {
		name := fmt.Sprint(i % 10)
		put(t, s, name)
		wantHit(t, s, name)
		if n := len(names(t, s)); n > 4 {
			t.Fatalf("%d files after %d puts", n, i+1)
		}
	}
	if err := s.Put(key("x"), Meta{What: "x"}, make([]byte, s.limit)); err == nil || !strings.Contains(err.Error(), "more than the cache may hold") {
		t.Errorf("Put of too much = %v", err)
	}
}

// TestStale: the files of writers that died go, those of writers that live stay.
func TestStale(t *testing.T) {
	s := openStore(t)
	for _, name := range []string{"old", "new"} {
		check(t, os.WriteFile(filepath.Join(s.Dir(), tempPrefix+name), []byte("half"), 0o600))
	}
	check(t, os.Chtimes(filepath.Join(s.Dir(), tempPrefix+"old"), time.Now(), time.Now().Add(-2*tempLife)))
	put(t, s, "a") // the first Put of a process looks
	if got := names(t, s); len(got) != 2 || !slices.Contains(got, tempPrefix+"new") {
		t.Errorf("files: %v", got)
	}
	if _, bad, err := s.List(); len(bad) != 0 || err != nil {
		t.Errorf("List = %v, %v", bad, err)
	}
}

func TestRemove(t *testing.T) {
	s := openStore(t)
	other := "b"
	for key(other).String()[0] == key("a").String()[0] { // the first letter is to name one of them
		other += "b"
	}
	put(t, s, "a")
	put(t, s, other)
	a := key("a").String()
	for _, bad := range []string{"", "x", a + "0"} {
		if err := s.Remove(bad); err == nil || !strings.Contains(err.Error(), "no entry") {
			t.Errorf("Remove(%q) = %v", bad, err)
		}
	}
	check(t, s.Remove(a[:1]))
	wantMiss(t, s, "a", "")
	wantHit(t, s, other)
	if p, err := s.Clear(); err != nil || p.Files != 1 {
		t.Errorf("Clear = %+v, %v", p, err)
	}
}

// TestRemoveAmbiguous: two keys of the same beginning.
func TestRemoveAmbiguous(t *testing.T) {
	s := openStore(t)
	for i := range 17 { // more than there are digits
		put(t, s, fmt.Sprint(i))
	}
	failed := 0
	for _, digit := range "0123456789abcdef" {
		if err := s.Remove(string(digit)); err != nil && strings.Contains(err.Error(), "give more of it") {
			failed++
		}
	}
	if failed == 0 {
		t.Error("no beginning was ambiguous")
	}
}

func TestDir(t *testing.T) {
	t.Setenv(EnvDir, "/somewhere")
	if dir, err := Dir(); dir != "/somewhere" || err != nil {
		t.Errorf("Dir = %q, %v", dir, err)
	}
	t.Setenv(EnvDir, "")
	t.Setenv("XDG_CACHE_HOME", "")
	t.Setenv("HOME", "")
	t.Setenv("LocalAppData", "")
	if dir, err := Dir(); err == nil || !strings.Contains(err.Error(), EnvDir) {
		t.Errorf("Dir = %q, %v", dir, err)
	}
}
