package quickjs

import (
	"bytes"
	"errors"
	"fmt"
	"strings"
	"unicode/utf8"

	"example.com/thaw/isolate"
)

// errThrown reports that QuickJS holds an exception, to be read by thrown.
var errThrown = errors.New("quickjs: exception pending")

// fromValue makes the JavaScript value of v. The caller frees it.
func (v *vm) fromValue(x isolate.Value) (jsValue, error) {
	switch x := x.(type) {
	case nil:
		return jsUndefined, nil
	case bool:
		return jsBool(x), nil
	case float64:
		return jsNumber(x), nil
	case string:
		return v.fromString(x)
	case []byte:
		return v.fromBytes(x)
	}
	return jsUndefined, isolate.Throw("TypeError", "a result of Go type %T is no Value", x)
}

func (v *vm) fromString(s string) (jsValue, error) {
	if !utf8.ValidString(s) {
		s = strings.ToValidUTF8(s, "\ufffd")
	}
	p := place(&v.machine, s)
	if p == 0 {
		return jsUndefined, isolate.ErrMemory
	}
	defer v.unplace(p)
	return v.made(v.leaf(jsNewStringLen, v.context, uint64(p), uint64(len(s))))
}

func (v *vm) fromBytes(b []byte) (jsValue, error) {
	p := place(&v.machine, b)
	if p == 0 {
		return jsUndefined, isolate.ErrMemory
	}
	defer v.unplace(p)
	return v.made(v.leaf(jsNewArrayBufferCopy, v.context, uint64(p), uint64(len(b))))
}

// made checks a value that the engine made.
func (v *vm) made(x uint64) (jsValue, error) {
	if v.broken != nil {
		return jsUndefined, v.broken
	}
	if jsValue(x) == jsException {
		return jsUndefined, errThrown
	}
	return jsValue(x), nil
}

// toValue reads a JavaScript value. Bytes alias the isolate's memory. What is no
// Value is a TypeError that begins with what.
func (v *vm) toValue(x jsValue, what string) (isolate.Value, error) {
	if x.isFloat() {
		return x.float(), nil
	}
	switch x.tag() {
	case tagInt:
		return float64(int32(x)), nil
	case tagBool:
		return x == jsTrue, nil
	case tagNull, tagUndefined:
		return nil, nil
	case tagString, tagStringRope:
		return v.toString(x)
	case tagObject:
		return v.toBytes(x, what)
	}
	return nil, notValue(what)
}

func notValue(what string) error {
	return isolate.Throw("TypeError", "%s is no value that crosses to the host: null, boolean, number, string, ArrayBuffer or view", what)
}

func (v *vm) toString(x jsValue) (isolate.Value, error) {
	length := v.scratch
	p := v.leaf32(jsToCStringLen2, v.context, uint64(length), uint64(x), 0)
	if p == 0 {
		return nil, errThrown
	}
	s := scalar(v.bytes(p, v.uint32At(length)))
	v.leaf(jsFreeCString, v.context, uint64(p))
	return s, v.broken
}

// scalar copies WTF-8, in which QuickJS writes a lone surrogate as three bytes,
// to a string where each of those is U+FFFD.
func scalar(b []byte) string {
	if utf8.Valid(b) {
		return string(b)
	}
	out := make([]byte, 0, len(b))
	for len(b) > 0 {
		r, n := utf8.DecodeRune(b)
		if r == utf8.RuneError && n == 1 && len(b) >= 3 && b[0] == 0xed {
			n = 3
		}
		out = utf8.AppendRune(out, r)
		b = b[n:]
	}
	return string(out)
}

func (v *vm) toBytes(x jsValue, what string) (isolate.Value, error) {
	switch class := v.leaf32(jsGetClassID, uint64(x)); {
	case class == classArrayBuffer || class == classSharedArrayBuffer:
		return v.bufferBytes(x)
	case class >= classFirstTypedArray && class <= classLastTypedArray:
		return v.typedArrayBytes(x)
	case class == classDataView:
		window := v.call(v.boot.window, x)
		if window == jsException {
			return nil, errThrown
		}
		defer v.freeValue(window)
		return v.typedArrayBytes(window)
	}
	return nil, notValue(what)
}

func (v *vm) bufferBytes(buffer jsValue) (isolate.Value, error) {
	size := v.scratch
	p := v.leaf32(jsGetArrayBuffer, v.context, uint64(size), uint64(buffer))
	n := v.uint32At(size)
	if p == 0 && v.is(jsHasException, v.context) {
		return nil, errThrown
	}
	if n == 0 {
		return []byte{}, v.broken
	}
	return v.bytes(p, n), v.broken
}

// typedArrayBytes reads the window of a typed array.
func (v *vm) typedArrayBytes(x jsValue) (isolate.Value, error) {
	offset, length := v.scratch, v.scratch+4
	buffer := jsValue(v.leaf(jsGetTypedArrayBuffer, v.context, uint64(x), uint64(offset), uint64(length), 0))
	if buffer == jsException {
		return nil, errThrown
	}
	defer v.freeValue(buffer)
	from, n := v.uint32At(offset), v.uint32At(length)
	all, err := v.bufferBytes(buffer)
	if err != nil {
		return nil, err
	}
	b := all.([]byte)
	if uint64(from)+uint64(n) > uint64(len(b)) {
		return nil, fmt.Errorf("quickjs: a view of %d bytes at %d is outside of its buffer of %d", n, from, len(b))
	}
	return b[from : from+n : from+n], nil
}

// owned copies what aliases the isolate's memory.
func owned(x isolate.Value) isolate.Value {
	if b, ok := x.([]byte); ok {
		return bytes.Clone(b)
	}
	return x
}
