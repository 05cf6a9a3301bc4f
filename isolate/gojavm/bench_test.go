package gojavm

import (
	"testing"

	"example.com/thaw/isolate"
)

func BenchmarkNew(b *testing.B) {
	e := New()
	b.ReportAllocs()
	for b.Loop() {
		iso, err := e.New(b.Context(), isolate.Options{})
		if err != nil {
			b.Fatal(err)
		}
		_ = iso.Close()
	}
}
