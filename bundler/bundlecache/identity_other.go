//go:build !linux && !darwin

package bundlecache

import "io/fs"

func inode(fs.FileInfo) (changed int64, number uint64) { return 0, 0 }
