package harness

import (
	"fmt"
	"net/http"
	"strings"
	"testing"

	"example.com/thaw/isolate/phase"
)

// countedApp marks define and build, as frameworks are to.
const countedApp = `
	const began = performance.now();
	const define = (n) => [n];
	for (let i = 0; i < 7; i++) define(i);
	performance.measure("define", { start: began, end: performance.now() });
	const handle = () => new Response("ok" + Math.random() + Date.now());
	addEventListener("fetch", (event) => { handle(); event.respondWith(handle()) });
	function unused() { return () => 1 }
`

func TestCount(t *testing.T) {
	for _, runtime := range []string{"goja", "quickjs"} {
		t.Run(runtime, func(t *testing.T) {
			r := newCountRunner(t)
			arm := script(countedApp)
			arm.Runtime = runtime
			skipWithoutEngine(t, runtime)
			c, err := r.Count(t.Context(), arm)
			if err != nil {
				t.Fatal(err)
			}
			if c.Arm != arm.ID || c.Total[BytesParsed] != int64(len(countedApp)) || c.Total[FunctionsParsed] != 5 || c.Phase(phase.Parse)[FunctionsParsed] != 5 {
				t.Errorf("got %+v", c)
			}
			for name, want := range map[string][2]int64{phase.Evaluate: {0, 0}, phase.Define: {1, 7}, phase.Request: {2, 3}} {
				if got := c.Phase(name); got[FunctionsEntered] != want[0] || got[Calls] != want[1] {
					t.Errorf("%s: got %v, want %d functions entered and %d calls", name, got, want[0], want[1])
				}
			}
			if c.Phase(phase.Request)[LayerCalls] == 0 || c.Phase(phase.Boot)[OpCalls] == 0 || c.Ops["op_timing_now"] != 2 {
				t.Errorf("got %+v", c)
			}
			checkCounts(t, c, runtime == "quickjs")
		})
	}
}

// checkCounts holds that phases add up, and that all is there that the engine can count.
func checkCounts(t *testing.T, c Counts, memory bool) {
	t.Helper()
	sum, ops := map[Count]int64{}, int64(0)
	for _, p := range c.Phases {
		for name, n := range p.Counts {
			sum[name] += n
		}
	}
	for _, n := range c.Ops {
		ops += n
	}
	if ops != c.Total[OpCalls] {
		t.Errorf("ops are %d, and by name %d", c.Total[OpCalls], ops)
	}
	for _, name := range CountNames() {
		_, counted := c.Total[name]
		if ofMemory := !name.InPhases() || name == BytecodeBytes || name == Allocations || name == AllocatedBytes; counted != (memory || !ofMemory) {
			t.Errorf("%s: counted is %t", name, counted)
		}
		if name.InPhases() && sum[name] != c.Total[name] {
			t.Errorf("%s: phases add up to %d of %d", name, sum[name], c.Total[name])
		}
	}
}

func newCountRunner(t *testing.T) *CountRunner {
	t.Helper()
	r := NewCountRunner(engines)
	t.Cleanup(func() {
		if err := r.Close(); err != nil {
			t.Error(err)
		}
	})
	return r
}

func skipWithoutEngine(t *testing.T, runtime string) {
	t.Helper()
	e, err := engines(runtime)
	if err != nil {
		t.Skip(err)
	}
	if err := e.Close(); err != nil {
		t.Fatal(err)
	}
}

func TestCountSnapshotsAndCaches(t *testing.T) {
	skipWithoutEngine(t, "quickjs")
	r := newCountRunner(t)
	arm := script(countedApp)
	arm.Runtime = "quickjs"
	whole, err := r.Count(t.Context(), arm)
	if err != nil {
		t.Fatal(err)
	}
	arm.ID, arm.Snapshot = "restored", "evaluated"
	restored, err := r.Count(t.Context(), arm)
	if err != nil {
		t.Fatal(err)
	}
	if restored.Total[Calls] != 3 || restored.Total[BytesParsed] != 0 || restored.Total[TouchedPages]*2 > whole.Total[TouchedPages] {
		t.Errorf("from a snapshot %v, whole %v", restored.Total, whole.Total)
	}
	arm.ID, arm.Snapshot, arm.Cache = "cached", "", "disk"
	cached, err := r.Count(t.Context(), arm)
	if err != nil {
		t.Fatal(err)
	}
	if cached.Total[Calls] != whole.Total[Calls] || cached.Total[BytesParsed] != 0 || cached.Total[BytecodeBytes] != whole.Total[BytecodeBytes] {
		t.Errorf("from a cache %v, whole %v", cached.Total, whole.Total)
	}
}

