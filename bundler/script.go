package bundler

import (
	"bytes"
	"fmt"
	"slices"
	"strings"
)

// An engine without modules runs one as a function: it is strict, may await at its
// top level, and returns the namespace. The opening is esbuild's banner, so that
// esbuild counts it in the source map; the closing is behind everything that the
// map names.
const (
	scriptOpening = `__host.module = (async () => { "use strict";`
	scriptClosing = "})();\n"
)

const (
	identifier = `[^\s,{}"';]+`
	exportName = `(?:` + identifier + `|"(?:[^"\\]|\\.)*"|'(?:[^'\\]|\\.)*')`
	exportItem = `(` + identifier + `)(?:\s+as\s*(` + exportName + `))?`
)

var (
	exportList = pattern(`^export\s*\{(?:\s*` + exportItem + `\s*,?)*\s*\};?`)
	exportOne  = pattern(exportItem)
	// exportCommonJS is how esbuild exports an entry that is a CommonJS module.
	exportCommonJS = pattern(`^export default ([^\s(]+\(\));?`)
	comments       = pattern(`^(?:\s|//[^\n]*\n|/\*(?s:.*?)\*/)*$`)
)

// asScript makes a classic script of an ES module that esbuild wrote with
// scriptOpening as its banner: its export clause, which is the last statement,
// becomes the return of an object like a module namespace (live, no prototype).
// Lines stay as they are, so that the source map holds. tail is put at the end of
// the function.
func asScript(code []byte, exports []string, tail string) ([]byte, error) {
	// Only comments can follow the clause, but one of them could look like it.
	for end := len(code); ; {
		start := bytes.LastIndex(code[:end], []byte("export"))
		if start < 0 {
			return nil, fmt.Errorf("bundler: esbuild's output has no export clause for %s", strings.Join(exports, ", "))
		}
		if clause, namespace := returned(code[start:], exports); clause > 0 && comments().Match(code[start+clause:]) {
			return slices.Concat(code[:start], namespace, code[start+clause:], []byte(tail+scriptClosing)), nil
		}
		end = start
	}
}

// returned is the length of the export clause at the start of code, 0 if there is
// none with just these names, and the statement to put in its place.
func returned(code []byte, exports []string) (clause int, namespace []byte) {
	if m := exportCommonJS().FindSubmatch(code); m != nil {
		return len(m[0]), fmt.Appendf(nil, "return { __proto__: null, default: %s };", m[1])
	}
	m := exportList().Find(code)
	if m == nil {
		return 0, nil
	}
	list := m[bytes.IndexByte(m, '{')+1 : bytes.LastIndexByte(m, '}')]
	getters, n := []byte("return { __proto__: null,"), 0
	last := 0
	for _, at := range exportOne().FindAllSubmatchIndex(list, -1) {
		local, name := list[at[2]:at[3]], list[at[2]:at[3]]
		if at[4] >= 0 {
			name = list[at[4]:at[5]]
		}
		getters = append(getters, list[last:at[0]]...)
		getters = fmt.Appendf(getters, "get %s() { return %s; }", name, local)
		last = at[1]
		n++
	}
	if n != len(exports) {
		return 0, nil
	}
	getters = append(getters, list[last:]...)
	return len(m), append(getters, "};"...)
}

// insideIIFE puts tail at the end of the function that esbuild wrote around a
// script.
func insideIIFE(code []byte, tail string) []byte {
	end := bytes.LastIndex(code, []byte("})()"))
	for end > 0 && !comments().Match(bytes.TrimPrefix(code[end+len("})()"):], []byte(";"))) {
		end = bytes.LastIndex(code[:end], []byte("})()"))
	}
	return slices.Concat(code[:max(end, 0)], []byte(tail), code[max(end, 0):])
}
