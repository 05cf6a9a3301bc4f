package quickjs

import (
	"slices"
	"sync"
)

// A shell is the machine of an isolate that was closed or parked: what wazero made
// for it, with a memory that is as in a snapshot again, or has no pages. To make that takes longer than
// all else in a restore.
//
// All that one isolate could leave to the next is the linear memory, which is
// copied or mapped anew, and the stack pointer, which is set: the module has no other
// global, and nothing in it writes to its table.
type shell = machine

const (
	// maxShells bounds how many are kept. Each holds 300 KB, and its pages.
	maxShells = 16
	// maxRewind bounds the pages that a shell keeps: 4 MB.
	maxRewind = 1024
)

// shells are those that wait for the next restore. They may be used from any goroutine.
type shells struct {
	mu   sync.Mutex
	idle []shell
}

// put keeps a machine whose memory shows a snapshot, without what was changed in it.
// It reports whether it did: not after a trap, nor when there are enough.
func (s *shells) put(m shell, of *snapshot) bool {
	if m.mapped == nil || m.broken != nil || m.depth > 0 || !m.rewind(of) {
		return false
	}
	m.ctx = nil // it holds the isolate
	s.mu.Lock()
	defer s.mu.Unlock()
	if len(s.idle) >= maxShells {
		return false
	}
	s.idle = append(s.idle, m)
	return true
}

// rewind makes the memory as it is in the snapshot. Where the system tells which pages are
// not, those are copied: they belong to the machine already, so that neither
// this nor the next writes to them are faults. Else all pages are given back.
func (m *machine) rewind(of *snapshot) bool {
	pages, err := m.mapped.written(m.memory.Size())
	if err == nil && len(pages) <= maxRewind {
		if stored, err := of.pages(); err == nil {
			memory := m.bytes(0, m.memory.Size())
			for _, page := range pages {
				copy(memory[page*hotPage:][:hotPage], stored.at(page))
			}
			if m.shows = of; m.resize(of.Memory) {
				return true
			}
		}
	}
	return m.blank()
}

// blank gives all pages back.
func (m *machine) blank() bool {
	m.shows = nil
	return m.mapped.clear() == nil
}

// take returns a shell whose memory shows a snapshot, if there is one.
func (s *shells) take(from *snapshot) (m shell, ok bool) {
	if m, ok = s.pick(from); !ok || m.shows == from {
		return m, ok
	}
	if (m.shows == nil || m.blank()) && m.resize(from.Memory) && m.mapped.show(from) == nil {
		m.shows = from
		return m, true
	}
	m.discard()
	return shell{}, false
}

// discard is the end of a machine that nobody waits for, whose errors have nobody to be told.
func (m *machine) discard() { _ = m.close() }

// pick takes out the best shell for a snapshot: the last that shows it, or else
// one without pages, or else, if no more can be kept, the first. While there is
// room, others are left to their snapshots, which may take turns.
func (s *shells) pick(from *snapshot) (m shell, ok bool) {
	s.mu.Lock()
	defer s.mu.Unlock()
	best := -1
	if len(s.idle) >= maxShells {
		best = 0
	}
	for i := range s.idle {
		if s.idle[i].shows == from {
			best = i
		} else if s.idle[i].shows == nil && (best < 0 || s.idle[best].shows != from) {
			best = i
		}
	}
	if best < 0 {
		return shell{}, false
	}
	m = s.idle[best]
	s.idle = slices.Delete(s.idle, best, best+1)
	return m, true
}

// forget gives back the pages of the shells that show a snapshot.
func (s *shells) forget(of *snapshot) {
	s.mu.Lock()
	defer s.mu.Unlock()
	kept := s.idle[:0]
	for _, m := range s.idle {
		if m.shows != of || m.blank() {
			kept = append(kept, m)
		} else {
			m.discard()
		}
	}
	clear(s.idle[len(kept):])
	s.idle = kept
}

// drop forgets all shells, which the runtime closes.
func (s *shells) drop() {
	s.mu.Lock()
	defer s.mu.Unlock()
	s.idle = nil
}

// resize gives the memory of a shell another size. WebAssembly has no way to
// shrink one; but what the allocator returns when it grows is its size from then on.
func (m *machine) resize(size uint32) bool {
	if m.memory.Size() == size {
		return true
	}
	m.mapped.next = uint64(size)
	m.memory.Grow(1)
	m.mapped.next = 0
	return m.memory.Size() == size
}
