package quickjs

import (
	"bytes"
	"encoding/binary"
	"encoding/json"
	"errors"
	"fmt"
	"hash/crc32"
	"io"
	"maps"
	"os"
	"slices"
	"sync"
)

// A snapshot's file is a head of fixed size, an image as JSON, zeros up to a
// multiple of wasmPage, the pages of its extents, and the source maps. The pages lie so that they
// can be mapped, on any machine whose own page is not larger than wasmPage.
//
//	0   imageMagic
//	16  size of the JSON
//	20  CRC-32C of what follows the head
const (
	imageMagic = "thaw-snapshot-1\n"
	headSize   = 24
	wasmPage   = 1 << 16
	// maxJSON bounds what is read before the checksum is known to be right.
	maxJSON = 1 << 20
	maxNote = 1 << 16
)

var errDamaged = errors.New("it is damaged or no snapshot: take it again")

// An image is what a snapshot knows beside the pages. Its pointers and values are
// those of the linear memory.
type image struct {
	Engine    string // Info.Version
	Wasm      string // sha256 of the module
	Bootstrap uint32 // bootstrapSum

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
	Maps             []mapSize          // in the order of the names

	maps   map[string][]byte // source maps, by script
	offset int64             // of the pages in the file
}

// An extent is a run of pages that are stored.
type extent struct{ Page, Count uint32 }

type mapSize struct {
	Name string
	Size int64
}

func (x extent) at() uint32   { return x.Page * wasmPage }
func (x extent) size() uint32 { return x.Count * wasmPage }

// bootstrapSum tells snapshots apart in which another bootstrap.js has run.
var bootstrapSum = sync.OnceValue(func() uint32 { return crc32.Checksum([]byte(bootstrapText), castagnoli) })

// pageOffset is where the pages begin in a file whose JSON has n bytes.
func pageOffset(n int) int64 { return (headSize + int64(n) + wasmPage - 1) / wasmPage * wasmPage }

// write writes the file of a linear memory, and returns its size.
func (m *image) write(f *os.File, memory []byte) (int64, error) {
	m.Extents = usedPages(memory, uint32(m.StackPointer))
	for _, name := range slices.Sorted(maps.Keys(m.maps)) {
		m.Maps = append(m.Maps, mapSize{name, int64(len(m.maps[name]))})
	}
	text, err := json.Marshal(m)
	if err != nil {
		return 0, err
	}
	if len(text) > maxJSON {
		return 0, fmt.Errorf("its ops and functions take %d bytes, want at most %d", len(text), maxJSON)
	}
	m.offset = pageOffset(len(text))
	pieces := [][]byte{text, make([]byte, m.offset-headSize-int64(len(text)))}
	for _, x := range m.Extents {
		pieces = append(pieces, memory[x.at():][:x.size()])
	}
	for _, s := range m.Maps {
		pieces = append(pieces, m.maps[s.Name])
	}
	size, sum := int64(headSize), crc32.New(castagnoli)
	out := io.MultiWriter(sum, io.NewOffsetWriter(f, size))
	for _, p := range pieces {
		if _, err := out.Write(p); err != nil {
			return 0, err
		}
		size += int64(len(p))
	}
	head := binary.LittleEndian.AppendUint32([]byte(imageMagic), uint32(len(text)))
	head = binary.LittleEndian.AppendUint32(head, sum.Sum32())
	_, err = f.WriteAt(head, 0)
	return size, err
}

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

// read reads a file that write has written, but for the pages, and returns its size.
func (m *image) read(f *os.File) (int64, error) {
	info, err := f.Stat()
	if err != nil {
		return 0, err
	}
	size, head := info.Size(), make([]byte, headSize)
	if _, err := f.ReadAt(head, 0); err != nil || string(head[:len(imageMagic)]) != imageMagic {
		return 0, errDamaged
	}
	n := int64(binary.LittleEndian.Uint32(head[16:]))
	if n > maxJSON || headSize+n > size {
		return 0, errDamaged
	}
	sum := crc32.New(castagnoli)
	if _, err := io.Copy(sum, io.NewSectionReader(f, headSize, size-headSize)); err != nil {
		return 0, err
	}
	text := make([]byte, n)
	if _, err := f.ReadAt(text, headSize); err != nil {
		return 0, err
	}
	if sum.Sum32() != binary.LittleEndian.Uint32(head[20:]) || json.Unmarshal(text, m) != nil {
		return 0, errDamaged
	}
	m.offset = pageOffset(len(text))
	end, err := m.end()
	if err != nil {
		return 0, err
	}
	return size, m.readMaps(f, end, size)
}

// end checks the extents, and returns where they end in the file.
func (m *image) end() (int64, error) {
	end, next := m.offset, uint64(0)
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

// readMaps reads the source maps, which fill the file from at to its end.
func (m *image) readMaps(f *os.File, at, size int64) error {
	m.maps = map[string][]byte{}
	for _, s := range m.Maps {
		if s.Size < 0 || s.Size > size-at {
			return errDamaged
		}
		m.maps[s.Name] = make([]byte, s.Size)
		if _, err := f.ReadAt(m.maps[s.Name], at); err != nil {
			return err
		}
		at += s.Size
	}
	if at != size {
		return errDamaged
	}
	return nil
}

// check reports what other engine the image is from.
func (m *image) check(version string) error {
	if m.Engine != version || m.Wasm != wasmSHA256 || m.Bootstrap != bootstrapSum() {
		return fmt.Errorf("it is from another build of the engine (%s; this is %s): take it again", m.Engine, version)
	}
	return nil
}

// eachExtent calls f with each extent and its offset in the file.
func (m *image) eachExtent(f func(x extent, offset int64) error) error {
	offset := m.offset
	for _, x := range m.Extents {
		if err := f(x, offset); err != nil {
			return err
		}
		offset += int64(x.Count) * wasmPage
	}
	return nil
}
