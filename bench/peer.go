package main

import (
	"context"
	"embed"
	"encoding/json"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
)

// A peer is a real runtime in one way of starting it with everything cached. All
// serve app.mjs of the folder that is their working directory, and write a line
// of JSON with the port to stdout when they listen.
type peer struct {
	name    string
	program string   // in the folder of the npm packages; "" for what build made
	build   []string // run once for an app, with program if there is one
	command []string
	env     []string
}

// peers are measured in a fresh process. node's compile cache, deno's code cache
// and bun's bytecode are on disk before the first sample.
var peers = []peer{
	{name: workerd, program: workerdProgram, command: []string{"serve", "serve.capnp", "--control-fd=1"}},
	{
		name: bunBytecode, program: bunProgram,
		build:   []string{"build", "--bytecode", "--target=bun", "--outdir=bytecode", "bun.mjs"},
		command: []string{"run", "bytecode/bun.js"},
	},
	{
		name: "bun --compile", program: bunProgram,
		build:   []string{"build", "--compile", "--bytecode", "--target=bun", "--outfile=standalone", "bun.mjs"},
		command: []string{"./standalone"},
	},
	{name: "node", program: "node/bin/node", command: []string{"node.mjs"}, env: []string{"NODE_COMPILE_CACHE=node-cache"}},
	{
		name: "deno", program: "deno/deno",
		command: []string{"run", "--no-check", "--no-lock", "--no-config", "--cached-only", "-A", "-q", "deno.mjs"},
	},
	{name: "miniflare", program: "node/bin/node", command: []string{"miniflare.mjs"}, env: []string{"NODE_COMPILE_CACHE=node-cache"}},
}

// Names of peers that others are compared with, and their programs.
const (
	workerd     = "workerd"
	bunBytecode = "bun --bytecode"

	workerdProgram = "workerd/bin/workerd"
	bunProgram     = "bun/bin/bun.exe" // on every system
)

//go:embed adapters
var adapters embed.FS

// A folder holds what a peer needs to serve one app.
type folder struct {
	dir      string
	packages string // the npm packages, absolute
}

// newFolder writes an app's code and the adapters of all peers.
func newFolder(dir, packages string, code []byte) (folder, error) {
	f := folder{dir, packages}
	if err := os.Mkdir(dir, 0o700); err != nil {
		return f, err
	}
	if err := os.WriteFile(filepath.Join(dir, "app.mjs"), code, 0o600); err != nil {
		return f, err
	}
	files, err := fs.Sub(adapters, "adapters")
	if err != nil {
		return f, err
	}
	return f, os.CopyFS(dir, files)
}

// program is the path of a peer's program.
func (f folder) program(name string) string {
	return filepath.Join(f.packages, "node_modules", filepath.FromSlash(name))
}

// env is small, so that no variable of the user's changes a peer.
func (f folder) env(more ...string) []string {
	return append([]string{
		"PATH=" + os.Getenv("PATH"), "HOME=" + f.dir, "TMPDIR=" + f.dir, "NO_COLOR=1", "NODE_ENV=production",
		"DO_NOT_TRACK=1", "DENO_DIR=deno-cache", "DENO_NO_UPDATE_CHECK=1", "PEERS=" + filepath.Join(f.packages, "package.json"),
	}, more...)
}

// prepare builds what the peer starts from.
func (f folder) prepare(ctx context.Context, p peer) error {
	if p.build == nil {
		return nil
	}
	cmd := exec.CommandContext(ctx, f.program(p.program), p.build...)
	cmd.Dir, cmd.Env = f.dir, f.env(p.env...)
	if out, err := cmd.CombinedOutput(); err != nil {
		return fmt.Errorf("%s: %w: %s", p.name, err, out)
	}
	return nil
}

// serve makes the command that serves the app.
func (f folder) serve(p peer) *exec.Cmd {
	line := p.command
	if !strings.HasPrefix(line[0], "./") {
		line = append([]string{f.program(p.program)}, line...)
	}
	cmd := exec.Command(line[0], line[1:]...)
	cmd.Dir, cmd.Env = f.dir, f.env(p.env...)
	return cmd
}

// versions maps the packages of the peers to what is installed.
func versions(packages string) (map[string]string, error) {
	installed := map[string]string{}
	for _, name := range []string{"workerd", "bun", "node", "deno", "miniflare"} {
		v, err := packageVersion(filepath.Join(packages, "node_modules", name, "package.json"))
		if errors.Is(err, fs.ErrNotExist) {
			return nil, fmt.Errorf("%s is not installed in %s: run make bench-peers", name, packages)
		}
		if err != nil {
			return nil, err
		}
		installed[name] = v
	}
	return installed, nil
}

func packageVersion(file string) (string, error) {
	text, err := os.ReadFile(file)
	if err != nil {
		return "", err
	}
	var manifest struct{ Version string }
	if err := json.Unmarshal(text, &manifest); err != nil {
		return "", fmt.Errorf("%s: %w", file, err)
	}
	return manifest.Version, nil
}
