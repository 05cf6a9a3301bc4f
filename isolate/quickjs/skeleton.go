package quickjs

import (
	"bytes"
	"encoding/binary"
	"slices"
)

// A skeleton is the module without all that a restore doesn't need: without data,
// which the snapshot has; without bodies of functions, which are machine code by then; and without the functions
// that are neither called from outside nor put into the table, since calls within
// machine code know no names. wazero decodes and validates it ten times faster than the module.
type skeleton struct {
	wasm  []byte
	kept  []uint32 // the functions that are left, by their index among those that the module defines
	total int      // how many the module defines
}

// makeSkeleton makes the skeleton of a module.
func makeSkeleton(wasm []byte) (skeleton, error) {
	used := map[uint32]bool{importCount: true} // the first in the machine code: wazero searches from there
	var table []uint32
	exports, types := []moduleExport{}, []uint32{}
	err := eachSection(wasm, func(id byte, _, content []byte) (err error) {
		switch id {
		case functionSection:
			types, err = readIndexes(content)
		case exportSection:
			exports, err = readExports(content)
		case elementSection:
			table, err = readTable(content)
		case startSection:
			err = errPatch
		}
		return err
	})
	if err != nil {
		return skeleton{}, err
	}
	exports = slices.DeleteFunc(exports, func(x moduleExport) bool {
		return x.kind == exportedFunction && !slices.Contains(exportNames[:], x.name)
	})
	for _, x := range exports {
		used[x.index] = used[x.index] || x.kind == exportedFunction
	}
	for _, index := range table {
		used[index] = true
	}
	s := skeleton{total: len(types)}
	for i := range uint32(len(types)) {
		if used[i+importCount] {
			s.kept = append(s.kept, i)
		}
	}
	return s, s.write(wasm, types, exports, table)
}

// write puts the module together, with what is left of its sections.
func (s *skeleton) write(wasm []byte, types []uint32, exports []moduleExport, table []uint32) error {
	unreachable := []byte{3, 0, 0x00, 0x0b} // its size, no locals, unreachable, end
	s.wasm = slices.Clone(wasm[:moduleHeader])
	return eachSection(wasm, func(id byte, whole, content []byte) error {
		switch id {
		case functionSection:
			left := make([]uint32, len(s.kept))
			for i, f := range s.kept {
				left[i] = types[f]
			}
			content = appendIndexes(nil, left)
		case exportSection:
			content = s.appendExports(exports)
		case elementSection:
			left := make([]uint32, len(table))
			for i, index := range table {
				left[i] = s.renumber(index)
			}
			offset := bytes.IndexByte(content, endOp) + 1
			content = appendIndexes(slices.Clone(content[:offset]), left)
		case codeSection:
			count := binary.AppendUvarint(nil, uint64(len(s.kept)))
			content = append(count, bytes.Repeat(unreachable, len(s.kept))...)
		case dataSection, dataCountSection, customSection:
			return nil
		}
		s.wasm = appendSection(s.wasm, id, content)
		return nil
	})
}

// renumber is the index in the skeleton of a function of the module.
func (s *skeleton) renumber(index uint32) uint32 {
	if index < importCount {
		return index
	}
	at, _ := slices.BinarySearch(s.kept, index-importCount)
	return uint32(at) + importCount
}

// A moduleExport is an entry of the export section.
type moduleExport struct {
	name  string
	kind  byte
	index uint32
}

const (
	exportedFunction = 0x00
	endOp            = 0x0b
)

func (s *skeleton) appendExports(exports []moduleExport) []byte {
	b := binary.AppendUvarint(nil, uint64(len(exports)))
	for _, x := range exports {
		if x.kind == exportedFunction {
			x.index = s.renumber(x.index)
		}
		b = append(binary.AppendUvarint(b, uint64(len(x.name))), x.name...)
		b = binary.AppendUvarint(append(b, x.kind), uint64(x.index))
	}
	return b
}

func readExports(b []byte) ([]moduleExport, error) {
	count, b, err := readUvarint(b)
	if err != nil || count > uint64(len(b)) {
		return nil, errPatch
	}
	all := make([]moduleExport, count)
	for i := range all {
		var size, index uint64
		if size, b, err = readUvarint(b); err != nil || size >= uint64(len(b)) {
			return nil, errPatch
		}
		x := moduleExport{name: string(b[:size]), kind: b[size]}
		if index, b, err = readUvarint(b[size+1:]); err != nil {
			return nil, err
		}
		x.index = uint32(index)
		all[i] = x
	}
	return all, nil
}

// readTable reads the functions of the one element segment, which is active and at a constant offset.
func readTable(b []byte) ([]uint32, error) {
	const i32Const = 0x41
	head := []byte{1, 0, i32Const} // segments, table
	end := bytes.IndexByte(b, endOp)
	if !bytes.HasPrefix(b, head) || end < 0 {
		return nil, errPatch
	}
	return readIndexes(b[end+1:])
}

// readIndexes reads a vector of indexes that fills b.
func readIndexes(b []byte) ([]uint32, error) {
	count, b, err := readUvarint(b)
	if err != nil || count > uint64(len(b)) {
		return nil, errPatch
	}
	all := make([]uint32, count)
	for i := range all {
		var x uint64
		if x, b, err = readUvarint(b); err != nil {
			return nil, err
		}
		all[i] = uint32(x)
	}
	if len(b) > 0 {
		return nil, errPatch
	}
	return all, nil
}

func appendIndexes(b []byte, all []uint32) []byte {
	b = binary.AppendUvarint(b, uint64(len(all)))
	for _, x := range all {
		b = binary.AppendUvarint(b, uint64(x))
	}
	return b
}

func readUvarint(b []byte) (x uint64, rest []byte, err error) {
	x, n := binary.Uvarint(b)
	if n <= 0 {
		return 0, nil, errPatch
	}
	return x, b[n:], nil
}
