//go:build unix

package codecache

import (
	"fmt"
	"io/fs"
	"os"
	"syscall"
)

// checkPrivate refuses a folder that others can write to. The superuser is nobody
// to be kept out.
func checkPrivate(info fs.FileInfo) error {
	if s, ok := info.Sys().(*syscall.Stat_t); ok && s.Uid != 0 && int(s.Uid) != os.Geteuid() {
		return fmt.Errorf("it belongs to user %d, and what is in it would be run as user %d; name another folder", s.Uid, os.Geteuid())
	}
	if mode := info.Mode().Perm(); mode&0o022 != 0 {
		return fmt.Errorf("others can write to it (mode %#o), and what is in it is run; \"chmod go-w\" it, or name another folder", mode)
	}
	return nil
}
