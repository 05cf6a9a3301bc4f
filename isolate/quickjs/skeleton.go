package quickjs

import (
	"bytes"
	"encoding/binary"
	"slices"
)

// A skeleton is the module without all that a restore doesn't need: without data,
// which the snapshot has; without bodies of functions, which are machine code by then; and without the functions
// that are not called from Go, since calls within machine code know no names, and without
// their types. wazero decodes and validates it twenty times faster than the module.
type skeleton struct {
	wasm  []byte
	kept  []uint32 // the functions that are left, by their index among those that the module defines
	total int      // how many the module defines

	// What the machine code needs for calls through the table, which wazero would have
	// made of the functions in it: see indirectCalls.
	types      []uint32 // of each type of the module, the first that is the same
	tableStart uint32   // where in the table its functions begin
	table      []uint32 // these, by their index among those that the module defines
	tableTypes []uint32 // and their types, by their index in types
}

// moduleParts are sections of a module, taken apart.
type moduleParts struct {
	types     [][]byte // as they are encoded
	imports   []moduleImport
	functions []uint32 // types of those that the module defines
	exports   []moduleExport
}

// makeSkeleton makes the skeleton of a module.
func makeSkeleton(wasm []byte) (s skeleton, _ error) {
	var parts moduleParts
	err := eachSection(wasm, func(id byte, _, content []byte) (err error) {
		switch id {
		case typeSection:
			parts.types, err = readTypes(content)
		case importSection:
			parts.imports, err = readImports(content)
		case functionSection:
			parts.functions, err = readIndexes(content)
		case exportSection:
			parts.exports, err = readExports(content)
		case elementSection:
			s.tableStart, s.table, err = readTable(content)
		case startSection:
			err = errPatch
		}
		return err
	})
	if err == nil {
		err = parts.check(s.table)
	}
	if err != nil {
		return skeleton{}, err
	}
	parts.exports = slices.DeleteFunc(parts.exports, func(x moduleExport) bool {
		return x.kind == exportedFunction && !slices.Contains(exportNames[:], x.name)
	})
	s.total = len(parts.functions)
	s.keep(parts)
	s.fillTable(parts)
	return s, s.write(wasm, parts)
}

// check reports an index of a type or function that there is none of.
func (p moduleParts) check(table []uint32) error {
	for _, i := range p.imports {
		if int(i.index) >= len(p.types) {
			return errPatch
		}
	}
	for _, t := range p.functions {
		if int(t) >= len(p.types) {
			return errPatch
		}
	}
	for _, index := range table {
		if index < importCount || int(index-importCount) >= len(p.functions) {
			return errPatch
		}
	}
	return nil
}

// keep lists the functions that are left.
func (s *skeleton) keep(parts moduleParts) {
	used := map[uint32]bool{importCount: true} // the first in the machine code: wazero searches from there
	for _, x := range parts.exports {
		used[x.index] = used[x.index] || x.kind == exportedFunction
	}
	for i := range uint32(len(parts.functions)) {
		if used[i+importCount] {
			s.kept = append(s.kept, i)
		}
	}
}

// fillTable describes the functions of the table.
func (s *skeleton) fillTable(parts moduleParts) {
	first := map[string]uint32{}
	for i, t := range parts.types {
		if _, ok := first[string(t)]; !ok {
			first[string(t)] = uint32(i)
		}
		s.types = append(s.types, first[string(t)])
	}
	for i, index := range s.table {
		s.table[i] = index - importCount
		s.tableTypes = append(s.tableTypes, parts.functions[index-importCount])
	}
}

// write puts the module together, with what is left of its sections.
func (s *skeleton) write(wasm []byte, parts moduleParts) error {
	unreachable := []byte{3, 0, 0x00, 0x0b} // its size, no locals, unreachable, end
	var types []uint32                      // that are left
	renumber := func(t uint32) uint32 {
		if !slices.Contains(types, t) {
			types = append(types, t)
		}
		return uint32(slices.Index(types, t))
	}
	imports := binary.AppendUvarint(nil, uint64(len(parts.imports)))
	for _, i := range parts.imports {
		imports = binary.AppendUvarint(append(imports, i.head...), uint64(renumber(i.index)))
	}
	left := make([]uint32, len(s.kept))
	for i, f := range s.kept {
		left[i] = renumber(parts.functions[f])
	}
	s.wasm = slices.Clone(wasm[:moduleHeader])
	return eachSection(wasm, func(id byte, _, content []byte) error {
		switch id {
		case typeSection:
			content = binary.AppendUvarint(nil, uint64(len(types)))
			for _, t := range types {
				content = append(content, parts.types[t]...)
			}
		case importSection:
			content = imports
		case functionSection:
			content = appendIndexes(nil, left)
		case exportSection:
			content = s.appendExports(parts.exports)
		case codeSection:
			count := binary.AppendUvarint(nil, uint64(len(s.kept)))
			content = append(count, bytes.Repeat(unreachable, len(s.kept))...)
		case elementSection, dataSection, dataCountSection, customSection:
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

// readTypes reads the function types of a module, as they are encoded.
func readTypes(b []byte) ([][]byte, error) {
	const functionType = 0x60
	count, b, err := readUvarint(b)
	if err != nil || count > uint64(len(b)) {
		return nil, errPatch
	}
	all := make([][]byte, count)
	for i := range all {
		if len(b) == 0 || b[0] != functionType {
			return nil, errPatch
		}
		rest := b[1:]
		for range 2 { // parameters and results, of one byte each
			var size uint64
			if size, rest, err = readUvarint(rest); err != nil || size > uint64(len(rest)) {
				return nil, errPatch
			}
			rest = rest[size:]
		}
		all[i], b = b[:len(b)-len(rest)], rest
	}
	return all, nil
}

// A moduleImport is an entry of the import section, which is a function.
type moduleImport struct {
	head  []byte // its names and kind, as they are encoded
	index uint32 // of its type
}

func readImports(b []byte) ([]moduleImport, error) {
	const importedFunction = 0x00
	count, b, err := readUvarint(b)
	if err != nil || count != importCount {
		return nil, errPatch
	}
	all := make([]moduleImport, count)
	for i := range all {
		rest := b
		for range 2 { // module and name
			var size uint64
			if size, rest, err = readUvarint(rest); err != nil || size >= uint64(len(rest)) {
				return nil, errPatch
			}
			rest = rest[size:]
		}
		if rest[0] != importedFunction {
			return nil, errPatch
		}
		head := b[:len(b)-len(rest)+1]
		var index uint64
		if index, b, err = readUvarint(rest[1:]); err != nil {
			return nil, err
		}
		all[i] = moduleImport{head, uint32(index)}
	}
	return all, nil
}

// readTable reads the functions of the one element segment, which is active, and the constant offset that they begin at.
func readTable(b []byte) (start uint32, functions []uint32, err error) {
	const i32Const = 0x41
	head := []byte{1, 0, i32Const} // segments, table
	if !bytes.HasPrefix(b, head) {
		return 0, nil, errPatch
	}
	b = b[len(head):]
	at, n := signedLEB(b)
	if n <= 0 || at < 0 || n >= len(b) || b[n] != endOp {
		return 0, nil, errPatch
	}
	functions, err = readIndexes(b[n+1:])
	return uint32(at), functions, err
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
