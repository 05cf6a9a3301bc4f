package codecache

import (
	"context"
	"errors"
	"os"
	"slices"
	"strings"
	"sync"
	"sync/atomic"
	"testing"

	"example.com/thaw/isolate"
)

// A fakeEngine counts what it compiles. Its scripts are their source.
type fakeEngine struct {
	isolate.Engine
	version  string
	compiled *atomic.Int32
}

type fakeScript struct{ src isolate.Source }

func (s fakeScript) Source() isolate.Source { return s.src }

func (e fakeEngine) Info() isolate.Info { return isolate.Info{Name: "fake", Version: e.version} }

func (e fakeEngine) Compile(_ context.Context, src isolate.Source) (isolate.Script, error) {
	e.compiled.Add(1)
	if src.Text == "broken" {
		return nil, errors.New("a syntax error")
	}
	return fakeScript{src}, nil
}

// A fakeCodec is a fakeEngine whose scripts can be kept.
type fakeCodec struct{ fakeEngine }

func (fakeCodec) EncodeScript(s isolate.Script) ([]byte, error) {
	if s.Source().Text == "unknown" {
		return nil, errors.New("fake: an unknown instruction")
	}
	return []byte("code of " + s.Source().Text), nil
}

func (fakeCodec) DecodeScript(src isolate.Source, b []byte) (isolate.Script, error) {
	if string(b) != "code of "+src.Text {
		return nil, errors.New("fake: no script")
	}
	return fakeScript{src}, nil
}

func newFake() fakeCodec { return fakeCodec{fakeEngine{version: "1", compiled: new(atomic.Int32)}} }

func newScripts(t *testing.T, e isolate.Engine, level Level, store *Store) *Scripts {
	t.Helper()
	s, err := NewScripts(e, level, store)
	check(t, err)
	return s
}

// compile wants a script, a hit or a miss, and n compilations until now.
func compile(t *testing.T, s *Scripts, e fakeCodec, src isolate.Source, hit bool, n int32) {
	t.Helper()
	script, got, err := s.Compile(t.Context(), src)
	if err != nil {
		t.Fatal(err)
	}
	have := script.Source()
	if have.Name != src.Name || have.Text != src.Text || have.Module != src.Module || have.Map != src.Map {
		t.Errorf("Compile(%v) is a script of %v", src, have)
	}
	if got != hit || e.compiled.Load() != n {
		t.Errorf("Compile(%v): hit %v, want %v; %d compilations, want %d", src, got, hit, e.compiled.Load(), n)
	}
}

func wantWarnings(t *testing.T, s *Scripts, parts ...string) {
	t.Helper()
	got := s.Warnings()
	if len(got) != len(parts) {
		t.Fatalf("warnings %q, want %q", got, parts)
	}
	for i, part := range parts {
		if !strings.Contains(got[i], part) {
			t.Errorf("warning %q, want %q", got[i], part)
		}
	}
	if again := s.Warnings(); len(again) != 0 {
		t.Errorf("warnings come twice: %q", again)
	}
}

func TestNone(t *testing.T) {
	e := newFake()
	for i, s := range []*Scripts{Uncached(e), newScripts(t, e, None, nil)} {
		compile(t, s, e, isolate.Source{Text: "a"}, false, int32(2*i+1))
		compile(t, s, e, isolate.Source{Text: "a"}, false, int32(2*i+2))
		if s.Level() != None || s.Engine() != isolate.Engine(e) {
			t.Errorf("level %s, engine %v", s.Level(), s.Engine())
		}
	}
}

// sources differ in all that a script can depend on.
var sources = []isolate.Source{
	{Name: "n", Text: "a"},
	{Name: "n", Text: "b"},
	{Name: "m", Text: "a"},
	{Name: "n", Text: "a", Module: true},
	{Name: "n", Text: "a", StripDebug: true},
	{Name: "n", Text: "a", EagerRegExps: true},
}

