package quickjs

import (
	"bytes"
	"encoding/binary"
)

// QuickJS bounds recursion by the bytes of stack that it takes. js_json_to_str,
// the recursion of JSON.stringify, takes 16, so that it comes to 50,000 levels;
// and since it looks for cycles in the list of all the objects around it, that
// takes many seconds, in which nothing can interrupt it. With a larger frame the
// RangeError comes in time, at 4,096 levels.
const (
	jsonToStr      = 934 // function index of js_json_to_str
	importCount    = 12  // imported functions, which come first in the index
	smallFrame     = 16
	jsonToStrFrame = 192
)

// patchStringify returns the module with the larger frame.
func patchStringify(wasm []byte) ([]byte, error) {
	patched := false
	out := append(make([]byte, 0, len(wasm)+16), wasm[:min(len(wasm), moduleHeader)]...)
	err := eachSection(wasm, func(id byte, whole, content []byte) error {
		if id != codeSection {
			out = append(out, whole...)
			return nil
		}
		code, err := patchCode(content)
		out, patched = appendSection(out, id, code), true
		return err
	})
	if err == nil && !patched {
		err = errPatch
	}
	if err != nil {
		return nil, err
	}
	return out, nil
}

// patchCode does so in the content of the code section: a count, and each body after its size.
func patchCode(code []byte) ([]byte, error) {
	count, at := binary.Uvarint(code)
	if at <= 0 || count <= jsonToStr-importCount {
		return nil, errPatch
	}
	for i := 0; ; i++ {
		size, n := binary.Uvarint(code[at:])
		start := at + n
		end := start + int(size)
		if n <= 0 || end > len(code) {
			return nil, errPatch
		}
		if i == jsonToStr-importCount {
			body, err := patchFrame(code[start:end], smallFrame, jsonToStrFrame)
			if err != nil {
				return nil, err
			}
			out := append(make([]byte, 0, len(code)+16), code[:at]...)
			out = binary.AppendUvarint(out, uint64(len(body)))
			return append(append(out, body...), code[end:]...), nil
		}
		at = end
	}
}

// patchFrame gives a function a frame of another size: it changes the constants
// in "sp = sp - frame" at its start and "sp = fp + frame" at its ends.
func patchFrame(body []byte, from, to uint64) ([]byte, error) {
	const (
		localGet  = 0x20
		localTee  = 0x22
		globalGet = 0x23
		globalSet = 0x24
		i32Const  = 0x41
		i32Add    = 0x6a
		i32Sub    = 0x6b
		sp, fp    = 0, 5 // the global, and the local that holds its value
	)
	enter := func(frame uint64) []byte {
		b := binary.AppendUvarint([]byte{globalGet, sp, i32Const}, frame)
		return append(b, i32Sub, localTee, fp, globalSet, sp)
	}
	leave := func(frame uint64) []byte {
		b := binary.AppendUvarint([]byte{localGet, fp, i32Const}, frame)
		return append(b, i32Add, globalSet, sp)
	}
	if bytes.Count(body, enter(from)) != 1 || bytes.Count(body, leave(from)) == 0 {
		return nil, errPatch
	}
	body = bytes.Replace(body, enter(from), enter(to), 1)
	return bytes.ReplaceAll(body, leave(from), leave(to)), nil
}
