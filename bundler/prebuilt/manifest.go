package prebuilt

import (
	"encoding/json"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"strings"

	"example.com/thaw/bundler"
)

// Schema is what this package reads and writes.
const Schema = "thaw.build/1"

// ManifestName is the file that tells a folder of Write from others.
const ManifestName = "thaw.json"

// A Manifest says what is in a folder.
type Manifest struct {
	Schema  string            `json:"schema"`
	Thaw    string            `json:"thaw"`             // version of thaw that made it
	Name    string            `json:"name"`             // of the app
	Levers  map[string]string `json:"levers,omitempty"` // that were turned: name to value
	Request *Request          `json:"request,omitempty"`
	Config  *Config           `json:"config,omitempty"`
	Bundles []Bundle          `json:"bundles"`

	FrozenClock bool `json:"frozenClock,omitempty"` // time stands still, as when the snapshots were taken
}

// A Request is what the app is asked where nothing else is said.
type Request struct {
	Method string            `json:"method"`
	Path   string            `json:"path"` // with the query, or a URL
	Header map[string]string `json:"header,omitempty"`
	Body   []byte            `json:"body,omitempty"` // base64 in JSON
}

// A Config is the wrangler config of the app.
type Config struct {
	Name string `json:"name"` // of the file, which says what language it is in
	Text string `json:"text"`
}

// A Bundle is the app for one engine.
type Bundle struct {
	Engine   string           `json:"engine"`
	Snapshot string           `json:"snapshot,omitempty"` // stage that was kept
	Module   bool             `json:"module"`
	Form     bundler.Form     `json:"form"`
	Exports  []string         `json:"exports,omitempty"`
	Code     File             `json:"code"`
	Map      *File            `json:"map,omitempty"`
	Modules  []bundler.Module `json:"modules,omitempty"`
}

// A File is one of the folder's.
type File struct {
	Name   string `json:"name"`
	Bytes  int    `json:"bytes"`
	SHA256 string `json:"sha256"` // in hexadecimal
}

// Open reads the manifest of a folder. It is nil, without an error, if the folder is not one
// that Write wrote, or not there.
func Open(dir string) (*Folder, error) {
	if dir == "" {
		return nil, nil
	}
	path := filepath.Join(dir, ManifestName)
	text, err := os.ReadFile(path)
	if err != nil {
		if info, statErr := os.Stat(path); statErr == nil && info.Mode().IsRegular() {
			return nil, fmt.Errorf("prebuilt: %w", err)
		}
		return nil, nil
	}
	f := &Folder{dir: dir}
	if err := json.Unmarshal(text, &f.Manifest); err != nil {
		return nil, fmt.Errorf("prebuilt: %s: %w: build the app again", path, err)
	}
	if f.Schema != Schema {
		return nil, fmt.Errorf("prebuilt: %s: schema %q: this thaw reads %q: build the app again", path, f.Schema, Schema)
	}
	if len(f.Bundles) == 0 {
		return nil, fmt.Errorf("prebuilt: %s: it has no bundles: build the app again", path)
	}
	for _, b := range f.Bundles {
		if err := b.check(); err != nil {
			return nil, fmt.Errorf("prebuilt: %s: bundle for %q: %w: build the app again", path, b.Engine, err)
		}
	}
	return f, nil
}

// check holds the files to the folder.
func (b Bundle) check() error {
	for _, file := range b.files() {
		if !filepath.IsLocal(file.Name) || strings.ContainsAny(file.Name, `/\`) {
			return fmt.Errorf("file %q is not one of the folder", file.Name)
		}
	}
	return nil
}

func (b Bundle) files() []File {
	if b.Map == nil {
		return []File{b.Code}
	}
	return []File{b.Code, *b.Map}
}

// Check reports why Write must not replace what is at dir, or nil: it is something, and was not
// written by Write.
func Check(dir string) error {
	if _, err := os.Lstat(filepath.Join(dir, ManifestName)); err == nil {
		return nil // of another version, or damaged, it is ours all the same
	}
	info, err := os.Stat(dir)
	switch {
	case errors.Is(err, fs.ErrNotExist):
		return nil
	case err == nil && !info.IsDir():
		return fmt.Errorf("prebuilt: %s is a file: name a folder", dir)
	}
	entries, err := os.ReadDir(dir)
	switch {
	case err != nil:
		return fmt.Errorf("prebuilt: %w", err)
	case len(entries) > 0:
		return fmt.Errorf("prebuilt: %s is not empty (it has %s) and was not built by thaw: name a new folder", dir, entries[0].Name())
	}
	return nil
}
