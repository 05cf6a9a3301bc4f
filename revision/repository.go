package revision

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strings"
	"time"
)

// ErrNoRepository reports an app that is in no git repository.
var ErrNoRepository = errors.New("revision: not in a git repository")

// A Repository is the git repository of an app. It may be used from any goroutine.
type Repository struct {
	top string // the user's working tree
	app string // the app's path in it, with slashes; "" for the whole
}

// A Commit is what a revision names.
type Commit struct {
	Hash    string // in full
	Subject string // the first line of its message
}

// Short is the beginning of the hash, as git shows it to people.
func (c Commit) Short() string { return c.Hash[:min(len(c.Hash), 10)] }

// Find returns the repository that an app's file or folder is in. The error wraps ErrNoRepository if
// it is in none.
func Find(ctx context.Context, app string) (*Repository, error) {
	info, err := os.Stat(app)
	if err != nil {
		return nil, fmt.Errorf("revision: %w", err)
	}
	dir, name := app, ""
	if !info.IsDir() {
		dir, name = filepath.Split(app)
	}
	out, err := git(ctx, dir, "rev-parse", "--show-toplevel", "--show-prefix")
	if failed := new(gitError); errors.As(err, &failed) && strings.Contains(failed.text, "not a git repository") {
		return nil, fmt.Errorf("%w: %s", ErrNoRepository, app)
	}
	if err != nil {
		return nil, err
	}
	top, prefix, _ := strings.Cut(strings.TrimSuffix(out, "\n"), "\n")
	return &Repository{top, strings.TrimSuffix(prefix+name, "/")}, nil
}

// Resolve returns the commit that a revision names, such as main, HEAD~3 or the beginning of a hash.
func (r *Repository) Resolve(ctx context.Context, rev string) (Commit, error) {
	hash, err := git(ctx, r.top, "rev-parse", "--verify", "--quiet", "--end-of-options", rev+"^{commit}")
	if failed := new(gitError); errors.As(err, &failed) {
		return Commit{}, fmt.Errorf("revision: %q is no commit of %s", rev, r.top)
	}
	if err != nil {
		return Commit{}, err
	}
	hash = strings.TrimSpace(hash)
	subject, err := git(ctx, r.top, "show", "--no-patch", "--format=%s", hash)
	return Commit{hash, strings.TrimSpace(subject)}, err
}

// gitError is how git ended, with what it said.
type gitError struct {
	command string
	text    string
	err     error
}

func (e *gitError) Error() string {
	return fmt.Sprintf("revision: git %s: %s", e.command, strings.TrimPrefix(e.text, "fatal: "))
}

func (e *gitError) Unwrap() error { return e.err }

// git runs a command in a folder, and returns what it writes. It is a *gitError if the command fails.
func git(ctx context.Context, dir string, args ...string) (string, error) {
	cmd := exec.CommandContext(ctx, "git", append([]string{"-c", "core.hooksPath=" + os.DevNull}, args...)...)
	cmd.Dir, cmd.Env = dir, environment()
	cmd.Cancel = func() error { return cmd.Process.Signal(os.Interrupt) } // on which git removes what it began
	cmd.WaitDelay = 10 * time.Second
	var stdout, stderr bytes.Buffer
	cmd.Stdout, cmd.Stderr = &stdout, &stderr
	err := cmd.Run()
	exit := new(exec.ExitError)
	switch {
	case ctx.Err() != nil:
		return "", context.Cause(ctx)
	case errors.Is(err, exec.ErrNotFound):
		return "", errors.New("revision: the program git is not installed")
	case errors.As(err, &exit):
		return "", &gitError{args[0], strings.TrimSpace(stderr.String()), err}
	case err != nil:
		return "", fmt.Errorf("revision: git %s: %w", args[0], err)
	}
	return stdout.String(), nil
}

// environment is that of the process, without what would name another repository, and with errors in English.
func environment() []string {
	env := slices.DeleteFunc(os.Environ(), func(v string) bool {
		name, _, _ := strings.Cut(v, "=")
		return slices.Contains([]string{"GIT_DIR", "GIT_WORK_TREE", "GIT_INDEX_FILE", "GIT_COMMON_DIR", "GIT_PREFIX"}, name)
	})
	return append(env, "LC_ALL=C")
}
