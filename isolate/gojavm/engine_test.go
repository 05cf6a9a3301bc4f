package gojavm_test

import (
	"context"
	"strings"
	"testing"

	"example.com/thaw/isolate"
	"example.com/thaw/isolate/gojavm"
	"example.com/thaw/isolate/isolatetest"
)

func TestEngine(t *testing.T) {
	isolatetest.TestEngine(t, func(testing.TB) isolate.Engine { return gojavm.New() })
}

// TestDecodedEngine runs the suite on scripts that were written and read back.
func TestDecodedEngine(t *testing.T) {
	if testing.Short() {
		t.Skip("the suite runs a second time")
	}
	isolatetest.TestEngine(t, func(testing.TB) isolate.Engine { return decodedEngine{gojavm.New()} })
}

type decodedEngine struct{ isolate.Engine }

func (e decodedEngine) Compile(ctx context.Context, src isolate.Source) (isolate.Script, error) {
	s, err := e.Engine.Compile(ctx, src)
	if err != nil {
		return nil, err
	}
	c := e.Engine.(isolate.ScriptCodec)
	b, err := c.EncodeScript(s)
	if err != nil && strings.Contains(src.Text, "<!--") {
		return s, nil // has no written form
	}
	if err != nil {
		return nil, err
	}
	return c.DecodeScript(src, b)
}

// FuzzOps sends random values over the op boundary.
func FuzzOps(f *testing.F) {
	isolatetest.FuzzOps(f, func(testing.TB) isolate.Engine { return gojavm.New() })
}
