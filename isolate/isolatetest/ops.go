package isolatetest

import (
	"errors"
	"fmt"
	"strings"
	"testing"

	"example.com/thaw/isolate"
)

var opClauses = []clause{
	{"error class", "an op's error is thrown as the class of its Exception, any other as an Error", opErrorClass},
	{"DOMException", "a class that is no constructor of the language is made by __host.domException(message, name)", opDOMException},
	{"no DOMException", "without __host.domException such an error is an Error of that name", opNoDOMException},
	{"arguments", "an op gets every argument that was passed, and no more", opArguments},
	{"mismatch", "an argument of the wrong type is a TypeError", opMismatch},
	{"result no Value", "a result that is no Value is thrown, not passed on", opResult},
	{"panic", "a panic in an op does not leave the engine", opPanic},
	{"many", "an isolate may have hundreds of ops", opMany},
	{"names", "an op keeps working after JavaScript changed its properties, and its name may be any string", opNames},
	{"nested call", "an op may call back into its isolate", nestedCall},
	{"nested run", "an op may run a script in its isolate", nestedRun},
	{"nested throw", "a throw in a nested call reaches the op as an Exception, and JavaScript again if the op returns it", nestedThrow},
	{"bytes during nesting", "an op's bytes stay readable until the op returns, also when it calls back", nestedBytes},
}

// caught returns a script whose result is what calling the op fail threw.
const caught = `__host.result = () => { try { __host.ops.fail(); return "no error" } catch (e) {
	return [e.name, e.message, e instanceof Error, Object.getPrototypeOf(e) === globalThis[e.name]?.prototype].join("|") } };`

func fail(err error) isolate.Op {
	return isolate.Op0("fail", func() (isolate.None, error) { return isolate.None{}, err })
}

func opErrorClass(t *testing.T, e isolate.Engine) {
	for _, c := range []struct {
		err  error
		want string
	}{
		{isolate.Throw("TypeError", "a %d", 1), "TypeError|a 1|true|true"},
		{isolate.Throw("RangeError", "b"), "RangeError|b|true|true"},
		{isolate.Throw("SyntaxError", "c"), "SyntaxError|c|true|true"},
		{isolate.Throw("ReferenceError", "d"), "ReferenceError|d|true|true"},
		{isolate.Throw("EvalError", "e"), "EvalError|e|true|true"},
		{isolate.Throw("URIError", "f"), "URIError|f|true|true"},
		{isolate.Throw("Error", "g"), "Error|g|true|true"},
		{isolate.Throw("TypeError", ""), "TypeError||true|true"},
		{isolate.Throw("TypeError", "percent %%s %%d \u65e5\u0000."), "TypeError|percent %s %d \u65e5\u0000.|true|true"},
		{errors.New("plain"), "Error|plain|true|true"},
		{fmt.Errorf("outer: %w", isolate.Throw("RangeError", "inner")), "RangeError|inner|true|true"},
	} {
		if got := result(t, e, caught, fail(c.err)); got != c.want {
			t.Errorf("%v: got %q, want %q", c.err, got, c.want)
		}
	}
	err := runError(t, e, `__host.ops.fail()`, fail(isolate.Throw("RangeError", "uncaught")))
	if x := exception(t, err); x.Class != "RangeError" || x.Message != "uncaught" {
		t.Errorf("uncaught: got %v", x)
	}
}

func opDOMException(t *testing.T, e isolate.Engine) {
	iso := start(t, e, `class Fake extends Error { constructor(m, n) { super(m); this.n = n } get name() { return this.n } }
		__host.domException = (message, name) => new Fake(message, name);
		__host.result = () => { try { __host.ops.fail() } catch (e) { return [e.name, e.message, e instanceof Fake].join("|") } };`,
		fail(isolate.Throw("InvalidCharacterError", "no %s", "good")))
	if got := call(t, iso, "result"); got != "InvalidCharacterError|no good|true" {
		t.Errorf("got %v", got)
	}
}

func opNoDOMException(t *testing.T, e isolate.Engine) {
	got := result(t, e, `__host.result = () => { try { __host.ops.fail() } catch (e) {
		return [e.name, e.message, Object.getPrototypeOf(e) === Error.prototype].join("|") } };`,
		fail(isolate.Throw("InvalidCharacterError", "no")))
	if got != "InvalidCharacterError|no|true" {
		t.Errorf("got %v", got)
	}
}

func opArguments(t *testing.T, e isolate.Engine) {
	op := isolate.Op{Name: "list", Call: func(args []isolate.Value) (isolate.Value, error) {
		return fmt.Sprintf("%d%v", len(args), args), nil
	}}
	got := result(t, e, `const { list } = __host.ops; __host.result = () => [list(), list(undefined), list(1, "b", true),
		list(...Array(20).fill(2))].join("|")`, op)
	if want := "0[]|1[<nil>]|3[1 b true]|20[" + strings.TrimSpace(strings.Repeat("2 ", 20)) + "]"; got != want {
		t.Errorf("got %v, want %v", got, want)
	}
}

func opMismatch(t *testing.T, e isolate.Engine) {
	op := isolate.Op2("two", func(a string, b float64) (string, error) { return a, nil })
	got := result(t, e, `__host.result = () => [[], ["a"], [1, 1], ["a", "1"], [null, 1], ["a", 1n]].map((a) => {
		try { return __host.ops.two(...a) } catch (e) { return e.name } }).join()`, op)
	if got != "TypeError,TypeError,TypeError,TypeError,TypeError,TypeError" {
		t.Errorf("got %v", got)
	}
}

