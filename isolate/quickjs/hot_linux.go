package quickjs

import (
	"encoding/binary"
	"errors"
	"os"
	"unsafe"

	"golang.org/x/sys/unix"
)

// hotIsPage tells whether this machine has pages of hotPage bytes.
var hotIsPage = os.Getpagesize() == hotPage

// written lists the pages of the first size bytes that are copies of their own,
// in order. It needs /proc; see pagemap in the Linux documentation.
func (m *mappedMemory) written(size uint32) ([]uint32, error) {
	if !hotIsPage {
		return nil, errors.ErrUnsupported
	}
	f, err := os.Open("/proc/self/pagemap")
	if err != nil {
		return nil, err
	}
	defer f.Close()
	entries := make([]byte, size/hotPage*8)
	if _, err := f.ReadAt(entries, int64(uintptr(unsafe.Pointer(&m.reserved[0]))/hotPage*8)); err != nil {
		return nil, err
	}
	const present, ofFile = 1 << 63, 1 << 61
	var pages []uint32
	for i := range size / hotPage {
		if e := binary.LittleEndian.Uint64(entries[i*8:]); e&present != 0 && e&ofFile == 0 {
			pages = append(pages, i)
		}
	}
	return pages, nil
}

// heat has the system copy the ranges that will be written to soon. Linux before
// 5.14 does not know this advice; then the processor's faults do it.
func (m *mappedMemory) heat(ranges []hotRange) {
	if !hotIsPage {
		return
	}
	for _, h := range ranges {
		at := unsafe.Pointer(&m.reserved[uint64(h.Page)*hotPage])
		_, _, errno := unix.Syscall(unix.SYS_MADVISE, uintptr(at), uintptr(h.Count)*hotPage, unix.MADV_POPULATE_WRITE)
		if errno != 0 {
			return
		}
	}
}
