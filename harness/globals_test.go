package harness

import (
	"errors"
	"slices"
	"testing"

	"example.com/thaw/isolate/phase"
)

func TestTraceGlobals(t *testing.T) {
	r := NewIsolateRunner(engines)
	defer r.Close()
	arm := script(`
		const early = TextEncoder;
		addEventListener("fetch", (event) => {
			early;
			event.respondWith(new Response(new URL(event.request.url).pathname));
		});`)
	touches, err := r.TraceGlobals(t.Context(), arm)
	if err != nil {
		t.Fatal(err)
	}
	found := map[string]GlobalTouch{}
	for _, g := range touches {
		if _, twice := found[g.Global]; twice && g.Global != "" {
			t.Errorf("%s is there twice", g.Global)
		}
		found[g.Global] = g
	}
	for global, want := range map[string]GlobalTouch{
		"TextEncoder": {Origin: "worker.js:2:17", Phase: phase.Evaluate},
		"URL":         {Origin: "worker.js:5:39", Phase: phase.Request},
	} {
		got := found[global]
		if got.Origin != want.Origin || got.Phase != want.Phase || got.Arm != arm.ID || got.Cost.Wall <= 0 {
			t.Errorf("%s: %+v, want %+v", global, got, want)
		}
	}
	if files := found["TextEncoder"].Files; !slices.Contains(files, "06_encoding") {
		t.Errorf("TextEncoder loaded %q", files)
	}
	arm.Snapshot = "evaluated"
	if _, err := r.TraceGlobals(t.Context(), arm); !errors.Is(err, ErrTraceSnapshot) {
		t.Errorf("with a snapshot: %v, want ErrTraceSnapshot", err)
	}
}

// TestEagerGlobals: what is loaded at boot is loaded by nothing that the app touches.
func TestEagerGlobals(t *testing.T) {
	r := NewIsolateRunner(engines)
	defer r.Close()
	arm := script(`addEventListener("fetch", (event) => event.respondWith(new Response(new URL(event.request.url).pathname)));`)
	loadedLater := func() (files []string) {
		touches, err := r.TraceGlobals(t.Context(), arm)
		if err != nil {
			t.Fatal(err)
		}
		for _, g := range touches {
			if g.Phase != phase.Boot {
				files = append(files, g.Files...)
			}
		}
		return files
	}
	if len(loadedLater()) == 0 {
		t.Error("nothing is loaded when it is touched")
	}
	arm.EagerGlobals = true
	if files := loadedLater(); len(files) > 0 {
		t.Errorf("loaded later: %q", files)
	}
}
