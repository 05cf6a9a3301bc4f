//go:build linux || darwin

package quickjs

import (
	"context"
	"os"
	"unsafe"

	"github.com/tetratelabs/wazero/experimental"
	"golang.org/x/sys/unix"
)

// withMemory lets the modules that are instantiated under ctx have a linear
// memory in a mapping of its own. The whole range is reserved at first, so that
// the memory never moves when it grows, and pages that are not touched cost
// nothing. wazero's own is a slice of Go, which is cleared, and copied to grow.
func withMemory(ctx context.Context) context.Context {
	return experimental.WithMemoryAllocator(ctx, experimental.MemoryAllocatorFunc(allocateMemory))
}

func allocateMemory(capacity, most uint64) experimental.LinearMemory {
	reserved, err := unix.Mmap(-1, 0, int(most), unix.PROT_NONE, unix.MAP_PRIVATE|unix.MAP_ANON|unix.MAP_NORESERVE)
	if err != nil {
		// The address space is limited (ulimit -v).
		return &sliceMemory{make([]byte, 0, capacity)}
	}
	return &mappedMemory{reserved: reserved}
}

// restoredMemory is how a restored isolate gets its memory: see isolate.Info.
const restoredMemory = "copy-on-write mapping"

// withImage lets the module that is instantiated under ctx have a linear memory
// that shows the pages of a snapshot, of which it gets copies where it writes.
// It leaves that memory in mapped; if it is nil, the pages have to be read.
func withImage(ctx context.Context, s *snapshot, mapped **mappedMemory) context.Context {
	return experimental.WithMemoryAllocator(ctx, experimental.MemoryAllocatorFunc(func(capacity, most uint64) experimental.LinearMemory {
		memory := allocateMemory(capacity, most)
		if m, ok := memory.(*mappedMemory); ok && m.show(s) == nil {
			*mapped = m
		}
		return memory
	}))
}

// show maps the pages of a snapshot over what is reserved.
func (m *mappedMemory) show(s *snapshot) error {
	if m.Reallocate(uint64(s.Memory)) == nil {
		return unix.ENOMEM
	}
	fd := int(s.file.Fd())
	err := s.eachExtent(func(x extent, offset int64) error {
		_, err := unix.MmapPtr(fd, offset, unsafe.Pointer(&m.reserved[x.at()]), uintptr(x.size()),
			unix.PROT_READ|unix.PROT_WRITE, unix.MAP_PRIVATE|unix.MAP_FIXED)
		return err
	})
	if err == nil {
		m.heat(s.Hot)
	}
	return err
}

// readPages maps size bytes of a snapshot's pages, to be read. free gives them back.
func readPages(f *os.File, offset int64, size int) (pages []byte, free func() error, err error) {
	if size == 0 {
		return nil, nil, nil
	}
	pages, err = unix.Mmap(int(f.Fd()), offset, size, unix.PROT_READ, unix.MAP_SHARED)
	return pages, func() error { return unix.Munmap(pages) }, err
}

type mappedMemory struct {
	reserved []byte
	usable   uint64 // bytes that can be read and written
	next     uint64 // if not 0, what the next Reallocate returns: see resize
}

// Reallocate implements experimental.LinearMemory.
func (m *mappedMemory) Reallocate(size uint64) []byte {
	if m.next != 0 {
		size = m.next
	}
	if size > uint64(len(m.reserved)) {
		return nil
	}
	if size > m.usable {
		if err := unix.Mprotect(m.reserved[m.usable:size], unix.PROT_READ|unix.PROT_WRITE); err != nil {
			return nil
		}
		m.usable = size
	}
	return m.reserved[:size:size]
}

// clear gives all pages back, and keeps the range.
func (m *mappedMemory) clear() error {
	_, err := unix.MmapPtr(-1, 0, unsafe.Pointer(&m.reserved[0]), uintptr(m.usable),
		unix.PROT_NONE, unix.MAP_PRIVATE|unix.MAP_ANON|unix.MAP_NORESERVE|unix.MAP_FIXED)
	m.usable = 0
	return err
}

// Free implements experimental.LinearMemory.
func (m *mappedMemory) Free() {
	_ = unix.Munmap(m.reserved) // it fails on a range that is none, which this is not
	m.reserved, m.usable = nil, 0
}

// sliceMemory is a linear memory in a slice of Go.
type sliceMemory struct{ buffer []byte }

// Reallocate implements experimental.LinearMemory.
func (m *sliceMemory) Reallocate(size uint64) []byte {
	if size > uint64(len(m.buffer)) {
		m.buffer = append(m.buffer, make([]byte, size-uint64(len(m.buffer)))...)
	}
	return m.buffer[:size:size]
}

// Free implements experimental.LinearMemory.
func (m *sliceMemory) Free() { m.buffer = nil }
