package quickjs

import (
	"os"

	"golang.org/x/sys/unix"
)

// newImageFile makes a file in memory for a snapshot. named is the path that is
// to be removed when it is closed: none here.
func newImageFile() (f *os.File, named string, err error) {
	fd, err := unix.MemfdCreate("thaw-snapshot", unix.MFD_CLOEXEC)
	if err != nil {
		return nil, "", os.NewSyscallError("memfd_create", err)
	}
	return os.NewFile(uintptr(fd), "thaw-snapshot"), "", nil
}
