package bundler_test

import (
	"os"
	"path/filepath"
	"strings"
	"testing"

	"example.com/thaw/bundler"
)

// TestWorkersModule holds what an import of cloudflare:workers becomes.
func TestWorkersModule(t *testing.T) {
	dir := t.TempDir()
	for name, text := range map[string]string{
		"app.js":     `import { env, waitUntil } from "cloudflare:workers"; export default { fetch: () => [env, waitUntil] };`,
		"missing.js": `import { WorkerEntrypoint } from "cloudflare:workers"; export default class extends WorkerEntrypoint {}`,
		"stub.js":    `export const env = "stub", waitUntil = null;`,
	} {
		if err := os.WriteFile(filepath.Join(dir, name), []byte(text), 0o600); err != nil {
			t.Fatal(err)
		}
	}
	for _, engine := range []bundler.Profile{bundler.Goja, bundler.QuickJS} {
		b, err := bundler.Load(t.Context(), filepath.Join(dir, "app.js"), bundler.Options{Engine: engine})
		if err != nil {
			t.Fatal(err)
		}
		if code := string(b.Code); !strings.Contains(code, "workers } = __host;") || strings.Contains(code, `from "cloudflare`) {
			t.Errorf("%s: the bundle does not take the module from __host:\n%s", engine.Name, code)
		}
		alias := map[string]string{"cloudflare:workers": "./stub.js"}
		b, err = bundler.Load(t.Context(), filepath.Join(dir, "app.js"), bundler.Options{Engine: engine, Alias: alias})
		if err != nil || !strings.Contains(string(b.Code), `"stub"`) {
			t.Errorf("%s: an alias of the module is not taken: %v", engine.Name, err)
		}
		_, err = bundler.Load(t.Context(), filepath.Join(dir, "missing.js"), bundler.Options{Engine: engine})
		if err == nil || !strings.Contains(err.Error(), `missing.js:1:10: No matching export in "cloudflare:workers" for import "WorkerEntrypoint"`) {
			t.Errorf("%s: error = %v", engine.Name, err)
		}
	}
}
