package gojavm

import (
	"fmt"
	"strings"
	"unsafe"

	"github.com/dop251/goja"
	"github.com/dop251/goja/ast"

	"example.com/thaw/isolate"
)

// What eval and the constructors of functions compile gets none of this package's passes and
// guards when goja does it. So the constructors compile here, and so does eval
// where that makes no difference: when it is called indirectly, with code that
// declares nothing.

const evaluatedName = "<anonymous>"

// functionConstructors are the constructors of functions, by the text that such a function begins with.
var functionConstructors = ownProgram("functions", `({
	"function": Function,
	"async function": Object.getPrototypeOf(async function () {}).constructor,
	"function*": Object.getPrototypeOf(function* () {}).constructor,
})`)

// hookSource puts compile behind eval, called indirectly, and the constructors of functions.
func (v *vm) hookSource() error {
	x, err := v.rt.RunProgram(functionConstructors())
	if err != nil {
		return fmt.Errorf("gojavm: constructors of functions: %w", err)
	}
	kinds := x.(*goja.Object)
	for _, kind := range kinds.Keys() {
		f := kinds.Get(kind).(*goja.Object)
		construct := constructorOf(f)
		make := v.constructFunction(*construct, kind)
		*construct = make
		if err := hookFunction(f, kind, func(native) native {
			return func(call goja.FunctionCall) goja.Value { return make(call.Arguments, nil) }
		}); err != nil {
			return err
		}
	}
	return hookFunction(v.rt.Get("eval").(*goja.Object), "eval", v.evalIndirectly)
}

// constructFunction is CreateDynamicFunction (ECMA-262, 20.2.1.1.1) for one kind.
func (v *vm) constructFunction(next constructor, kind string) constructor {
	return func(args []goja.Value, newTarget *goja.Object) *goja.Object {
		parts := make([]string, len(args))
		for i, a := range args {
			parts[i] = toString(a).String()
		}
		f := v.evaluate(functionText(kind, parts))
		if newTarget != nil {
			if err := f.SetPrototype(next(nil, newTarget).Prototype()); err != nil {
				panic(err)
			}
		}
		return f
	}
}

func functionText(kind string, parts []string) string {
	body := ""
	if n := len(parts) - 1; n >= 0 {
		parts, body = parts[:n], parts[n]
	}
	return "(" + kind + " anonymous(" + strings.Join(parts, ",") + "\n) {\n" + body + "\n})"
}

// evaluate runs the text of a single expression that makes an object.
func (v *vm) evaluate(text string) *goja.Object {
	if tooDeeplyNested(text) {
		panic(newRangeError(v.rt, tooDeep))
	}
	p, err := compile(isolate.Source{Name: evaluatedName, Text: text}, v.meter)
	if err != nil {
		panic(v.throw(err))
	}
	return v.runNested(p).(*goja.Object)
}

// runNested runs p inside of a call of a built-in function.
func (v *vm) runNested(p *goja.Program) goja.Value {
	x, err := v.rt.RunProgram(p)
	if err != nil {
		panic(err)
	}
	return x
}

func (v *vm) evalIndirectly(next native) native {
	return func(call goja.FunctionCall) goja.Value {
		source, ok := call.Argument(0).(goja.String)
		if !ok {
			return next(call)
		}
		tree := parseEval(v.rt, source)
		if tree == nil || declares(tree) {
			checkEval(v.rt, tree)
			return next(call)
		}
		program, err := compileTree(isolate.Source{Name: evaluatedName, Text: source.String()}, tree, v.meter)
		if err != nil {
			panic(v.throw(err))
		}
		return v.runNested(program)
	}
}

// parseEval returns nil where goja is to compile, or to report what is wrong.
func parseEval(rt *goja.Runtime, source goja.String) *ast.Program {
	text := source.String()
	if tooDeeplyNested(text) {
		panic(newRangeError(rt, tooDeep))
	}
	if strings.Contains(text, "\uFFFD") {
		return nil // maybe a lone surrogate
	}
	tree, err := parse(evaluatedName, text)
	if err != nil {
		return nil
	}
	return tree
}

// checkEval refuses what goja would compile without end.
func checkEval(rt *goja.Runtime, tree *ast.Program) {
	if tree != nil && hasConstantChain(tree) {
		panic(newRangeError(rt, tooDeep))
	}
}

// declares reports whether p adds anything to the scope that it runs in.
func declares(p *ast.Program) bool {
	for _, s := range p.Body {
		switch s.(type) {
		case *ast.FunctionDeclaration, *ast.LexicalDeclaration, *ast.ClassDeclaration:
			return true
		}
	}
	return len(p.DeclarationList) > 0
}

// An evalInstruction stands before goja's instruction for a direct eval of argc
// arguments, which no hook of the function eval sees.
type evalInstruction struct {
	next instruction
	argc int
}

func (e *evalInstruction) exec(vm unsafe.Pointer) {
	if at := stackTop(vm) - e.argc; e.argc > 0 && at >= 0 {
		source, ok := (*(*[]goja.Value)(unsafe.Add(vm, layout.vmStack)))[at].(goja.String)
		if ok {
			rt := runtimeOf(vm)
			checkEval(rt, parseEval(rt, source))
		}
	}
	e.next.exec(vm)
}
