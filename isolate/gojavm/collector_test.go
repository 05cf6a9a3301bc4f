package gojavm

import (
	"runtime/debug"
	"testing"
)

// Guards, literals and error stacks stand in goja's own structures by unsafe means. With a collection
// at almost every allocation, anything that the collector does not see goes wrong here.
func TestUnderGarbageCollection(t *testing.T) {
	defer debug.SetGCPercent(debug.SetGCPercent(1))
	for _, c := range []struct{ js, want string }{
		{`(() => { const f = (n) => n ? [f(n - 1)] : []; return JSON.stringify(f(200)).length })()`, "402"},
		{`(() => { function f() { f() } try { f() } catch (e) { return e.name } })()`, "RangeError"},
		{`(() => { function* g(n) { if (n) yield* g(n - 1); yield n } return [...g(50)].length })()`, "51"},
		{`(() => { let s = ""; for (let i = 0; i < 200; i++) s += "k" + i + "=v;"; return [...s.matchAll(/(?<k>k\d+)=(?<v>\w)/g)].map((m) => m.groups.k).length })()`, "200"},
		{`[1, 2, 3].map((i) => new RegExp("a(?<n" + i + ">b)", "d").exec("ab").indices[1]).join()`, "1,2,1,2,1,2"},
		{`(() => { const list = []; for (let i = 0; i < 200; i++) list.push(new Error("e" + i)); return list.map((e) => e.stack.split("\n")[0]).at(-1) })()`, "Error: e199"},
		{`Math.max(...Array(5000).fill(1).map((_, i) => i))`, "4999"},
		{`new Function("return [1, 2].values().map((x) => x * 2).toArray()")()`, "2,4"},
		{`(0, eval)("/a(?i:b)/.test('aB')")`, "true"},
		{`JSON.parse("[" + Array(500).fill('{"a":[1,"x"]}').join() + "]").length`, "500"},
	} {
		if got := expr(t, c.js); got != c.want {
			t.Errorf("%s = %q, want %q", c.js, got, c.want)
		}
	}
}
