package gojavm_test

import (
	"testing"

	"example.com/thaw/isolate"
	"example.com/thaw/isolate/gojavm"
	"example.com/thaw/isolate/isolatetest"
)

func TestEngine(t *testing.T) {
	isolatetest.TestEngine(t, func(testing.TB) isolate.Engine { return gojavm.New() })
}
