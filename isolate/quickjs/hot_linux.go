package quickjs

import (
	"encoding/binary"
	"errors"
	"fmt"
	"os"
	"slices"
	"sync"
	"unsafe"

	"golang.org/x/sys/unix"
)

// hotIsPage tells whether this machine has pages of hotPage bytes.
var hotIsPage = os.Getpagesize() == hotPage

// written lists the pages of the first size bytes that are not those of the
// file that is mapped, or zero: those that were written to, and maybe more. They are in order. It needs
// /proc; see pagemap in the Linux documentation.
func (m *mappedMemory) written(size uint32) ([]uint32, error) {
	pagemap, err := openPagemap()
	if err != nil {
		return nil, err
	}
	return writtenPages(pagemap, m.reserved[:size])
}

func writtenPages(pagemap int, memory []byte) ([]uint32, error) {
	const present, swapped, ofFile = 1 << 63, 1 << 62, 1 << 61
	var pages []uint32
	var entries [4096]byte
	first := int64(uintptr(unsafe.Pointer(&memory[0])) / hotPage)
	all := uint32(len(memory) / hotPage)
	for page := uint32(0); page < all; {
		n := min(all-page, uint32(len(entries)/8))
		if read, err := unix.Pread(pagemap, entries[:n*8], (first+int64(page))*8); err != nil || read < int(n*8) {
			return nil, errors.Join(errors.ErrUnsupported, err)
		}
		for i := range n {
			if e := binary.LittleEndian.Uint64(entries[i*8:]); e&(present|swapped) != 0 && e&ofFile == 0 {
				pages = append(pages, page+i)
			}
		}
		page += n
	}
	return pages, nil
}

// openPagemap opens the page map of this process, once, if it tells what was
// written. A system that only resembles Linux may not keep that promise.
var openPagemap = sync.OnceValues(func() (int, error) {
	if !hotIsPage {
		return 0, errors.ErrUnsupported
	}
	pagemap, err := unix.Open("/proc/self/pagemap", unix.O_RDONLY|unix.O_CLOEXEC, 0)
	if err != nil {
		return 0, err
	}
	if err := checkPagemap(pagemap); err != nil {
		return 0, errors.Join(err, unix.Close(pagemap))
	}
	return pagemap, nil
})

// checkPagemap writes to one of two pages of a file, and looks for it.
func checkPagemap(pagemap int) error {
	f, _, err := newImageFile()
	if err != nil {
		return err
	}
	defer f.Close()
	if err := f.Truncate(2 * hotPage); err != nil {
		return err
	}
	pages, err := unix.Mmap(int(f.Fd()), 0, 2*hotPage, unix.PROT_READ|unix.PROT_WRITE, unix.MAP_PRIVATE)
	if err != nil {
		return err
	}
	defer func() { _ = unix.Munmap(pages) }()
	pages[hotPage] = pages[0] + 1
	told, err := writtenPages(pagemap, pages)
	if err == nil && !slices.Equal(told, []uint32{1}) {
		err = fmt.Errorf("%w: the page map does not tell which pages were written", errors.ErrUnsupported)
	}
	return err
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
