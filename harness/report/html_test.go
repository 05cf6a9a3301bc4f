package report

import (
	"bytes"
	"fmt"
	"math"
	"regexp"
	"slices"
	"strings"
	"testing"

	"golang.org/x/net/html"

	"example.com/thaw/harness"
	"example.com/thaw/harness/stats"
)

// pageResults are results of every kind that a page may have to show.
func pageResults(t testing.TB) map[string]*harness.Result {
	v := func() *virtual { return &virtual{mode: harness.ModeIsolate, cpu: true} }
	full := result(t, v(), 10, fourArms()...)
	full.Thaw, full.Command = "v0.1.0", []string{"thaw", "bench", "./my app", "--minify", "off,on"}
	for i := range full.Arms {
		full.Arms[i].Bundle.Inputs = somePackages()
	}
	full.Globals = []harness.GlobalTouch{{Arm: full.Arms[0].ID, Global: "URL", Origin: "app.js:1:2", Phase: "evaluate", Files: []string{"20_url"}}}
	many := make([]harness.Arm, 40)
	for i := range many {
		many[i] = arm(fmt.Sprintf("app@%d", i/4), "goja", fmt.Sprint(i%4), int64(i))
	}
	hostile := arm(`</title><script>alert(1)</script>`, `"><img src=x>`, `'&lt;`, 1)
	hostile.Bundle.Inputs = []harness.Input{{Path: "</svg><b>", Package: "<i>", Bytes: 3}}
	return map[string]*harness.Result{
		"full":     full,
		"verdicts": verdictResult(t),
		"process":  result(t, &virtual{mode: harness.ModeProcess, rebuild: true}, 3, fourArms()[:2]...),
		"one":      result(t, v(), 1, fourArms()[0]),
		"many":     result(t, v(), 2, many...),
		"hostile":  result(t, v(), 6, hostile, fourArms()[0]),
		"levers":   leverResult(t, 12, 2500),
		"few":      leverResult(t, 3, 2000),
		"scale":    sized(10, t),
		"counts":   counted(t),
		"zero":     {Mode: harness.ModeIsolate, Partial: true},
		"empty":    {Rounds: 3, Arms: fourArms(), Partial: true, Warnings: []harness.Warning{{Code: harness.WarnPartial, Text: "the experiment ended"}}},
	}
}

func somePackages() []harness.Input {
	return []harness.Input{
		{Path: "node_modules/effect/src/Effect.ts", Package: "effect", Bytes: 52_000},
		{Path: "node_modules/effect/src/Layer.ts", Package: "effect", Bytes: 21_000},
		{Path: "node_modules/effect/src/Schema.ts", Package: "effect", Bytes: 120_000},
		{Path: "src/index.ts", Bytes: 900},
		{Path: "node_modules/hono/dist/hono.js", Package: "hono", Bytes: 0},
	}
}

func page(t testing.TB, r *harness.Result) []byte {
	t.Helper()
	var b bytes.Buffer
	if err := HTML(&b, r); err != nil {
		t.Fatal(err)
	}
	return b.Bytes()
}

// TestHTML holds the structure of a page to what it was: elements, classes, text and titles, but
// neither the style nor where marks stand.
func TestHTML(t *testing.T) {
	results := pageResults(t)
	for _, name := range []string{"full", "levers", "scale", "zero"} {
		doc := parse(t, page(t, results[name]))
		var b bytes.Buffer
		outline(&b, doc, 0)
		golden(t, "html-"+name, b.Bytes())
	}
}

func parse(t testing.TB, text []byte) *html.Node {
	t.Helper()
	doc, err := html.Parse(bytes.NewReader(text))
	if err != nil {
		t.Fatal(err)
	}
	return doc
}

// outline writes a line for each element, with the text that is directly in it.
func outline(b *bytes.Buffer, n *html.Node, depth int) {
	if n.Type == html.ElementNode {
		fmt.Fprintf(b, "%s%s", strings.Repeat(" ", depth), n.Data)
		for _, a := range n.Attr {
			if slices.Contains([]string{"id", "class", "role", "aria-label", "aria-labelledby", "scope", "href", "lang", "content"}, a.Key) {
				fmt.Fprintf(b, " %s=%q", a.Key, a.Val)
			}
		}
		var text []string
		for c := range n.ChildNodes() {
			if c.Type == html.TextNode && n.Data != "style" && n.Data != "pre" { // pre is what Table writes
				text = append(text, strings.Fields(c.Data)...)
			}
		}
		b.WriteString(prefixed(" | ", strings.Join(text, " ")) + "\n")
		depth++
	}
	for c := range n.ChildNodes() {
		outline(b, c, depth)
	}
}

