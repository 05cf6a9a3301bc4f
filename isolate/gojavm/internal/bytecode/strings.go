package bytecode

import (
	"strings"
	"unsafe"

	"github.com/dop251/goja/unistring"
)

// The sorts of strings, by where their bytes are.
const (
	stringApart  = iota
	stringInText // part of the text that was compiled
	stringWide   // UTF-16, goja's form of what is not ASCII; its address must be even
	stringSorts
)

// A stringTable has the distinct strings of a program.
type stringTable struct {
	text    string // that was compiled
	places  map[string]uint64
	entries writer
	bytes   [stringSorts][]byte
}

func (t *stringTable) place(s string) uint64 {
	n, ok := t.places[s]
	if !ok {
		n = uint64(len(t.places))
		t.places[s] = n
		t.add(s)
	}
	return n
}

func (t *stringTable) add(s string) {
	sort, offset := stringApart, 0
	if unistring.String(s).AsUtf16() != nil {
		sort = stringWide
	} else if i, ok := offsetIn(t.text, s); ok {
		sort, offset = stringInText, i
	}
	t.entries.uint(uint64(len(s)*stringSorts + sort))
	if sort == stringInText {
		t.entries.uint(uint64(offset))
	} else {
		t.bytes[sort] = append(t.bytes[sort], s...)
	}
}

// offsetIn is where in text the string s is, if it is a part of it in memory.
func offsetIn(text, s string) (int, bool) {
	if s == "" {
		return 0, false
	}
	i := uintptr(unsafe.Pointer(unsafe.StringData(s))) - uintptr(unsafe.Pointer(unsafe.StringData(text)))
	return int(i), i < uintptr(len(text)) && strings.HasPrefix(text[i:], s)
}

func (t *stringTable) write(w *writer) {
	w.uint(uint64(len(t.places)))
	w.uint(uint64(len(t.bytes[stringApart])))
	w.uint(uint64(len(t.bytes[stringWide])))
	w.b = append(w.b, t.entries.b...)
	w.b = append(w.b, t.bytes[stringApart]...)
	w.b = append(w.b, t.bytes[stringWide]...)
}

// readStrings reads what stringTable.write wrote. The result does not alias r.
func readStrings(r *reader, text string) []string {
	list := make([]string, r.count())
	apart, wide := r.count(), r.count()
	rest := *r
	for range list { // the bytes come after the entries
		if rest.uint()%stringSorts == stringInText {
			rest.uint()
		}
	}
	bytes := [stringSorts]string{
		stringApart: string(rest.take(apart)), stringInText: text, stringWide: aligned(rest.take(wide)),
	}
	var at [stringSorts]uint64
	for i := range list {
		x := r.uint()
		sort, n := x%stringSorts, x/stringSorts
		if sort == stringInText {
			at[sort] = r.uint()
		}
		list[i] = part(bytes[sort], at[sort], n)
		at[sort] += n
	}
	*r = rest
	return list
}

// part is n bytes of s from i on.
func part(s string, i, n uint64) string {
	if i > uint64(len(s)) || n > uint64(len(s))-i {
		panic(errDamaged)
	}
	return s[i : i+n]
}

// aligned is b as a string at an address that any integer could have.
func aligned(b []byte) string {
	if len(b) == 0 {
		return ""
	}
	place := make([]uint64, (len(b)+7)/8)
	p := (*byte)(unsafe.Pointer(&place[0]))
	copy(unsafe.Slice(p, len(b)), b)
	return unsafe.String(p, len(b))
}
