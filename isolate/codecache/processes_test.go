package codecache

import (
	"bufio"
	"bytes"
	"fmt"
	"io"
	"math/rand/v2"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"sync"
	"testing"
	"time"
)

// Tests of several processes start this binary again, with the name of what the
// process does and the folder of all caches in the environment.
const (
	envDo    = "THAW_TEST_DO"
	envCache = "THAW_TEST_CACHE"
)

func TestMain(m *testing.M) {
	do := map[string]func(*Store) error{"busy": busy, "killed": killed}[os.Getenv(envDo)]
	if do == nil {
		os.Exit(m.Run())
	}
	s, err := Open(os.Getenv(envCache))
	if err == nil {
		err = do(s)
	}
	if err != nil {
		fmt.Fprintln(os.Stderr, err)
		os.Exit(1)
	}
}

func process(t *testing.T, do, cache string) *exec.Cmd {
	t.Helper()
	program, err := os.Executable()
	check(t, err)
	cmd := exec.CommandContext(t.Context(), program)
	cmd.Env = append(os.Environ(), envDo+"="+do, envCache+"="+cache)
	return cmd
}

// busy writes, reads, prunes and lists as fast as it can, with half of the entries used
// where they lie. What it reads is right or is not there.
func busy(s *Store) error {
	s.limit = 5 * fileAlign
	way := func(name int) way { return ways[name%2] }
	for i := range 300 {
		n := rand.IntN(40)
		name := fmt.Sprint(n)
		if err := way(n).keep(s, key(name), Meta{What: name}, dataOf(name)); err != nil {
			return err
		}
		n = rand.IntN(40)
		name = fmt.Sprint(n)
		data, ok, warning := way(n).get(s, key(name))
		if warning != nil || ok && !bytes.Equal(data, dataOf(name)) {
			return fmt.Errorf("%s: %d bytes, %v, %v", name, len(data), ok, warning)
		}
		if i%20 == 0 {
			if _, err := s.Prune(3 * fileAlign); err != nil {
				return err
			}
			if _, bad, err := s.List(); err != nil || len(bad) > 0 {
				return fmt.Errorf("bad files %v, %v", bad, err)
			}
		}
	}
	return nil
}

func TestManyProcesses(t *testing.T) {
	s := openStore(t)
	var all sync.WaitGroup
	for range 16 {
		cmd := process(t, "busy", filepath.Dir(s.Dir()))
		all.Go(func() {
			if out, err := cmd.CombinedOutput(); err != nil {
				t.Errorf("%v: %s", err, out)
			}
		})
	}
	all.Wait()
	for _, name := range names(t, s) {
		if strings.HasPrefix(name, tempPrefix) {
			t.Errorf("left behind: %s", name)
		}
	}
	if _, bad, err := s.List(); err != nil || len(bad) > 0 {
		t.Errorf("bad files %v, %v", bad, err)
	}
}

// A stuck file never finishes a write.
type stuck struct{ *os.File }

func (f stuck) Write(b []byte) (int, error) {
	if _, err := f.File.Write(b[:len(b)/2]); err != nil {
		return 0, err
	}
	fmt.Println("half is written")
	_, err := io.Copy(io.Discard, os.Stdin) // until it is killed
	return 0, err
}

func killed(s *Store) error {
	s.create = func() (tempFile, error) {
		f, err := os.CreateTemp(s.dir, tempPrefix+"*")
		return stuck{f}, err
	}
	return s.Put(key("a"), Meta{What: "a"}, dataOf("a"))
}

// TestKilled kills a process in the middle of a write. Nothing is wrong after it, and what
// it leaves goes later.
func TestKilled(t *testing.T) {
	s := openStore(t)
	put(t, s, "b")
	cmd := process(t, "killed", filepath.Dir(s.Dir()))
	stdin, err := cmd.StdinPipe()
	check(t, err)
	defer stdin.Close()
	stdout, err := cmd.StdoutPipe()
	check(t, err)
	check(t, cmd.Start())
	line, err := bufio.NewReader(stdout).ReadString('\n')
	if line != "half is written\n" {
		t.Fatalf("the process says %q, %v", line, err)
	}
	check(t, cmd.Process.Kill())
	if err := cmd.Wait(); err == nil {
		t.Fatal("the process ended by itself")
	}
	wantMiss(t, s, "a", "")
	wantHit(t, s, "b")
	left, err := filepath.Glob(filepath.Join(s.Dir(), tempPrefix+"*"))
	if err != nil || len(left) != 1 {
		t.Fatalf("temporary files: %v, %v", left, err)
	}
	put(t, s, "a")
	wantHit(t, s, "a")
	old := time.Now().Add(-2 * tempLife)
	check(t, os.Chtimes(left[0], old, old))
	if p, err := s.Prune(DefaultLimit); err != nil || p.Files != 1 {
		t.Errorf("Prune = %+v, %v", p, err)
	}
	if got := names(t, s); len(got) != 2 {
		t.Errorf("files: %v", got)
	}
}
