package bundler

import (
	"compress/gzip"
	"crypto/sha256"
	"encoding/hex"
	"strings"
)

// A Bundle is an app as an engine loads it. It is read-only, and safe to share.
type Bundle struct {
	Name     string    // of the app: the fixture, the wrangler config's name, or the file or folder
	Code     []byte    // JavaScript
	Map      SourceMap // of Code; nil only for a ready-made bundle without one
	Module   bool      // Code is an ES module; else a classic script
	Form     Form      // how the app offers its handlers
	Exports  []string  // names that the entry exports, sorted
	Modules  []Module  // what Code is made of, largest first; nil for a ready-made bundle
	SHA256   string    // of Code, in hexadecimal
	Warnings []Warning // doubts: esbuild's, and the bundler's own
	Config   *Config   // the wrangler config that was used, or nil
	Metafile string    // esbuild's metafile (JSON); "" for a ready-made bundle
	Inputs   []string  // absolute paths of the files that were read, sorted
	Root     string    // absolute folder to which paths in Modules and Metafile are relative
}

// A SourceMap gives the text of a source map (version 3). It may be called from any goroutine,
// and may read the text at each call.
type SourceMap func() ([]byte, error)

// mapOf is the source map of a text; nil for none.
func mapOf(text []byte) SourceMap {
	if text == nil {
		return nil
	}
	return func() ([]byte, error) { return text, nil }
}

// A Form is one of the two ways in which a Worker offers its handlers. See
// https://developers.cloudflare.com/workers/reference/migrate-to-module-workers/.
type Form string

const (
	// ModuleForm is a module whose default export has the handlers as methods. The
	// engine leaves a promise for its namespace in __host.module, and so does a
	// Bundle that is a classic script.
	ModuleForm Form = "module"
	// ServiceWorkerForm is a script that calls addEventListener("fetch", ...).
	ServiceWorkerForm Form = "service-worker"
)

// A Module is one file of an app.
type Module struct {
	Path  string // relative to the app's root, with slashes
	Kind  string // "esm", "cjs", "json", "text", "data", "wasm" or "script"
	Bytes int    // its share of Bundle.Code, in bytes
}

// Package is the npm package that the file is of: the one in the last node_modules of its
// path. It is "" for the app's own files.
func (m Module) Package() string {
	const folder = "node_modules/"
	at := strings.LastIndex("/"+m.Path, "/"+folder)
	if at < 0 {
		return ""
	}
	scope, rest, _ := strings.Cut(m.Path[at+len(folder):], "/")
	if strings.HasPrefix(scope, "@") {
		name, _, _ := strings.Cut(rest, "/")
		return scope + "/" + name
	}
	return scope
}

// A Warning is a doubt about a Bundle. File is "" where it is about no place.
type Warning Message

// GzipSize is the size in bytes of Code under gzip at its default level, as
// wrangler reports it. It is computed at each call.
func (b *Bundle) GzipSize() int {
	var n counter
	w := gzip.NewWriter(&n)
	_, _ = w.Write(b.Code) // a counter takes every byte
	_ = w.Close()
	return int(n)
}

type counter int

func (n *counter) Write(p []byte) (int, error) {
	*n += counter(len(p))
	return len(p), nil
}

func sum(code []byte) string {
	h := sha256.Sum256(code)
	return hex.EncodeToString(h[:])
}
