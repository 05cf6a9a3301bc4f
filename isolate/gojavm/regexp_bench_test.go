package gojavm

import (
	"context"
	"testing"

	"example.com/thaw/isolate"
)

// BenchmarkRegExp is one pass over a text of a million characters.
func BenchmarkRegExp(b *testing.B) {
	texts := map[string]string{
		"ascii":   `"interface Node : EventTarget { readonly attribute unsigned short nodeType; // a comment\n".repeat(11500)`,
		"unicode": `"interface Nöde : EventTarget { readonly attribute unsigned short nodeType; // 😀 cömment\n".repeat(11500)`,
	}
	const tokens = `const kinds = [/[ \t\r\n]+/y, /\/\/.*/y, /[A-Za-z_\u00c0-\u024f][\w\u00c0-\u024f-]*/y, /[;:{}]/y];
		let at = 0; while (at < text.length) { let m = null;
			for (const k of kinds) { k.lastIndex = at; if ((m = k.exec(text))) break; }
			if (!m) throw new Error("no token at " + at); at += m[0].length; }`
	for name, text := range texts {
		for _, c := range []struct{ name, js string }{
			{"sticky", tokens},
			{"exec", `const r = /\w+/g; let n = 0; while (r.exec(text)) n++`},
			{"test", `const r = /\w+/g; let n = 0; while (r.test(text)) n++`},
			{"match", `text.match(/unsigned|comment/g)`},
			{"matchAll", `for (const m of text.matchAll(/(un)signed/g));`},
			{"replace", `text.replace(/short (\w+)/g, "<$1>")`},
			{"replaceFunction", `text.replace(/short/g, (m) => m + "er")`},
			{"split", `text.split(/;\s*/)`},
			{"search", `text.search(/nowhere|none/)`},
		} {
			b.Run(c.name+"/"+name, func(b *testing.B) {
				iso := isolateWith(b, `globalThis.text = `+text)
				s, err := New().Compile(b.Context(), isolate.Source{Name: "bench.js", Text: "(() => {" + c.js + "})()"})
				if err != nil {
					b.Fatal(err)
				}
				b.ReportAllocs()
				for b.Loop() {
					if err := iso.Run(b.Context(), s); err != nil {
						b.Fatal(err)
					}
				}
			})
		}
	}
}

func isolateWith(b *testing.B, setup string) isolate.Isolate {
	b.Helper()
	s, err := New().Compile(b.Context(), isolate.Source{Name: "setup.js", Text: setup})
	if err != nil {
		b.Fatal(err)
	}
	iso, err := New().New(context.Background(), isolate.Options{})
	if err != nil {
		b.Fatal(err)
	}
	b.Cleanup(func() { _ = iso.Close() })
	if err := iso.Run(b.Context(), s); err != nil {
		b.Fatal(err)
	}
	return iso
}
