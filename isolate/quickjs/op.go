package quickjs

import (
	"errors"
	"fmt"
	"slices"

	"example.com/thaw/isolate"
)

// An opTable has the ops of an isolate. Isolates that were restored from one
// snapshot share the numbers.
type opTable struct {
	numbers map[string]int // by name
	ops     []isolate.Op   // by number
}

func numbered(names []string) map[string]int {
	numbers := make(map[string]int, len(names))
	for i, name := range names {
		numbers[name] = i
	}
	return numbers
}

// find returns the op of a name; ok is false if there is none.
func (t *opTable) find(name []byte) (op isolate.Op, ok bool) {
	n, ok := t.numbers[string(name)]
	if !ok {
		return isolate.Op{}, false
	}
	return t.ops[n], true
}

// addOps puts a function for each op on __host.ops.
func (v *vm) addOps(ops []isolate.Op) error {
	v.table = opTable{make(map[string]int, len(ops)), slices.Clone(ops)}
	for i, op := range ops {
		if _, twice := v.table.numbers[op.Name]; twice {
			return fmt.Errorf("quickjs: two ops are called %q", op.Name)
		}
		if _, own := regexpOps[op.Name]; own {
			return fmt.Errorf("quickjs: op %q has the name of one of the engine's own; rename it", op.Name)
		}
		v.table.numbers[op.Name] = i
		if err := v.addOp(v.boot.ops, op.Name); err != nil {
			return err
		}
	}
	return nil
}

// adoptOps takes the ops of Options, whose functions are in the snapshot.
func (v *vm) adoptOps(ops []isolate.Op, from *snapshot) error {
	t := opTable{from.opNumbers(), make([]isolate.Op, len(from.Ops))}
	for _, op := range ops {
		n, known := t.numbers[op.Name]
		if !known {
			return fmt.Errorf("quickjs: the snapshot was taken without op %q", op.Name)
		}
		if t.ops[n].Call != nil {
			return fmt.Errorf("quickjs: two ops are called %q", op.Name)
		}
		t.ops[n] = op
	}
	for n, name := range from.Ops {
		if t.ops[n].Call == nil {
			return fmt.Errorf("quickjs: the snapshot was taken with an op %q, which Options lack", name)
		}
	}
	v.table = t
	return nil
}

// addOp puts the function of an op on an object.
func (v *vm) addOp(object jsValue, name string) error {
	p := place(&v.machine, name)
	defer v.unplace(p)
	box := v.leaf32(qjsNewHostFunction, uint64(p), uint64(len(name)), 0)
	f := v.valueAt(box)
	v.free(box)
	a := v.atom(name)
	defer v.freeAtom(a)
	const configurableWritableEnumerable = 7
	if v.leaf32(jsDefinePropertyValue, v.context, uint64(object), a, uint64(f), configurableWritableEnumerable) != 1 || v.broken != nil {
		return v.fault(fmt.Errorf("quickjs: op %q can't be made", name))
	}
	return nil
}

// hostCall runs an op. Its arguments are those of quickjs-wasi's trampoline: the
// name, the this value, and pointers to the arguments, which remain the trampoline's.
// It returns a pointer to a new value, or 0 when it has thrown.
func hostCall(v *vm, stack []uint64) {
	name := v.bytes(uint32(stack[0]), uint32(stack[1]))
	result, err := v.callNamed(name, uint32(stack[3]), uint32(stack[4]))
	if v.broken != nil {
		v.abort(v.broken)
	}
	if v.ended != nil {
		v.abort(v.ended)
	}
	if v.runs.interrupted() { // an op can be long, and hostInterrupt is asked seldom
		v.abort(v.interruption())
	}
	if err != nil {
		v.throw(err)
		stack[0] = 0
		return
	}
	stack[0] = uint64(v.box(result))
}

func (v *vm) callNamed(name []byte, argc, argv uint32) (jsValue, error) {
	if op, ok := v.table.find(name); ok {
		return v.callOp(op, argc, argv)
	}
	if own, ok := regexpOps[string(name)]; ok {
		return v.callOwn(own, argc, argv)
	}
	return jsUndefined, fmt.Errorf("no op %q", name)
}

func (v *vm) callOp(op isolate.Op, argc, argv uint32) (jsValue, error) {
	args := make([]isolate.Value, argc)
	for i := range args {
		x := v.valueAt(v.uint32At(argv + 4*uint32(i)))
		var err error
		if args[i], err = v.toValue(x, "argument"); err != nil {
			return jsUndefined, err
		}
	}
	result, err := v.runOp(op, args)
	if err != nil || v.broken != nil {
		return jsUndefined, err
	}
	return v.fromValue(result)
}

// runOp calls an op, and turns its panic into the end of the isolate.
func (v *vm) runOp(op isolate.Op, args []isolate.Value) (result isolate.Value, err error) {
	defer func() {
		if r := recover(); r != nil {
			v.broken = fmt.Errorf("quickjs: op %s panicked: %v", op.Name, r)
		}
	}()
	return op.Call(args)
}

// box moves a value into memory of its own, as the trampoline wants it.
func (v *vm) box(x jsValue) uint32 {
	p := v.malloc(8)
	if p == 0 || !v.memory.WriteUint64Le(p, uint64(x)) {
		v.abort(fmt.Errorf("quickjs: %w", isolate.ErrMemory))
	}
	return p
}

// throw makes err the exception that QuickJS holds.
func (v *vm) throw(err error) {
	if errors.Is(err, errThrown) {
		return
	}
	if errors.Is(err, isolate.ErrMemory) {
		v.abort(fmt.Errorf("quickjs: %w", err))
	}
	class, message := "Error", err.Error()
	var x *isolate.Exception
	if errors.As(err, &x) {
		class, message = x.Class, x.Message
	}
	e, err := v.failure(class, message)
	if err != nil {
		return // making the error threw: that is the exception now
	}
	v.leaf(jsThrow, v.context, uint64(e))
}

// failure makes the error of a class.
func (v *vm) failure(class, message string) (jsValue, error) {
	c, err := v.fromString(class)
	if err != nil {
		return jsUndefined, err
	}
	defer v.freeValue(c)
	m, err := v.fromString(message)
	if err != nil {
		return jsUndefined, err
	}
	defer v.freeValue(m)
	return v.made(uint64(v.call(v.boot.failure, c, m)))
}

func importError(specifier string) error {
	return isolate.Throw("TypeError", "module %q can't be imported: an isolate runs one bundle", specifier)
}
