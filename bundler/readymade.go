package bundler

import (
	"context"
	"encoding/base64"
	"fmt"
	"net/url"
	"os"
	"path/filepath"
	"strings"

	"github.com/evanw/esbuild/pkg/api"
)

// readyMade takes an app's bytes as they are. Only what an engine without modules
// can't load at all is converted, and a Warning says so.
func readyMade(ctx context.Context, a *app, o Options) (*Bundle, error) {
	if ext := filepath.Ext(a.entry); strings.Contains(ext, "ts") || ext == ".jsx" {
		return nil, fmt.Errorf("bundler: %s is not ready-made: a runtime loads JavaScript only; bundle it", filepath.Base(a.entry))
	}
	code, err := a.text()
	if err != nil {
		return nil, err
	}
	meta, err := a.inspect(ctx)
	if err != nil {
		return nil, err
	}
	out := meta.output()
	module := filepath.Ext(a.entry) == ".mjs"
	for _, in := range meta.Inputs {
		module = module || in.Format == "esm"
	}
	if module && o.Engine.Script {
		return a.converted(ctx, o)
	}
	b := &Bundle{
		Name: a.name, Code: code, Module: module, Form: ServiceWorkerForm,
		Exports: out.Exports, SHA256: sum(code), Warnings: a.warnings, Config: a.config,
		Inputs: a.inputs(meta), Root: a.root,
	}
	if len(out.Exports) > 0 {
		b.Form = ModuleForm
	}
	b.addMap(a.entry)
	return b, nil
}

func (a *app) text() ([]byte, error) {
	if a.files != nil {
		return []byte(a.files.Files[a.entry]), nil
	}
	data, err := os.ReadFile(a.entry)
	if err != nil {
		return nil, fmt.Errorf("bundler: %w", err)
	}
	return data, nil
}

// inspect parses a ready-made app: what it imports and exports, and its faults.
func (a *app) inspect(ctx context.Context) (*metafile, error) {
	options := api.BuildOptions{
		EntryPoints:    []string{a.entry},
		AbsWorkingDir:  a.root,
		Outfile:        filepath.Join(a.root, outfile),
		Metafile:       true,
		LogLevel:       api.LogLevelSilent,
		AllowOverwrite: true,
	}
	if a.files != nil {
		options.Plugins = []api.Plugin{virtualPlugin(a.files)}
	}
	result, err := a.run(ctx, options)
	if err != nil {
		return nil, err
	}
	return parseMetafile(result.Metafile)
}

// converted is a module made into a script with as little change as can be.
func (a *app) converted(ctx context.Context, o Options) (*Bundle, error) {
	off := false
	b, err := bundle(ctx, a, Options{Engine: o.Engine, Charset: "utf8", LegalComments: "inline", TreeShaking: &off})
	if err != nil {
		return nil, err
	}
	b.Warnings = append(b.Warnings, Warning{Text: fmt.Sprintf("%s has no ES modules: the ready-made bundle was converted to a script", o.Engine.Name)})
	return b, nil
}

var mapComment = pattern(`(?m)^//[#@] sourceMappingURL=(\S+)\s*\z`)

// addMap picks up the source map that a ready-made bundle names.
func (b *Bundle) addMap(file string) {
	tail := b.Code[max(0, strings.LastIndex(strings.TrimRight(string(b.Code), "\r\n\t "), "\n")+1):]
	m := mapComment().FindSubmatch(tail)
	if m == nil {
		return
	}
	data, err := readMap(string(m[1]), filepath.Dir(file))
	if err != nil {
		b.Warnings = append(b.Warnings, Warning{Text: fmt.Sprintf("source map: %v", err)})
		return
	}
	b.Map = mapOf(data)
	if name := string(m[1]); !strings.HasPrefix(name, "data:") {
		b.Inputs = append(b.Inputs, filepath.Join(filepath.Dir(file), name))
	}
}

func readMap(ref, dir string) ([]byte, error) {
	data, ok := strings.CutPrefix(ref, "data:")
	if !ok {
		name, err := url.PathUnescape(ref)
		if err != nil {
			return nil, err
		}
		return os.ReadFile(filepath.Join(dir, filepath.FromSlash(name)))
	}
	kind, body, _ := strings.Cut(data, ",")
	if strings.HasSuffix(kind, ";base64") {
		return base64.StdEncoding.DecodeString(body)
	}
	text, err := url.PathUnescape(body)
	return []byte(text), err
}
