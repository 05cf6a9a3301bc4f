package quickjs

import (
	"io"
	"os"

	"golang.org/x/sys/unix"
)

// mapsCode says that mapCode works.
const mapsCode = true

// mapCode reads machine code of a file into memory that can be executed, as wazero
// does: macOS executes no pages of files that nobody has signed.
func mapCode(f *os.File, at int64, size int) ([]byte, error) {
	code, err := unix.Mmap(-1, 0, size, unix.PROT_READ|unix.PROT_WRITE, unix.MAP_PRIVATE|unix.MAP_ANON)
	if err != nil {
		return nil, err
	}
	_, err = io.ReadFull(io.NewSectionReader(f, at, int64(size)), code)
	if err == nil {
		err = unix.Mprotect(code, unix.PROT_READ|unix.PROT_EXEC)
	}
	if err != nil {
		_ = unix.Munmap(code)
		return nil, err
	}
	return code, nil
}

// unmapCode ends what mapCode, or wazero, has mapped.
func unmapCode(code []byte) error { return unix.Munmap(code) }
