package worker_test

import (
	"crypto/sha256"
	"encoding/hex"
	"fmt"
	"io"
	"net/http"
	"net/http/httptest"
	"slices"
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

// formReceiver answers with what a form has by Go's own parser, and with its length. It
// redirects /moved to itself first.
func formReceiver(w http.ResponseWriter, r *http.Request) {
	if r.URL.Path == "/moved" {
		http.Redirect(w, r, "/", http.StatusTemporaryRedirect)
		return
	}
	if err := r.ParseMultipartForm(1 << 20); err != nil {
		http.Error(w, err.Error(), http.StatusBadRequest)
		return
	}
	fmt.Fprint(w, r.ContentLength > 300_000, r.Form["text"])
	for _, h := range r.MultipartForm.File["file"] {
		f, err := h.Open()
		if err != nil {
			http.Error(w, err.Error(), http.StatusBadRequest)
			return
		}
		defer f.Close()
		sum := sha256.New()
		io.Copy(sum, f)
		fmt.Fprintf(w, " %s %s %d %x", h.Filename, h.Header.Get("Content-Type"), h.Size, sum.Sum(nil)[:4])
	}
}

// TestLargeForm sends a form whose body is no single piece, in all the ways that one can go.
func TestLargeForm(t *testing.T) {
	onEngines(t, func(t *testing.T, lib *web.Library) {
		i := online(t, lib, fetchApp(`
			const bytes = Uint8Array.from({ length: 150000 }, (_, n) => n * 7);
			const blob = new Blob([bytes, "tail", new Blob([bytes])]);
			const form = new FormData();
			form.append("text", "one\ntwo");
			form.append("file", new File([blob], "a \"b\".bin", { type: "x/y" }));
			form.append("file", blob.slice(149999, 150005), "cut");
			const { pathname } = new URL(request.url);
			const send = (path, body, headers) => fetch(env.ORIGIN + path, { method: "POST", body, headers }).then((r) => r.text());
			if (pathname === "/redirected") return new Response(await send("/moved", form));
			if (pathname === "/request") return fetch(new Request(env.ORIGIN, { method: "POST", body: form }).clone());
			const made = new Response(form), type = made.headers.get("content-type");
			if (pathname === "/stream") return new Response(await send("/", made.body, { "content-type": type }));
			if (pathname === "/bytes") return new Response(await send("/", await made.bytes(), { "content-type": type }));
			if (pathname === "/blob") return new Response(await send("/", await made.blob()));
			if (pathname === "/parsed") return new Response(await send("/", await made.clone().formData()));
			if (pathname === "/cancelled") {
				const reader = made.body.getReader();
				const { value } = await reader.read();
				await reader.cancel();
				return new Response([value.length > 0, (await reader.read()).done].join());
			}
			return new Response(await send("/", form));`), http.HandlerFunc(formReceiver))
		const text = "true [one\r\ntwo] a \"b\".bin x/y 300004 %s cut application/octet-stream 6 %s"
		bytes := make([]byte, 150000)
		for n := range bytes {
			bytes[n] = byte(n * 7)
		}
		whole := slices.Concat(bytes, []byte("tail"), bytes)
		sum := func(b []byte) string {
			s := sha256.Sum256(b)
			return hex.EncodeToString(s[:4])
		}
		want := fmt.Sprintf(text, sum(whole), sum(whole[149999:150005]))
		for _, path := range []string{"/", "/redirected", "/request", "/stream", "/bytes", "/blob", "/parsed"} {
			_, got := get(t, i, path)
			if got = strings.ReplaceAll(got, "%22", `"`); got != want { // which Go leaves as it is
				t.Errorf("%s: %q, want %q", path, got, want)
			}
		}
		if _, got := get(t, i, "/cancelled"); got != "true,true" {
			t.Errorf("cancelled: %q", got)
		}
	})
}
