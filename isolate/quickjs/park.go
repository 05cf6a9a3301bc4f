package quickjs

import (
	"bytes"
	"container/list"
	"sync"

	"example.com/thaw/isolate"
)

// An isolate that was restored from a snapshot needs a machine only while it
// runs. At rest all that is its own is what differs from the snapshot, a few
// ten KB after a request of a small app, where a machine with its stacks and the pages that
// were copied takes a megabyte. So a few isolates that have rested for the
// shortest time keep their machines, and the others are parked: they hold a
// delta, and get a machine when they are called again.
const (
	// maxResident bounds how many isolates at rest keep their machines.
	maxResident = 64
	// maxDelta bounds the delta of an isolate that is parked, in bytes. One that
	// holds more would gain little, and pay for the copy each time.
	maxDelta = 1 << 20
)

// residents are the isolates at rest that have machines, the one that has rested
// for the longest time first. They may be used from any goroutine.
type residents struct {
	mu   sync.Mutex
	list list.List
}

// add puts v at the end, and takes the first out if there are too many.
func (r *residents) add(v *vm) (first *vm) {
	r.mu.Lock()
	defer r.mu.Unlock()
	v.resident = r.list.PushBack(v)
	if r.list.Len() <= maxResident {
		return nil
	}
	return r.take(r.list.Front())
}

func (r *residents) remove(v *vm) {
	r.mu.Lock()
	defer r.mu.Unlock()
	if v.resident != nil {
		r.take(v.resident)
	}
}

func (r *residents) take(e *list.Element) *vm {
	v := r.list.Remove(e).(*vm)
	v.resident = nil
	return v
}

// parking is what an isolate has that can be parked.
type parking struct {
	from     *snapshot     // what it was restored from; nil for one that can't be parked
	mu       sync.Mutex    // held while it runs, is parked or is woken
	resident *list.Element // of residents, whose mutex guards it
	delta    []byte        // of one that is parked
	heap     uint32        // of one that is parked: the size of its memory
}

func (v *vm) lock() {
	if v.from != nil && v.runs.depth == 0 {
		v.mu.Lock()
	}
}

func (v *vm) unlock() {
	if v.from != nil && v.runs.depth == 0 {
		v.mu.Unlock()
	}
}

// occupy begins a run: it keeps the machine from being taken away, and brings it
// back if it was. Unless there is an error, vacate must follow. Within an op of the isolate, both do nothing.
func (v *vm) occupy() error {
	if v.from == nil || v.runs.depth > 0 {
		return nil
	}
	v.mu.Lock()
	v.from.engine.residents.remove(v)
	if v.ended != nil || v.module != nil {
		return nil
	}
	if err := v.wake(); err != nil {
		v.end(err)
		v.mu.Unlock()
		return err
	}
	return nil
}

// vacate begins a rest. It may be the time to park the isolate that has rested for the longest.
func (v *vm) vacate() {
	if v.from == nil || v.runs.depth > 0 {
		return
	}
	var first *vm
	if v.ended == nil {
		first = v.from.engine.residents.add(v)
	}
	v.mu.Unlock()
	if first != nil {
		first.park()
	}
}

// park takes the machine of an isolate at rest away, if it is worth while. An
// isolate that is called meanwhile is let alone.
func (v *vm) park() {
	if !v.mu.TryLock() {
		return
	}
	defer v.mu.Unlock()
	if v.ended != nil || v.module == nil {
		return
	}
	v.from.engine.residents.remove(v)
	delta, ok := v.from.delta(v.bytes(0, v.memory.Size()), v.dirty())
	if !ok {
		return
	}
	old := v.machine
	v.delta, v.heap = delta, old.memory.Size()
	v.machine = machine{ctx: old.ctx, context: old.context, runtime: old.runtime, scratch: old.scratch}
	if !v.from.engine.shells.put(old, v.from) {
		old.discard()
	}
}

// delta is what differs in some pages of a memory from the snapshot; not ok if
// that is too much, or can't be told. The stack is left out, on which nothing is at rest.
func (s *snapshot) delta(memory []byte, pages []uint32) (delta []byte, ok bool) {
	stored, err := s.pages()
	if err != nil {
		return nil, false
	}
	first := uint32(min(s.StackPointer, uint64(len(memory)))) / hotPage
	w := deltaWriter{delta: make([]byte, 0, 1<<15)}
	for _, page := range pages {
		if page < first {
			continue
		}
		at := page * hotPage
		if now, was := memory[at:at+hotPage], stored.at(page); !bytes.Equal(now, was) {
			w.page(at, now, was)
		}
		if len(w.delta) > maxDelta {
			return nil, false
		}
	}
	return bytes.Clone(w.delta), true
}

// dirty lists the pages that may differ from the snapshot, in order.
func (m *machine) dirty() []uint32 {
	if m.mapped != nil {
		if pages, err := m.mapped.written(m.memory.Size()); err == nil {
			return pages
		}
	}
	all := make([]uint32, m.memory.Size()/hotPage)
	for i := range all {
		all[i] = uint32(i)
	}
	return all
}

// wake gives a parked isolate a machine.
func (v *vm) wake() error {
	parked := v.machine
	if err := v.from.fill(v); err != nil {
		return err
	}
	v.context, v.runtime, v.scratch = parked.context, parked.runtime, parked.scratch
	if size := v.memory.Size(); v.heap > size {
		if _, ok := v.memory.Grow((v.heap - size) / wasmPage); !ok {
			return isolate.ErrMemory
		}
	}
	if err := applyDelta(v.bytes(0, v.memory.Size()), v.delta); err != nil {
		return err
	}
	v.delta = nil
	return nil
}
