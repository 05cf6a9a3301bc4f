package bundler_test

import (
	"bytes"
	"fmt"
	"os"
	"path/filepath"
	"testing"
	"unicode/utf16"

	"github.com/go-sourcemap/sourcemap"

	"example.com/thaw/bundler"
)

// forAwaitApp runs loops again that were left by a throw, and marks places that
// the source map is asked for.
const forAwaitApp = `const log = [];
async function* pages(n) { for (let i = 0; i < n; i++) yield i; }
async function twice() {
  for (const i of [0, 1]) {
    try { for await (const v of pages(2)) { if (i === 0) throw "T"; log.push(v); } } catch (e) { log.push(e); }
    globalThis.one = "one";
  } globalThis.emoji = "\u{1F600}"; for await (const v of pages(0)) log.push(v); globalThis.two = "two";
}
async function* inside() {
  for (const i of [0, 1]) try { for await (const v of pages(1)) { if (i === 0) throw "U"; yield v; } } catch (e) { yield e; }
  globalThis.three = "three";
}
async function run() { await twice(); for await (const v of inside()) log.push(v); let late = null; late ||= await "L"; log.push(late); return log; }
export default { fetch: async () => String(await run()) };
`

func TestForAwait(t *testing.T) {
	file := filepath.Join(t.TempDir(), "worker.js")
	if err := os.WriteFile(file, []byte(forAwaitApp), 0o644); err != nil {
		t.Fatal(err)
	}
	for i := range 8 {
		for _, charset := range []string{"ascii", "utf8"} {
			m := bundler.Minify{Whitespace: i&1 != 0, Identifiers: i&2 != 0, Syntax: i&4 != 0}
			t.Run(fmt.Sprintf("%+v/%s", m, charset), func(t *testing.T) {
				b := load(t, file, bundler.Options{Engine: bundler.Goja, Minify: m, Charset: charset})
				same(t, "answer", answer(t, string(b.Code)), "T,0,1,U,0,L")
				for _, place := range []string{"one", "two", "three"} {
					mapped(t, b, place)
				}
			})
		}
	}
}

// mapped checks that the source map leads from the string "place" of the bundle
// to that of the source.
func mapped(t *testing.T, b *bundler.Bundle, place string) {
	t.Helper()
	text := []byte("globalThis." + place)
	wantLine, wantColumn := lineAndColumn([]byte(forAwaitApp), text)
	line, column := lineAndColumn(b.Code, text)
	c, err := sourcemap.Parse("", mapText(t, b))
	if err != nil {
		t.Fatal(err)
	}
	_, _, gotLine, gotColumn, ok := c.Source(line, column)
	if !ok || gotLine != wantLine || gotColumn != wantColumn {
		t.Errorf("%s at %d:%d is mapped to %d:%d, want %d:%d", place, line, column, gotLine, gotColumn, wantLine, wantColumn)
	}
	indented := bytes.Contains(b.Code, append([]byte(" "), text...)) // a line maps to its first place from the start
	if _, _, beforeLine, beforeColumn, ok := c.Source(line, column-1); ok && !indented && beforeLine == gotLine && beforeColumn == gotColumn {
		t.Errorf("what is before %s at %d:%d is mapped to the same place", place, line, column)
	}
}

// lineAndColumn counts lines from one and columns, in UTF-16, from zero.
func lineAndColumn(text, place []byte) (line, column int) {
	before := text[:bytes.Index(text, place)]
	start := bytes.LastIndexByte(before, '\n') + 1
	return bytes.Count(before, []byte("\n")) + 1, len(utf16.Encode([]rune(string(before[start:]))))
}
