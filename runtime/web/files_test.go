package web_test

import (
	"os"
	"path/filepath"
	"testing"
	"time"

	"example.com/thaw/isolate"
	"example.com/thaw/runtime/web"
)

// BenchmarkFiles is what each file of the layer costs an isolate at first touch, without the
// files that it loads: ns/op. Beside it are its size and what it costs a process to
// compile it, once.
func BenchmarkFiles(b *testing.B) {
	for name, e := range engines(b) {
		lib := web.NewLibrary(e)
		for i, file := range web.Files() {
			if file == "00_host" || file == "99_globals" { // see BenchmarkBoot
				continue
			}
			b.Run(file+"/"+name, func(b *testing.B) { benchmarkFile(b, e, lib, web.Files()[:i], file) })
		}
	}
}

func benchmarkFile(b *testing.B, e isolate.Engine, lib *web.Library, before []string, file string) {
	ctx := b.Context()
	text, err := os.ReadFile(filepath.Join("js", file+".js"))
	if err != nil {
		b.Fatal(err)
	}
	compiling := time.Now()
	if _, err := e.Compile(ctx, isolate.Source{Name: file, Text: string(text)}); err != nil {
		b.Fatal(err)
	}
	compiled := time.Since(compiling)
	for b.Loop() {
		b.StopTimer()
		iso, layer := withFiles(b, e, lib, before)
		b.StartTimer()
		if err := layer.Use(ctx, file); err != nil {
			b.Fatal(err)
		}
		b.StopTimer()
		if err := iso.Close(); err != nil {
			b.Fatal(err)
		}
		b.StartTimer()
	}
	b.ReportMetric(float64(len(text)), "bytes")
	b.ReportMetric(float64(compiled.Nanoseconds()), "compile-ns")
}

// withFiles makes an isolate in which files are loaded.
func withFiles(b *testing.B, e isolate.Engine, lib *web.Library, files []string) (isolate.Isolate, *web.Layer) {
	b.Helper()
	layer := web.New(lib, web.Config{Location: "https://base.test/"})
	iso, err := e.New(b.Context(), isolate.Options{Ops: layer.Ops()})
	if err != nil {
		b.Fatal(err)
	}
	if err := layer.Boot(b.Context(), iso); err != nil {
		b.Fatal(err)
	}
	for _, file := range files[1:] { // the first is 00_host
		if err := layer.Use(b.Context(), file); err != nil {
			b.Fatal(err)
		}
	}
	return iso, layer
}
