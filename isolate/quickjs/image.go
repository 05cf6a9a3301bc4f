package quickjs

import (
	"bytes"
	"encoding/binary"
	"errors"
	"fmt"
	"os"

	"example.com/thaw/isolate"
)

// What a snapshot writes is a head of fixed size, an image (see imageCodec), zeros, and the
// pages of its extents. They lie so that they can be mapped, on any
// machine whose own page is not larger than wasmPage.
//
//	0   imageMagic
//	16  size of the image
const (
	imageMagic = "thaw-snapshot-4\n"
	headSize   = 20
	wasmPage   = 1 << 16
	maxImage   = 1 << 20
	maxNote    = 1 << 16
)

var errDamaged = errors.New("it is damaged or no snapshot: take it again")

// An image is what a snapshot knows beside the pages. Its pointers and values are
// those of the linear memory.
type image struct {
	Engine string // Info.Version
	Build  string // Info.Build

	Noted []byte // see isolate.Snapshot.Note

	Memory           uint32 // size in bytes
	Limit            int64  // of the heap, in bytes; 0 is none
	StackPointer     uint64
	Context, Runtime uint64
	Scratch          uint32
	Boot             map[string]jsValue // the parts of a bootstrap
	Functions        map[string]jsValue // of vm
	Ops              []string           // sorted
	Extents          []extent           // in order; the other pages are zero
	Hot              []hotRange         // see Learn

	maps map[string]*isolate.SourceMap // source maps, by script
	at   int64                         // of the pages in the file that the snapshot has open
}

// An extent is a run of pages that are stored.
type extent struct{ Page, Count uint32 }

func (x extent) at() uint32   { return x.Page * wasmPage }
func (x extent) size() uint32 { return x.Count * wasmPage }

// write writes the pages of a linear memory to f, and returns their size.
func (m *image) write(f *os.File, memory []byte) (size int64, _ error) {
	m.Extents = usedPages(memory, uint32(m.StackPointer))
	for _, x := range m.Extents {
		if _, err := f.WriteAt(memory[x.at():][:x.size()], size); err != nil {
			return 0, err
		}
		size += int64(x.size())
	}
	return size, nil
}

// encode is what comes before the pages.
func (m *image) encode() ([]byte, error) {
	c := imageCodec{}
	m.code(&c)
	if len(c.b) > maxImage {
		return nil, fmt.Errorf("its ops, functions and hot pages take %d bytes, which is too much", len(c.b))
	}
	b := binary.LittleEndian.AppendUint32([]byte(imageMagic), uint32(len(c.b)))
	b = append(b, c.b...)
	return append(b, make([]byte, pagesAfter(len(c.b))-int64(len(b)))...), nil
}

// pagesAfter is where the pages begin, after an image of n bytes.
func pagesAfter(n int) int64 { return (headSize + int64(n) + wasmPage - 1) / wasmPage * wasmPage }

// usedPages are the pages that are not zero, but for those of the stack, which
// comes first in the memory: nothing is on it between two calls.
func usedPages(memory []byte, stackPointer uint32) []extent {
	var all []extent
	zero := make([]byte, wasmPage)
	for page := stackPointer / wasmPage; int(page) < len(memory)/wasmPage; page++ {
		if bytes.Equal(memory[page*wasmPage:][:wasmPage], zero) {
			continue
		}
		if n := len(all); n > 0 && all[n-1].Page+all[n-1].Count == page {
			all[n-1].Count++
		} else {
			all = append(all, extent{page, 1})
		}
	}
	return all
}

// read reads what a snapshot has written, but for the pages: size bytes at an
// offset of f. It looks for a foreign form, not for damage.
func (m *image) read(f *os.File, offset, size int64) error {
	head := make([]byte, headSize)
	if size < headSize || offset%wasmPage != 0 {
		return errDamaged
	}
	if _, err := f.ReadAt(head, offset); err != nil {
		return err
	}
	n := int64(binary.LittleEndian.Uint32(head[len(imageMagic):]))
	if string(head[:len(imageMagic)]) != imageMagic || n > maxImage || pagesAfter(int(n)) > size {
		return errDamaged
	}
	c := imageCodec{b: make([]byte, n), reading: true}
	if _, err := f.ReadAt(c.b, offset+headSize); err != nil {
		return err
	}
	if m.code(&c); c.bad || len(c.b) > 0 || !m.hotInside() {
		return errDamaged
	}
	m.at = offset + pagesAfter(int(n))
	if end, err := m.end(); err != nil || end != offset+size {
		return errDamaged
	}
	return nil
}

// end checks the extents, and returns where the pages end in the file.
func (m *image) end() (int64, error) {
	end, next := m.at, uint64(0)
	for _, x := range m.Extents {
		after := uint64(x.Page) + uint64(x.Count)
		if uint64(x.Page) < next || x.Count == 0 || after > uint64(m.Memory/wasmPage) {
			return 0, errDamaged
		}
		next = after
		end += int64(x.Count) * wasmPage
	}
	return end, nil
}

// check reports what other engine the image is from.
func (m *image) check(info isolate.Info) error {
	if m.Engine != info.Version || m.Build != info.Build {
		return fmt.Errorf("it is from another build of the engine (%s; this is %s): take it again", m.Engine, info.Version)
	}
	return nil
}

// eachExtent calls f with each extent and its offset in the file.
func (m *image) eachExtent(f func(x extent, offset int64) error) error {
	offset := m.at
	for _, x := range m.Extents {
		if err := f(x, offset); err != nil {
			return err
		}
		offset += int64(x.Count) * wasmPage
	}
	return nil
}
