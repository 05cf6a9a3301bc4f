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
	if d.names[arm.Runtime] {
		return d.peers.ColdStart(ctx, arm)
	}
	return d.thaw.ColdStart(ctx, arm)
}

// Close closes the runners.
func (d *dispatcher) Close() error {
	if d.peers == nil {
		return d.thaw.Close()
	}
	return errors.Join(d.thaw.Close(), d.peers.Close())
}
