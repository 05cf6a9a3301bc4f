package gojavm

import (
	"context"
	"errors"
	"unsafe"

	"example.com/thaw/isolate"
)

// A meter counts for all isolates of a counting engine. A nil one counts nothing.
type meter struct {
	counts isolate.Counts
	layer  func(script string) bool
}

// A countingEngine is no ScriptCodec: its scripts hold entries.
type countingEngine struct{ of engine }

var (
	_ isolate.Counter        = engine{}
	_ isolate.CountingEngine = countingEngine{}
)

// Counting implements isolate.Counter. What functions a direct eval makes is not counted.
func (engine) Counting(layer func(script string) bool) (isolate.CountingEngine, error) {
	if !guardsWork() {
		return nil, errors.New("gojavm: this version of goja is not known: nothing can be counted")
	}
	if layer == nil {
		layer = func(string) bool { return false }
	}
	return countingEngine{engine{&meter{layer: layer}}}, nil
}

// Info implements isolate.Engine.
func (e countingEngine) Info() isolate.Info { return e.of.Info() }

// Compile implements isolate.Engine.
func (e countingEngine) Compile(ctx context.Context, src isolate.Source) (isolate.Script, error) {
	return e.of.Compile(ctx, src)
}

// New implements isolate.Engine.
func (e countingEngine) New(ctx context.Context, o isolate.Options) (isolate.Isolate, error) {
	return e.of.New(ctx, o)
}

// Close implements isolate.Engine.
func (e countingEngine) Close() error { return e.of.Close() }

// Counts implements isolate.CountingEngine.
func (e countingEngine) Counts() isolate.Counts { return e.of.meter.counts }

// parsed counts what was compiled.
func (c *meter) parsed(src isolate.Source) {
	if c != nil && !c.layer(src.Name) {
		c.counts.BytesParsed += int64(len(src.Text))
	}
}

// entry counts a function that was compiled, and puts an entry before its first instruction.
func (c *meter) entry(script string, next instruction) instruction {
	if c == nil {
		return next
	}
	layer := c.layer(script)
	if !layer {
		c.counts.FunctionsParsed++
	}
	return &entry{next, layer}
}

// An entry stands before the first instruction of a function, where nothing jumps to.
type entry struct {
	next  instruction
	layer bool
}

func (e *entry) exec(vm unsafe.Pointer) {
	v := isolateOf(runtimeOf(vm))
	counts := &v.meter.counts
	switch {
	case e.layer:
		counts.LayerCalls++
	case v.entered[e]:
		counts.Calls++
	default:
		v.entered[e] = true
		counts.Calls++
		counts.FunctionsEntered++
	}
	e.next.exec(vm)
}