func TestCountsDifference(t *testing.T) {
	counts := func(total, define int64) Counts {
		return Counts{Total: map[Count]int64{Calls: total}, Phases: []PhaseCounts{{phase.Define, map[Count]int64{Calls: define}}}}
	}
	for _, c := range []struct {
		other Counts
		want  string
	}{
		{counts(1, 1), ""},
		{counts(1, 2), "calls of define are 1 and 2"},
		{counts(3, 1), "calls are 1 and 3"},
	} {
		if got := counts(1, 1).difference(c.other); got != c.want {
			t.Errorf("got %q, want %q", got, c.want)
		}
	}
}

// asyncApp waits for everything that goes on in Go meanwhile.
const asyncApp = `
	const loaded = Date.now();
	addEventListener("fetch", (event) => event.respondWith((async () => {
		const began = performance.now(), parts = [];
		await new Promise((resolve) => setTimeout(resolve, 3_600_000));
		await Promise.all([30, 20, 10].map((ms) => scheduler.wait(ms).then(() => parts.push(ms))));
		const bytes = new TextEncoder().encode("text".repeat(5000));
		parts.push((await crypto.subtle.digest("SHA-256", bytes)).byteLength);
		const zipped = new Response(bytes).body.pipeThrough(new CompressionStream("gzip"));
		parts.push((await new Response(zipped.pipeThrough(new DecompressionStream("gzip"))).text()).length);
		parts.push(await fetch("https://example.com/").catch((e) => e.name));
		parts.push(await new Promise((resolve) => { AbortSignal.timeout(5).onabort = () => resolve("aborted") }));
		while (Date.now() < loaded + 3_600_050) parts.push("busy");
		return new Response(parts.slice(0, 8) + " " + (performance.now() >= began) + crypto.randomUUID());
	})()));
`

// TestCountWaits counts an app that waits for timers, streams and work in Go.
func TestCountWaits(t *testing.T) {
	for _, runtime := range []string{"goja", "quickjs"} {
		for _, frozen := range []bool{false, true} {
			t.Run(fmt.Sprintf("%s/frozen=%t", runtime, frozen), func(t *testing.T) {
				skipWithoutEngine(t, runtime)
				r := newCountRunner(t)
				arm := script(asyncApp)
				arm.Runtime, arm.FrozenClock = runtime, frozen
				arm.Check = func(status int, _ http.Header, body []byte) error {
					if want := "10,20,30,32,20000,TypeError,aborted"; status != 200 || !strings.HasPrefix(string(body), want) {
						return fmt.Errorf("it answers %d %s, want %s", status, body, want)
					}
					return nil
				}
				first, err := r.Count(t.Context(), arm)
				if err != nil {
					t.Fatal(err)
				}
				for range 4 {
					again, err := r.Count(t.Context(), arm)
					if err != nil {
						t.Fatal(err)
					}
					if d := first.difference(again); d != "" {
						t.Fatal(d)
					}
				}
			})
		}
	}
}

// TestCountIsPatient: a wait takes no time, but does not come before what goes on in Go meanwhile.
func TestCountIsPatient(t *testing.T) {
	r := newCountRunner(t)
	arm := script(`addEventListener("fetch", (event) => event.respondWith((async () => {
		const rsa = { name: "RSASSA-PKCS1-v1_5", hash: "SHA-256", modulusLength: 1024, publicExponent: new Uint8Array([1, 0, 1]) };
		const key = crypto.subtle.generateKey(rsa, false, ["sign"]).then(() => "key");
		return new Response(await Promise.race([scheduler.wait(1).then(() => "early"), key]));
	})()))`)
	arm.Check = func(_ int, _ http.Header, body []byte) error {
		if string(body) != "key" {
			return fmt.Errorf("it answers %s", body)
		}
		return nil
	}
	if _, err := r.Count(t.Context(), arm); err != nil {
		t.Error(err)
	}
}
