package harness

import "testing"

// hello is about the least that an app can be.
const hello = `addEventListener("fetch", (event) => event.respondWith(new Response("hello")))`

func BenchmarkIsolateRunner(b *testing.B) {
	r := NewIsolateRunner(engines)
	defer r.Close()
	benchmarkRunner(b, r)
}

func BenchmarkProcessRunner(b *testing.B) { benchmarkRunner(b, processRunner(b, "_sample")) }

func benchmarkRunner(b *testing.B, r Runner) {
	arm := script(hello)
	for b.Loop() {
		if _, err := r.ColdStart(b.Context(), arm); err != nil {
			b.Fatal(err)
		}
	}
}
