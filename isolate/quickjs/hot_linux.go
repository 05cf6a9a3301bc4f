package quickjs

import (
	"unsafe"

	"golang.org/x/sys/unix"
)

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
