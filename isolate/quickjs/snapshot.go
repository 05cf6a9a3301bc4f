package quickjs

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"io"
	"maps"
	"os"
	"slices"

	"example.com/thaw/isolate"
)

// Snapshot implements isolate.Snapshotter. Garbage is collected first, so that
// it is neither stored nor met by the collections of restored isolates.
func (e *Engine) Snapshot(iso isolate.Isolate, note []byte) (isolate.Snapshot, error) {
	if len(note) > maxNote {
		return nil, fmt.Errorf("quickjs: the note of a snapshot has %d bytes, want at most %d", len(note), maxNote)
	}
	v, ok := iso.(*vm)
	if !ok || v == nil {
		return nil, fmt.Errorf("quickjs: an isolate of type %T is not from this engine", iso)
	}
	if err := v.occupy(); err != nil {
		return nil, err
	}
	defer v.vacate()
	if err := v.quiet(); err != nil {
		return nil, err
	}
	v.collect()
	if v.broken != nil {
		return nil, v.fault(v.broken)
	}
	f, named, err := newImageFile()
	if err != nil {
		return nil, fmt.Errorf("quickjs: no place for a snapshot: %w", err)
	}
	s := &snapshot{engine: e, image: v.image(e.Info(), note), file: f, named: named, known: maps.Clone(v.tally.functions)}
	if s.size, err = s.write(f, v.bytes(0, v.memory.Size())); err != nil {
		return nil, errors.Join(fmt.Errorf("quickjs: writing a snapshot: %w", err), s.Close())
	}
	e.keepOnce.Do(e.keepSkeleton)
	return s, nil
}

// quiet reports why the isolate can't be copied now, or nil.
func (v *vm) quiet() error {
	switch {
	case v.ended != nil:
		return isolate.ErrSpent
	case v.runs.depth > 0:
		return errors.New("quickjs: an op can't take a snapshot of the isolate that runs it")
	case len(v.loaded) > 0:
		return errors.New("quickjs: a script was loaded and has not been run: run it before a snapshot is taken")
	}
	return nil
}

// collect frees garbage and has the next collection come when the heap has grown
// by half, as QuickJS does after its own.
func (v *vm) collect() {
	v.leaf(qjsRunGC)
	size := uint64(v.leaf32(qjsAllocatedSize))
	v.leaf(qjsSetGCThreshold, size+size/2)
}

// image describes the isolate, but for its pages.
func (v *vm) image(info isolate.Info, note []byte) image {
	boot := map[string]jsValue{}
	for name, part := range v.boot.parts() {
		boot[name] = *part
	}
	return image{
		Engine: info.Version, Build: info.Build, Noted: bytes.Clone(note),
		Memory: v.memory.Size(), Limit: v.limited, StackPointer: v.stackPointer(),
		Context: v.context, Runtime: v.runtime, Scratch: v.scratch,
		Boot: boot, Functions: maps.Clone(v.functions), Ops: slices.Sorted(maps.Keys(v.table.numbers)),
		maps: maps.Clone(v.maps),
	}
}

// PrepareRestore implements isolate.Snapshotter: it loads the module, or its skeleton.
func (e *Engine) PrepareRestore() { _, _ = e.forRestore() } // Restore asks again, and returns the error

// Restore implements isolate.Snapshotter.
func (e *Engine) Restore(ctx context.Context, s isolate.Snapshot, o isolate.Options) (isolate.Isolate, error) {
	own, ok := s.(*snapshot)
	if !ok || own == nil {
		return nil, fmt.Errorf("quickjs: a snapshot of type %T is not from this engine", s)
	}
	if ctx.Err() != nil {
		return nil, fmt.Errorf("quickjs: no isolate made: %w", context.Cause(ctx))
	}
	if err := own.acquire(); err != nil {
		return nil, err
	}
	v := emptyVM(o)
	v.tally = e.meter.begin(own.known)
	v.from = own
	if err := own.restore(v, o); err != nil {
		return nil, errors.Join(err, v.Close())
	}
	return v, nil
}

