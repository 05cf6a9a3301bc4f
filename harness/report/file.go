package report

import (
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
)

// A File is a file that is replaced whole or not at all: what is written to it
// appears under its name only at Commit. A device or a pipe is written directly.
type File struct {
	path string // the file that is replaced; "" if file is written directly
	file *os.File
	open bool
}

// Prepare opens path for writing, without touching what is there. An error now
// means that Commit would have failed: ask before the work, not after it.
// Discard must be called in any case.
func Prepare(path string) (*File, error) {
	if path == "" {
		return nil, errors.New("report: the file to write has no name")
	}
	f, err := prepare(path)
	if err != nil {
		return nil, fmt.Errorf("report: cannot write %s: %w", path, err)
	}
	return f, nil
}

func prepare(path string) (*File, error) {
	mode := fs.FileMode(0o644)
	switch info, err := os.Stat(path); {
	case err == nil && info.IsDir():
		return nil, errors.New("it is a folder; name a file")
	case err == nil && !info.Mode().IsRegular():
		file, err := os.OpenFile(path, os.O_WRONLY, 0)
		if err != nil {
			return nil, err
		}
		return &File{file: file, open: true}, nil
	case err == nil:
		mode = info.Mode().Perm()
		if path, err = writable(path); err != nil {
			return nil, err
		}
	case !errors.Is(err, fs.ErrNotExist):
		return nil, err
	}
	file, err := os.CreateTemp(filepath.Dir(path), "."+filepath.Base(path)+".*.tmp")
	if pathErr := new(fs.PathError); errors.As(err, &pathErr) {
		return nil, pathErr.Err // without the temporary file's name
	}
	if err != nil {
		return nil, err
	}
	f := &File{path: path, file: file, open: true}
	if err := file.Chmod(mode); err != nil {
		return nil, errors.Join(err, f.Discard())
	}
	return f, nil
}

// writable follows symbolic links, so that their target is replaced and not
// they, and looks that its owner lets it be written.
func writable(path string) (string, error) {
	path, err := filepath.EvalSymlinks(path)
	if err != nil {
		return "", err
	}
	file, err := os.OpenFile(path, os.O_WRONLY, 0)
	if err != nil {
		return "", err
	}
	return path, file.Close()
}

// Write implements io.Writer.
func (f *File) Write(p []byte) (int, error) { return f.file.Write(p) }

// Commit puts what was written in the place of the file, once the disk has it.
func (f *File) Commit() error {
	f.open = false
	var err error
	if f.path != "" {
		err = f.file.Sync()
	}
	err = errors.Join(err, f.file.Close())
	if f.path == "" {
		return wrap(err)
	}
	if err == nil {
		err = os.Rename(f.file.Name(), f.path)
	}
	if err != nil {
		err = errors.Join(err, os.Remove(f.file.Name()))
	}
	return wrap(err)
}

// Discard drops what was written. After Commit it does nothing, and neither for nil.
func (f *File) Discard() error {
	if f == nil || !f.open {
		return nil
	}
	f.open = false
	err := f.file.Close()
	if f.path != "" {
		err = errors.Join(err, os.Remove(f.file.Name()))
	}
	return wrap(err)
}

func wrap(err error) error {
	if err == nil {
		return nil
	}
	return fmt.Errorf("report: %w", err)
}
