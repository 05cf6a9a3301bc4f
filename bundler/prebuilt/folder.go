package prebuilt

import (
	"crypto/sha256"
	"encoding/hex"
	"encoding/json"
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"strings"

	"example.com/thaw/bundler"
)

// A Folder is one that Write wrote. It is read-only, and safe to share.
type Folder struct {
	Manifest
	dir string
}

// Engines lists the engines that there is a bundle for.
func (f *Folder) Engines() []string {
	var names []string
	for _, b := range f.Bundles {
		names = append(names, b.Engine)
	}
	return names
}

// Has reports whether there is a bundle for an engine.
func (f *Folder) Has(engine string) bool { return slices.Contains(f.Engines(), engine) }

// Snapshot is the stage of the snapshot that was kept for an engine, or "".
func (f *Folder) Snapshot(engine string) string {
	for _, b := range f.Bundles {
		if b.Engine == engine {
			return b.Snapshot
		}
	}
	return ""
}

// Load reads the bundle for an engine, and holds it to the manifest.
func (f *Folder) Load(engine string) (*bundler.Bundle, error) {
	i := slices.IndexFunc(f.Bundles, func(b Bundle) bool { return b.Engine == engine })
	if i < 0 {
		return nil, fmt.Errorf("prebuilt: %s was built for %s, not for %s: build it again", f.dir, strings.Join(f.Engines(), " and "), engine)
	}
	m := f.Bundles[i]
	b := &bundler.Bundle{
		Name: f.Name, Module: m.Module, Form: m.Form, Exports: m.Exports, Modules: m.Modules, SHA256: m.Code.SHA256,
		Inputs: []string{filepath.Join(f.dir, ManifestName), filepath.Join(f.dir, m.Code.Name)}, Root: f.dir,
	}
	var err error
	if b.Code, err = f.read(m.Code); err != nil {
		return nil, fmt.Errorf("prebuilt: %w: build the app again", err)
	}
	if m.Map != nil {
		b.Map = func() ([]byte, error) { return f.read(*m.Map) }
	}
	if c := f.Config; c != nil {
		if b.Config, err = bundler.ParseConfig(c.Name, []byte(c.Text)); err != nil {
			return nil, fmt.Errorf("prebuilt: %s: config: %w", filepath.Join(f.dir, ManifestName), err)
		}
		b.Config.File, b.Config.Dir = filepath.Join(f.dir, ManifestName), f.dir
	}
	return b, nil
}

func (f *Folder) read(file File) ([]byte, error) {
	path := filepath.Join(f.dir, file.Name)
	data, err := os.ReadFile(path)
	if err != nil {
		return nil, err
	}
	if len(data) != file.Bytes || sum(data) != file.SHA256 {
		return nil, fmt.Errorf("%s is not what was built: its sha256 is not that of %s", path, ManifestName)
	}
	return data, nil
}

func sum(data []byte) string {
	h := sha256.Sum256(data)
	return hex.EncodeToString(h[:])
}

// Write writes bundles by engine to a folder that exists, and the manifest last: without it
// the folder is none of ours. m has what is said beside the bundles: Thaw, Levers,
// Request, and snapshots, the stage kept for each engine.
func Write(dir string, m Manifest, bundles map[string]*bundler.Bundle, snapshots map[string]string) error {
	m.Schema, m.Bundles = Schema, nil
	for engine, b := range bundles {
		one, err := writeBundle(dir, engine, b)
		if err != nil {
			return fmt.Errorf("prebuilt: %w", err)
		}
		one.Snapshot = snapshots[engine]
		m.Name = b.Name
		if m.Config, err = configOf(b); err != nil {
			return fmt.Errorf("prebuilt: %w", err)
		}
		m.Bundles = append(m.Bundles, one)
	}
	slices.SortFunc(m.Bundles, func(a, b Bundle) int { return strings.Compare(a.Engine, b.Engine) })
	text, err := json.MarshalIndent(m, "", "  ")
	if err == nil {
		err = os.WriteFile(filepath.Join(dir, ManifestName), append(text, '\n'), 0o666)
	}
	if err != nil {
		return fmt.Errorf("prebuilt: %w", err)
	}
	return nil
}

func writeBundle(dir, engine string, b *bundler.Bundle) (Bundle, error) {
	one := Bundle{Engine: engine, Module: b.Module, Form: b.Form, Exports: b.Exports, Modules: b.Modules}
	write := func(name string, data []byte) (File, error) {
		return File{name, len(data), sum(data)}, os.WriteFile(filepath.Join(dir, name), data, 0o666)
	}
	var err error
	if one.Code, err = write(engine+".js", b.Code); err != nil || b.Map == nil {
		return one, err
	}
	text, err := b.Map()
	if err != nil {
		return one, err
	}
	sourceMap, err := write(engine+".js.map", text)
	one.Map = &sourceMap
	return one, err
}

func configOf(b *bundler.Bundle) (*Config, error) {
	if b.Config == nil {
		return nil, nil
	}
	text, err := os.ReadFile(b.Config.File)
	return &Config{filepath.Base(b.Config.File), string(text)}, err
}
