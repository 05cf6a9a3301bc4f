package bundler

import (
	"context"
	"fmt"
	"maps"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"unicode/utf8"

	"github.com/evanw/esbuild/pkg/api"
)

// outfile is the name of every bundle, at the app's root. Nothing is written there.
const outfile = "worker.js"

func (o Options) conditions() []string {
	if o.Conditions != nil {
		return o.Conditions
	}
	return conditions
}

// bundle runs esbuild over an app. A service worker, which exports nothing, is a
// sloppy script; whether the entry exports something is known for sure only
// afterwards, so the rare one that merely mentions it is built twice.
func bundle(ctx context.Context, a *app, o Options) (*Bundle, error) {
	var err error
	if a.patch, err = newPatch(a, o.Patch); err != nil {
		return nil, err
	}
	format := api.FormatESModule
	if !a.mentionsExport() {
		format = api.FormatIIFE
	}
	out, err := a.build(ctx, o, format)
	if err != nil {
		return nil, err
	}
	if format == api.FormatESModule && len(out.meta.Exports) == 0 {
		if out, err = a.build(ctx, o, api.FormatIIFE); err != nil {
			return nil, err
		}
	}
	if err := a.patch.unused(); err != nil {
		return nil, err
	}
	return a.bundle(out, o)
}

// A built is what esbuild made, and what it says of it.
type built struct {
	format    api.Format
	code      []byte
	sourceMap []byte
	metafile  string
	all       *metafile
	meta      metaOutput // the part of all that is about code
	rules     []Rule
	warnings  []Warning
}

func (a *app) build(ctx context.Context, o Options, format api.Format) (*built, error) {
	rules, warnings := rules(a.config)
	options, doubts := a.esbuildOptions(o, format, rules)
	result, err := a.run(ctx, options)
	if err != nil {
		return nil, err
	}
	out := &built{
		format: format, metafile: result.Metafile, rules: rules,
		warnings: slices.Concat(a.warnings, warnings, doubts, esbuildWarnings(result.Warnings)),
	}
	for _, f := range result.OutputFiles {
		switch {
		case strings.HasSuffix(f.Path, ".js"):
			out.code = f.Contents
		case strings.HasSuffix(f.Path, ".js.map"):
			out.sourceMap = f.Contents
		case strings.HasSuffix(f.Path, ".css"):
			out.warnings = append(out.warnings, Warning{Text: "imported CSS is left out: a Worker has no style sheets"})
		}
	}
	if out.all, err = parseMetafile(result.Metafile); err != nil {
		return nil, err
	}
	out.meta = out.all.output()
	return out, nil
}

// run is esbuild, cancelled when ctx ends.
func (a *app) run(ctx context.Context, options api.BuildOptions) (*api.BuildResult, error) {
	build, err := api.Context(options)
	if err != nil {
		return nil, a.esbuildError(err.Errors)
	}
	defer build.Dispose()
	stop := context.AfterFunc(ctx, build.Cancel)
	result := build.Rebuild()
	stop()
	if ctx.Err() != nil {
		return nil, fmt.Errorf("bundler: %w", context.Cause(ctx))
	}
	if len(result.Errors) > 0 {
		return nil, a.esbuildError(result.Errors)
	}
	return &result, nil
}

func (a *app) esbuildOptions(o Options, format api.Format, rules []Rule) (api.BuildOptions, []Warning) {
	target, warnings := o.target()
	drop, labels := o.drop()
	options := api.BuildOptions{
		EntryPoints:    []string{a.entry},
		AbsWorkingDir:  a.root,
		Outfile:        filepath.Join(a.root, outfile),
		Bundle:         true,
		Format:         format,
		Platform:       api.PlatformBrowser,
		Conditions:     o.conditions(),
		Metafile:       true,
		Sourcemap:      api.SourceMapExternal,
		LogLevel:       api.LogLevelSilent,
		JSX:            api.JSXAutomatic,
		Loader:         maps.Clone(loaders),
		AllowOverwrite: true, // nothing is written, and an app's entry may have the outfile's name

		Target:            target,
		Supported:         o.supported(),
		MinifyWhitespace:  o.Minify.Whitespace,
		MinifyIdentifiers: o.Minify.Identifiers,
		MinifySyntax:      o.Minify.Syntax,
		TreeShaking:       o.treeShaking(),
		Charset:           charsets[o.Charset],
		LegalComments:     legalComments[o.LegalComments],
		Define:            o.define(a.config),
		Alias:             o.alias(a.config),
		External:          o.External,
		Drop:              drop,
		DropLabels:        labels,
		Plugins:           []api.Plugin{workersPlugin(o.alias(a.config)), modulesPlugin(a.root, rules)},
	}
	if o.Engine.Script && format == api.FormatESModule {
		options.Banner = map[string]string{"js": scriptOpening}
	}
	if a.files != nil {
		options.Plugins = append(options.Plugins, virtualPlugin(a.files))
	}
	if a.patch != nil {
		options.Plugins = slices.Insert(options.Plugins, 0, a.patch.plugin(a.root, rules))
	}
	if c := a.config; c != nil {
		c.apply(&options)
	}
	return options, warnings
}

