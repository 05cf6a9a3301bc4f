package web_test

import (
	"context"
	"encoding/json"
	"os"
	"testing"

	"example.com/thaw/isolate"
	"example.com/thaw/runtime/loop"
	"example.com/thaw/runtime/web"
)

// BenchmarkWeb is what the operations of bench/webapi/operations.js take, as NAME/ENGINE.
// The program bench runs the same file in Node.
func BenchmarkWeb(b *testing.B) {
	text, err := os.ReadFile("../../bench/webapi/operations.js")
	if err != nil {
		b.Fatal(err)
	}
	for engine, e := range engines(b) {
		t := openThroughput(b, e, string(text))
		for _, name := range t.names(b) {
			b.Run(name+"/"+engine, func(b *testing.B) {
				for b.Loop() {
					t.run(b, name)
				}
			})
		}
	}
}

// A throughput is an isolate in which the operations are defined.
type throughput struct {
	loop  *loop.Loop
	layer *web.Layer
	iso   isolate.Isolate
	done  chan struct{}
	err   string
}

func openThroughput(b *testing.B, e isolate.Engine, text string) *throughput {
	b.Helper()
	ctx := b.Context()
	t := &throughput{loop: loop.New(nil)}
	t.layer = web.New(web.NewLibrary(e), web.Config{Loop: t.loop})
	done := isolate.Op1("op_throughput_done", func(problem string) (isolate.None, error) {
		t.err = problem
		close(t.done)
		return isolate.None{}, nil
	})
	iso, err := e.New(ctx, isolate.Options{Ops: append(t.layer.Ops(), done)})
	if err != nil {
		b.Fatal(err)
	}
	b.Cleanup(func() {
		t.layer.Close()
		iso.Close()
	})
	t.iso = iso
	if err := t.layer.Boot(ctx, iso); err != nil {
		b.Fatal(err)
	}
	for _, src := range []isolate.Source{{Name: "throughput.js", Text: text}, {Name: "driver.js", Text: `
		__host.throughputNames = () => JSON.stringify(Object.keys(throughput));
		__host.throughput = (name) => {
			(async () => throughput[name]())().then(() => __host.ops.op_throughput_done(""), (error) => __host.ops.op_throughput_done(String(error)));
		};`}} {
		s, err := e.Compile(ctx, src)
		if err != nil {
			b.Fatal(err)
		}
		if err := iso.Run(ctx, s); err != nil {
			b.Fatal(err)
		}
	}
	return t
}

func (t *throughput) names(b *testing.B) (names []string) {
	b.Helper()
	v, err := t.iso.Call(b.Context(), "throughputNames")
	if err != nil {
		b.Fatal(err)
	}
	if err := json.Unmarshal([]byte(v.(string)), &names); err != nil {
		b.Fatal(err)
	}
	return names
}

// run runs an operation to the end of its promise.
func (t *throughput) run(b *testing.B, name string) {
	b.Helper()
	ctx := b.Context()
	t.done = make(chan struct{})
	if err := t.loop.Turn(ctx, func(ctx context.Context) error {
		_, err := t.iso.Call(ctx, "throughput", name)
		return err
	}); err != nil {
		b.Fatal(err)
	}
	if err := t.loop.Run(ctx, t.done); err != nil {
		b.Fatal(err)
	}
	if t.err != "" {
		b.Fatal(t.err)
	}
}
