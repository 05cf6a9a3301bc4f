package main

import (
	"context"
	"errors"
	"fmt"
	"io"
	"time"

	"example.com/thaw/harness"
)

// A dispatcher hands each arm to the runner of its runtime.
type dispatcher struct {
	thaw  closingRunner
	peers closingRunner // nil without peers
	names map[string]bool
	limit time.Duration
	again bool // keep the second of two starts in a row
}

// A closingRunner is a runner that has to be closed.
type closingRunner interface {
	harness.Runner
	io.Closer
}

// Mode is that of thaw's runner.
func (d *dispatcher) Mode() string { return d.thaw.Mode() }

// ColdStart implements harness.Runner.
func (d *dispatcher) ColdStart(ctx context.Context, arm harness.Arm) (harness.Sample, error) {
	ctx, cancel := context.WithTimeoutCause(ctx, d.limit, fmt.Errorf("not done within %v", d.limit))
	defer cancel()
	r := harness.Runner(d.thaw)
	if d.names[arm.Runtime] {
		r = d.peers
	}
	if d.again {
		if _, err := r.ColdStart(ctx, arm); err != nil {
			return harness.Sample{}, err
		}
	}
	return r.ColdStart(ctx, arm)
}

// Close closes the runners.
func (d *dispatcher) Close() error {
	if d.peers == nil {
		return d.thaw.Close()
	}
	return errors.Join(d.thaw.Close(), d.peers.Close())
}
