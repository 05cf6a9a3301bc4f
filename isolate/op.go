package isolate

// A Value is what crosses between JavaScript and Go: nil (from undefined and null,
// to undefined), bool, float64, string or []byte. Anything else as an argument of an op, or
// as the result of Call, is a TypeError.
//
// Strings cross as scalar values (USVString of Web IDL): a lone surrogate becomes
// U+FFFD. Bytes come from an ArrayBuffer or a view, of which only the window
// crosses, and go out as a new ArrayBuffer. A []byte argument of an op aliases
// the isolate's memory and may be read only until the op returns; a []byte that
// an op returns belongs to the isolate from then on, and one that Call returns to the caller.
type Value = any

// Arg is the set of Go types that an op takes and returns.
type Arg interface {
	bool | float64 | string | []byte
}

// An Op is the Go half of a Web API: a named function that JavaScript calls as
// __host.ops[Name]. It runs on the goroutine that runs the isolate. An error is
// thrown: an *Exception as its class says, any other as an Error. Make one with Op0 to Op5
// from a plain Go function, which is then tested without an engine, or by hand
// where arguments are optional.
type Op struct {
	Name string
	Call func(args []Value) (Value, error)
}

// None is the result of an op that returns nothing.
type None struct{}

// Result is what an op may return.
type Result interface{ Arg | None }

// Op0 makes an op without arguments.
func Op0[R Result](name string, f func() (R, error)) Op {
	return Op{name, func([]Value) (Value, error) { return result(f()) }}
}

// Op1 makes an op of one argument.
func Op1[A Arg, R Result](name string, f func(A) (R, error)) Op {
	return Op{name, func(args []Value) (Value, error) {
		a, err := ArgAt[A](name, args, 0)
		if err != nil {
			return nil, err
		}
		return result(f(a))
	}}
}

// Op2 makes an op of two arguments.
func Op2[A, B Arg, R Result](name string, f func(A, B) (R, error)) Op {
	return Op{name, func(args []Value) (Value, error) {
		b, err := ArgAt[B](name, args, 1)
		if err != nil {
			return nil, err
		}
		return Op1(name, func(a A) (R, error) { return f(a, b) }).Call(args)
	}}
}

// Op3 makes an op of three arguments.
func Op3[A, B, C Arg, R Result](name string, f func(A, B, C) (R, error)) Op {
	return Op{name, func(args []Value) (Value, error) {
		c, err := ArgAt[C](name, args, 2)
		if err != nil {
			return nil, err
		}
		return Op2(name, func(a A, b B) (R, error) { return f(a, b, c) }).Call(args)
	}}
}

// Op4 makes an op of four arguments.
func Op4[A, B, C, D Arg, R Result](name string, f func(A, B, C, D) (R, error)) Op {
	return Op{name, func(args []Value) (Value, error) {
		d, err := ArgAt[D](name, args, 3)
		if err != nil {
			return nil, err
		}
		return Op3(name, func(a A, b B, c C) (R, error) { return f(a, b, c, d) }).Call(args)
	}}
}

// Op5 makes an op of five arguments.
func Op5[A, B, C, D, E Arg, R Result](name string, f func(A, B, C, D, E) (R, error)) Op {
	return Op{name, func(args []Value) (Value, error) {
		e, err := ArgAt[E](name, args, 4)
		if err != nil {
			return nil, err
		}
		return Op4(name, func(a A, b B, c C, d D) (R, error) { return f(a, b, c, d, e) }).Call(args)
	}}
}

func result[R Result](r R, err error) (Value, error) {
	if _, none := any(r).(None); none || err != nil {
		return nil, err
	}
	return r, nil
}

// ArgAt is argument i of an op. The JavaScript layer converts by Web IDL before
// it calls, so a mismatch is a bug of ours; it is a TypeError, never coerced.
func ArgAt[A Arg](op string, args []Value, i int) (a A, err error) {
	if i >= len(args) {
		return a, Throw("TypeError", "%s: %d arguments, want at least %d", op, len(args), i+1)
	}
	a, ok := args[i].(A)
	if !ok {
		return a, Throw("TypeError", "%s: argument %d is %T, want %T", op, i, args[i], a)
	}
	return a, nil
}