// TestHTMLIsSound looks at every kind of page for what a reader or a browser could stumble over.
func TestHTMLIsSound(t *testing.T) {
	outside := regexp.MustCompile(`(?i)(?:https?:|//|url\(|@import|<script|<img|<iframe|<link rel="(?:stylesheet|preload))`)
	for name, r := range pageResults(t) {
		t.Run(name, func(t *testing.T) {
			text := page(t, r)
			if found := outside.FindAll(text, -1); len(found) > 0 {
				t.Errorf("it reaches outside: %q", found)
			}
			if found := regexp.MustCompile(`[^\n]{0,60}(?:NaN|Inf\b|%!)[^\n]{0,40}`).Find(text); found != nil {
				t.Errorf("it has a number that is none: %s", found)
			}
			sound(t, parse(t, text))
		})
	}
}

func sound(t *testing.T, doc *html.Node) {
	ids, targets, level := map[string]bool{}, []string{}, 0
	for n := range doc.Descendants() {
		if n.Type != html.ElementNode {
			continue
		}
		if id := attribute(n, "id"); id != "" {
			if ids[id] {
				t.Errorf("two elements have the id %s", id)
			}
			ids[id] = true
		}
		for _, key := range []string{"href", "aria-labelledby"} {
			if target := attribute(n, key); target != "" && target != "data:," {
				targets = append(targets, strings.TrimPrefix(target, "#"))
			}
		}
		switch n.Data {
		case "h1", "h2", "h3":
			if next := int(n.Data[1] - '0'); next > level+1 {
				t.Errorf("%s comes after h%d", n.Data, level)
			} else {
				level = next
			}
		case "svg":
			if n.Parent.Data != "svg" && attribute(n, "aria-hidden") == "" && (attribute(n, "role") != "img" || n.FirstChild == nil || n.FirstChild.Data != "title" || n.FirstChild.FirstChild == nil) {
				t.Errorf("an svg has no role or no title: %v", n.Attr)
			}
		case "table":
			if n.FirstChild.NextSibling.Data != "caption" {
				t.Error("a table has no caption")
			}
		case "th":
			if attribute(n, "scope") == "" {
				t.Error("a th has no scope")
			}
		}
	}
	for _, target := range targets {
		if !ids[target] {
			t.Errorf("there is no %s to link to", target)
		}
	}
}

func attribute(n *html.Node, key string) string {
	for _, a := range n.Attr {
		if a.Key == key {
			return a.Val
		}
	}
	return ""
}

// TestHTMLSize holds a page of 100 arms and 60 rounds to 1 MB.
func TestHTMLSize(t *testing.T) {
	arms := make([]harness.Arm, 100)
	for i := range arms {
		arms[i] = arm("some-app", "quickjs", fmt.Sprint(i), 1)
		arms[i].Bundle.SHA256 = "same"
		for n := range 300 {
			arms[i].Bundle.Inputs = append(arms[i].Bundle.Inputs, harness.Input{
				Path: fmt.Sprintf("node_modules/package-%d/src/module-%d.js", n%30, n), Package: fmt.Sprintf("package-%d", n%30), Bytes: int64(1000 + n),
			})
		}
	}
	const most = 1_000_000
	if n := len(page(t, result(t, &virtual{mode: harness.ModeIsolate, cpu: true}, 60, arms...))); n > most {
		t.Errorf("%d bytes, want at most %d", n, most)
	}
}

func TestTypeset(t *testing.T) {
	const text = "saves 1.5 ms (95 %: -3 ms to 2.1 s), minify=on -2 %, es2022-like"
	const want = "saves 1.5\u00a0ms (95\u00a0%: \u22123\u00a0ms to 2.1\u00a0s), minify=on \u22122\u00a0%, es2022-like"
	if got := typeset(text); got != want {
		t.Errorf("typeset gives %q, want %q", got, want)
	}
}

