package gojavm

import (
	"strings"
	"testing"
)

func TestOperatorChains(t *testing.T) {
	for _, c := range []struct{ open, end, want string }{
		{"1&&", "2", "2"},
		{"0||", "2", "2"},
		{"null??", "2", "2"},
		{"(1&&", "2" + strings.Repeat(")", 2000), "2"},
		{"1+", "1", "2001"},
		{"one+", "1", "2001"},
		{"1**", "1", "1"},
		{"!", "1", "true"},
		{"- ", "7", "7"},
		{"typeof ", "missing", "string"},
		{"1&&!", "1", "false"},
		{"(one?1:1)+", "1", "2001"},
	} {
		got := expr(t, `(() => { const one = 1; return `+strings.Repeat(c.open, 2000)+c.end+" })()")
		if got != c.want {
			t.Errorf("%s... = %q, want %q", c.open, got, c.want)
		}
	}
}

func TestOperatorChainsEvaluated(t *testing.T) {
	chain := strings.Repeat("1&&", 50)
	for _, c := range []struct{ js, want string }{
		{`eval("` + chain + `1")`, "RangeError: " + tooDeep},
		{`eval("!(` + chain + `1)")`, "RangeError: " + tooDeep},
		{`eval("one&&` + chain[:30] + `2")`, "2"},
		{`(0, eval)("` + chain + `2")`, "2"},
		{`new Function("return ` + chain + `2")()`, "2"},
	} {
		if got := expr(t, `(() => { const one = 1; try { return `+c.js+` } catch (e) { return e } })()`); got != c.want {
			t.Errorf("%s = %q, want %q", c.js, got, c.want)
		}
	}
}
