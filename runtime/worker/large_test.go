package worker_test

import (
	"encoding/json"
	"fmt"
	"strconv"
	"strings"
	"testing"

	"example.com/thaw/isolate"
	"example.com/thaw/runtime/web"
)

// largeApp is an app of large literals: an array and an object of n members, a
// string and a template in proportion, a switch and functions of n/20, a chain
// of operators and an argument list of n/12. n of 60,000 makes about 3 MB.
func largeApp(n int) isolate.Source {
	list := func(n int, sep string, f func(i int) string) string {
		parts := make([]string, n)
		for i := range parts {
			parts[i] = f(i)
		}
		return strings.Join(parts, sep)
	}
	var b strings.Builder
	fmt.Fprintf(&b, "const arr = [%s];\n", list(n, ",", func(i int) string {
		switch {
		case i%7 == 0:
			return fmt.Sprintf(`"s%d"`, i)
		case i%5 == 0:
			return fmt.Sprintf("{a:%d}", i)
		}
		return strconv.Itoa(i)
	}))
	fmt.Fprintf(&b, "const obj = {%s};\n", list(n, ",", func(i int) string { return fmt.Sprintf("k%d:%d", i, i) }))
	fmt.Fprintf(&b, "const str = %q;\n", strings.Repeat("0123456789", n))
	fmt.Fprintf(&b, "const tpl = `%s`;\n", strings.Repeat(`ab\n`, n/3))
	fmt.Fprintf(&b, "const sw = (x) => { switch (x) { %s default: return -1; } };\n",
		list(n/20, "", func(i int) string { return fmt.Sprintf("case %d: return %d;", i, 2*i) }))
	b.WriteString(list(n/20, "\n", func(i int) string { return fmt.Sprintf("function f%d(x) { return x + %d }", i, i) }))
	fmt.Fprintf(&b, "\nconst chain = %s;\n", list(n/12, "+", strconv.Itoa))
	fmt.Fprintf(&b, "const count = ((...a) => a.length)(%s);\n", list(n/12, ",", strconv.Itoa))
	fmt.Fprintf(&b, `__host.module = { default: { fetch: () => Response.json([
		arr.length, arr[7], arr[5].a, arr[%[1]d], Object.keys(obj).length, obj.k%[1]d, str.length, tpl.length,
		sw(%[2]d), sw(%[3]d), f%[2]d(1), chain, count]) } };`, n-1, n/20-1, n/20)
	return isolate.Source{Name: "worker.js", Text: b.String()}
}

func TestLargeLiterals(t *testing.T) {
	const n = 60_000
	onEngines(t, func(t *testing.T, lib *web.Library) {
		i, _ := start(t, lib, largeApp(n))
		status, body := get(t, i, "/")
		const chain = n / 12 * (n/12 - 1) / 2
		want, err := json.Marshal([]any{n, "s7", 5, n - 1, n, n - 1, 10 * n, n, 2 * (n/20 - 1), -1, n / 20, chain, n / 12})
		if err != nil {
			t.Fatal(err)
		}
		if status != 200 || body != string(want) {
			t.Errorf("%d %s, want %s", status, body, want)
		}
	})
}

// BenchmarkLargeLiterals shows that parsing takes time in proportion to size:
// twice the n, twice the ns/op.
func BenchmarkLargeLiterals(b *testing.B) {
	for name, lib := range libraries() {
		for _, n := range []int{15_000, 30_000, 60_000} {
			b.Run(fmt.Sprintf("%s/n=%d", name, n), func(b *testing.B) {
				src := largeApp(n)
				b.SetBytes(int64(len(src.Text)))
				for b.Loop() {
					if _, err := lib.Engine().Compile(b.Context(), src); err != nil {
						b.Fatal(err)
					}
				}
			})
		}
	}
}
