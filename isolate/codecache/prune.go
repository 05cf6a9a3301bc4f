package codecache

import (
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"time"
)

// An Entry describes an entry.
type Entry struct {
	Key     string    // SHA-256 in hexadecimal
	Kind    string    // such as "script"
	What    string    // such as the name of the source
	Engine  string    // name and version
	Created time.Time // to the second
	Used    time.Time // last hit, or else Created; to the file system's precision
	Size    int64     // bytes of its file
	Hits    int64     // at least so many; those of processes at the same moment may count once
}

// A Bad is a file of the store's folder that is no good entry.
type Bad struct {
	Path string
	Err  error
}

// List reads every entry, and checks it: those that are good, last used first,
// and those that are bad.
func (s *Store) List() ([]Entry, []Bad, error) {
	files, err := s.files()
	if err != nil {
		return nil, nil, err
	}
	var good []Entry
	var bad []Bad
	for _, f := range files {
		if f.temp {
			continue
		}
		e, err := s.inspect(f)
		switch {
		case errors.Is(err, fs.ErrNotExist): // removed meanwhile
		case err != nil:
			bad = append(bad, Bad{f.path, err})
		default:
			good = append(good, e)
		}
	}
	slices.SortStableFunc(good, func(a, b Entry) int { return b.Used.Compare(a.Used) })
	return good, bad, nil
}

func (s *Store) inspect(f file) (Entry, error) {
	key, ok := keyOf(filepath.Base(f.path))
	if !ok || !f.regular {
		return Entry{}, errNoEntry
	}
	r, err := os.Open(f.path)
	if err != nil {
		return Entry{}, err
	}
	defer r.Close()
	h, err := readFile(r)
	if err == nil {
		err = h.checkData(r)
	}
	if err != nil {
		return Entry{}, err
	}
	e, err := h.describe()
	if err == nil && e.Key != key {
		err = errForeign
	}
	e.Used, e.Size = f.used, f.size
	return e, err
}

// Remove removes the entry whose key begins with prefix. None, or more than one,
// is an error.
func (s *Store) Remove(prefix string) error {
	files, err := s.files()
	if err != nil {
		return err
	}
	var found []string
	for _, f := range files {
		if key, ok := keyOf(filepath.Base(f.path)); ok && prefix != "" && strings.HasPrefix(key, prefix) {
			found = append(found, f.path)
		}
	}
	switch len(found) {
	case 0:
		return fmt.Errorf("codecache: there is no entry %q", prefix)
	case 1:
		return wrap(remove(found[0]))
	}
	return fmt.Errorf("codecache: %q begins the keys of %d entries; give more of it", prefix, len(found))
}

// Clear removes every file of the store.
func (s *Store) Clear() (Pruned, error) {
	s.mu.Lock()
	defer s.mu.Unlock()
	files, err := s.files()
	if err != nil {
		return Pruned{}, err
	}
	var p Pruned
	err = p.remove(files)
	s.size = 0
	return p, err
}

// Pruned says what Prune did.
type Pruned struct {
	Files   int   // removed
	Removed int64 // bytes of these
	Left    int64 // bytes of entries that remain
}

// Prune removes files that are no good entries, files whose writers died, and
// then the entries that were not used for longest, until at most limit bytes are
// left. Files that another process removes at the same time are not counted.
func (s *Store) Prune(limit int64) (Pruned, error) {
	s.mu.Lock()
	defer s.mu.Unlock()
	_, bad, err := s.List()
	if err != nil {
		return Pruned{}, err
	}
	var p Pruned
	var files []file
	for _, b := range bad {
		files = append(files, file{path: b.Path})
	}
	err = p.remove(files)
	q, err2 := s.prune(limit, limit)
	s.size = q.Left
	return Pruned{p.Files + q.Files, p.Removed + q.Removed, q.Left}, errors.Join(err, err2)
}

// prune removes what dead writers left, and if there are more than limit bytes,
// the least recently used entries down to target. It reads no entry.
func (s *Store) prune(limit, target int64) (Pruned, error) {
	files, err := s.files()
	if err != nil {
		return Pruned{}, err
	}
	var p Pruned
	var stale, entries []file
	for _, f := range files {
		switch {
		case !f.temp:
			entries = append(entries, f)
			p.Left += f.size
		case time.Since(f.used) > tempLife:
			stale = append(stale, f)
		}
	}
	err = p.remove(stale)
	if p.Left > limit {
		slices.SortFunc(entries, func(a, b file) int { return a.used.Compare(b.used) })
		n := 0
		for ; n < len(entries) && p.Left > target; n++ {
			p.Left -= entries[n].size
		}
		err = errors.Join(err, p.remove(entries[:n]))
	}
	return p, err
}

// remove removes files and counts them.
func (p *Pruned) remove(files []file) error {
	var all []error
	for _, f := range files {
		switch err := os.Remove(f.path); {
		case err == nil:
			p.Files++
			p.Removed += f.size
		case !errors.Is(err, fs.ErrNotExist):
			all = append(all, err)
		}
	}
	return wrap(errors.Join(all...))
}

// A file is one in the store's folder.
type file struct {
	path    string
	temp    bool // is being written, or was when its writer died
	regular bool // not a folder, a link, or a pipe that is never read to its end
	size    int64
	used    time.Time
}

// files lists the store's folder. One that is not there is empty.
func (s *Store) files() ([]file, error) {
	list, err := os.ReadDir(s.dir)
	if err != nil && !errors.Is(err, fs.ErrNotExist) {
		return nil, wrap(err)
	}
	var files []file
	for _, d := range list {
		info, err := d.Info()
		if err != nil {
			continue // removed meanwhile
		}
		files = append(files, file{
			filepath.Join(s.dir, d.Name()), strings.HasPrefix(d.Name(), tempPrefix),
			info.Mode().IsRegular(), info.Size(), info.ModTime(),
		})
	}
	return files, nil
}

func wrap(err error) error {
	if err == nil {
		return nil
	}
	return fmt.Errorf("codecache: %w", err)
}
