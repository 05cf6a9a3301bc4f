package quickjs

import (
	"encoding/binary"
	"errors"
)

// The sections of a WebAssembly module that this package looks into.
const (
	customSection    = 0
	typeSection      = 1
	importSection    = 2
	functionSection  = 3
	exportSection    = 7
	startSection     = 8
	elementSection   = 9
	codeSection      = 10
	dataSection      = 11
	dataCountSection = 12

	moduleHeader = 8
)

var errPatch = errors.New("quickjs: the module is not as the patch expects it")

// eachSection calls f with each section of a module: all of it, and its content.
func eachSection(wasm []byte, f func(id byte, whole, content []byte) error) error {
	if len(wasm) < moduleHeader {
		return errPatch
	}
	for at := moduleHeader; at < len(wasm); {
		size, n := binary.Uvarint(wasm[at+1:])
		start := at + 1 + n
		if n <= 0 || size > uint64(len(wasm)-start) {
			return errPatch
		}
		end := start + int(size)
		if err := f(wasm[at], wasm[at:end], wasm[start:end]); err != nil {
			return err
		}
		at = end
	}
	return nil
}

// appendSection adds a section of a content.
func appendSection(wasm []byte, id byte, content []byte) []byte {
	wasm = binary.AppendUvarint(append(wasm, id), uint64(len(content)))
	return append(wasm, content...)
}
