package bundlecache

import (
	"fmt"
	"math/rand/v2"
	"os"
	"path/filepath"
	"testing"

	"example.com/thaw/bundler"
)

// TestRandomChanges adds, edits and removes files with a say in an app, one after the other, and
// holds the bundle after each to one that no cache gave. Most of these apps are sound.
func TestRandomChanges(t *testing.T) {
	folders := []string{
		"", "app", "app/src", "app/src/folder", "app/lib", "app/lib/folder", "app/first", "app/second", "app/first/mapped",
		"app/node_modules", "app/node_modules/dep", "app/node_modules/old/nested", "app/node_modules/old/impl", "app/node_modules/absent",
		"app/src/node_modules/dep", "node_modules/dep", "node_modules/@scope/pkg", "app/node_modules/@scope/pkg", "app/node_modules/off",
	}
	names := []string{
		"b", "own", "mapped", "folder", "optional", "index", "worker", "main", "nested", "other", "package", "tsconfig", "jsconfig", "wrangler",
	}
	extensions := []string{".ts", ".tsx", ".js", ".jsx", ".mjs", ".json", ".toml", ""}
	configs := map[string][]string{
		"package.json":  {`{}`, `{"main":"./index.js"}`, `{"main":"../impl/other.js"}`, `{"sideEffects":false}`, `{"browser":{"./index.js":false}}`, `{"type":"module","imports":{"#own":"./b.js"}}`},
		"tsconfig.json": {`{}`, `{"compilerOptions":{"baseUrl":"."}}`, `{"compilerOptions":{"paths":{"dep":["./lib/folder"],"@/*":["./lib/*","./first/*"]}}}`, `{"extends":"./package.json"}`},
		"jsconfig.json": {`{"compilerOptions":{"baseUrl":"./lib"}}`},
		"wrangler.json": {`{"main":"src/main.ts"}`, `{"main":"src/main","define":{"DEFINED":"3"}}`},
		"wrangler.toml": {"main = \"src/main.ts\"\n"},
	}
	c, dir := cacheOf(t), t.TempDir()
	write(t, dir, app)
	r := rand.New(rand.NewPCG(3, 2026))
	pick := func(list []string) string { return list[r.IntN(len(list))] }
	var added []string
	reused, made := 0, 0
	for step := range 400 {
		file := pick(folders) + "/" + pick(names) + pick(extensions)
		what := "wrote " + file
		switch {
		case r.IntN(2) == 0 && len(added) > 0:
			file = pick(added)
			what = "removed " + file
			_ = os.Remove(filepath.Join(dir, file))
			if text, ok := app[file]; ok {
				what = "took back " + file
				write(t, dir, map[string]string{file: text})
			}
		default:
			text := fmt.Sprintf("export const b = %[1]q, dep = %[1]q, m = %[1]q; export default %[1]q;", file)
			if list := configs[filepath.Base(file)]; list != nil {
				text = pick(list)
			}
			path := filepath.Join(dir, filepath.FromSlash(file))
			if os.MkdirAll(filepath.Dir(path), 0o755) != nil || os.WriteFile(path, []byte(text), 0o644) != nil {
				continue // a file is where a folder would be, or the other way round
			}
			if file[0] == '/' {
				file = file[1:]
			}
			added = append(added, file)
		}
		if load(t, c, filepath.Join(dir, "app"), bundler.Options{}) {
			reused++
		} else {
			made++
		}
		if t.Failed() {
			t.Fatalf("step %d: %s", step, what)
		}
	}
	if reused == 0 || made == 0 {
		t.Errorf("%d bundles were reused and %d made", reused, made)
	}
	t.Logf("%d bundles were reused, %d made", reused, made)
}
