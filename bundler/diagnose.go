package bundler

import (
	"fmt"
	"path/filepath"
	"slices"
	"strings"
	"unicode/utf8"

	"github.com/evanw/esbuild/pkg/api"
)

func (a *app) esbuildError(messages []api.Message) error {
	e := &Error{}
	for _, m := range messages {
		e.Messages = append(e.Messages, a.explained(m))
	}
	return e
}

func esbuildWarnings(messages []api.Message) []Warning {
	var all []Warning
	for _, m := range messages {
		all = append(all, Warning(message(m)))
	}
	return all
}

func message(m api.Message) Message {
	l := m.Location
	if l == nil {
		return Message{Text: m.Text}
	}
	column := utf8.RuneCountInString(l.LineText[:min(l.Column, len(l.LineText))]) + 1
	return Message{Text: m.Text, File: l.File, Line: l.Line, Column: column, LineText: l.LineText}
}

var unresolved = pattern(`^Could not resolve "(.*)"`)

// explained is an error of esbuild in which an import that can't be resolved says
// what to do about it.
func (a *app) explained(m api.Message) Message {
	out := message(m)
	found := unresolved().FindStringSubmatch(m.Text)
	if found == nil {
		return out
	}
	path := found[1]
	pkg := packageName(path)
	switch {
	case pkg == "":
	case isBuiltin(path):
		out.Text = fmt.Sprintf("%s is a module built into Node.js, which this runtime does not have", path)
	case strings.HasPrefix(path, workersScheme+":"):
		out.Text = fmt.Sprintf("%s is a module built into Workers, which this runtime does not have", path)
	case a.installed(pkg):
		if len(m.Notes) > 0 {
			out.Text += ": " + m.Notes[0].Text
		}
	default:
		out.Text = fmt.Sprintf("package %q is not installed: run \"npm install %s\" in %s", pkg, pkg, a.root)
	}
	return out
}

// packageName is the package that an import path names, or "".
func packageName(path string) string {
	if path == "" || strings.HasPrefix(path, ".") || filepath.IsAbs(path) || strings.HasPrefix(path, "/") || strings.HasPrefix(path, "#") {
		return ""
	}
	parts := strings.SplitN(path, "/", 3)
	if strings.HasPrefix(path, "@") && len(parts) > 1 {
		return parts[0] + "/" + parts[1]
	}
	return parts[0]
}

// installed tells whether a package is in a node_modules folder of the app's root
// or above it.
func (a *app) installed(pkg string) bool {
	for dir := a.root; ; dir = filepath.Dir(dir) {
		if isFile(filepath.Join(dir, "node_modules", filepath.FromSlash(pkg), packageJSON)) {
			return true
		}
		if dir == filepath.Dir(dir) {
			return false
		}
	}
}

func isBuiltin(path string) bool {
	if strings.HasPrefix(path, "node:") {
		return true
	}
	name, _, _ := strings.Cut(path, "/")
	return slices.Contains(builtins, name)
}

// builtins are the modules of Node.js that have a name without "node:".
var builtins = strings.Fields(`assert async_hooks buffer child_process cluster console
	constants crypto dgram diagnostics_channel dns domain events fs http http2 https
	inspector module net os path perf_hooks process punycode querystring readline
	repl stream string_decoder sys timers tls trace_events tty url util v8 vm wasi
	worker_threads zlib`)
