package revision

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"os"
	"path"
	"path/filepath"
	"strings"
)

const modules = "node_modules"

// lockFiles say which packages are installed: those of npm, pnpm, yarn and bun.
var lockFiles = []string{"package-lock.json", "npm-shrinkwrap.json", "pnpm-lock.yaml", "yarn.lock", "bun.lock", "bun.lockb"}

// install gives the worktree each node_modules of the user's working tree that git does not keep, if the
// commit has the same lock file.
func (w *Worktree) install(ctx context.Context) error {
	out, err := git(ctx, w.repository.top, "ls-files", "--others", "--directory", "-z")
	if err != nil {
		return err
	}
	for name := range strings.SplitSeq(out, "\x00") {
		name = strings.TrimSuffix(name, "/")
		if path.Base(name) != modules {
			continue
		}
		lock, same, err := w.sameLock(path.Dir(name))
		if err != nil {
			return err
		}
		if !same {
			w.Warnings = append(w.Warnings, fmt.Sprintf("%s is not there at %s, where %s is another: install its packages in a checkout of your own", name, w.Short(), lock))
			continue
		}
		if err := clone(ctx, filepath.Join(w.repository.top, filepath.FromSlash(name)), filepath.Join(w.top(), filepath.FromSlash(name))); err != nil {
			return fmt.Errorf("revision: %s: %w", name, err)
		}
	}
	return nil
}

// sameLock compares the lock files that decide on the packages of a folder: those in it, or else in the nearest
// folder above that has any. Without one in the repository it is the folder's package.json. It
// returns the file that differs.
func (w *Worktree) sameLock(dir string) (differs string, same bool, err error) {
	for at := dir; ; at = path.Dir(at) {
		any := false
		for _, name := range lockFiles {
			found, same, err := w.compare(path.Join(at, name))
			if err != nil || !same {
				return path.Join(at, name), false, err
			}
			any = any || found
		}
		if any {
			return "", true, nil
		}
		if at == "." {
			break
		}
	}
	name := path.Join(dir, "package.json")
	_, same, err = w.compare(name)
	return name, same, err
}

// compare holds the file of the commit to the present one. It is the same if there is none on both sides.
func (w *Worktree) compare(name string) (found, same bool, err error) {
	var sides [2][]byte
	var there [2]bool
	for i, top := range []string{w.repository.top, w.top()} {
		text, err := os.ReadFile(filepath.Join(top, filepath.FromSlash(name)))
		if err != nil && !errors.Is(err, fs.ErrNotExist) {
			return false, false, fmt.Errorf("revision: %w", err)
		}
		sides[i], there[i] = text, err == nil
	}
	return there[0], there[0] == there[1] && bytes.Equal(sides[0], sides[1]), nil
}

// clone makes a folder with the files of another, which it links (or copies, to another file system). Symbolic
// links stay as they are: those of a workspace then lead to the packages of the worktree, not to the
// user's. node_modules/.cache is left out.
func clone(ctx context.Context, from, to string) error {
	return filepath.WalkDir(from, func(file string, entry fs.DirEntry, err error) error {
		if err == nil && ctx.Err() != nil {
			err = context.Cause(ctx)
		}
		if err != nil {
			return err
		}
		relative, err := filepath.Rel(from, file)
		if err != nil {
			return err
		}
		target := filepath.Join(to, relative)
		switch {
		case entry.IsDir() && relative == ".cache":
			return fs.SkipDir
		case entry.IsDir():
			return os.MkdirAll(target, 0o755)
		case entry.Type()&fs.ModeSymlink != 0:
			return copyLink(file, target)
		case entry.Type().IsRegular():
			if os.Link(file, target) == nil {
				return nil
			}
			return copyFile(file, target)
		}
		return nil
	})
}

func copyLink(from, to string) error {
	target, err := os.Readlink(from)
	if err != nil {
		return err
	}
	return os.Symlink(target, to)
}

func copyFile(from, to string) error {
	in, err := os.Open(from)
	if err != nil {
		return err
	}
	defer in.Close()
	out, err := os.Create(to)
	if err != nil {
		return err
	}
	_, err = io.Copy(out, in)
	return errors.Join(err, out.Close())
}
