package gojavm

import (
	"reflect"
	"sync"
	"unsafe"

	"github.com/dop251/goja"
)

// maxCalls is how many calls may be open at once, of JavaScript and built-in
// functions together. It is near what V8 allows by default. A call through a
// built-in (a sort callback, a getter) uses Go's stack, about 3 KB each, and
// Go's own limit of 1 GB cannot be recovered from, so this has to come long before it.
const maxCalls = 10_000

// hardMaxCalls is goja's own limit, which JavaScript cannot catch. It stands for
// the code that has no guards: what eval and the Function constructor compile.
const hardMaxCalls = maxCalls + 2_000

// maxSlots is how many values the calls that are open may hold on the stack of values.
const maxSlots = 1 << 20

// A guard stands before the first instruction of a function, and before each
// instruction at which a generator resumes. It throws a RangeError that JavaScript
// can catch when too many calls are open.
type guard struct{ next instruction }

func (g *guard) exec(vm unsafe.Pointer) {
	boundCalls(vm, maxCalls)
	g.next.exec(vm)
}

func boundCalls(vm unsafe.Pointer, calls int) {
	if callDepth(vm) > calls || tryDepth(vm) > calls || stackTop(vm) > maxSlots {
		panic(stackOverflow(runtimeOf(vm)))
	}
	growStack(vm)
}

// An earlyGuard is a guard for guardsWork, which every process waits for.
type earlyGuard struct{ next instruction }

const earlyCalls = 100

func (g *earlyGuard) exec(vm unsafe.Pointer) {
	boundCalls(vm, earlyCalls)
	g.next.exec(vm)
}

func stackOverflow(rt *goja.Runtime) goja.Value {
	return newRangeError(rt, "Maximum call stack size exceeded")
}

func newRangeError(rt *goja.Runtime, msg string) goja.Value {
	ctor := goja.Value(rangeErrorOf(rt))
	if rangeErrorOf(rt) == nil {
		ctor = rt.Get("RangeError")
	}
	o, err := rt.New(ctor, rt.ToValue(msg))
	if err != nil {
		return rt.ToValue("RangeError: " + msg)
	}
	return o
}

// A guarder puts guards into programs. It remembers the kinds of instructions
// that it has met by the address of their method table.
type guarder struct {
	kinds map[unsafe.Pointer]instructionKind
	last  unsafe.Pointer // the table that was looked up last, and its kind
	kind  instructionKind

	literals []literal                          // of the script, by the number that takeLiterals gave them
	early    bool                               // put earlyGuards
	entry    func(next instruction) instruction // what to put before the first instruction of a function
}

// guardProgram guards all functions in p and puts the literals of takeLiterals back. entry may
// put more before the first instruction of each function. The top level of p needs no guard.
func guardProgram(p *goja.Program, literals []literal, entry func(instruction) instruction) {
	g := &guarder{kinds: map[unsafe.Pointer]instructionKind{}, literals: literals, entry: entry}
	g.program(p)
}

func (g *guarder) program(p *goja.Program) {
	code := codeOf(p)
	for i := range code {
		w := wordsOf(&code[i])
		k := g.kindAt(p, i, w.table)
		for _, off := range k.programs {
			if inner := *(**goja.Program)(unsafe.Add(w.data, off)); inner != nil {
				g.function(inner)
			}
		}
		if k.regexp {
			g.adoptLiteral(&code[i])
		}
		if k.eval {
			code[i] = &evalInstruction{code[i], int(*(*uint32)(w.data))}
		}
		if k.spread {
			code[i] = &spreadInstruction{code[i]}
		}
		if k.suspends && i+1 < len(code) {
			defer func() { code[i+1] = g.guard(code[i+1]) }()
		}
	}
}

func (g *guarder) function(p *goja.Program) {
	g.program(p)
	if code := codeOf(p); len(code) > 0 {
		code[0] = g.guard(code[0])
		if g.entry != nil {
			code[0] = g.entry(code[0])
		}
	}
}

func (g *guarder) guard(next instruction) instruction {
	if g.early {
		return &earlyGuard{next}
	}
	return &guard{next}
}

func (g *guarder) kindAt(p *goja.Program, i int, table unsafe.Pointer) instructionKind {
	if table == g.last {
		return g.kind
	}
	k, ok := g.kinds[table]
	if !ok {
		k = kindOf(p, i)
		g.kinds[table] = k
	}
	g.last, g.kind = table, k
	return k
}

// guardsWork tries the guards once on a small recursion. If it answers false, goja
// is not the goja that this package knows, and deep recursion ends the isolate.
var guardsWork = sync.OnceValue(func() (ok bool) {
	defer func() { ok = recover() == nil && ok }()
	if layout, layoutErr = readLayout(); layoutErr != nil || !guardCallsNext() {
		return false
	}
	tree, err := parse("selfcheck.js", `(function f(n) {
		try { return f(n + 1) } catch (e) { return e instanceof RangeError && n > 50 } })(0)`)
	if err != nil {
		return false
	}
	p, err := goja.CompileAST(tree, false)
	if err != nil {
		return false
	}
	(&guarder{kinds: map[unsafe.Pointer]instructionKind{}, early: true}).program(p)
	rt := goja.New()
	rt.SetMaxCallStackSize(10 * earlyCalls)
	v, err := rt.RunProgram(p)
	return err == nil && v.ToBoolean()
})

// guardCallsNext runs a guard by hand on an idle machine. It also shows the linker a
// call of instruction.exec, without which it would drop the method as unreachable.
func guardCallsNext() bool {
	next := &marker{}
	var in instruction = &guard{next}
	in.exec(reflect.New(layout.vm).UnsafePointer())
	return next.ran
}

// A marker is an instruction that notes that it ran.
type marker struct{ ran bool }

func (m *marker) exec(unsafe.Pointer) { m.ran = true }
