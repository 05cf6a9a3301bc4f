package bundler_test

import (
	"fmt"
	"path/filepath"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/evanw/esbuild/pkg/api"

	"example.com/thaw/bundler"
	"example.com/thaw/isolate/phase"
)

// many writes an app of 200 modules of about 4 KB each.
func many(b *testing.B) string {
	dir := b.TempDir()
	files, main := map[string]string{}, ""
	for i := range 200 {
		var text strings.Builder
		for j := range 40 {
			fmt.Fprintf(&text, "export function f%d(a, b) { return a.map((x) => x + b * %d).filter((x) => x %% 2 !== %d).join('-%d'); }\n", j, i, j, i)
		}
		name := fmt.Sprintf("module%d.js", i)
		files[name] = text.String()
		main += fmt.Sprintf("import * as m%d from './%s';\nglobalThis.m%d = m%d;\n", i, name, i, i)
	}
	files["index.js"] = main + "export default { fetch() {} };\n"
	writeFiles(b, dir, files)
	return filepath.Join(dir, "index.js")
}

// BenchmarkLoad does the same work by Load and by esbuild alone, in turn. The
// median ratio of their CPU times, load/esbuild, is what this package costs.
func BenchmarkLoad(b *testing.B) {
	for _, engine := range []bundler.Profile{bundler.QuickJS, bundler.Goja} {
		b.Run(engine.Name, func(b *testing.B) {
			app := many(b)
			var ratios []float64
			for b.Loop() {
				ours := processCPU(func() { load(b, app, bundler.Options{Engine: engine}) })
				alone := processCPU(func() { esbuild(b, app, engine) })
				ratios = append(ratios, float64(ours)/float64(alone))
			}
			slices.Sort(ratios)
			b.ReportMetric(ratios[len(ratios)/2], "load/esbuild")
		})
	}
}

// processCPU is what f takes on all threads: esbuild uses many.
func processCPU(f func()) time.Duration {
	start := phase.Read()
	f()
	return phase.Read().Sub(start).Process
}

func esbuild(b *testing.B, app string, engine bundler.Profile) {
	supported := map[string]bool{}
	for _, feature := range engine.Lower {
		supported[feature] = false
	}
	result := api.Build(api.BuildOptions{
		EntryPoints: []string{app}, Outfile: filepath.Join(filepath.Dir(app), "out.js"), Bundle: true,
		Format: api.FormatESModule, Metafile: true, Sourcemap: api.SourceMapExternal, Supported: supported,
		LogLevel: api.LogLevelSilent,
	})
	if len(result.Errors) > 0 {
		b.Fatal(result.Errors)
	}
}
