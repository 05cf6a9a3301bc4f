package engines_test

import (
	"reflect"
	"runtime"
	"runtime/debug"
	"testing"

	"example.com/thaw/harness"
	"example.com/thaw/isolate"
	"example.com/thaw/runtime/engines"
)

// TestCounts holds that what is counted is the same in 20 cold starts, on one processor and
// on two, with Go's garbage collector on and off.
func TestCounts(t *testing.T) {
	options := engines.Options{AppDir: "../../fixtures/npm"}
	for _, name := range engines.Names() {
		k, _ := engines.Lookup(name)
		r := harness.NewCountRunner(func(string) (isolate.Engine, error) { return k.Open(options) })
		defer r.Close()
		for _, app := range []string{"hello", "router", "hono@20", "effect@10"} {
			t.Run(name+"/"+app, func(t *testing.T) {
				if err := k.Check(options); err != nil {
					t.Skip(err)
				}
				arm := fixtureArm(t, k, app)
				arm.ID = app
				first := countWith(t, r, arm, 1, 100)
				for n := 1; n < 20/2; n++ { // each Count is of two cold starts
					if again := countWith(t, r, arm, 1+n%2, []int{100, -1}[n/2%2]); !reflect.DeepEqual(again, first) {
						t.Fatalf("%d: got %v, before %v", n, again, first)
					}
				}
			})
		}
	}
}

func countWith(t *testing.T, r *harness.CountRunner, arm harness.Arm, gomaxprocs, gogc int) harness.Counts {
	t.Helper()
	defer runtime.GOMAXPROCS(runtime.GOMAXPROCS(gomaxprocs))
	defer debug.SetGCPercent(debug.SetGCPercent(gogc))
	c, err := r.Count(t.Context(), arm)
	if err != nil {
		t.Fatal(err)
	}
	return c
}
