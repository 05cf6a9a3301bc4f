package bundler

import (
	"bytes"
	"slices"
	"strings"
	"unicode/utf16"
)

// forAwaitHead is how esbuild opens a lowered for await:
//
//	for (var iter = f(x), more, temp, error; more = !(temp = await iter.next()).done; more = false)
//
// The variable error is one of the whole function. esbuild does not clear it, so
// that a loop that was left by a throw throws the same again when it is next run.
var forAwaitHead = codePattern(
	`,_(ID),_(ID),_(ID);_(ID)_=_!\((ID)_=_(?:await_ID\.next\(\)|yield_new_ID\(ID\.next\(\)\))\)\.done;_(ID)_=_(?:false|!1)\)`)

// lowersForAwait tells whether esbuild does.
func (o Options) lowersForAwait() bool { return o.lowers("for-await", "es2018") }

// forAwaitTest is rare, and part of what forAwaitHead matches.
var forAwaitTest = []byte(".next()")

// withForAwait makes lowered loops clear error. Where white space is minified the
// code gets longer, and the source map follows.
func withForAwait(code, sourceMap []byte) (newCode, newMap []byte) {
	if !bytes.Contains(code, forAwaitTest) {
		return code, sourceMap
	}
	for _, at := range slices.Backward(forAwaitHead().FindAllSubmatchIndex(code, -1)) {
		name := func(i int) string { return string(code[at[2*i]:at[2*i+1]]) }
		if name(1) != name(4) || name(1) != name(6) || name(2) != name(5) {
			continue
		}
		before, end := code[at[0]:at[7]], at[7]
		declared := []byte("," + name(1) + "," + name(2) + "," + name(3) + "=0")
		if spare := len(before) - len(declared); spare >= 0 {
			declared = append(declared, strings.Repeat(" ", spare)...)
		} else {
			line, column := position(code[:end])
			sourceMap = shiftMap(sourceMap, line, column, -spare)
		}
		code = slices.Concat(code[:at[0]], declared, code[end:])
	}
	return code, sourceMap
}

// position is the line and the column, in UTF-16, of the end of text.
func position(text []byte) (line, column int) {
	last := bytes.LastIndexByte(text, '\n') + 1
	return bytes.Count(text, []byte("\n")), len(utf16.Encode([]rune(string(text[last:]))))
}

// shiftMap moves what a source map (version 3) has of a line, from column on, to
// the right. Columns are differences, so one number changes.
func shiftMap(sourceMap []byte, line, column, by int) []byte {
	const key = `"mappings": "`
	start := bytes.Index(sourceMap, []byte(key)) + len(key)
	if start < len(key) {
		return sourceMap
	}
	for range line {
		start += bytes.IndexByte(sourceMap[start:], ';') + 1
	}
	for at := 0; ; {
		difference, size := readVLQ(sourceMap[start:])
		if size == 0 {
			return sourceMap
		}
		if at += difference; at >= column {
			return slices.Concat(sourceMap[:start], writeVLQ(difference+by), sourceMap[start+size:])
		}
		next := bytes.IndexAny(sourceMap[start:], `,;"`)
		if next < 0 || sourceMap[start+next] != ',' {
			return sourceMap
		}
		start += next + 1
	}
}

const base64Digits = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/"

// readVLQ reads a number as source maps have them: five bits a digit, the lowest
// first, and the lowest bit of all is the sign. Its size is 0 if there is none.
func readVLQ(text []byte) (n, size int) {
	for shift := 0; size < len(text); shift += 5 {
		digit := strings.IndexByte(base64Digits, text[size])
		if digit < 0 {
			return 0, 0
		}
		size++
		n |= digit & 31 << shift
		if digit&32 == 0 {
			if n&1 != 0 {
				return -(n >> 1), size
			}
			return n >> 1, size
		}
	}
	return 0, 0
}

func writeVLQ(n int) (text []byte) {
	rest := n << 1
	if n < 0 {
		rest = -n<<1 | 1
	}
	for {
		digit := rest & 31
		if rest >>= 5; rest == 0 {
			return append(text, base64Digits[digit])
		}
		text = append(text, base64Digits[digit|32])
	}
}
