package worker_test

import (
	"compress/gzip"
	"io"
	"net/http/httptest"
	"runtime"
	"strings"
	"testing"

	"example.com/thaw/runtime/web"
	"example.com/thaw/runtime/worker"
)

// zeros are n bytes. peak is the largest heap that was seen while they were read.
type zeros struct {
	n, peak int64
}

func (z *zeros) Read(p []byte) (int, error) {
	if z.n == 0 {
		return 0, io.EOF
	}
	if z.n%(8<<20) == 0 {
		z.peak = max(z.peak, heap())
	}
	n := int(min(z.n, int64(len(p)), 32<<10))
	clear(p[:n])
	z.n -= int64(n)
	return n, nil
}

// heap is how many bytes are reachable.
func heap() int64 {
	runtime.GC()
	var m runtime.MemStats
	runtime.ReadMemStats(&m)
	return int64(m.HeapAlloc)
}

// TestCompressedBodies has 100 MB pass through an app, compressed on the way in or out.
func TestCompressedBodies(t *testing.T) {
	const size = 100 << 20
	const most = 24 << 20 // bytes more than before, at any time
	onEngines(t, func(t *testing.T, lib *web.Library) {
		i, _ := start(t, lib, fetchApp(`
			const { pathname } = new URL(request.url);
			return new Response(request.body.pipeThrough(pathname === "/in" ? new DecompressionStream("gzip") : new CompressionStream("gzip")));`))
		before := heap()
		source := &zeros{n: size}
		if got := passed(t, i, "/out", source, true); got != size || source.peak > before+most {
			t.Errorf("out: %d bytes, %d MB of memory", got, (source.peak-before)>>20)
		}
		packed, w := io.Pipe()
		go func() {
			z := gzip.NewWriter(w)
			_, err := io.Copy(z, &zeros{n: size})
			w.CloseWithError(errorOr(err, z.Close()))
		}()
		if got := passed(t, i, "/in", packed, false); got != size {
			t.Errorf("in: %d bytes", got)
		}
		if after := heap(); after > before+most {
			t.Errorf("%d MB are left", (after-before)>>20)
		}
	})
}

func errorOr(err, other error) error {
	if err != nil {
		return err
	}
	return other
}

// passed is how many bytes come out of the app, after unpacking if they are compressed.
func passed(t *testing.T, i *worker.Instance, path string, body io.Reader, compressed bool) int64 {
	t.Helper()
	res, err := i.Fetch(t.Context(), httptest.NewRequest("POST", path, body))
	if err != nil {
		t.Fatal(err)
	}
	defer res.Body.Close()
	out := io.Reader(res.Body)
	if compressed {
		if out, err = gzip.NewReader(res.Body); err != nil {
			t.Fatal(err)
		}
	}
	n, err := io.Copy(io.Discard, out)
	if err != nil {
		t.Error(err)
	}
	return n
}

// TestSnapshotCompression refuses what lives in Go, by its name, and no stream that
// has not begun.
func TestSnapshotCompression(t *testing.T) {
	onSnapshotters(t, func(t *testing.T, lib *web.Library) {
		src := bundled(t, lib, `let kept; export default { fetch(request) {
			kept = new DecompressionStream("gzip");
			const writer = kept.writable.getWriter();
			kept.readable.getReader().read();
			writer.write(Uint8Array.of(31, 139, 8, 0, 0));
			return new Response("x") } }`)
		_, err := worker.TakeSnapshot(t.Context(), worker.Config{Web: lib, Source: src}, worker.StageWarm, getWarm)
		if err == nil || !strings.Contains(err.Error(), "DecompressionStream at app.js:2:") {
			t.Errorf("error = %v, want the stream and its place", err)
		}
		cfg := worker.Config{Web: lib, Source: app(`(() => {
			let kept;
			return { default: { async fetch(request) {
				if (kept === undefined) { kept = new CompressionStream("gzip"); return new Response("made"); }
				const writer = kept.writable.getWriter();
				writer.write(new TextEncoder().encode("kept"));
				writer.close();
				return new Response(kept.readable.pipeThrough(new DecompressionStream("gzip")));
			} } };
		})()`)}
		cfg.Snapshot = take(t, cfg, worker.StageWarm)
		i, err := worker.Start(t.Context(), cfg)
		if err != nil {
			t.Fatal(err)
		}
		defer i.Close()
		if _, body := get(t, i, "/"); body != "kept" {
			t.Errorf("body is %q", body)
		}
	})
}

// TestCompressionLeft has a request leave streams behind, which end with it.
func TestCompressionLeft(t *testing.T) {
	onEngines(t, func(t *testing.T, lib *web.Library) {
		i, _ := start(t, lib, app(`(() => {
			const streams = [];
			const write = (stream, chunk) => {
				const reader = stream.readable.getReader();
				reader.read().catch(() => {});
				reader.closed.catch(() => {});
				const writer = stream.writable.getWriter();
				writer.closed.catch(() => {});
				const written = writer.write(chunk);
				writer.releaseLock();
				written.finally(() => reader.releaseLock()).catch(() => {});
				return written;
			};
			return { default: { async fetch(request) {
				if (streams.length > 0) return Response.json(await Promise.all(streams.map((s) => write(s, new Uint8Array(1e6)).then(() => "", String))));
				streams.push(new CompressionStream("gzip"), new DecompressionStream("gzip"));
				for (const stream of streams) await write(stream, Uint8Array.of(31, 139, 8));
				return new Response("left");
			} } };
		})()`))
		get(t, i, "/")
		const want = `["TypeError: CompressionStream: it ended with the request that made it","TypeError: DecompressionStream: it ended with the request that made it"]`
		if _, body := get(t, i, "/"); body != want {
			t.Errorf("body is %s, want %s", body, want)
		}
	})
}
