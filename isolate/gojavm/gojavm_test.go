package gojavm

import (
	"context"
	"testing"

	"example.com/thaw/isolate"
)

// eval runs text in a fresh isolate and returns what it hands to the op "out".
func eval(t *testing.T, text string) (string, error) {
	t.Helper()
	got := ""
	out := isolate.Op1("out", func(s string) (isolate.None, error) { got = s; return isolate.None{}, nil })
	e := New()
	iso, err := e.New(context.Background(), isolate.Options{Ops: []isolate.Op{out}})
	if err != nil {
		t.Fatal(err)
	}
	defer iso.Close()
	s, err := e.Compile(context.Background(), isolate.Source{Name: "test.js", Text: text})
	if err != nil {
		return "", err
	}
	return got, iso.Run(context.Background(), s)
}

// expr evaluates a JavaScript expression to its string.
func expr(t *testing.T, js string) string {
	t.Helper()
	got, err := eval(t, "__host.ops.out(String((() => { try { return ("+js+") } catch (e) { return 'throws ' + e } })()))")
	if err != nil {
		t.Fatalf("%s: %v", js, err)
	}
	return got
}
