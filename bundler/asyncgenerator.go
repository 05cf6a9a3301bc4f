package bundler

import (
	"bytes"
	_ "embed"
	"fmt"
	"slices"
	"strings"

	"github.com/evanw/esbuild/pkg/api"
)

// asyncGeneratorText replaces the function by which esbuild runs a lowered async
// generator. That one leaves a finally block at its first await when a loop over
// the generator is left early, and its objects have no prototype.
//
//go:embed asyncgenerator.js
var asyncGeneratorText string

// lowersAsyncGenerators tells whether esbuild does.
func (o Options) lowersAsyncGenerators() bool {
	return o.lowers("async-generator", "es2018")
}

// lowers tells whether esbuild lowers a feature that is in the language since a target.
func (o Options) lowers(feature, since string) bool {
	return slices.Contains(o.Engine.Lower, feature) || min(age(o.Target), age(o.Engine.Target)) < age(since)
}

// asyncGenerator is esbuild's function, minified or not: its name, its three
// parameters, and the class that marks an await.
var asyncGenerator = codePattern(
	`(?s)(ID_=_)\((ID),_(ID),_(ID)\)_=>_\{_var ID_=_\(ID,_ID,_ID,_ID\)_=>_\{_try_\{_` +
		`var ID_=_ID\[ID\]\(ID\),_ID_=_\(ID_=_ID\.value\)_instanceof (ID),.*?\("return"\),_ID;?_\}`)

// The pattern is looked for only around a text that is rare, and is part of it:
// ".value)" and then this.
const awaitTest = "instanceof "

const (
	asyncGeneratorBefore = 300  // bytes of the function before that text, at most
	asyncGeneratorAfter  = 1200 // and behind it
)

// withAsyncGenerators makes code use our function for async generators. tail is
// that function, to be put behind the code in the same scope; "" if there are no
// async generators. Places in the code stay as they are, for the source map.
func withAsyncGenerators(code []byte, m Minify) (out []byte, tail string) {
	for from := 0; ; {
		found := bytes.Index(code[from:], []byte(awaitTest))
		if found < 0 {
			return code, ""
		}
		found += from
		start := max(0, found-asyncGeneratorBefore)
		end := min(len(code), found+asyncGeneratorAfter)
		from = found + 1
		if !bytes.HasSuffix(bytes.TrimRight(code[start:found], " "), []byte(".value)")) {
			continue
		}
		if at := asyncGenerator().FindSubmatchIndex(code[start:end]); at != nil {
			return replaceAsyncGenerator(code, code[start:end], at), asyncGeneratorTail(m)
		}
	}
}

// replaceAsyncGenerator fills what it cuts with white space. It keeps the names of
// the parameters: they don't hide that of the class.
func replaceAsyncGenerator(code, window []byte, at []int) []byte {
	group := func(i int) []byte { return window[at[2*i]:at[2*i+1]] }
	call := fmt.Appendf(nil, "%[1]s(%[2]s,%[3]s,%[4]s)=>__asyncGeneratorStart(%[2]s,%[3]s,%[4]s,%[5]s)",
		group(1), group(2), group(3), group(4), group(5))
	whole := group(0)
	if lines := bytes.Count(whole, []byte("\n")); lines > 0 {
		call = append(call, strings.Repeat("\n", lines)...)
	} else {
		call = append(call, strings.Repeat(" ", len(whole)-len(call))...)
	}
	return bytes.Replace(code, whole, call, 1)
}

func asyncGeneratorTail(m Minify) string {
	result := api.Transform(asyncGeneratorText, api.TransformOptions{
		Target:            api.ES2022,
		MinifyWhitespace:  m.Whitespace,
		MinifyIdentifiers: m.Identifiers,
		MinifySyntax:      m.Syntax,
	})
	return string(result.Code)
}
