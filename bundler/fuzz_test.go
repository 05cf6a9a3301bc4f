package bundler_test

import (
	"errors"
	"testing"

	"github.com/dop251/goja/parser"

	"example.com/thaw/bundler"
)

// FuzzLoad holds that no source text panics, that the same text gives the same
// bytes, that what is wrong with a text is an *Error, and that what comes out for
// goja is a script.
func FuzzLoad(f *testing.F) {
	for _, text := range []string{
		"export default { fetch() {} }", "addEventListener('fetch', f)", "export {}", "module.exports = 1", "await 0; export let a", "#!/x\nexport * as a from './main'",
		"export { x as 'export{' }; let x /*! export { y }; */", "async function* f() { for await (const x of y) yield* x } export { f }",
		"import './main'; export default class { @d accessor x = 1 }", "export default import.meta.url", "import('./main')", "//! })();\nwith (a) b", "using x = y; export default x", "export{", "\x00", "\xff",
	} {
		f.Add(text, false)
		f.Add(text, true)
	}
	f.Fuzz(func(t *testing.T, text string, minified bool) {
		o := bundler.Options{Engine: bundler.Goja, LegalComments: "eof", Fixtures: func(string) (bundler.Entry, error) {
			return bundler.Entry{Name: "fuzz", Main: "main.js", Files: map[string]string{"main.js": text}}, nil
		}}
		if minified {
			o.Minify = minify
		}
		b, err := bundler.Load(t.Context(), "fixture:fuzz", o)
		if err != nil {
			var e *bundler.Error
			if !errors.As(err, &e) {
				t.Errorf("error without a place: %v", err)
			}
			return
		}
		if again := load(t, "fixture:fuzz", o); again.SHA256 != b.SHA256 {
			t.Error("the second bundle differs")
		}
		if _, err := parser.ParseFile(nil, "", b.Code, parser.IgnoreRegExpErrors, parser.WithDisableSourceMaps); err != nil {
			t.Errorf("goja: %v\n%s", err, b.Code)
		}
	})
}
