package bundlecache

import (
	"crypto/sha256"
	"encoding/hex"
	"encoding/json"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"time"
)

// A record is what a bundle was made from.
type record struct {
	Files   []file   // sorted by path
	Folders []folder // sorted by path
}

// A file's Sum is "" when it is not there, or can't be read.
type file struct {
	Path     string
	Identity identity // the zero one is never relied on
	Sum      string   // SHA-256
}

// A folder's Sum is of the names that count.
type folder struct {
	Path     string
	Whole    bool     // all names count
	Stems    []string // else those that are one of these, with or without an extension, and those of configs; sorted
	Identity identity
	Sum      string
}

func decodeRecord(data []byte) (*record, error) {
	r := &record{}
	return r, json.Unmarshal(data, r)
}

func (r *record) encode() []byte {
	data, err := json.Marshal(r)
	if err != nil {
		panic(err) // texts and numbers
	}
	return data
}

// sum is over everything but the identities.
func (r *record) sum() string {
	h := sha256.New()
	add := func(texts ...string) {
		for _, t := range texts {
			fmt.Fprintf(h, "%d\n%s", len(t), t)
		}
	}
	for _, f := range r.Files {
		add(f.Path, f.Sum)
	}
	for _, d := range r.Folders {
		add(d.Path, fmt.Sprint(d.Whole), strings.Join(d.Stems, "/"), d.Sum)
	}
	return hex.EncodeToString(h.Sum(nil))
}

// renew brings the record up to now, when it is now. It reads only what has another
// identity, and reports whether there was such a thing.
func (r *record) renew(now time.Time) (changed bool) {
	for i := range r.Files {
		changed = r.Files[i].renew(now) || changed
	}
	for i := range r.Folders {
		changed = r.Folders[i].renew(now) || changed
	}
	return changed
}

// current is the identity of what is at path, or zero.
func current(path string) identity {
	info, err := os.Stat(path)
	if err != nil {
		return identity{}
	}
	return identityOf(info)
}

// renewal is the identity to record for path now, and whether the sum must be
// worked out again. It is called before anything is read.
func renewal(path string, was identity, now time.Time) (id identity, again bool) {
	id = current(path)
	switch {
	case id != identity{} && id == was:
		return id, false
	case !id.settled(now):
		return identity{}, true
	}
	return id, true
}

func (f *file) renew(now time.Time) bool {
	id, again := renewal(f.Path, f.Identity, now)
	if !again {
		return false
	}
	was := *f
	f.Identity, f.Sum = id, ""
	if data, err := os.ReadFile(f.Path); err == nil {
		f.Sum = sum(data)
	}
	return *f != was
}

func (d *folder) renew(now time.Time) bool {
	id, again := renewal(d.Path, d.Identity, now)
	if !again {
		return false
	}
	wasID, wasSum := d.Identity, d.Sum
	d.Identity, d.Sum = id, d.list()
	return d.Identity != wasID || d.Sum != wasSum
}

// configNames are files that decide how the files below their folder are resolved,
// and the folder that packages are in.
var configNames = []string{
	"package.json", "tsconfig.json", "jsconfig.json", ".pnp.data.json", ".pnp.cjs", ".pnp.js",
	"wrangler.json", "wrangler.jsonc", "wrangler.toml", "node_modules",
}

// extensions are those that an import may leave out or replace.
var extensions = []string{".ts", ".tsx", ".mts", ".cts", ".js", ".jsx", ".mjs", ".cjs", ".json", ".css", ".map"}

// stem is a name without those extensions.
func stem(name string) string {
	for {
		ext := filepath.Ext(name)
		if ext == name || !slices.Contains(extensions, ext) {
			return name
		}
		name = strings.TrimSuffix(name, ext)
	}
}

// list is the sum of the folder's names that count, and of where links lead. It is
// "" if the folder can't be read.
func (d *folder) list() string {
	entries, err := os.ReadDir(d.Path)
	if err != nil {
		return ""
	}
	var b strings.Builder
	for _, e := range entries {
		name := e.Name()
		if !d.counts(name) {
			continue
		}
		b.WriteString(name)
		if e.Type()&fs.ModeSymlink != 0 {
			target, err := os.Readlink(filepath.Join(d.Path, name))
			fmt.Fprintf(&b, "\x00%s\x00%v", target, err)
		}
		b.WriteByte('/')
	}
	return sum([]byte(b.String()))
}

func (d *folder) counts(name string) bool {
	if d.Whole || slices.Contains(configNames, name) {
		return true
	}
	_, ok := slices.BinarySearch(d.Stems, stem(name))
	return ok
}

// errUncertain reports a bundle that may be made from something else than what is recorded:
// from files that have just been changed, or that are no plain files.
var errUncertain = errors.New("it is not certain what it was made from")
