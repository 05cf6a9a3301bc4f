package web_test

import (
	"slices"
	"strings"
	"testing"

	"example.com/thaw/isolate"
	"example.com/thaw/runtime/web"
)

// TestAmbient holds which calls are reported, with their place, and that a Date
// is one all the same.
func TestAmbient(t *testing.T) {
	const script = `
		Date.now();
		new Date();
		Date();
		Math.random();
		performance.now();
		performance.timeOrigin;
		crypto.getRandomValues(new Uint8Array(1));
		crypto.randomUUID();
		new (class extends Date {})();
		new (new Date(0).constructor)();
		new File([], "f");
		Reflect.construct(Date, []);
		const none = [new Date(0), new Date(2020, 1), Date.UTC(2020), Date.parse("2020"), performance.mark("m"), Math.max(1, 2)];
		class Day extends Date { half() { return this.getTime() / 2 } }
		const checks = { instance: none[0] instanceof Date, length: Date.length === 7, name: Date.name === "Date", subclass: new Day(4).half() === 2,
			prototype: new Day(0) instanceof Day && Object.getPrototypeOf(Day) === Date, text: typeof Date() === "string", now: Date.now.name === "now", self: Math.random.call(Math) < 1 };
		for (const key in checks) if (!checks[key]) throw new Error(key);`
	want := []string{
		"Date.now 2", "new Date() 3", "Date() 4", "Math.random 5", "performance.now 6", "performance.timeOrigin 7",
		"crypto.getRandomValues 8", "crypto.randomUUID 9", "new Date() 10", "new Date() 11", "Date.now 12", "new Date() 13",
		"Date() 17", "Math.random 17",
	}
	for name, e := range engines(t) {
		t.Run(name, func(t *testing.T) {
			var got []string
			layer := web.New(web.NewLibrary(e), web.Config{})
			iso, err := e.New(t.Context(), isolate.Options{Ops: layer.Ops()})
			if err != nil {
				t.Fatal(err)
			}
			defer iso.Close()
			if err := layer.Boot(t.Context(), iso); err != nil {
				t.Fatal(err)
			}
			err = layer.TraceAmbient(t.Context(), func(a web.Ambient) {
				_, after, _ := strings.Cut(a.Stack, "test.js:")
				line, _, _ := strings.Cut(after, ":")
				got = append(got, a.API+" "+line)
				if random := strings.HasPrefix(a.API, "crypto") || a.API == "Math.random"; random != (a.Kind() == web.AmbientRandom) {
					t.Errorf("%s: Kind is %s", a.API, a.Kind())
				}
			})
			if err != nil {
				t.Fatal(err)
			}
			run(t, t.Context(), e, iso, "test.js", script)
			if !slices.Equal(got, want) {
				t.Errorf("reported %q\nwant %q", got, want)
			}
		})
	}
}
