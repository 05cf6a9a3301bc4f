package web_test

import (
	"fmt"
	"testing"

	"example.com/thaw/isolate"
	"example.com/thaw/runtime/web"
)

// BenchmarkTouch is what the first touch of a global costs an isolate whose
// library has compiled the files before.
func BenchmarkTouch(b *testing.B) {
	for name, e := range engines(b) {
		lib := web.NewLibrary(e)
		for _, global := range []string{"0", "TextEncoder", "URL", "console", "performance", "structuredClone", "crypto", "ReadableStream", "Request"} {
			b.Run(fmt.Sprintf("%s/%s", global, name), func(b *testing.B) { benchmarkTouch(b, e, lib, global) })
		}
	}
}

func benchmarkTouch(b *testing.B, e isolate.Engine, lib *web.Library, global string) {
	ctx := b.Context()
	script, err := e.Compile(ctx, isolate.Source{Name: "touch.js", Text: global})
	if err != nil {
		b.Fatal(err)
	}
	for b.Loop() {
		b.StopTimer()
		layer := web.New(lib, web.Config{})
		iso, err := e.New(ctx, isolate.Options{Ops: layer.Ops()})
		if err != nil {
			b.Fatal(err)
		}
		if err := layer.Boot(ctx, iso); err != nil {
			b.Fatal(err)
		}
		b.StartTimer()
		if err := iso.Run(ctx, script); err != nil {
			b.Fatal(err)
		}
		b.StopTimer()
		if err := iso.Close(); err != nil {
			b.Fatal(err)
		}
		b.StartTimer()
	}
}
