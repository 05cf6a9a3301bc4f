//go:build linux || darwin

package codecache

import (
	"hash/crc32"
	"os"

	"golang.org/x/sys/unix"
)

// fileSum is the CRC-32 of size bytes of a file, from a multiple of fileAlign. A
// mapping spares the copy that reading makes, which takes longer than the sum.
func fileSum(f *os.File, at, size int64) (uint32, error) {
	if size == 0 {
		return 0, nil
	}
	b, err := unix.Mmap(int(f.Fd()), at, int(size), unix.PROT_READ, unix.MAP_SHARED|populate)
	if err != nil {
		return readSum(f, at, size)
	}
	sum := crc32.ChecksumIEEE(b)
	return sum, unix.Munmap(b)
}
