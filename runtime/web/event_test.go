package web_test

import (
	"slices"
	"strings"
	"testing"

	"example.com/thaw/isolate"
	"example.com/thaw/runtime/loop"
	"example.com/thaw/runtime/web"
)

// TestReport holds what is logged of exceptions and rejections that nobody
// handles: the first lines of the entries, in order.
func TestReport(t *testing.T) {
	tests := []struct {
		name, text string
		want       []string
	}{
		{"an error", `reportError(new TypeError("bad"))`, []string{"Uncaught TypeError: bad"}},
		{"a string", `reportError("text")`, []string{"Uncaught text"}},
		{"an object", `reportError({ a: 1 })`, []string{"Uncaught { a: 1 }"}},
		{"a DOMException", `reportError(new DOMException("m", "DataCloneError"))`, []string{"Uncaught DataCloneError: m"}},
		{"a timer that throws", `setTimeout(() => { throw new Error("late"); })`, []string{"Uncaught Error: late"}},
		{"a listener that throws", `addEventListener("x", () => { throw new Error("heard"); }); dispatchEvent(new Event("x"))`, []string{"Uncaught Error: heard"}},
		{"an error that is prevented", `addEventListener("error", (e) => e.preventDefault()); reportError(1)`, nil},
		{"an error that onerror handles", `onerror = () => true; reportError(1)`, nil},
		{"an error listener that throws", `addEventListener("error", () => { throw new Error("second"); }); reportError(new Error("first"))`, []string{"Uncaught Error: second", "Uncaught Error: first"}},
		{"a rejection", `Promise.reject(new Error("why"))`, []string{"Uncaught (in promise) Error: why"}},
		{"a rejection in a timer", `setTimeout(() => Promise.reject(1))`, []string{"Uncaught (in promise) 1"}},
		{"a rejection that is handled in its task", `const p = Promise.reject(1); Promise.resolve().then(() => p.catch(() => {}))`, nil},
		{"a rejection that is prevented", `onunhandledrejection = (e) => e.preventDefault(); Promise.reject(1)`, nil},
		{"two rejections, in order", `Promise.reject("a"); Promise.reject("b")`, []string{"Uncaught (in promise) a", "Uncaught (in promise) b"}},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			for name, e := range engines(t) {
				if got := reported(t, e, tt.text); !slices.Equal(got, tt.want) {
					t.Errorf("%s: logged %q, want %q", name, got, tt.want)
				}
			}
		})
	}
}

// reported runs a script to the end of its loop, and returns the first lines of
// what was logged.
func reported(t *testing.T, e isolate.Engine, text string) (lines []string) {
	t.Helper()
	ctx := t.Context()
	l := loop.New(nil)
	layer := web.New(web.NewLibrary(e), web.Config{Loop: l, Log: func(e web.Entry) {
		if e.Level != web.LevelError {
			t.Errorf("level %s, want %s", e.Level, web.LevelError)
		}
		line, _, _ := strings.Cut(e.Text, "\n")
		lines = append(lines, line)
	}})
	iso, err := e.New(ctx, isolate.Options{Ops: layer.Ops()})
	if err != nil {
		t.Fatal(err)
	}
	defer iso.Close()
	if err := layer.Boot(ctx, iso); err != nil {
		t.Fatal(err)
	}
	run(t, ctx, e, iso, "report.js", text)
	if err := layer.Finish(ctx, nil); err != nil {
		t.Fatal(err)
	}
	if err := l.Run(ctx, nil); err != nil {
		t.Fatal(err)
	}
	return lines
}
