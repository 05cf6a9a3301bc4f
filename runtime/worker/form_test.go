package worker_test

import (
	"io"
	"net/http/httptest"
	"strings"
	"testing"

	"example.com/thaw/runtime/web"
	"example.com/thaw/runtime/worker"
)

// A meter keeps the largest heap that was seen while it was written to.
type meter struct{ n, peak int64 }

func (m *meter) Write(p []byte) (int, error) {
	if m.n%(8<<20) == 0 {
		m.peak = max(m.peak, heap())
	}
	m.n += int64(len(p))
	return len(p), nil
}

// TestFormMemory has a form of 64 MB parsed, and answered with again. It is held once: where
// an engine limits memory by that, and else by what is reachable in Go.
func TestFormMemory(t *testing.T) {
	const size = 64 << 20
	const most = size + 16<<20
	const head = "--b\r\nContent-Disposition: form-data; name=\"f\"; filename=\"zeros.bin\"\r\n\r\n"
	onEngines(t, func(t *testing.T, lib *web.Library) {
		i, err := worker.Start(t.Context(), worker.Config{
			Web: lib, Memory: most,
			Source: fetchApp(`
				const form = await request.formData();
				const file = form.get("f");
				if (file.size !== 64 << 20 || file.name !== "zeros.bin") return new Response("a file of " + file.size, { status: 500 });
				return new Response(form);`),
		})
		if err != nil {
			t.Fatal(err)
		}
		defer i.Close()
		before := heap()
		in := &zeros{n: size}
		body := io.MultiReader(strings.NewReader(head), in, strings.NewReader("\r\n--b--\r\n"))
		req := httptest.NewRequest("POST", "/", body)
		req.Header.Set("Content-Type", "multipart/form-data; boundary=b")
		res, err := i.Fetch(t.Context(), req)
		if err != nil {
			t.Fatal(err)
		}
		defer res.Body.Close()
		out := new(meter)
		if _, err := io.Copy(out, res.Body); err != nil || res.StatusCode != 200 {
			t.Fatal(res.StatusCode, err)
		}
		if out.n < size || out.n > size+1000 || res.ContentLength != out.n {
			t.Errorf("%d bytes came out, of Content-Length %d", out.n, res.ContentLength)
		}
		if peak := max(in.peak, out.peak) - before; peak > most {
			t.Errorf("%d MB are reachable in Go", peak>>20)
		}
	})
}