func TestMemory(t *testing.T) {
	e := newFake()
	s := newScripts(t, e, Memory, nil)
	all := append([]isolate.Source{{Name: "n", Text: "a", Map: isolate.NewSourceMap([]byte("map"))}}, sources...)
	for i, src := range all {
		compile(t, s, e, src, false, int32(i+1))
	}
	for _, src := range all {
		compile(t, s, e, src, true, int32(len(all)))
	}
	for range 2 { // a failure is not kept
		if _, hit, err := s.Compile(t.Context(), isolate.Source{Text: "broken"}); hit || err == nil {
			t.Errorf("Compile = %v, %v", hit, err)
		}
	}
	if n := e.compiled.Load(); n != int32(len(all)+2) {
		t.Errorf("%d compilations", n)
	}
}

// TestMemoryAtOnce: of many who ask at the same time, one compiles.
func TestMemoryAtOnce(t *testing.T) {
	e := newFake()
	s := newScripts(t, e, Memory, nil)
	var all sync.WaitGroup
	for i := range 32 {
		all.Go(func() {
			if _, _, err := s.Compile(t.Context(), sources[i%len(sources)]); err != nil {
				t.Error(err)
			}
		})
	}
	all.Wait()
	if n := e.compiled.Load(); int(n) != len(sources) {
		t.Errorf("%d compilations of %d sources", n, len(sources))
	}
}

func TestDisk(t *testing.T) {
	e, store := newFake(), openStore(t)
	for i, src := range sources {
		compile(t, newScripts(t, e, Disk, store), e, src, false, int32(i+1))
	}
	n := e.compiled.Load()
	for _, src := range sources {
		src.Map = isolate.NewSourceMap([]byte("a map, which no code depends on"))
		compile(t, newScripts(t, e, Disk, store), e, src, true, n)
	}
	e.version = "2"
	s := newScripts(t, e, Disk, store)
	compile(t, s, e, sources[0], false, n+1)
	if _, hit, err := s.Compile(t.Context(), isolate.Source{Text: "broken"}); hit || err == nil {
		t.Errorf("Compile = %v, %v", hit, err)
	}
	wantWarnings(t, s)
	entries, _, err := store.List()
	if isNew := func(e Entry) bool { return e.Engine == "fake 2" }; err != nil || len(entries) != len(sources)+1 || !slices.ContainsFunc(entries, isNew) {
		t.Errorf("List = %+v, %v", entries, err)
	}
}

// TestDiskDoubts: whatever is wrong with the cache, the script is right.
func TestDiskDoubts(t *testing.T) {
	e, store := newFake(), openStore(t)
	s := newScripts(t, e, Disk, store)
	src := sources[0]
	compile(t, s, e, src, false, 1)
	path := store.path(s.key(src).String())

	check(t, os.Truncate(path, 10))
	compile(t, s, e, src, false, 2)
	wantWarnings(t, s, "no entry of this version")
	compile(t, s, e, src, true, 2)

	check(t, store.Put(s.key(src), Meta{}, []byte("of an engine that says it is the same")))
	compile(t, s, e, src, false, 3)
	wantWarnings(t, s, "fake: no script")
	compile(t, s, e, src, true, 3)

	compile(t, s, e, isolate.Source{Name: "u.js", Text: "unknown"}, false, 4)
	wantWarnings(t, s, "u.js is not kept: fake: an unknown instruction")

	check(t, os.RemoveAll(store.Dir()))
	check(t, os.WriteFile(store.Dir(), nil, 0o600)) // in the way
	compile(t, s, e, src, false, 5)
	if w := s.Warnings(); len(w) == 0 {
		t.Error("no warning that the script is not kept")
	}
}

func TestNewScripts(t *testing.T) {
	e := newFake()
	if _, err := NewScripts(e.fakeEngine, Disk, openStore(t)); !errors.Is(err, ErrNoCodec) || !strings.Contains(err.Error(), "fake") {
		t.Errorf("without a codec: %v", err)
	}
	if _, err := NewScripts(e, Disk, nil); err == nil {
		t.Error("no error without a store")
	}
	if _, err := NewScripts(e, "tape", nil); err == nil || !strings.Contains(err.Error(), `"tape"`) {
		t.Errorf("an unknown level: %v", err)
	}
	for _, level := range []Level{None, Memory} {
		if err := CanKeep(e.fakeEngine, level); err != nil {
			t.Error(err)
		}
	}
}
