package quickjs

import (
	"os"

	"golang.org/x/sys/unix"
)

// mapsCode says that mapCode works.
const mapsCode = true

// mapCode maps machine code of a file for execution. Its pages are those of the
// file, shared by all processes.
func mapCode(f *os.File, at int64, size int) ([]byte, error) {
	return unix.Mmap(int(f.Fd()), at, size, unix.PROT_READ|unix.PROT_EXEC, unix.MAP_PRIVATE|unix.MAP_POPULATE)
}

// unmapCode ends what mapCode, or wazero, has mapped.
func unmapCode(code []byte) error { return unix.Munmap(code) }
