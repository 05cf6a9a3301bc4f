package quickjs

import (
	"errors"
	"fmt"
	"os"
	"sync"
)

// A snapshot is an image, and a file that holds its pages. The file stays open until
// the isolates that were restored from it are closed too: one that is parked needs it.
type snapshot struct {
	image
	engine *Engine
	size   int64  // of the pages, in bytes
	named  string // path of a file to remove at the end, or ""

	mu     sync.RWMutex
	file   *os.File // nil at the end
	closed bool
	users  int // isolates

	known map[uint32]function // of a counting engine: the functions that it holds

	numberOnce sync.Once
	numbers    map[string]int // see opNumbers

	once   sync.Once
	stored storedPages
	broken error // why the pages can't be read
}

// storedPages are the pages of a snapshot, to be read and not written.
type storedPages struct {
	bytes   []byte   // of the extents, one after the other
	offsets []uint32 // by page of the memory: where it is in bytes, or notStored
	free    func() error
}

const notStored = ^uint32(0)

var zeroPage [hotPage]byte

// at returns a page, by its number in pages of hotPage bytes.
func (p *storedPages) at(page uint32) []byte {
	const each = wasmPage / hotPage
	if n := page / each; n < uint32(len(p.offsets)) && p.offsets[n] != notStored {
		offset := p.offsets[n] + page%each*hotPage
		return p.bytes[offset : offset+hotPage]
	}
	return zeroPage[:]
}

// pages returns what is stored. It is read, or mapped, when it is first asked for.
func (s *snapshot) pages() (*storedPages, error) {
	s.once.Do(func() {
		s.stored.offsets = make([]uint32, s.Memory/wasmPage)
		for i := range s.stored.offsets {
			s.stored.offsets[i] = notStored
		}
		size := uint32(0)
		for _, x := range s.Extents {
			for i := range x.Count {
				s.stored.offsets[x.Page+i] = size + i*wasmPage
			}
			size += x.size()
		}
		s.stored.bytes, s.stored.free, s.broken = readPages(s.file, s.at, int(size))
	})
	return &s.stored, s.broken
}

// opNumbers are the places of the names in Ops.
func (s *snapshot) opNumbers() map[string]int {
	s.numberOnce.Do(func() { s.numbers = numbered(s.Ops) })
	return s.numbers
}

var errClosedSnapshot = errors.New("quickjs: the snapshot is closed")

// acquire keeps the snapshot for an isolate, until release.
func (s *snapshot) acquire() error {
	s.mu.Lock()
	defer s.mu.Unlock()
	if s.closed {
		return errClosedSnapshot
	}
	s.users++
	return nil
}

func (s *snapshot) release() error {
	s.mu.Lock()
	defer s.mu.Unlock()
	s.users--
	return s.finish()
}

// Close implements isolate.Snapshot.
func (s *snapshot) Close() error {
	s.mu.Lock()
	defer s.mu.Unlock()
	s.closed = true
	return s.finish()
}

// finish frees what the snapshot holds, if nobody needs it any more.
func (s *snapshot) finish() error {
	if !s.closed || s.users > 0 || s.file == nil {
		return nil
	}
	s.engine.shells.forget(s)
	err := s.file.Close()
	s.file = nil
	if s.stored.free != nil {
		err = errors.Join(err, s.stored.free())
		s.stored = storedPages{}
	}
	if s.named != "" {
		err = errors.Join(err, os.Remove(s.named))
	}
	if err != nil {
		return fmt.Errorf("quickjs: closing a snapshot: %w", err)
	}
	return nil
}
