package bundler

import (
	"strings"

	"github.com/evanw/esbuild/pkg/api"
)

// workersScheme begins the names of the modules that are built into Workers, and is the
// esbuild namespace of those that the runtime has.
const workersScheme = "cloudflare"

// workersModules are these modules, by name without the scheme. What they
// export is in __host.workers before an app is evaluated.
var workersModules = map[string]string{
	"workers": `const { workers } = __host;
export const { env, waitUntil } = workers;
`,
}

// workersPlugin serves them, but for those that alias replaces.
func workersPlugin(alias map[string]string) api.Plugin {
	return api.Plugin{Name: workersScheme, Setup: func(b api.PluginBuild) {
		b.OnResolve(api.OnResolveOptions{Filter: "^" + workersScheme + ":"}, func(a api.OnResolveArgs) (api.OnResolveResult, error) {
			name := strings.TrimPrefix(a.Path, workersScheme+":")
			_, aliased := alias[a.Path]
			if _, ok := workersModules[name]; !ok || aliased {
				return api.OnResolveResult{}, nil
			}
			return api.OnResolveResult{Path: name, Namespace: workersScheme}, nil
		})
		b.OnLoad(api.OnLoadOptions{Filter: ".*", Namespace: workersScheme}, func(a api.OnLoadArgs) (api.OnLoadResult, error) {
			text := workersModules[a.Path]
			return api.OnLoadResult{Contents: &text, Loader: api.LoaderJS}, nil
		})
	}}
}