func opResult(t *testing.T, e isolate.Engine) {
	for _, v := range []isolate.Value{1, int64(2), struct{}{}, []string{"a"}, map[string]any{}, error(errors.New("x"))} {
		op := isolate.Op{Name: "odd", Call: func([]isolate.Value) (isolate.Value, error) { return v, nil }}
		got := result(t, e, `__host.result = () => { try { __host.ops.odd(); return "no error" } catch (e) { return e.name } }`, op)
		if got == "no error" {
			t.Errorf("a result of type %T was passed on", v)
		}
	}
}

func opPanic(t *testing.T, e isolate.Engine) {
	op := isolate.Op{Name: "boom", Call: func([]isolate.Value) (isolate.Value, error) { panic("boom in op") }}
	iso := newIsolate(t, e, isolate.Options{Ops: []isolate.Op{op}})
	err := iso.Run(t.Context(), compile(t, e, `__host.ops.boom()`))
	if err == nil || !strings.Contains(err.Error(), "boom in op") {
		t.Errorf("error = %v, want one that says what the panic said", err)
	}
}

func opMany(t *testing.T, e isolate.Engine) {
	var ops []isolate.Op
	for i := range 500 {
		ops = append(ops, isolate.Op0(fmt.Sprintf("op%d", i), func() (float64, error) { return float64(i), nil }))
	}
	got := result(t, e, `__host.result = () => { let n = 0; for (const k in __host.ops) n += __host.ops[k](); return n }`, ops...)
	if got != 500.0*499/2 {
		t.Errorf("got %v", got)
	}
}

func opNames(t *testing.T, e isolate.Engine) {
	named := func(name string) isolate.Op {
		return isolate.Op0(name, func() (string, error) { return "<" + name + ">", nil })
	}
	got := result(t, e, `
		const { ops } = __host, one = ops.one;
		Object.defineProperty(one, "name", { value: "two" }); ops.two = null;
		__host.ops = null;
		__host.result = () => one() + ops["\u65e5 \ud83d\ude00"]() + ops["1"]() + ops["__proto"]() + one.call("this")`,
		named("one"), named("two"), named("\u65e5 \U0001f600"), named("1"), named("__proto"))
	if got != "<one><\u65e5 \U0001f600><1><__proto><one>" {
		t.Errorf("got %v", got)
	}
}

// nesting starts text in an isolate with an op "enter" that runs enter with it.
func nesting(t *testing.T, e isolate.Engine, text string, enter func(isolate.Isolate) (string, error)) isolate.Isolate {
	var iso isolate.Isolate
	iso = newIsolate(t, e, isolate.Options{Ops: []isolate.Op{
		isolate.Op0("enter", func() (string, error) { return enter(iso) }),
		echo(),
	}})
	if err := iso.Run(t.Context(), compile(t, e, text)); err != nil {
		t.Fatal(detail(err))
	}
	return iso
}

func nestedCall(t *testing.T, e isolate.Engine) {
	depth := 0
	iso := nesting(t, e, `__host.result = (n) => n === 0 ? "end" : n + __host.ops.enter()`,
		func(iso isolate.Isolate) (string, error) {
			depth--
			v, err := iso.Call(t.Context(), "result", float64(depth))
			s, _ := v.(string)
			return s, err
		})
	depth = 20
	if got := call(t, iso, "result", 20.0); got != "2019181716151413121110987654321end" {
		t.Errorf("got %v", got)
	}
}

func nestedRun(t *testing.T, e isolate.Engine) {
	s := compile(t, e, `globalThis.ran = (globalThis.ran ?? 0) + 1; Promise.resolve().then(() => log.push("inner"))`)
	iso := nesting(t, e, `const log = []; __host.log = () => log.join();
		__host.result = () => { Promise.resolve().then(() => log.push("outer")); __host.ops.enter(); log.push("after"); return ran }`,
		func(iso isolate.Isolate) (string, error) { return "", iso.Run(t.Context(), s) })
	if got := call(t, iso, "result"); got != 1.0 {
		t.Errorf("got %v", got)
	}
	if got := call(t, iso, "log"); got != "after,outer,inner" {
		t.Errorf("only the outermost call drains: got %v", got)
	}
}

func nestedThrow(t *testing.T, e isolate.Engine) {
	var inner error
	iso := nesting(t, e, `__host.bad = () => { throw new RangeError("deep") };
		__host.result = () => { try { __host.ops.enter() } catch (e) { return e.name + e.message + (e instanceof RangeError) } }`,
		func(iso isolate.Isolate) (string, error) {
			_, inner = iso.Call(t.Context(), "bad")
			return "", inner
		})
	if got := call(t, iso, "result"); got != "RangeErrordeeptrue" {
		t.Errorf("got %v", got)
	}
	if x := exception(t, inner); x.Class != "RangeError" || x.Message != "deep" {
		t.Errorf("the op saw %v", x)
	}
}

func nestedBytes(t *testing.T, e isolate.Engine) {
	var iso isolate.Isolate
	op := isolate.Op1("hold", func(b []byte) (string, error) {
		if _, err := iso.Call(t.Context(), "grow"); err != nil {
			return "", err
		}
		return fmt.Sprint(b[:4]), nil
	})
	iso = start(t, e, `const kept = []; __host.grow = () => { for (let i = 0; i < 64; i++) kept.push(new Uint8Array(1 << 20)) };
		__host.result = () => __host.ops.hold(new Uint8Array([1, 2, 3, 4]))`, op)
	if got := call(t, iso, "result"); got != "[1 2 3 4]" {
		t.Errorf("got %v", got)
	}
}