// apply sets what only a config says.
func (c *Config) apply(o *api.BuildOptions) {
	if c.TSConfig != "" {
		o.Tsconfig = filepath.Join(c.Dir, c.TSConfig)
	}
	if c.JSXFactory != "" || c.JSXFragment != "" {
		o.JSX, o.JSXFactory, o.JSXFragment = api.JSXTransform, c.JSXFactory, c.JSXFragment
	}
}

func (a *app) bundle(out *built, o Options) (*Bundle, error) {
	b := &Bundle{
		Name: a.name, Code: out.code,
		Module:   out.format == api.FormatESModule,
		Form:     ServiceWorkerForm,
		Exports:  out.meta.Exports,
		Modules:  out.all.modules(out.meta, func(path string) string { return kind(out.rules, a.root, filepath.Join(a.root, path)) }),
		Warnings: out.warnings,
		Config:   a.config,
		Metafile: out.metafile,
		Inputs:   a.inputs(out.all),
		Root:     a.root,
	}
	if b.Module {
		b.Form = ModuleForm
		if !slices.Contains(b.Exports, "default") {
			b.Warnings = append(b.Warnings, Warning{Text: "the entry has exports, but no default one with the handlers"})
		}
	}
	if b.Module && o.Engine.Script {
		if paths := out.meta.externals(); len(paths) > 0 {
			return nil, fmt.Errorf("bundler: external %s: %s has no modules to import it from", strings.Join(paths, ", "), o.Engine.Name)
		}
	}
	sourceMap, err := b.finish(o, out.sourceMap)
	if err != nil {
		return nil, err
	}
	b.Map, b.SHA256 = mapOf(sourceMap), sum(b.Code)
	return b, nil
}

// finish makes of esbuild's output what the engine takes, and returns its source map.
func (b *Bundle) finish(o Options, sourceMap []byte) (_ []byte, err error) {
	if !utf8.Valid(b.Code) { // esbuild copies comments as they are
		b.Code = []byte(string([]rune(string(b.Code)))) // each bad byte is one column, as in the map
	}
	if o.lowersForAwait() {
		b.Code, sourceMap = withForAwait(b.Code, sourceMap)
	}
	tail := ""
	if o.lowersAsyncGenerators() {
		b.Code, tail = withAsyncGenerators(b.Code, o.Minify)
	}
	switch {
	case b.Module && o.Engine.Script:
		b.Module = false
		b.Code, err = asScript(b.Code, b.Exports, tail)
	case b.Module:
		b.Code = append(b.Code, tail...)
	case tail != "":
		b.Code = insideIIFE(b.Code, tail)
	}
	return sourceMap, err
}

// inputs are all files that the bundle depends on.
func (a *app) inputs(m *metafile) []string {
	all := append(m.files(a.root), a.read...)
	slices.Sort(all)
	return slices.Compact(all)
}

// mentionsExport tells whether the entry may export something: a cheap test that
// may say yes for nothing, never no.
func (a *app) mentionsExport() bool {
	if text, ok := a.patch.text(a.entry); ok {
		return strings.Contains(text, "export")
	}
	if a.files != nil {
		return strings.Contains(a.files.Files[a.entry], "export")
	}
	data, err := os.ReadFile(a.entry)
	// A file that can't be read is left to esbuild, whose error says where and why.
	return err != nil || strings.Contains(string(data), "export")
}
