package bundler

import (
	"bytes"
	"encoding/json"
	"fmt"
	"os"
	"path/filepath"
	"slices"
)

const packageJSON = "package.json"

// packageEntry is the file that a package's exports, module or main names: an
// absolute path, or "" if it has none of them. See
// https://nodejs.org/api/packages.html#package-entry-points.
func packageEntry(file string, conditions []string) (string, error) {
	data, err := os.ReadFile(file)
	if err != nil {
		return "", fmt.Errorf("bundler: %w", err)
	}
	var pkg struct {
		Exports json.RawMessage `json:"exports"`
		Module  string          `json:"module"`
		Main    string          `json:"main"`
	}
	if err := parseJSON(packageJSON, data, &pkg); err != nil {
		return "", err
	}
	entry := exportsEntry(pkg.Exports, append(slices.Clone(conditions), "import", "default"))
	for _, next := range []string{pkg.Module, pkg.Main} {
		if entry == "" {
			entry = next
		}
	}
	if entry == "" {
		return "", nil
	}
	path := filepath.Join(filepath.Dir(file), filepath.FromSlash(entry))
	for _, candidate := range []string{path, filepath.Join(path, "index")} {
		if found := withExt(candidate); found != "" {
			return found, nil
		}
	}
	return "", fmt.Errorf("bundler: %s: entry %q: no such file", packageJSON, entry)
}

// exportsEntry is the target of "." in a package's exports, or "": Node's
// PACKAGE_TARGET_RESOLVE.
func exportsEntry(exports json.RawMessage, conditions []string) string {
	exports = bytes.TrimSpace(exports)
	if len(exports) == 0 {
		return ""
	}
	switch exports[0] {
	case '"':
		var target string
		_ = json.Unmarshal(exports, &target) // it has been parsed once
		return target
	case '[':
		var targets []json.RawMessage
		_ = json.Unmarshal(exports, &targets)
		for _, t := range targets {
			if entry := exportsEntry(t, conditions); entry != "" {
				return entry
			}
		}
	case '{':
		return exportsObject(exports, conditions)
	}
	return ""
}

// exportsObject takes the first key that is "." or a condition that holds. The
// order of the keys counts, so they are read one by one.
func exportsObject(object json.RawMessage, conditions []string) string {
	d := json.NewDecoder(bytes.NewReader(object))
	if _, err := d.Token(); err != nil {
		return ""
	}
	for d.More() {
		key, err := d.Token()
		var value json.RawMessage
		if err != nil || d.Decode(&value) != nil {
			return ""
		}
		name, _ := key.(string)
		if name != "." && !slices.Contains(conditions, name) {
			continue
		}
		if entry := exportsEntry(value, conditions); entry != "" {
			return entry
		}
	}
	return ""
}
