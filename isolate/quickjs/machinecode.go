package quickjs

import (
	"bytes"
	"context"
	"crypto/sha256"
	"encoding/binary"
	"errors"
	"fmt"
	"hash/crc32"
	"io/fs"
	"os"
	"path/filepath"
	"runtime"

	"golang.org/x/sys/cpu"
)

// The file of a skeleton has all that a process needs which only restores: the
// skeleton, and the machine code that wazero made of the module, to be mapped as it is.
//
//	0   codeMagic
//	16  CRC-32 of what follows
//	20  key: see codeKey
//	52  size of the skeleton, number of offsets, size of the machine code
//	64  number of types, number of functions in the table, where in the table they begin
//	76  the skeleton
//	    the offsets in the machine code of the skeleton's functions, 4 bytes each
//	    the types of the module: see indirectCalls
//	    of each function in the table, the offset of its machine code and its type
//	    zeros up to a multiple of wasmPage
//	    the machine code
const (
	codeMagic    = "thaw-code-3    \n"
	codeHeadSize = 76
	maxSkeleton  = 1 << 20 // bytes, to bound what is read before the checksum is
)

var errCode = errors.New("it is damaged, or of another module")

// codeKey is the hash of all that the file depends on: its form, the module and its
// patch, wazero, and what wazero asks of the processor.
func codeKey() [sha256.Size]byte {
	x, a := cpu.X86, cpu.ARM64
	return sha256.Sum256(fmt.Appendf(nil, "%s %s %d %s %s %s %v", codeMagic, wasmSHA256, jsonToStrFrame, wazeroVersion(), runtime.GOOS, runtime.GOARCH,
		[]bool{x.HasSSE41, x.HasBMI1, x.HasBMI2, x.HasPOPCNT, a.HasATOMICS}))
}

// skeletonPath is the file of the skeleton for this machine.
func (e *Engine) skeletonPath() (string, error) {
	dir, err := e.machineCodeDir()
	if err != nil {
		return "", err
	}
	key := codeKey()
	return filepath.Join(dir, fmt.Sprintf("skeleton-%x", key[:8])), nil
}

// openSkeleton opens the skeleton that keepSkeleton has kept. If there is none
// that is good, the whole module is opened, and the skeleton made anew for later processes.
func (e *Engine) openSkeleton() {
	if !mapsCode {
		return
	}
	path, err := e.skeletonPath()
	if err == nil {
		e.skeleton, err = e.loadSkeleton(path)
	}
	if err == nil {
		return
	}
	if !errors.Is(err, fs.ErrNotExist) {
		e.warn(fmt.Errorf("quickjs: %s is not used: %w", path, err))
		_ = os.Remove(path) // so that it is written again
	}
	if e.ready() == nil {
		e.keepOnce.Do(e.keepSkeleton)
	}
}

func (e *Engine) loadSkeleton(path string) (*module, error) {
	f, err := os.Open(path)
	if err != nil {
		return nil, err
	}
	defer f.Close()
	c, err := readCode(f)
	if err != nil {
		return nil, err
	}
	m, err := compileModule(context.Background(), c.wasm, e.openCache())
	if err == nil {
		err = m.animate(c)
	}
	if err != nil {
		return nil, errors.Join(err, unmapCode(c.executable), m.close())
	}
	return m, nil
}

// animate gives a skeleton the machine code of the whole module.
func (m *module) animate(c mappedCode) error {
	code, err := codeOf(m)
	if err != nil {
		return err
	}
	if len(*code.offsets) != len(c.offsets) {
		return errCode
	}
	m.indirect = newIndirectCalls(c)
	_ = unmapCode(code.replace(c.executable, c.offsets)) // it fails on what is no mapping, which this is
	return nil
}

// A mappedCode is what the file of a skeleton holds.
type mappedCode struct {
	wasm       []byte
	offsets    []int  // of the skeleton's functions, in executable
	executable []byte // mapped

	types      []uint32 // these as in skeleton
	tableStart uint32
	table      []tableFunction
}

// A tableFunction is a function in the table.
type tableFunction struct{ offset, typ uint32 }

// A codeHead is what the head of the file says beside magic, checksum and key: sizes
// in bytes and numbers.
type codeHead struct{ wasm, offsets, code, types, table, tableStart uint32 }

func readCodeHead(b []byte) codeHead {
	return codeHead{u32(b[52:]), u32(b[56:]), u32(b[60:]), u32(b[64:]), u32(b[68:]), u32(b[72:])}
}

func (h codeHead) put(b []byte) {
	for i, x := range []uint32{h.wasm, h.offsets, h.code, h.types, h.table, h.tableStart} {
		binary.LittleEndian.PutUint32(b[52+4*i:], x)
	}
}

// codeAt is where in the file the machine code begins.
func (h codeHead) codeAt() int64 {
	end := codeHeadSize + int64(h.wasm) + 4*int64(h.offsets) + 4*int64(h.types) + 8*int64(h.table)
	return (end + wasmPage - 1) / wasmPage * wasmPage
}

