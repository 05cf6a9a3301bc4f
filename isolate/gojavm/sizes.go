package gojavm

import "github.com/dop251/goja"

// hookSizes refuses strings that no machine could hold, as V8 does, before goja
// asks Go for the memory, which ends the process when there is none.
func (v *vm) hookSizes() error {
	proto := v.prototypeOf("String")
	for name, size := range map[string]func(this goja.String, n float64) float64{
		"repeat":   func(this goja.String, n float64) float64 { return n * float64(this.Length()) },
		"padStart": func(_ goja.String, n float64) float64 { return n },
		"padEnd":   func(_ goja.String, n float64) float64 { return n },
	} {
		if err := v.hook(proto, name, v.boundSize(size)); err != nil {
			return err
		}
	}
	return nil
}

func (v *vm) boundSize(size func(goja.String, float64) float64) func(native) native {
	return func(next native) native {
		return func(call goja.FunctionCall) goja.Value {
			this, ok := call.This.(goja.String)
			if ok && size(this, call.Argument(0).ToFloat()) > maxString {
				panic(newRangeError(v.rt, stringTooLong))
			}
			return next(call)
		}
	}
}
