package isolatetest

import (
	_ "embed"
	"maps"
	"regexp"
	"strings"
)

// programOpening is the part that all programs have in common.
//
//go:embed program.js
var programOpening string

// Limits of a generated program.
const (
	programDepth      = 9       // of rules in rules
	programSize       = 6 << 10 // bytes, after which only the shortest forms are taken
	programStatements = 24      // at the top level
)

// Program turns data into a JavaScript program. Every data gives a program that
// has no syntax error and ends, and covers much of the language; the same data
// gives the same program. With an export at its end it is a module, else a sloppy script.
//
// The program logs what it observes, in a form that doesn't depend on the engine,
// and leaves a function __host.result that returns the log. Call it once the
// microtasks have run. Two engines that implement ECMAScript return the same
// text. What the standard leaves to the implementation is not in programs:
// messages of errors, last digits of transcendental functions, how often sort
// compares, time and chance.
func Program(data []byte) string {
	p := program{data: data}
	module := p.choose(2) == 0
	at := inSloppy | outsideLoop
	if module {
		at = inAsync | outsideLoop
	}
	p.out.WriteString(programOpening)
	for range programStatements {
		p.expand("$stmt", at, 0)
		p.out.WriteByte('\n')
		if len(p.data) == 0 {
			break
		}
	}
	if module {
		p.out.WriteString("export default {};\n")
	}
	return p.out.String()
}

// A program is being written. Its text is the derivation in a grammar that the
// bytes of data choose.
type program struct {
	data []byte
	out  strings.Builder
}

// A place says what may stand where a hole is.
type place uint16

const (
	inSloppy    place = 1 << iota // sloppy mode
	inBody                        // of a function: return
	inArguments                   // of a function that is no arrow: arguments
	inLoop                        // break, continue, also with the label outer
	outsideLoop                   // where the label outer is still free
	inGenerator                   // yield
	inSync                        // of a generator that is not async: yield*, which lowered takes other turns
	inAsync                       // await, also at the top level of a module
)

// places are the names of places in the text of a form. Only the mode is passed
// on into a function.
var places = map[string]place{
	"expression": 0, // in a function of its own, such as an arrow or a default
	"arrow":      inBody,
	"function":   inBody | inArguments,
	"generator":  inBody | inArguments | inGenerator | inSync,
	"async":      inBody | inAsync,
	"agenerator": inArguments | inAsync | inGenerator, // lowered, return takes other turns
}

// A form is one way to write something. Its text is JavaScript with holes: $name is
// something of that name at the same place, $name@place at another one.
type form struct {
	needs place // all of which must hold
	text  string
}

// forms are alternatives without needs.
func forms(texts ...string) []form { return formsIn(0, texts...) }

func formsIn(needs place, texts ...string) []form {
	out := make([]form, len(texts))
	for i, text := range texts {
		out[i] = form{needs, text}
	}
	return out
}

// choose takes a byte of data for one of n alternatives, and the first one when
// there are no bytes left.
func (p *program) choose(n int) int {
	if len(p.data) == 0 || n == 1 {
		return 0
	}
	i := int(p.data[0]) % n
	p.data = p.data[1:]
	return i
}

var hole = regexp.MustCompile(`\$([a-z]+)(?:@([a-z]+))?`)

// expand writes text with its holes filled.
func (p *program) expand(text string, at place, depth int) {
	from := 0
	for _, h := range hole.FindAllStringSubmatchIndex(text, -1) {
		p.out.WriteString(text[from:h[0]])
		from = h[1]
		there := at
		if h[4] >= 0 {
			there = at.inner(text[h[4]:h[5]])
		}
		p.fill(text[h[2]:h[3]], there, depth+1)
	}
	p.out.WriteString(text[from:])
}

// inner is the place of a hole that is marked with name.
func (at place) inner(name string) place {
	if name == "loop" {
		return at&^outsideLoop | inLoop
	}
	there, ok := places[name]
	if !ok {
		panic("isolatetest: no place " + name)
	}
	return at&inSloppy | there | outsideLoop
}

// fill writes one of the forms of name. The first form of every name leads to an
// end by itself.
func (p *program) fill(name string, at place, depth int) {
	if name == "class" || name == "member" {
		at &^= inSloppy // class bodies are strict
	}
	all, ok := grammar[name]
	if !ok {
		panic("isolatetest: no form " + name)
	}
	if depth > programDepth || p.out.Len() > len(programOpening)+programSize || len(p.data) == 0 {
		p.expand(all[0].text, at, depth)
		return
	}
	fit := make([]form, 0, len(all))
	for _, f := range all {
		if f.needs&^at == 0 {
			fit = append(fit, f)
		}
	}
	p.expand(fit[p.choose(len(fit))].text, at, depth)
}

// grammar is all forms by name.
var grammar = func() map[string][]form {
	all := map[string][]form{}
	for _, part := range []map[string][]form{literals, operations, builtins, functions, statements} {
		maps.Copy(all, part)
	}
	return all
}()
