package quickjs

import "encoding/binary"

// A segment is a piece of the linear memory that a new instance begins with.
type segment struct {
	at   uint32
	data []byte
}

// splitData takes the data out of a module. A module without data is compiled
// once for the isolates that begin with it and for those that begin with a snapshot.
func splitData(wasm []byte) (code []byte, data []segment, err error) {
	code = append(make([]byte, 0, len(wasm)), wasm[:min(len(wasm), moduleHeader)]...)
	err = eachSection(wasm, func(id byte, whole, content []byte) (err error) {
		switch id {
		case dataSection:
			data, err = readSegments(content)
		case dataCountSection:
		default:
			code = append(code, whole...)
		}
		return err
	})
	if err != nil {
		return nil, nil, err
	}
	return code, data, nil
}

// readSegments reads the content of the data section: active segments at constant offsets.
func readSegments(b []byte) ([]segment, error) {
	const (
		active   = 0x00
		i32Const = 0x41
		end      = 0x0b
	)
	count, n := binary.Uvarint(b)
	if n <= 0 {
		return nil, errPatch
	}
	b = b[n:]
	var all []segment
	for range count {
		if len(b) < 2 || b[0] != active || b[1] != i32Const {
			return nil, errPatch
		}
		at, n := signedLEB(b[2:])
		if n <= 0 || at < 0 || 2+n >= len(b) || b[2+n] != end {
			return nil, errPatch
		}
		b = b[2+n+1:]
		size, n := binary.Uvarint(b)
		if n <= 0 || size > uint64(len(b)-n) {
			return nil, errPatch
		}
		all = append(all, segment{uint32(at), b[n : n+int(size)]})
		b = b[n+int(size):]
	}
	return all, nil
}

// signedLEB reads a signed LEB128 number of up to 32 bits. n is its length, or 0
// if there is none.
func signedLEB(b []byte) (x int64, n int) {
	for i := 0; i < len(b) && i < 5; i++ {
		x |= int64(b[i]&0x7f) << (7 * i)
		if b[i] < 0x80 {
			if b[i]&0x40 != 0 {
				x -= 1 << (7 * (i + 1))
			}
			return x, i + 1
		}
	}
	return 0, 0
}
