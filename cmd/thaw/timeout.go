package main

import (
	"context"
	"fmt"
	"time"
)

// checkTimeout is for the value of --timeout.
func checkTimeout(d time.Duration) error {
	if d <= 0 {
		return usagef("--timeout %v: want more than 0", d)
	}
	return nil
}

// withTimeout bounds what is done by --timeout.
func withTimeout(ctx context.Context, d time.Duration) (context.Context, context.CancelFunc) {
	return context.WithTimeoutCause(ctx, d, fmt.Errorf("not done within --timeout %v", d))
}
