package bundler

// A Profile says what an engine can load. The zero value is an ES module in the
// newest syntax that esbuild writes.
type Profile struct {
	Name   string   // of the engine, for messages
	Script bool     // the engine has no ES modules: the bundle becomes a classic script
	Target string   // newest syntax it parses, such as "es2022"; "" means "esnext"
	Lower  []string // names of esbuild's "supported" setting that it lacks all the same
}

// Goja is the profile of dop251/goja. It has no module syntax, no import.meta and
// no asynchronous iteration; public class fields and logical assignment are
// lowered because of its faults in them, and so is the escape \u{10FFFF} with its like.
var Goja = Profile{
	Name:   "goja",
	Script: true,
	Target: "es2022",
	Lower: []string{
		"async-generator", "for-await", "class-field", "class-static-field",
		"dynamic-import", "import-meta", "decorators", "logical-assignment", "unicode-escapes",
	},
}

// QuickJS is the profile of QuickJS-ng, which parses all of ES2025 and explicit
// resource management, but no decorators.
var QuickJS = Profile{
	Name:   "quickjs",
	Target: "esnext",
	Lower:  []string{"decorators"},
}
