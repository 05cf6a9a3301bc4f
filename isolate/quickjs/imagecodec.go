package quickjs

import (
	"encoding/binary"
	"maps"
	"slices"
)

// An imageCodec writes the fields of an image one after the other, or reads them in
// the same order: numbers as in LEB128, and a length before each text and list.
type imageCodec struct {
	b       []byte // what is written, or what is left to read
	reading bool
	bad     bool // what was read ends too early, or has a number that is too large
}

// code passes over all fields, whichever way c goes.
func (m *image) code(c *imageCodec) {
	codeText(c, &m.Engine)
	codeText(c, &m.Build)
	codeText(c, &m.Noted)
	codeNumber(c, &m.Memory)
	codeNumber(c, &m.Limit)
	codeNumber(c, &m.StackPointer)
	codeNumber(c, &m.Context)
	codeNumber(c, &m.Runtime)
	codeNumber(c, &m.Scratch)
	codeValues(c, &m.Boot)
	codeValues(c, &m.Functions)
	codeList(c, &m.Ops, func(op *string) { codeText(c, op) })
	codeList(c, &m.Extents, func(x *extent) {
		codeNumber(c, &x.Page)
		codeNumber(c, &x.Count)
	})
	codeList(c, &m.Hot, func(x *hotRange) {
		codeNumber(c, &x.Page)
		codeNumber(c, &x.Count)
	})
}

func codeNumber[T ~uint32 | ~uint64 | ~int64](c *imageCodec, x *T) {
	if !c.reading {
		c.b = binary.AppendUvarint(c.b, uint64(*x))
		return
	}
	got, n := binary.Uvarint(c.b)
	if *x = T(got); n <= 0 || uint64(*x) != got {
		c.b, c.bad, *x = nil, true, 0
		return
	}
	c.b = c.b[n:]
}

// codeLength passes over a length. What is read is no more than the bytes that are left.
func (c *imageCodec) codeLength(n int) int {
	length := uint64(n)
	codeNumber(c, &length)
	if c.reading && length > uint64(len(c.b)) {
		c.b, c.bad, length = nil, true, 0
	}
	return int(length)
}

func codeText[T ~string | ~[]byte](c *imageCodec, text *T) {
	n := c.codeLength(len(*text))
	if !c.reading {
		c.b = append(c.b, *text...)
		return
	}
	*text, c.b = T(c.b[:n]), c.b[n:]
}

func codeList[E any](c *imageCodec, list *[]E, each func(*E)) {
	n := c.codeLength(len(*list))
	for i := 0; i < n && !c.bad; i++ {
		if c.reading {
			*list = append(*list, *new(E))
		}
		each(&(*list)[i])
	}
}

// codeValues passes over a map, in the order of its names.
func codeValues(c *imageCodec, values *map[string]jsValue) {
	names := slices.Sorted(maps.Keys(*values))
	if c.reading {
		*values = map[string]jsValue{}
	}
	codeList(c, &names, func(name *string) {
		codeText(c, name)
		x := (*values)[*name]
		codeNumber(c, &x)
		(*values)[*name] = x
	})
}
