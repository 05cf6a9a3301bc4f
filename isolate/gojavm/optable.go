package gojavm

import (
	"fmt"
	"slices"

	"github.com/dop251/goja"

	"example.com/thaw/isolate"
)

// An opTable is __host.ops. An op becomes a function when it is first asked for:
// there are hundreds, of which an app calls few.
type opTable struct {
	vm    *vm
	ops   map[string]isolate.Op
	names []string // of properties, in their order
	bound map[string]goja.Value
}

func newOpTable(v *vm, ops []isolate.Op) (*opTable, error) {
	t := &opTable{v, make(map[string]isolate.Op, len(ops)), make([]string, len(ops)), map[string]goja.Value{}}
	for i, op := range ops {
		if _, ok := t.ops[op.Name]; ok {
			return nil, fmt.Errorf("gojavm: two ops are named %q", op.Name)
		}
		t.ops[op.Name] = op
		t.names[i] = op.Name
	}
	return t, nil
}

// Get implements goja.DynamicObject.
func (t *opTable) Get(key string) goja.Value {
	if f, ok := t.bound[key]; ok {
		return f
	}
	op, ok := t.ops[key]
	if !ok {
		return nil
	}
	f := t.vm.rt.ToValue(t.vm.bind(op))
	t.bound[key] = f
	return f
}

// Set implements goja.DynamicObject.
func (t *opTable) Set(key string, value goja.Value) bool {
	if !t.Has(key) {
		t.names = append(t.names, key)
	}
	t.bound[key] = value
	return true
}

// Has implements goja.DynamicObject.
func (t *opTable) Has(key string) bool {
	_, bound := t.bound[key]
	_, op := t.ops[key]
	return bound || op
}

// Delete implements goja.DynamicObject.
func (t *opTable) Delete(key string) bool {
	delete(t.bound, key)
	delete(t.ops, key)
	t.names = slices.DeleteFunc(t.names, func(name string) bool { return name == key })
	return true
}

// Keys implements goja.DynamicObject.
func (t *opTable) Keys() []string { return t.names }
