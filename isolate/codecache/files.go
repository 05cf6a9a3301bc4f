package codecache

import (
	"io"
	"os"
)

// fileAlign is what the data of an entry is aligned to that others read from its
// file, in bytes: no machine's page is larger.
const fileAlign = 64 << 10

// A File is the data of an entry that is used where it lies, such as by a mapping. It
// stays as it is when the entry is replaced or removed. Whoever has it closes it.
type File struct {
	*os.File
	Offset int64 // of the data, a multiple of 64 KiB
	Size   int64 // of the data, in bytes
}

// OpenFile opens the entry that PutFile has put under k, and counts a hit. f is nil if
// there is none that is good; if there is one that is bad, warning says why. All of
// the data is read once, and checked.
func (s *Store) OpenFile(k Key) (f *File, warning error) {
	file, h, err := s.open(k)
	if err != nil {
		return nil, notUsed(k, err)
	}
	if h.at%fileAlign != 0 {
		err = errForeign
	} else {
		err = h.checkData(file)
	}
	if err != nil {
		file.Close()
		return nil, notUsed(k, err)
	}
	s.count(file, h)
	return &File{file, h.at, h.size}, nil
}

// PutFile keeps the size bytes that data writes under k, as Put does, for OpenFile.
func (s *Store) PutFile(k Key, m Meta, data io.WriterTo, size int64) error {
	return s.put(k, m, fileAlign, data, size)
}
