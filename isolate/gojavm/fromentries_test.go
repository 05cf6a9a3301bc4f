package gojavm

import "testing"

func TestFromEntries(t *testing.T) {
	for _, c := range []struct{ js, want string }{
		{`JSON.stringify(Object.fromEntries([["a", 1], ["b", [2]], ["__proto__", 3], [4, 5]]))`, `{"4":5,"a":1,"b":[2],"__proto__":3}`},
		{`JSON.stringify(Object.fromEntries(new Map([["é😀", 1]])))`, `{"é😀":1}`},
		{`Object.entries(Object.fromEntries([{}, { 0: "a" }, { 1: 2 }]))`, "undefined,2,a,"},
		{`Object.fromEntries([[Symbol.iterator, 1]])[Symbol.iterator]`, "1"},
		{`Object.fromEntries([["\ud83d", 1]])["\ud83d"]`, "1"},
		{`Object.keys(Object.fromEntries([[{ toString: () => "k" }, 1]]))`, "k"},
		{`(() => { let n = 0; const it = { [Symbol.iterator]() { return this }, next: () => ({ value: 1 }), return() { n++; return {} } };
			try { Object.fromEntries(it) } catch (e) { return e.name + n } })()`, "TypeError1"},
		{`(() => { try { Object.fromEntries(null) } catch (e) { return e.name } })()`, "TypeError"},
		{`(() => { try { Object.fromEntries([[{ toString() { throw new RangeError("x") } }]]) } catch (e) { return e.message } })()`, "x"},
		{`Object.fromEntries.name + Object.fromEntries.length`, "fromEntries1"},
	} {
		if got := expr(t, c.js); got != c.want {
			t.Errorf("%s = %q, want %q", c.js, got, c.want)
		}
	}
}
