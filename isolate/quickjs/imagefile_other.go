//go:build !linux

package quickjs

import (
	"errors"
	"os"
	"runtime"
)

// newImageFile makes a temporary file for a snapshot. named is the path that is
// to be removed when it is closed: "" where it has no name any more.
func newImageFile() (f *os.File, named string, err error) {
	f, err = os.CreateTemp("", "thaw-snapshot-*.tmp")
	if err != nil {
		return nil, "", err
	}
	if runtime.GOOS == "windows" { // it can't remove a file that is open
		return f, f.Name(), nil
	}
	if err := os.Remove(f.Name()); err != nil {
		return nil, "", errors.Join(err, f.Close())
	}
	return f, "", nil
}
