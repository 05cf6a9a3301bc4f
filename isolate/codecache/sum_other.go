//go:build !linux && !darwin

package codecache

import "os"

// fileSum is the CRC-32 of size bytes of a file.
func fileSum(f *os.File, at, size int64) (uint32, error) { return readSum(f, at, size) }
