package main

import (
	"context"
	"errors"
	"testing"
	"time"

	"example.com/thaw/harness"
)

// A counter is a runner that counts its starts in Sample.HeapBytes.
type counter struct{ starts, closed int64 }

func (c *counter) Mode() string { return harness.ModeIsolate }

func (c *counter) Close() error {
	c.closed++
	return nil
}

func (c *counter) ColdStart(ctx context.Context, _ harness.Arm) (harness.Sample, error) {
	c.starts++
	return harness.Sample{HeapBytes: c.starts}, context.Cause(ctx)
}

func TestDispatcher(t *testing.T) {
	thaw, peers := &counter{}, &counter{}
	d := &dispatcher{thaw: thaw, peers: peers, names: map[string]bool{workerd: true}, limit: time.Hour}
	for _, runtime := range []string{"goja", workerd, workerd} {
		if _, err := d.ColdStart(t.Context(), harness.Arm{Runtime: runtime}); err != nil {
			t.Fatal(err)
		}
	}
	if thaw.starts != 1 || peers.starts != 2 {
		t.Errorf("%d starts of thaw and %d of peers", thaw.starts, peers.starts)
	}
	d.again = true
	if s, err := d.ColdStart(t.Context(), harness.Arm{Runtime: "goja"}); err != nil || s.HeapBytes != 3 {
		t.Errorf("start %d was kept, not the second of two: %v", s.HeapBytes, err)
	}
	if err := d.Close(); err != nil || thaw.closed != 1 || peers.closed != 1 {
		t.Errorf("%v, closed %d and %d times", err, thaw.closed, peers.closed)
	}
}

func TestDispatcherLimits(t *testing.T) {
	d := &dispatcher{thaw: &counter{}, limit: -1}
	if _, err := d.ColdStart(t.Context(), harness.Arm{}); err == nil || errors.Is(err, context.DeadlineExceeded) {
		t.Errorf("beyond the limit: %v", err)
	}
}
