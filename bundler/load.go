package bundler

import (
	"context"
	"fmt"
)

// Load makes a Bundle of an app. Faults in the app's files are an *Error; when
// ctx ends, the error wraps its cause. It may be called from any goroutine.
func Load(ctx context.Context, name string, o Options) (*Bundle, error) {
	if err := o.check(); err != nil {
		return nil, err
	}
	if ctx.Err() != nil {
		return nil, fmt.Errorf("bundler: %w", context.Cause(ctx))
	}
	a, err := locate(name, o)
	if err != nil {
		return nil, err
	}
	if o.NoBundle || a.config != nil && a.config.NoBundle {
		if o.Patch != "" {
			return nil, fmt.Errorf("bundler: patch: %s is ready-made, and used byte for byte: patch the file itself", name)
		}
		return readyMade(ctx, a, o)
	}
	return bundle(ctx, a, o)
}
