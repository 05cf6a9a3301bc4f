package gojavm

import (
	"testing"

	"example.com/thaw/isolate"
)

// TestLazyGlobals holds what the contract says of __host.lazyGlobals.
func TestLazyGlobals(t *testing.T) {
	for _, test := range []struct{ name, script, want string }{
		{"plain", `const d = Object.getOwnPropertyDescriptor(globalThis, "A"); [d.value, d.writable, d.enumerable, d.configurable]`, "f.A,true,false,true"},
		{"enumerable", `const d = Object.getOwnPropertyDescriptor(globalThis, "b"); [d.value, d.writable, d.enumerable, d.configurable]`, "f.b,true,true,true"},
		{"names", `Object.getOwnPropertyNames(globalThis).slice(-3)`, "A,b,C"},
		{"keys", `Object.keys(globalThis).includes("b") && !Object.keys(globalThis).includes("A")`, "true"},
		{"to look is no use", `[typeof globalThis, "A" in globalThis, Object.hasOwn(globalThis, "b"), made]`, "object,true,true,"},
		{"made once", `[A === A, globalThis.A, made]`, "true,f.A,f.A"},
		{"typeof is a use", `[typeof A, made]`, "string,f.A"},
		{"assigned", `A = 1; globalThis.b = 2; [A, b, globalThis.A]`, "1,2,1"},
		{"declared", `(0, eval)("var A = 3"); A`, "3"},
		{"deleted", `[delete globalThis.A, "A" in globalThis, typeof A, Object.getOwnPropertyNames(globalThis).includes("A")]`, "true,false,undefined,false"},
		{"put back", `delete globalThis.A; globalThis.A = 4; A`, "4"},
		{"there before", `[typeof Array, typeof C]`, "function,string"},
		{"throws, and is tried again", `__host.throwing(); const f = () => { try { return X } catch (e) { return e.message } }; [f(), f(), made]`, "no X,no X,g.X,g.X"},
		{"unknown", `typeof missing`, "undefined"},
	} {
		t.Run(test.name, func(t *testing.T) {
			for range 2 { // the second isolate has the template of the first
				got := lazily(t, test.script)
				if got != test.want {
					t.Errorf("%s, want %s", got, test.want)
				}
			}
		})
	}
}

// lazily runs a script with a few globals, and returns its value as a string.
func lazily(t *testing.T, script string) string {
	t.Helper()
	e := New()
	iso, err := e.New(t.Context(), isolate.Options{})
	if err != nil {
		t.Fatal(err)
	}
	defer iso.Close()
	for _, text := range []string{
		`var made = [];
		__host.lazyGlobal = (group, name) => {
			made.push(group + "." + name);
			if (name === "X") throw new Error("no X");
			return group + "." + name;
		};
		__host.throwing = () => __host.lazyGlobals("\n  g   X\n");
		__host.lazyGlobals("\n  f A +b\n  g Array C\n")`,
		"__host.result = () => `${(0, eval)(" + "`" + script + "`" + ")}`",
	} {
		s, err := e.Compile(t.Context(), isolate.Source{Name: "test.js", Text: text})
		if err != nil {
			t.Fatal(err)
		}
		if err := iso.Run(t.Context(), s); err != nil {
			t.Fatal(err)
		}
	}
	result, err := iso.Call(t.Context(), "result")
	if err != nil {
		t.Fatal(err)
	}
	return result.(string)
}
