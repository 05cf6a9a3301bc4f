package harness

import (
	"errors"
	"os"
	"path/filepath"
	"slices"
	"testing"

	"example.com/thaw/isolate"
	"example.com/thaw/isolate/codecache"
	"example.com/thaw/isolate/phase"
	"example.com/thaw/isolate/quickjs"
	"example.com/thaw/runtime/worker"
)

// cached makes an arm of an engine at a level. It skips the test if the engine is
// not installed, or can't work at it.
func cached(t *testing.T, runtime string, level codecache.Level) Arm {
	t.Helper()
	e, err := engines(runtime)
	if errors.Is(err, quickjs.ErrNoWasm) {
		t.Skip(err)
	}
	if err != nil {
		t.Fatal(err)
	}
	defer e.Close()
	if err := codecache.CanKeep(e, level); err != nil {
		t.Skip(err)
	}
	arm := script(counter)
	arm.Runtime, arm.Cache, arm.CacheDir = runtime, level, t.TempDir()
	return arm
}

// wantHit does a cold start and looks where its script came from: "hit", "miss",
// or "" where there is no cache.
func wantHit(t *testing.T, r Runner, arm Arm, want string) Sample {
	t.Helper()
	s, err := r.ColdStart(t.Context(), arm)
	if err != nil {
		t.Fatal(err)
	}
	if got := string(s.Cold.Answer.Body); got != "POST http://localhost/x?y=1 n body none 1" {
		t.Errorf("the answer is %q", got)
	}
	p, _ := s.Cold.Profile.Phase(phase.Parse)
	got := ""
	if p.Hit != nil {
		got = map[bool]string{true: "hit", false: "miss"}[*p.Hit]
	}
	if got != want {
		t.Errorf("parse is a %q, want %q", got, want)
	}
	return s
}

func TestCacheLevels(t *testing.T) {
	for _, runtime := range []string{"goja", "quickjs"} {
		t.Run(runtime+"/none", func(t *testing.T) {
			arm := cached(t, runtime, codecache.None)
			r := NewIsolateRunner(engines)
			defer r.Close()
			wantHit(t, r, arm, "")
			wantHit(t, r, arm, "")
		})
		t.Run(runtime+"/memory", func(t *testing.T) {
			arm := cached(t, runtime, codecache.Memory)
			for range 2 { // a runner's memory ends with it
				r := NewIsolateRunner(engines)
				defer r.Close()
				wantHit(t, r, arm, "miss")
				wantHit(t, r, arm, "hit")
			}
		})
		t.Run(runtime+"/disk", func(t *testing.T) {
			arm := cached(t, runtime, codecache.Disk)
			for _, want := range []string{"miss", "hit"} {
				r := NewIsolateRunner(engines)
				defer r.Close()
				wantHit(t, r, arm, want)
				wantHit(t, r, arm, "hit")
			}
		})
		t.Run(runtime+"/process", func(t *testing.T) {
			arm := cached(t, runtime, codecache.Disk)
			r := processRunner(t, "_sample")
			wantHit(t, r, arm, "miss")
			wantHit(t, r, arm, "hit")
			arm.Cache = codecache.None
			wantHit(t, r, arm, "")
		})
	}
}

// TestCacheDoubts: what is wrong with a cache is told, and changes no answer.
func TestCacheDoubts(t *testing.T) {
	arm := cached(t, "quickjs", codecache.Disk)
	r := processRunner(t, "_sample")
	wantHit(t, r, arm, "miss")
	entries, err := filepath.Glob(filepath.Join(arm.CacheDir, "code", "*"))
	if err != nil || len(entries) < 2 {
		t.Fatalf("entries %v, %v", entries, err)
	}
	for _, path := range entries {
		if err := os.Truncate(path, 100); err != nil {
			t.Fatal(err)
		}
	}
	s := wantHit(t, r, arm, "miss")
	if len(s.CacheWarnings) != len(entries) { // the Web APIs' files, too
		t.Errorf("%d entries are damaged, and the warnings are %q", len(entries), s.CacheWarnings)
	}
	if s := wantHit(t, r, arm, "hit"); len(s.CacheWarnings) != 0 {
		t.Errorf("warnings %q", s.CacheWarnings)
	}
}

