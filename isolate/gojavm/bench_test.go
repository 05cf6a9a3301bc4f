package gojavm

import (
	"testing"

	"example.com/thaw/bundler"
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

var benched = []string{"fixture:router", "fixture:hono", "fixture:effect@10"}

func source(b *testing.B, app string) isolate.Source {
	b.Helper()
	bundle, err := bundler.Load(b.Context(), app, bundler.Options{Engine: bundler.Goja, Fixtures: fixture})
	if err != nil {
		b.Skip(err)
	}
	return isolate.Source{Name: "worker.js", Text: string(bundle.Code)}
}

func BenchmarkCompile(b *testing.B) {
	for _, app := range benched {
		b.Run(app, func(b *testing.B) {
			src := source(b, app)
			b.ReportAllocs()
			b.SetBytes(int64(len(src.Text)))
			for b.Loop() {
				if _, err := New().Compile(b.Context(), src); err != nil {
					b.Fatal(err)
				}
			}
		})
	}
}

func BenchmarkDecode(b *testing.B) {
	for _, app := range benched {
		b.Run(app, func(b *testing.B) {
			src := source(b, app)
			written := encode(b, src)
			b.ReportAllocs()
			b.SetBytes(int64(len(src.Text)))
			for b.Loop() {
				if _, err := (engine{}).DecodeScript(src, written); err != nil {
					b.Fatal(err)
				}
			}
			b.ReportMetric(float64(len(written)), "written-bytes")
		})
	}
}

// BenchmarkCodec is what a process pays once, at its first use of the codec.
func BenchmarkCodec(b *testing.B) {
	for b.Loop() {
		if _, err := newCodec(); err != nil {
			b.Fatal(err)
		}
	}
}
