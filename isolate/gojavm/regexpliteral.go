package gojavm

import (
	"fmt"
	"strconv"
	"sync/atomic"
	"unicode/utf16"
	"unsafe"

	"github.com/dop251/goja"
	"github.com/dop251/goja/ast"
	"github.com/dop251/goja/file"

	"example.com/thaw/isolate"
	"example.com/thaw/isolate/internal/ecmaregexp"
)

// A literal is a regular expression literal: its pattern is checked when the script is
// compiled and turned into a program at its first match, which most never come to, unless
// Source.EagerRegExps has that done with the script.
type literal struct {
	re     *ecmaregexp.Regexp
	source goja.String
	flags  string
}

// takeLiterals replaces the pattern of each literal by its number, so that goja does not
// compile it. Afterwards adoptLiteral finds it by that number.
func takeLiterals(src isolate.Source, p *ast.Program) ([]literal, error) {
	pass := &literalPass{name: src.Name, file: p.File, eager: src.EagerRegExps}
	walkProgram(pass, p)
	return pass.literals, pass.err
}

type literalPass struct {
	name     string
	file     *file.File
	eager    bool
	literals []literal
	err      error
}

func (p *literalPass) enter(n ast.Node) bool {
	if l, ok := n.(*ast.RegExpLiteral); ok && p.err == nil {
		p.take(l)
	}
	return p.err == nil
}

func (p *literalPass) leave(ast.Node) {}

func (p *literalPass) take(l *ast.RegExpLiteral) {
	flags, err := ecmaregexp.ParseFlags(l.Flags)
	if err != nil {
		p.fail(l, fmt.Sprintf("Invalid regular expression flags '%s'", l.Flags))
		return
	}
	re, err := ecmaregexp.Parse(utf16.Encode([]rune(l.Pattern)), flags)
	if err != nil {
		p.fail(l, invalidPattern(l.Pattern, l.Flags, err))
		return
	}
	if p.eager {
		re.Compile()
	}
	p.literals = append(p.literals, literal{re, goja.StringFromUTF16(utf16.Encode([]rune(l.Pattern))), l.Flags})
	l.Pattern, l.Flags = strconv.Itoa(len(p.literals)-1), ""
}

func (p *literalPass) fail(l *ast.RegExpLiteral, msg string) {
	at := p.file.Position(int(l.Idx) - p.file.Base())
	p.err = &isolate.Exception{
		Class: "SyntaxError", Message: msg, Stack: fmt.Sprintf("    at %s:%d:%d", p.name, at.Line, at.Column),
	}
}

func invalidPattern(source, flags string, err error) string {
	return fmt.Sprintf("Invalid regular expression: /%s/%s: %v", source, flags, err)
}

// A regexpInstruction stands before goja's instruction that makes a RegExp from a literal.
// In a script that was read back the pattern is parsed when the literal is first evaluated,
// or by compileLiteral.
type regexpInstruction struct {
	next  instruction
	flags string
	re    atomic.Pointer[ecmaregexp.Regexp] `bytecode:"-"`
}

func (r *regexpInstruction) exec(vm unsafe.Pointer) {
	r.next.exec(vm)
	if o, ok := asRegexp(topOfStack(vm)); ok {
		v := isolateOf(runtimeOf(vm))
		re := r.re.Load()
		if re == nil {
			re = v.parseRegexp(*o.source(), r.flags)
			r.re.Store(re)
		}
		v.adopt(o, re)
	}
}

// compileLiteral does ahead of time, for an instruction that was read back, what is else
// left to the first evaluation and match of its literal.
func compileLiteral(i any) {
	r, ok := i.(*regexpInstruction)
	if !ok {
		return
	}
	source := *(*goja.String)(unsafe.Add(wordsOf(&r.next).data, layout.literalSource))
	re, err := parsePattern(unitsOf(source), r.flags)
	if err != nil {
		panic(err) // it was parsed before it was written
	}
	re.Compile()
	r.re.Store(re)
}

// adoptLiteral puts the literal back whose number stands in goja's instruction i.
func (g *guarder) adoptLiteral(i *instruction) {
	p := wordsOf(i).data
	number, err := strconv.Atoi((*(*goja.String)(unsafe.Add(p, layout.literalSource))).String())
	if err != nil || number >= len(g.literals) {
		panic(fmt.Sprintf("regular expression literal %d of %d", number, len(g.literals)))
	}
	l := g.literals[number]
	*(*goja.String)(unsafe.Add(p, layout.literalSource)) = l.source
	regexpPattern{*(*unsafe.Pointer)(unsafe.Add(p, layout.literalPattern))}.describe(l.re.Flags)
	r := &regexpInstruction{next: *i, flags: l.flags}
	r.re.Store(l.re)
	*i = r
}
