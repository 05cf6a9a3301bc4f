package quickjs

import (
	"bytes"
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
//	16  CRC-32C of what follows
//	20  key: see codeKey
//	52  size of the skeleton, number of offsets, size of the machine code
//	64  the skeleton
//	    the offsets in the machine code of the skeleton's functions, 4 bytes each
//	    zeros up to a multiple of wasmPage
//	    the machine code
const (
	codeMagic    = "thaw-code-1    \n"
	codeHeadSize = 64
	maxSkeleton  = 1 << 20 // bytes, to bound what is read before the checksum is
)

var errCode = errors.New("it is damaged, or of another module")

// codeKey is the hash of all that machine code depends on: the module and its
// patch, wazero, and what wazero asks of the processor.
func codeKey() [sha256.Size]byte {
	x, a := cpu.X86, cpu.ARM64
	return sha256.Sum256(fmt.Appendf(nil, "%s %d %s %s %s %v", wasmSHA256, jsonToStrFrame, wazeroVersion(), runtime.GOOS, runtime.GOARCH,
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
	wasm, offsets, executable, err := readCode(f)
	if err != nil {
		return nil, err
	}
	m, err := compileModule(wasm, e.openCache())
	if err == nil {
		err = m.animate(executable, offsets)
	}
	if err != nil {
		return nil, errors.Join(err, unmapCode(executable), m.close())
	}
	return m, nil
}

// animate gives a skeleton the machine code of the whole module.
func (m *module) animate(executable []byte, offsets []int) error {
	code, err := codeOf(m)
	if err != nil {
		return err
	}
	if len(*code.offsets) != len(offsets) {
		return errCode
	}
	_ = unmapCode(code.replace(executable, offsets)) // it fails on what is no mapping, which this is
	return nil
}

// readCode reads a skeleton's file and maps its machine code.
func readCode(f *os.File) (wasm []byte, offsets []int, executable []byte, err error) {
	head := make([]byte, codeHeadSize)
	if _, err := f.ReadAt(head, 0); err != nil {
		return nil, nil, nil, errCode
	}
	key := codeKey()
	if string(head[:16]) != codeMagic || !bytes.Equal(head[20:52], key[:]) {
		return nil, nil, nil, errCode
	}
	size, count, codeSize := u32(head[52:]), u32(head[56:]), u32(head[60:])
	info, err := f.Stat()
	if err != nil {
		return nil, nil, nil, err
	}
	at := codeOffset(size, count)
	if size > maxSkeleton || count > maxSkeleton || codeSize == 0 || info.Size() != at+int64(codeSize) {
		return nil, nil, nil, errCode
	}
	rest := make([]byte, at-20)
	if _, err := f.ReadAt(rest, 20); err != nil {
		return nil, nil, nil, err
	}
	if executable, err = mapCode(f, at, int(codeSize)); err != nil {
		return nil, nil, nil, err
	}
	sum := crc32.Update(crc32.Checksum(rest, castagnoli), castagnoli, executable)
	if sum != u32(head[16:]) {
		return nil, nil, nil, errors.Join(errCode, unmapCode(executable))
	}
	wasm = rest[codeHeadSize-20:][:size]
	offsets = make([]int, count)
	for i := range offsets {
		offsets[i] = int(u32(rest[codeHeadSize-20+int(size)+4*i:]))
	}
	return wasm, offsets, executable, nil
}

func u32(b []byte) uint32 { return binary.LittleEndian.Uint32(b) }

// codeOffset is where in the file the machine code begins.
func codeOffset(size, count uint32) int64 {
	return (codeHeadSize + int64(size) + 4*int64(count) + wasmPage - 1) / wasmPage * wasmPage
}

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
	at := codeOffset(uint32(len(s.wasm)), uint32(len(s.kept)))
	b := make([]byte, codeHeadSize, at+int64(len(*code.executable)))
	key := codeKey()
	copy(b, codeMagic)
	copy(b[20:], key[:])
	binary.LittleEndian.PutUint32(b[52:], uint32(len(s.wasm)))
	binary.LittleEndian.PutUint32(b[56:], uint32(len(s.kept)))
	binary.LittleEndian.PutUint32(b[60:], uint32(len(*code.executable)))
	b = append(b, s.wasm...)
	for _, f := range s.kept {
		b = binary.LittleEndian.AppendUint32(b, uint32((*code.offsets)[f]))
	}
	b = append(b[:at], *code.executable...)
	binary.LittleEndian.PutUint32(b[16:], crc32.Checksum(b[20:], castagnoli))
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
