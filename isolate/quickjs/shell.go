package quickjs

import (
	"context"
	"sync"
)

// A shell is the machine of an isolate that was closed: what wazero made for it,
// without the pages of its memory. To make that takes longer than all else in a restore.
//
// All that one isolate could leave to the next is the linear memory, which is
// mapped anew, and the stack pointer, which is set: the module has no other
// global, and nothing in it writes to its table.
type shell = machine

// maxShells bounds how many are kept. Each holds about 300 KB.
const maxShells = 16

// shells are those that wait for the next restore. They may be used from any goroutine.
type shells struct {
	mu   sync.Mutex
	idle []shell
}

// put gives a machine's memory back and keeps the rest. It reports whether it
// did: not after a trap, nor when there are enough.
func (s *shells) put(m shell) bool {
	if m.mapped == nil || m.broken != nil || m.depth > 0 || m.mapped.clear() != nil {
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

// take returns a shell whose memory shows a snapshot, if there is one.
func (s *shells) take(from *snapshot) (m shell, ok bool) {
	s.mu.Lock()
	if n := len(s.idle); n > 0 {
		m, ok = s.idle[n-1], true
		s.idle = s.idle[:n-1]
	}
	s.mu.Unlock()
	if !ok {
		return shell{}, false
	}
	if m.resize(from.Memory) && m.mapped.show(from) == nil {
		return m, true
	}
	_ = m.module.Close(context.Background()) // frees its memory; there is nothing else to do about an error
	return shell{}, false
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
