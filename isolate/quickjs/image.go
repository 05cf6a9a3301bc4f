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

// A snapshot's file is a head of fixed size, an image as JSON, zeros, the pages
// of its extents, and the source maps. The pages lie so that they can be mapped, on any
// machine whose own page is not larger than wasmPage.
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
	// learnRoom is left after the JSON for what is learned later.
	learnRoom = 1 << 16
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
	Offset           int64              // of the pages in the file
	Extents          []extent           // in order; the other pages are zero
	Hot              []hotRange         // see Learn
	Maps             []mapSize          // in the order of the names

	maps map[string][]byte // source maps, by script
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
	m.Offset = (headSize + int64(len(text)) + learnRoom + wasmPage - 1) / wasmPage * wasmPage
	size := m.Offset
	write := func(b []byte) {
		if err == nil {
			_, err = f.WriteAt(b, size)
			size += int64(len(b))
		}
	}
	for _, x := range m.Extents {
		write(memory[x.at():][:x.size()])
	}
	for _, s := range m.Maps {
		write(m.maps[s.Name])
	}
	if err != nil {
		return 0, err
	}
	return size, m.writeHead(f, size)
}

// writeHead writes what comes before the pages, of a file that is complete but for it.
func (m *image) writeHead(f *os.File, size int64) error {
	text, err := json.Marshal(m)
	if err != nil {
		return err
	}
	if len(text) > maxJSON || headSize+int64(len(text)) > m.Offset {
		return fmt.Errorf("its ops, functions and hot pages take %d bytes, which is too much", len(text))
	}
	padded := make([]byte, m.Offset-headSize)
	copy(padded, text)
	if _, err := f.WriteAt(padded, headSize); err != nil {
		return err
	}
	sum, err := checksum(f, size)
	if err != nil {
		return err
	}
	head := binary.LittleEndian.AppendUint32([]byte(imageMagic), uint32(len(text)))
	_, err = f.WriteAt(binary.LittleEndian.AppendUint32(head, sum), 0)
	return err
}

// checksum is that of what follows the head.
func checksum(f *os.File, size int64) (uint32, error) {
	sum := crc32.New(castagnoli)
	_, err := io.CopyBuffer(struct{ io.Writer }{sum}, struct{ io.Reader }{io.NewSectionReader(f, headSize, size-headSize)}, make([]byte, 1<<18))
	return sum.Sum32(), err
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
	sum, err := checksum(f, size)
	if err != nil {
		return 0, err
	}
	text := make([]byte, n)
	if _, err := f.ReadAt(text, headSize); err != nil {
		return 0, err
	}
	if sum != binary.LittleEndian.Uint32(head[20:]) || json.Unmarshal(text, m) != nil {
		return 0, errDamaged
	}
	if m.Offset%wasmPage != 0 || m.Offset < headSize+n || m.Offset > size || !m.hotInside() {
		return 0, errDamaged
	}
	end, err := m.end()
	if err != nil {
		return 0, err
	}
	return size, m.readMaps(f, end, size)
}

// end checks the extents, and returns where they end in the file.
func (m *image) end() (int64, error) {
	end, next := m.Offset, uint64(0)
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
	offset := m.Offset
	for _, x := range m.Extents {
		if err := f(x, offset); err != nil {
			return err
		}
		offset += int64(x.Count) * wasmPage
	}
	return nil
}
