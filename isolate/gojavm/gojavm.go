package gojavm

import (
	"context"
	"errors"
	"fmt"
	"runtime/debug"

	"github.com/dop251/goja"
	"github.com/dop251/goja/ast"
	"github.com/dop251/goja/parser"

	"example.com/thaw/isolate"
)

// New returns the engine. It holds nothing that Close has to free.
func New() isolate.Engine { return engine{} }

type engine struct{ meter *meter } // nil unless it counts

var (
	_ isolate.Engine      = engine{}
	_ isolate.ScriptCodec = engine{}
	_ isolate.Isolate     = (*vm)(nil)
)

// Info names the engine and the version of goja that is linked.
func (engine) Info() isolate.Info {
	return isolate.Info{Name: "goja", Version: gojaVersion(), LazyRegExps: true, Gaps: gaps()}
}

func (engine) Close() error { return nil }

func gojaVersion() string {
	info, ok := debug.ReadBuildInfo()
	if !ok {
		return "unknown"
	}
	for _, m := range info.Deps {
		if m.Path == "github.com/dop251/goja" {
			return m.Version
		}
	}
	return "unknown"
}

// A script is a program that any number of isolates may run at once.
type script struct {
	src isolate.Source
	prg *goja.Program
}

func (s *script) Source() isolate.Source { return s.src }

// Compile parses and compiles a classic script. It does not follow
// sourceMappingURL: stacks are mapped through src.Map.
func (e engine) Compile(ctx context.Context, src isolate.Source) (_ isolate.Script, err error) {
	if src.Module {
		return nil, isolate.ErrModules
	}
	if ctx.Err() != nil {
		return nil, context.Cause(ctx)
	}
	defer recoverAs(&err, "compile "+src.Name)
	prg, err := compile(src, e.meter)
	if err != nil {
		return nil, err
	}
	return &script{src, prg}, nil
}

func compile(src isolate.Source, c *meter) (*goja.Program, error) {
	if tooDeeplyNested(src.Text) {
		return nil, &isolate.Exception{Class: "SyntaxError", Message: "code is nested too deeply", Stack: "    at " + src.Name + ":1:1"}
	}
	tree, err := parseWithHTMLComments(src.Name, src.Text)
	if err != nil {
		return nil, syntaxError(src.Name, err)
	}
	return compileTree(src, tree, c)
}

// compileTree compiles the tree of src, and takes it over.
func compileTree(src isolate.Source, tree *ast.Program, c *meter) (_ *goja.Program, err error) {
	bindArguments(tree)
	breakOperatorChains(tree)
	var literals []literal
	if guardsWork() {
		if literals, err = takeLiterals(src, tree); err != nil {
			return nil, err
		}
	}
	prg, err := goja.CompileAST(tree, false)
	if err != nil {
		return nil, syntaxError(src.Name, err)
	}
	if guardsWork() {
		guardProgram(prg, literals, func(next instruction) instruction { return c.entry(src.Name, next) })
		c.parsed(src)
	}
	return prg, nil
}

func parse(name, text string) (*ast.Program, error) {
	return parser.ParseFile(nil, name, text, 0, parser.WithDisableSourceMaps)
}

// syntaxError turns what goja's parser or compiler reports into an exception.
func syntaxError(name string, err error) error {
	var list parser.ErrorList
	if errors.As(err, &list) && len(list) > 0 {
		p := list[0].Position
		return &isolate.Exception{
			Class:   "SyntaxError",
			Message: list[0].Message,
			Stack:   fmt.Sprintf("    at %s:%d:%d", name, p.Line, p.Column),
		}
	}
	var cerr *goja.CompilerSyntaxError
	if errors.As(err, &cerr) {
		e := &isolate.Exception{Class: "SyntaxError", Message: cerr.Message}
		if cerr.File != nil {
			p := cerr.File.Position(cerr.Offset)
			e.Stack = fmt.Sprintf("    at %s:%d:%d", name, p.Line, p.Column)
		}
		return e
	}
	return &isolate.Exception{Class: "SyntaxError", Message: err.Error()}
}

// recoverAs turns a panic of goja into an error. It must be deferred.
func recoverAs(err *error, doing string) {
	if x := recover(); x != nil {
		*err = fmt.Errorf("gojavm: goja failed to %s: %v", doing, x)
	}
}