// TestSnapshotsFromDisk: a snapshot outlives the process, and its sample says whether it
// was there. Where it is not, or is damaged, the sample starts from nothing and the
// next from a new one.
func TestSnapshotsFromDisk(t *testing.T) {
	for name, open := range map[string]func(t *testing.T) Runner{
		ModeIsolate: func(t *testing.T) Runner {
			r := NewIsolateRunner(engines)
			t.Cleanup(func() { r.Close() })
			return r
		},
		ModeProcess: func(t *testing.T) Runner { return processRunner(t, "_sample") },
	} {
		t.Run(name, func(t *testing.T) {
			arm := cached(t, "quickjs", codecache.Disk)
			arm.Snapshot, arm.ID = worker.StageEvaluated, name
			wantBoot := func(r Runner, want bool) {
				t.Helper()
				s, err := r.ColdStart(t.Context(), arm)
				if err != nil {
					t.Fatal(err)
				}
				if got := string(s.Cold.Answer.Body); got != "POST http://localhost/x?y=1 n body none 1" {
					t.Errorf("the answer is %q", got)
				}
				boot, _ := s.Cold.Profile.Phase(phase.Boot)
				if _, parsed := s.Cold.Profile.Phase(phase.Parse); boot.Hit == nil || *boot.Hit != want || parsed == want {
					t.Errorf("boot has hit %v, want %v; the script was parsed: %v", boot.Hit, want, parsed)
				}
			}
			for range 2 {
				r := open(t)
				wantBoot(r, true)
				wantBoot(r, true)
			}
			r := open(t)
			wantBoot(r, true)
			damage(t, arm.CacheDir)
			wantBoot(r, false)
			wantBoot(r, true)
		})
	}
}

// damage flips a bit in the middle of the entries that are as large as snapshots.
func damage(t *testing.T, cacheDir string) {
	t.Helper()
	files, err := filepath.Glob(filepath.Join(cacheDir, "code", "*"))
	if err != nil {
		t.Fatal(err)
	}
	for _, path := range files {
		b, err := os.ReadFile(path)
		if err != nil {
			t.Fatal(err)
		}
		if len(b) < 1<<19 {
			continue
		}
		b[len(b)/2] ^= 1
		if err := os.WriteFile(path, b, 0o600); err != nil {
			t.Fatal(err)
		}
	}
}

// TestCacheRefused: a lab does not measure something else than it was asked to.
func TestCacheRefused(t *testing.T) {
	arm := cached(t, "quickjs", codecache.Disk)
	arm.CacheDir = filepath.Join(t.TempDir(), "file")
	if err := os.WriteFile(arm.CacheDir, nil, 0o600); err != nil {
		t.Fatal(err)
	}
	r := NewIsolateRunner(engines)
	defer r.Close()
	for _, r := range []Runner{r, processRunner(t, "_sample")} {
		if _, err := r.ColdStart(t.Context(), arm); err == nil {
			t.Errorf("%s mode: no error", r.Mode())
		}
	}
}

// TestCacheKeepsStacks: a script from disk throws as a compiled one does.
func TestCacheKeepsStacks(t *testing.T) {
	arm := cached(t, "quickjs", codecache.Disk)
	arm.Source = isolate.Source{Name: "worker.js", Text: "function thrower() {\n  throw new RangeError('no');\n}\nthrower();"}
	r := NewIsolateRunner(engines)
	defer r.Close()
	var stacks []string
	for range 2 {
		_, err := r.ColdStart(t.Context(), arm)
		x := new(isolate.Exception)
		if !errors.As(err, &x) {
			t.Fatal(err)
		}
		stacks = append(stacks, x.Detail())
	}
	if !slices.Equal(stacks[:1], stacks[1:]) || stacks[0] == "" {
		t.Errorf("compiled: %s\nfrom disk: %s", stacks[0], stacks[1])
	}
}
