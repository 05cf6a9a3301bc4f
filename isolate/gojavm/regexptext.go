package gojavm

import (
	"reflect"
	"strings"
	"unsafe"

	"github.com/dop251/goja"

	"example.com/thaw/isolate/internal/ecmaregexp"
)

// textOffsets are how goja keeps strings: in ASCII, in UTF-16 behind a byte order mark, or, if they came from Go,
// in UTF-8 and the second of these as well if the first is not enough.
type textOffsets struct {
	ascii, utf16, imported      reflect.Type
	importedText, importedUnits uintptr
}

func readText(rt *goja.Runtime) (o textOffsets) {
	o.ascii = reflect.TypeOf(rt.ToValue("a"))
	o.utf16 = reflect.TypeOf(goja.StringFromUTF16([]uint16{0x100}))
	o.imported = reflect.TypeOf(rt.ToValue(strings.Repeat("a", 100)))
	if o.ascii.Kind() != reflect.String || o.utf16.Kind() != reflect.Slice || o.utf16.Elem().Kind() != reflect.Uint16 || o.imported.Kind() != reflect.Pointer {
		panic("strings")
	}
	o.importedText = field(o.imported.Elem(), "s", reflect.String).Offset
	units := field(o.imported.Elem(), "u", reflect.Slice)
	if units.Type != o.utf16 {
		panic("importedString")
	}
	o.importedUnits = units.Offset
	return o
}

// textOf is s as goja keeps it, without a copy.
func textOf(s goja.String) ecmaregexp.Text {
	data := (*words)(unsafe.Pointer(&s)).data
	switch reflect.TypeOf(s) {
	case layout.text.ascii:
		return ecmaregexp.ASCII(*(*string)(data))
	case layout.text.utf16:
		return ecmaregexp.UTF16((*(*[]uint16)(data))[1:])
	case layout.text.imported:
		s.Length() // has it scanned
		if u := *(*[]uint16)(unsafe.Add(data, layout.text.importedUnits)); u != nil {
			return ecmaregexp.UTF16(u[1:])
		}
		return ecmaregexp.ASCII(*(*string)(unsafe.Add(data, layout.text.importedText)))
	}
	return ecmaregexp.UTF16(unitsOf(s))
}