func (s *snapshot) restore(v *vm, o isolate.Options) error {
	if err := v.adoptOps(o.Ops, s); err != nil {
		return err
	}
	if err := s.fill(v); err != nil {
		return err
	}
	v.context, v.runtime, v.scratch = s.Context, s.Runtime, s.Scratch
	for name, part := range v.boot.parts() {
		*part = s.Boot[name]
	}
	maps.Copy(v.functions, s.Functions)
	for name, m := range s.maps {
		v.addMap(name, m)
	}
	if err := v.seed(); err != nil {
		return err
	}
	v.limited = s.Limit
	return v.limit(o.Memory)
}

// fill gives v a machine that stands where the snapshot was taken.
func (s *snapshot) fill(v *vm) error {
	s.mu.RLock()
	defer s.mu.RUnlock()
	if m, ok := s.engine.shells.take(s); ok {
		m.ctx = v.ctx
		v.machine = m
	} else if err := s.build(v); err != nil {
		return err
	}
	v.setStackPointer(s.StackPointer)
	return nil
}

// build gives v a new machine whose memory is the snapshot's.
func (s *snapshot) build(v *vm) error {
	module, err := s.engine.forRestore()
	if err != nil {
		return err
	}
	var mapped *mappedMemory
	if err := module.instantiate(withImage(v.ctx, s, &mapped), v); err != nil {
		return err
	}
	size := v.memory.Size()
	if _, ok := v.memory.Grow((s.Memory - size) / wasmPage); !ok || s.Memory < size {
		return fmt.Errorf("quickjs: no memory of %d bytes for a snapshot", s.Memory)
	}
	if v.mapped = mapped; mapped != nil {
		return nil
	}
	return s.eachExtent(func(x extent, offset int64) error {
		_, err := s.file.ReadAt(v.bytes(x.at(), x.size()), offset)
		if err != nil {
			return fmt.Errorf("quickjs: reading a snapshot: %w", err)
		}
		return nil
	})
}

// OpenSnapshot implements isolate.Snapshotter.
func (e *Engine) OpenSnapshot(f *os.File, offset, size int64, sources ...isolate.Source) (isolate.Snapshot, error) {
	s := &snapshot{engine: e, file: f}
	s.maps = map[string]*isolate.SourceMap{}
	for _, src := range sources {
		if src.Map != nil {
			s.maps[src.Name] = src.Map
		}
	}
	err := s.read(f, offset, size)
	if err == nil {
		err = s.check(e.Info())
	}
	if err != nil {
		return nil, errors.Join(fmt.Errorf("quickjs: snapshot %s: %w", f.Name(), err), s.Close())
	}
	s.size = offset + size - s.at
	return s, nil
}

// WriteTo implements isolate.Snapshot.
func (s *snapshot) WriteTo(w io.Writer) (int64, error) {
	s.mu.RLock()
	defer s.mu.RUnlock()
	if s.closed {
		return 0, errClosedSnapshot
	}
	head, err := s.encode()
	if err != nil {
		return 0, fmt.Errorf("quickjs: writing a snapshot: %w", err)
	}
	n, err := io.Copy(w, io.MultiReader(bytes.NewReader(head), io.NewSectionReader(s.file, s.at, s.size)))
	if err != nil {
		return n, fmt.Errorf("quickjs: writing a snapshot: %w", err)
	}
	return n, nil
}

// Note implements isolate.Snapshot.
func (s *snapshot) Note() []byte { return s.Noted }

// Bytes implements isolate.Snapshot.
func (s *snapshot) Bytes() int64 {
	s.mu.RLock()
	defer s.mu.RUnlock()
	head, err := s.encode()
	if err != nil {
		return s.size // and WriteTo says why
	}
	return int64(len(head)) + s.size
}
