//go:build !linux && !darwin

package quickjs

import "context"

// withMemory leaves it to wazero, whose linear memory is a slice of Go.
func withMemory(ctx context.Context) context.Context { return ctx }
