package isolatetest

import (
	"math/rand/v2"
	"strings"
	"testing"

	"github.com/evanw/esbuild/pkg/api"
)

// TestProgram holds that programs have no syntax error, neither the short ones
// nor any form of the grammar in what comes out of long data.
func TestProgram(t *testing.T) {
	r := rand.New(rand.NewPCG(1, 2))
	for n := range 120 {
		data := make([]byte, r.IntN(n*8+1))
		for i := range data {
			data[i] = byte(r.Uint32())
		}
		text := Program(data)
		if again := Program(data); again != text {
			t.Fatal("the same data gave another program")
		}
		format := api.FormatIIFE
		if strings.Contains(text, "\nexport ") {
			format = api.FormatESModule
		}
		result := api.Build(api.BuildOptions{
			Stdin: &api.StdinOptions{Contents: text}, Bundle: true, Format: format, LogLevel: api.LogLevelSilent,
		})
		for _, m := range result.Errors {
			line := m.Location.LineText
			t.Errorf("%s: %s", m.Text, line[max(0, m.Location.Column-100):min(len(line), m.Location.Column+40)])
		}
		if t.Failed() {
			t.FailNow()
		}
	}
}

// TestGrammar holds that every hole of every form has forms to fill it, and that
// the first form of each name needs nothing.
func TestGrammar(t *testing.T) {
	for name, all := range grammar {
		if all[0].needs != 0 {
			t.Errorf("the first form of %s needs a place", name)
		}
		for _, f := range all {
			for _, h := range hole.FindAllStringSubmatch(f.text, -1) {
				if _, ok := places[h[2]]; !ok && h[2] != "" && h[2] != "loop" {
					t.Errorf("%s: no place %q in %s", name, h[2], f.text)
				}
				if _, ok := grammar[h[1]]; !ok {
					t.Errorf("%s: no form %q in %s", name, h[1], f.text)
				}
			}
		}
	}
}
