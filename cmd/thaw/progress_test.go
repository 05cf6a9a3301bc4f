package main

import (
	"bytes"
	"testing"
	"time"

	"example.com/thaw/harness"
)

// TestProgressLine draws lines over one another, none wider than the terminal.
func TestProgressLine(t *testing.T) {
	began := time.Now()
	var out bytes.Buffer
	l := &progressLine{w: &out, began: began, width: 30}
	for _, step := range []struct {
		after time.Duration
		done  int
		arm   string
		want  string
	}{
		{time.Second, 1, "hello quickjs", "\r1/4  3s left  hello quickjs\r"},
		{time.Second + time.Millisecond, 2, "hello quickjs", ""}, // too soon
		{2 * time.Second, 2, "hello", "\r2/4  2s left  hello        \r"},
		{3 * time.Second, 3, "an arm with a long name", "\r3/4  1s left  an arm with a l\r"},
	} {
		out.Reset()
		l.updateAt(began.Add(step.after), harness.Progress{Done: step.done, Total: 4, Arm: harness.Arm{ID: step.arm}})
		if out.String() != step.want {
			t.Errorf("after %v: %q, want %q", step.after, &out, step.want)
		}
	}
	out.Reset()
	if l.finish(); out.String() != "\r                             \r" {
		t.Errorf("at the end: %q", &out)
	}
	none := newProgressLine(&out)
	out.Reset()
	none.update(harness.Progress{Done: 1, Total: 4})
	if none.finish(); out.Len() > 0 {
		t.Errorf("where there is no terminal: %q", &out)
	}
}