func TestHeadline(t *testing.T) {
	compare := func(base, arm int, diff, lo, hi float64, v stats.Verdict) func(*harness.Result) {
		return func(r *harness.Result) {
			r.Comparisons = append(r.Comparisons, harness.Comparison{Base: r.Arms[base].ID, Arm: r.Arms[arm].ID, Measure: harness.MeasureWall, Comparison: changed(stats.Comparison{
				BaseN: 9, ArmN: 9, BaseMedian: 100e6, ArmMedian: 100e6 + diff, Diff: diff, Lo: lo, Hi: hi, Verdict: v,
			})})
		}
	}
	byCPU := func(r *harness.Result) {
		for i := range r.Comparisons {
			r.Comparisons[i].Measure = harness.MeasureThread
		}
	}
	tests := []struct {
		with []func(*harness.Result)
		want string
	}{
		{nil, "effect@10 starts on goja minify=off in 51.9 ms (95 %: 51.9 ms to 52.0 ms)"},
		{
			[]func(*harness.Result){compare(0, 1, -52e6, -54e6, -50e6, stats.Faster)},
			"quickjs starts effect@10 with minify=off 2.1 times as fast as goja (95 %: 2.0 to 2.2)",
		},
		{
			[]func(*harness.Result){compare(0, 1, 52e6, 50e6, 54e6, stats.Slower)},
			"quickjs takes 1.5 times as long as goja to start effect@10 with minify=off (95 %: 1.5 to 1.5)",
		},
		{
			[]func(*harness.Result){compare(0, 2, -5e6, -6e6, -4e6, stats.Faster), compare(0, 1, 2e6, 1e6, 3e6, stats.Slower)},
			"minify=on takes 5.00 % less time than minify=off to start effect@10 on goja (95 %: \u22126.00 % to \u22124.00 %)",
		},
		{
			[]func(*harness.Result){compare(0, 3, -99e6, -99.5e6, -98e6, stats.Faster), compare(0, 1, 5e6, 4e6, 6e6, stats.Slower)},
			"quickjs takes 5.00 % more time than goja to start effect@10 with minify=off (95 %: +4.00 % to +6.00 %)",
		},
		{
			[]func(*harness.Result){compare(0, 3, -99e6, -99.5e6, -98e6, stats.Faster)},
			"hello goja minify=off starts 100 times as fast as effect@10 goja minify=off (95 %: 50 to 200)",
		},
		{
			[]func(*harness.Result){compare(0, 1, -52e6, -54e6, -50e6, stats.Faster), byCPU},
			"quickjs starts effect@10 with minify=off 2.1 times as fast as goja, by CPU time (95 %: 2.0 to 2.2)",
		},
		{
			[]func(*harness.Result){compare(0, 1, 52e6, 50e6, 54e6, stats.Slower), byCPU},
			"quickjs takes 1.5 times the CPU time of goja to start effect@10 with minify=off (95 %: 1.5 to 1.5)",
		},
		{
			[]func(*harness.Result){compare(0, 2, 1e6, -1e6, 2e6, stats.Tie)},
			"No difference in time was found between minify=on and minify=off in starting effect@10 on goja (95 %: \u22121.00 % to +2.00 %)",
		},
		{
			[]func(*harness.Result){compare(0, 2, 1e6, math.Inf(-1), math.Inf(1), stats.NoVerdict)},
			"effect@10 starts on goja minify=off in 51.9 ms (95 %: 51.9 ms to 52.0 ms)",
		},
	}
	for _, test := range tests {
		r := result(t, &virtual{mode: harness.ModeIsolate}, 6,
			arm("fixture:effect@10", "goja", "off", 1), arm("fixture:effect@10", "quickjs", "off", 1),
			arm("fixture:effect@10", "goja", "on", 1), arm("fixture:hello", "goja", "off", 1))
		r.Comparisons = nil
		for _, with := range test.with {
			with(r)
		}
		if got := headline(r); got != test.want {
			t.Errorf("headline\n%s, want\n%s", got, test.want)
		}
	}
}

// FuzzHTML shows whatever Read lets through.
func FuzzHTML(f *testing.F) {
	results := pageResults(f)
	for _, name := range []string{"one", "process", "hostile", "zero"} { // the small ones
		var b bytes.Buffer
		if err := JSON(&b, results[name]); err != nil {
			f.Fatal(err)
		}
		f.Add(b.Bytes())
	}
	f.Fuzz(func(t *testing.T, text []byte) {
		r, err := Read(bytes.NewReader(text))
		if err != nil {
			return
		}
		var b bytes.Buffer
		if err := HTML(&b, r); err != nil {
			t.Fatal(err)
		}
		for _, number := range regexp.MustCompile(` (?:x|y|width|height|x1|x2|cx)="([^"]*)"`).FindAllSubmatch(b.Bytes(), -1) {
			if strings.ContainsAny(string(number[1]), "NIa") {
				t.Fatalf("a mark stands at %s", number[1])
			}
		}
	})
}
