package web_test

import (
	"context"
	"runtime"
	"testing"
	"time"

	"example.com/thaw/runtime/loop"
	"example.com/thaw/runtime/web"
)

// testNothingLive fails t if something is left of a test file whose loop is idle.
func testNothingLive(t *testing.T, ctx context.Context, layer *web.Layer, l *loop.Loop) {
	t.Helper()
	live, err := layer.Live(ctx)
	if err != nil {
		t.Fatal(err)
	}
	for _, one := range live {
		t.Errorf("%s is left", one.What)
	}
	if c := l.Counts(); c != (loop.Counts{}) {
		t.Errorf("%v are left", c)
	}
}

// testGoroutines fails t unless there are no more than before. Those that have
// been told to end are given time to.
func testGoroutines(t *testing.T, before int) {
	t.Helper()
	const patience = 10 * time.Second
	tick := time.NewTicker(time.Millisecond)
	defer tick.Stop()
	for end := time.Now().Add(patience); runtime.NumGoroutine() > before; <-tick.C {
		if time.Now().After(end) {
			stacks := make([]byte, 1<<20)
			t.Fatalf("%d goroutines, %d before; all of them:\n%s", runtime.NumGoroutine(), before, stacks[:runtime.Stack(stacks, true)])
		}
	}
}
