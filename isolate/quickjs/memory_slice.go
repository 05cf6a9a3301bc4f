//go:build !linux && !darwin

package quickjs

import "context"

// withMemory leaves it to wazero, whose linear memory is a slice of Go.
func withMemory(ctx context.Context) context.Context { return ctx }

// restoredMemory is how a restored isolate gets its memory: see isolate.Info.
const restoredMemory = "copy"

// withImage leaves it to the caller to read the pages of a snapshot.
func withImage(ctx context.Context, _ *snapshot, _ *bool) context.Context { return ctx }
