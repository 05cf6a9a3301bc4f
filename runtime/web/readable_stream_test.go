package web_test

import (
	"testing"

	"example.com/thaw/isolate"
	"example.com/thaw/runtime/web"
)

// streamPrograms are what BenchmarkStream runs once an iteration, as a call of a
// function whose microtasks end before the call returns.
var streamPrograms = map[string]string{
	"body": `() => {
		const { createReadableByteStream, readAllBytes } = __host.load("21_readable_stream");
		const stream = createReadableByteStream((c) => { c.enqueue(new Uint8Array(64)); c.close(); });
		readAllBytes(stream, () => {}, (e) => { throw e; });
	}`,
	"read": `async () => {
		let n = 0;
		const reader = new ReadableStream({ pull(c) { c.enqueue(n++); } }).getReader();
		while (n < 100) await reader.read();
	}`,
	"pipe": `async () => {
		let n = 0;
		const source = new ReadableStream({ pull(c) { n++ < 100 ? c.enqueue(n) : c.close(); } });
		await source.pipeThrough(new TransformStream()).pipeTo(new WritableStream({ write() {} }));
	}`,
	"tee": `async () => {
		let n = 0;
		const source = new ReadableStream({ pull(c) { n++ < 100 ? c.enqueue(n) : c.close(); } });
		await Promise.all(source.tee().map((branch) => branch.pipeTo(new WritableStream())));
	}`,
}

// BenchmarkStream is what a body of one chunk costs that is made and read, and
// what 100 chunks cost.
func BenchmarkStream(b *testing.B) {
	for name, e := range engines(b) {
		for program, text := range streamPrograms {
			b.Run(program+"/"+name, func(b *testing.B) { benchmarkProgram(b, e, "__host.program = "+text) })
		}
	}
}

func benchmarkProgram(b *testing.B, e isolate.Engine, text string) {
	ctx := b.Context()
	layer := web.New(web.NewLibrary(e), web.Config{})
	iso, err := e.New(ctx, isolate.Options{Ops: layer.Ops()})
	if err != nil {
		b.Fatal(err)
	}
	defer iso.Close()
	if err := layer.Boot(ctx, iso); err != nil {
		b.Fatal(err)
	}
	script, err := e.Compile(ctx, isolate.Source{Name: "program.js", Text: text + "\n__host.run = () => void __host.program();"})
	if err != nil {
		b.Fatal(err)
	}
	if err := iso.Run(ctx, script); err != nil {
		b.Fatal(err)
	}
	for b.Loop() {
		if _, err := iso.Call(ctx, "run"); err != nil {
			b.Fatal(err)
		}
	}
}
