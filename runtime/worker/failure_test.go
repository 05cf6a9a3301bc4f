package worker_test

import (
	"context"
	"errors"
	"io"
	"net/http/httptest"
	"strings"
	"testing"
	"time"

	"example.com/thaw/isolate"
	"example.com/thaw/runtime/loop"
	"example.com/thaw/runtime/web"
	"example.com/thaw/runtime/worker"
)

func TestStartFailures(t *testing.T) {
	for _, tc := range []struct {
		name, text string
		want       error  // in the chain, or
		contains   string // in the message
	}{
		{name: "no handler", text: `__host.module = { default: {} }`, want: worker.ErrNoHandler},
		{name: "nothing", text: ``, want: worker.ErrNoHandler},
		{name: "throws", text: `throw new TypeError("at once")`, contains: "TypeError: at once"},
		{name: "throws a string", text: `throw "bare"`, contains: "bare"},
		{name: "rejects", text: `__host.module = (async () => { await null; throw new RangeError("later") })()`, contains: "RangeError: later"},
		{name: "awaits forever", text: `__host.module = new Promise(() => {})`, want: worker.ErrTopLevel},
		{name: "never ends", text: `for (;;);`, want: context.DeadlineExceeded},
		{name: "syntax", text: "let a = 1;\nlet a = 2;", contains: "worker.js:2"},
	} {
		t.Run(tc.name, func(t *testing.T) {
			onEngines(t, func(t *testing.T, lib *web.Library) {
				ctx, cancel := context.WithTimeout(t.Context(), 500*time.Millisecond)
				defer cancel()
				_, err := worker.Start(ctx, worker.Config{Web: lib, Source: isolate.Source{Name: "worker.js", Text: tc.text}})
				if err == nil {
					t.Fatal("it started")
				}
				text := err.Error()
				if ex := new(isolate.Exception); errors.As(err, &ex) {
					text += ex.Stack
				}
				if tc.want != nil && !errors.Is(err, tc.want) || !strings.Contains(text, tc.contains) {
					t.Errorf("error is %q, want %v %q", text, tc.want, tc.contains)
				}
			})
		})
	}
}

func TestHandlerFailures(t *testing.T) {
	for _, tc := range []struct{ name, body, want string }{
		{"throws", `throw new TypeError("broken")`, "TypeError: broken"},
		{"throws a string", `throw "bare"`, "bare"},
		{"throws nothing", `throw undefined`, "undefined"},
		{"hostile error", `throw { get name() { throw 1 }, get message() { throw 2 }, toString() { throw 3 } }`, "cannot be shown"},
		{"hangs", `await new Promise(() => {})`, worker.ErrHung.Error()},
		{"returns a hanging promise", `return new Promise(() => {})`, worker.ErrHung.Error()},
		{"returns undefined", ``, "returned undefined, which is not a Response"},
		{"returns an object", `return { status: 200 }`, "an object of class Object"},
		{"returns Response.error", `return Response.error()`, "Response.error()"},
	} {
		t.Run(tc.name, func(t *testing.T) {
			onEngines(t, func(t *testing.T, lib *web.Library) {
				i, log := start(t, lib, fetchApp(`if (request.url.endsWith("/ok")) return new Response("ok");`+"\n"+tc.body))
				res, err := i.Fetch(t.Context(), httptest.NewRequest("GET", "/", nil))
				if err != nil {
					t.Fatal(err)
				}
				body, _ := io.ReadAll(res.Body)
				if res.StatusCode != 500 || !strings.Contains(string(body), tc.want) || worker.Failure(res) == nil {
					t.Errorf("%d %q, want 500 with %q", res.StatusCode, body, tc.want)
				}
				if !strings.Contains(log.text(), tc.want) {
					t.Errorf("log is %q, want %q", log.text(), tc.want)
				}
				if status, body := get(t, i, "/ok"); status != 200 || body != "ok" {
					t.Errorf("afterwards: %d %q", status, body)
				}
			})
		})
	}
}

func TestEndlessHandler(t *testing.T) {
	onEngines(t, func(t *testing.T, lib *web.Library) {
		i, _ := start(t, lib, fetchApp(`try { for (;;); } finally { for (;;); }`))
		ctx, cancel := context.WithTimeout(t.Context(), 100*time.Millisecond)
		defer cancel()
		if _, err := i.Fetch(ctx, httptest.NewRequest("GET", "/", nil)); !errors.Is(err, context.DeadlineExceeded) {
			t.Errorf("Fetch = %v, want DeadlineExceeded", err)
		}
		if res, err := i.Fetch(t.Context(), httptest.NewRequest("GET", "/", nil)); err == nil {
			t.Errorf("a spent instance answered %d", res.StatusCode)
		}
	})
}

func TestClientGone(t *testing.T) {
	onEngines(t, func(t *testing.T, lib *web.Library) {
		i, _ := start(t, lib, app(`(() => {
			let aborted = "no";
			return { default: { async fetch(request) {
				if (request.url.endsWith("/state")) return new Response(aborted);
				request.signal.addEventListener("abort", () => { aborted = request.signal.reason.name; });
				await new Promise((resolve) => setTimeout(resolve, 60000));
			} } };
		})()`))
		ctx, cancel := context.WithCancel(t.Context())
		time.AfterFunc(10*time.Millisecond, cancel)
		if _, err := i.Fetch(ctx, httptest.NewRequest("GET", "/wait", nil)); !errors.Is(err, context.Canceled) {
			t.Errorf("Fetch = %v, want Canceled", err)
		}
		if _, body := get(t, i, "/state"); body != "AbortError" {
			t.Errorf("aborted: %s, want AbortError", body)
		}
	})
}

func TestUnhandledRejection(t *testing.T) {
	onEngines(t, func(t *testing.T, lib *web.Library) {
		i, log := start(t, lib, fetchApp(`
			Promise.reject(new RangeError("nobody"));
			Promise.reject(new RangeError("somebody")).catch(() => {});
			return new Response("ok");`))
		get(t, i, "/")
		if text := log.text(); !strings.Contains(text, "nobody") || strings.Contains(text, "somebody") {
			t.Errorf("log is %q", text)
		}
	})
}

func TestClose(t *testing.T) {
	onEngines(t, func(t *testing.T, lib *web.Library) {
		i, _ := start(t, lib, fetchApp(`return new Response("ok")`))
		if err := i.Close(); err != nil {
			t.Error(err)
		}
		if _, err := i.Fetch(t.Context(), httptest.NewRequest("GET", "/", nil)); !errors.Is(err, loop.ErrClosed) {
			t.Errorf("Fetch = %v, want ErrClosed", err)
		}
	})
}
