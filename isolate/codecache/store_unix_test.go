//go:build unix

package codecache

import (
	"os"
	"syscall"
	"testing"
)

// TestPipe: a pipe in the place of an entry does not make anybody wait.
func TestPipe(t *testing.T) {
	s := openStore(t)
	check(t, syscall.Mkfifo(fileOf(s, "a"), 0o600))
	wantMiss(t, s, "a", "no entry of this version")
	if _, bad, err := s.List(); err != nil || len(bad) != 1 {
		t.Errorf("List = %v, %v", bad, err)
	}
	put(t, s, "a")
	wantHit(t, s, "a")
}

// TestLink: List takes no link for an entry, and Put replaces it, not what it names.
func TestLink(t *testing.T) {
	s := openStore(t)
	put(t, s, "a")
	elsewhere := t.TempDir() + "/entry"
	check(t, os.Rename(fileOf(s, "a"), elsewhere))
	check(t, os.Symlink(elsewhere, fileOf(s, "a")))
	if _, bad, err := s.List(); err != nil || len(bad) != 1 {
		t.Errorf("List = %v, %v", bad, err)
	}
	put(t, s, "a")
	wantHit(t, s, "a")
	check(t, os.Remove(elsewhere))
	wantHit(t, s, "a")
}