// fits tells whether a file of a size can have such a head.
func (h codeHead) fits(size int64) bool {
	return max(h.wasm, h.offsets, h.types, h.table) <= maxSkeleton && h.code != 0 && size == h.codeAt()+int64(h.code)
}

// readCode reads a skeleton's file and maps its machine code.
func readCode(f *os.File) (mappedCode, error) {
	head := make([]byte, codeHeadSize)
	if _, err := f.ReadAt(head, 0); err != nil {
		return mappedCode{}, errCode
	}
	key := codeKey()
	if string(head[:16]) != codeMagic || !bytes.Equal(head[20:52], key[:]) {
		return mappedCode{}, errCode
	}
	h := readCodeHead(head)
	info, err := f.Stat()
	if err != nil {
		return mappedCode{}, err
	}
	if !h.fits(info.Size()) {
		return mappedCode{}, errCode
	}
	rest := make([]byte, h.codeAt()-20)
	if _, err := f.ReadAt(rest, 20); err != nil {
		return mappedCode{}, err
	}
	executable, err := mapCode(f, h.codeAt(), int(h.code))
	if err != nil {
		return mappedCode{}, err
	}
	sum := crc32.Update(crc32.ChecksumIEEE(rest), crc32.IEEETable, executable)
	c, ok := h.take(rest[codeHeadSize-20:], executable)
	if sum != u32(head[16:]) || !ok {
		return mappedCode{}, errors.Join(errCode, unmapCode(executable))
	}
	return c, nil
}

// take takes apart what is between the head and the machine code. ok is false if an
// offset or a type is one that there is none of.
func (h codeHead) take(b, executable []byte) (c mappedCode, ok bool) {
	c.wasm, b = b[:h.wasm], b[h.wasm:]
	next := func() uint32 {
		x := u32(b)
		b = b[4:]
		return x
	}
	inside := true
	c.offsets = make([]int, h.offsets)
	for i := range c.offsets {
		c.offsets[i] = int(next())
		inside = inside && c.offsets[i] < len(executable)
	}
	c.types = make([]uint32, h.types)
	for i := range c.types {
		c.types[i] = next()
	}
	c.table = make([]tableFunction, h.table)
	for i := range c.table {
		f := tableFunction{next(), next()}
		inside = inside && int(f.offset) < len(executable) && f.typ < h.types
		c.table[i] = f
	}
	c.executable, c.tableStart = executable, h.tableStart
	return c, inside
}

func u32(b []byte) uint32 { return binary.LittleEndian.Uint32(b) }

// keepSkeleton writes the skeleton's file from the whole module, which is open,
// if there is none.
func (e *Engine) keepSkeleton() {
	path, err := e.skeletonPath()
	if err != nil || !mapsCode {
		return // openCache has warned
	}
	if _, err := os.Stat(path); err == nil {
		return
	}
	b, err := e.skeletonFile()
	if err == nil {
		err = writeFile(path, b)
	}
	if err != nil {
		e.warn(fmt.Errorf("quickjs: restores in other processes take longer: %w", err))
	}
}

// skeletonFile is the content of the file.
func (e *Engine) skeletonFile() ([]byte, error) {
	wasm, err := e.wasm.read()
	if err != nil {
		return nil, err
	}
	s, err := makeSkeleton(wasm)
	if err != nil {
		return nil, err
	}
	code, err := codeOf(e.whole)
	if err != nil {
		return nil, err
	}
	if len(*code.offsets) != s.total {
		return nil, errCode
	}
	h := codeHead{
		wasm: uint32(len(s.wasm)), offsets: uint32(len(s.kept)), code: uint32(len(*code.executable)),
		types: uint32(len(s.types)), table: uint32(len(s.table)), tableStart: s.tableStart,
	}
	b := make([]byte, codeHeadSize, h.codeAt()+int64(h.code))
	key := codeKey()
	copy(b, codeMagic)
	copy(b[20:], key[:])
	h.put(b)
	put := func(x uint32) { b = binary.LittleEndian.AppendUint32(b, x) }
	b = append(b, s.wasm...)
	for _, f := range s.kept {
		put(uint32((*code.offsets)[f]))
	}
	for _, t := range s.types {
		put(t)
	}
	for i, f := range s.table {
		put(uint32((*code.offsets)[f]))
		put(s.tableTypes[i])
	}
	b = append(b[:h.codeAt()], *code.executable...)
	binary.LittleEndian.PutUint32(b[16:], crc32.ChecksumIEEE(b[20:]))
	return b, nil
}

// writeFile puts b in the place of the file at path, once the disk has it.
func writeFile(path string, b []byte) error {
	f, err := os.CreateTemp(filepath.Dir(path), filepath.Base(path)+".*.tmp")
	if err != nil {
		return err
	}
	_, err = f.Write(b)
	if err == nil {
		err = f.Sync()
	}
	err = errors.Join(err, f.Close())
	if err == nil {
		err = os.Rename(f.Name(), path)
	}
	if err != nil {
		return errors.Join(err, os.Remove(f.Name()))
	}
	return nil
}
