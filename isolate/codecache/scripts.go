package codecache

import (
	"context"
	"errors"
	"fmt"
	"slices"
	"sync"

	"example.com/thaw/isolate"
)

// A Level says how long compiled scripts are kept.
type Level string

// The levels, each a way to come by a script.
const (
	None   Level = "none"   // compile it every time
	Memory Level = "memory" // compile it once in a process, and share it between isolates
	Disk   Level = "disk"   // read it from disk every time, as a fresh process does; compile what isn't there
)

// Levels lists the levels, the least first.
func Levels() []Level { return []Level{None, Memory, Disk} }

// ErrNoCodec reports an engine whose scripts can't be kept on disk.
var ErrNoCodec = errors.New("its scripts can't outlive the process; use none or memory")

// CanKeep reports whether an engine can work at level: ErrNoCodec, or nil.
func CanKeep(e isolate.Engine, level Level) error {
	if _, ok := e.(isolate.ScriptCodec); level == Disk && !ok {
		return fmt.Errorf("codecache: %s, level %s: %w", e.Info().Name, level, ErrNoCodec)
	}
	return nil
}

// Scripts compiles for one engine, through a cache. It is safe for concurrent use.
// At level Memory it holds every script as long as it lives itself.
type Scripts struct {
	engine isolate.Engine
	level  Level
	store  *Store // at level Disk

	mu       sync.Mutex
	kept     []*shared // at level Memory
	warnings []string
}

// NewScripts returns the scripts of an engine at a level. store is needed at level
// Disk, and may be nil at others. The error wraps ErrNoCodec, or says that level is none.
func NewScripts(e isolate.Engine, level Level, store *Store) (*Scripts, error) {
	if !slices.Contains(Levels(), level) {
		return nil, fmt.Errorf("codecache: level %q: want one of %v", level, Levels())
	}
	if err := CanKeep(e, level); err != nil {
		return nil, err
	}
	if level == Disk && store == nil {
		return nil, errors.New("codecache: level disk needs a store")
	}
	return &Scripts{engine: e, level: level, store: store}, nil
}

// Uncached returns the scripts of an engine at level None.
func Uncached(e isolate.Engine) *Scripts { return &Scripts{engine: e, level: None} }

// Engine is the engine that the scripts are for.
func (s *Scripts) Engine() isolate.Engine { return s.engine }

// Level is how long scripts are kept.
func (s *Scripts) Level() Level { return s.level }

// Store is where scripts are kept at level Disk; nil at others.
func (s *Scripts) Store() *Store { return s.store }

// Warnings returns what has gone wrong with the cache since it was last called. The
// scripts are right all the same.
func (s *Scripts) Warnings() []string {
	s.mu.Lock()
	defer s.mu.Unlock()
	w := s.warnings
	s.warnings = nil
	return w
}

// Warn adds to Warnings what has gone wrong with another entry of an app. A nil err is nothing.
func (s *Scripts) Warn(err error) {
	if err != nil {
		s.mu.Lock()
		defer s.mu.Unlock()
		s.warnings = append(s.warnings, err.Error())
	}
}

// Compile returns the script of src. hit is true if it did not have to be
// compiled. Errors are those of the engine's Compile.
func (s *Scripts) Compile(ctx context.Context, src isolate.Source) (script isolate.Script, hit bool, err error) {
	switch s.level {
	case Memory:
		return s.share(ctx, src)
	case Disk:
		return s.load(ctx, src)
	}
	script, err = s.engine.Compile(ctx, src)
	return script, false, err
}

// A shared script is compiled by the first who locks it.
type shared struct {
	source isolate.Source

	mu     sync.Mutex
	script isolate.Script // nil until it is compiled
}

func (s *Scripts) share(ctx context.Context, src isolate.Source) (isolate.Script, bool, error) {
	one := s.sharedOf(src)
	one.mu.Lock()
	defer one.mu.Unlock()
	if one.script != nil {
		return one.script, true, nil
	}
	script, err := s.engine.Compile(ctx, src)
	if err != nil {
		return nil, false, err
	}
	one.script = script
	return script, false, nil
}

// sharedOf finds the place of a source. Texts that are the same memory, as those
// of one bundle are, compare at once, which no hash of a long text does.
func (s *Scripts) sharedOf(src isolate.Source) *shared {
	s.mu.Lock()
	defer s.mu.Unlock()
	for _, one := range s.kept {
		if same(one.source, src) {
			return one
		}
	}
	one := &shared{source: src}
	s.kept = append(s.kept, one)
	return one
}

func same(a, b isolate.Source) bool {
	return a.Text == b.Text && a.Name == b.Name && a.Module == b.Module &&
		a.StripDebug == b.StripDebug && a.EagerRegExps == b.EagerRegExps && a.Map == b.Map
}

func (s *Scripts) load(ctx context.Context, src isolate.Source) (isolate.Script, bool, error) {
	codec := s.engine.(isolate.ScriptCodec) // NewScripts has looked
	k := s.key(src)
	data, ok, warning := s.store.Get(k)
	s.Warn(warning)
	if ok {
		script, err := codec.DecodeScript(src, data)
		if err == nil {
			return script, true, nil
		}
		s.Warn(fmt.Errorf("codecache: entry %s is not used: %w", k, err))
	}
	script, err := s.engine.Compile(ctx, src)
	if err != nil {
		return nil, false, err
	}
	s.Warn(s.save(codec, k, script))
	return script, false, nil
}

func (s *Scripts) save(codec isolate.ScriptCodec, k Key, script isolate.Script) error {
	name := script.Source().Name
	data, err := codec.EncodeScript(script)
	if err != nil {
		return fmt.Errorf("codecache: %s is not kept: %w", name, err)
	}
	return s.store.Put(k, Meta{What: name, Engine: EngineOf(s.engine)}, data)
}

// key is all that a script depends on. The source map is not in it: a script gets
// it with its source when it is decoded.
func (s *Scripts) key(src isolate.Source) Key {
	return NewKey("script", append(EngineParts(s.engine), SourceParts(src)...)...)
}
