package bundlecache

import (
	"io/fs"
	"time"
)

// An identity is what a stat says of a file. While it is the same, so is the
// content. The zero identity is that of no file.
type identity struct {
	Size     int64
	Modified int64  // ns since 1970
	Changed  int64  // ns since 1970, of the inode; 0 where the system has no such time
	Inode    uint64 // 0 where it can't be had
}

func identityOf(info fs.FileInfo) identity {
	id := identity{Size: info.Size(), Modified: info.ModTime().UnixNano()}
	id.Changed, id.Inode = inode(info)
	return id
}

// settled reports whether every change after t will show in the identity: the file
// was last modified so long before t that its time is another one then.
func (id identity) settled(t time.Time) bool {
	// A clock tick is at most 10 ms on Linux and 16 ms on Windows. A file system
	// that counts seconds, or two of them, shows by having no smaller part.
	granularity := 20 * time.Millisecond
	if id.Modified%int64(time.Second) == 0 {
		granularity = 2 * time.Second
	}
	return max(id.Modified, id.Changed) < t.Add(-granularity).UnixNano()
}
