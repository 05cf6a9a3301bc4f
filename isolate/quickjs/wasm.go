package quickjs

import (
	"crypto/sha256"
	"embed"
	"encoding/hex"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"sync"
)

const (
	wasmPackage = "quickjs-wasi 3.7.0"
	// wasmSHA256 is the only module that this package runs: the encoding of
	// values and the class numbers that it relies on are those of this build.
	wasmSHA256 = "c0bd8f296e18cf074969f6401b9ecb72609a1323818ec2b9bf7a8f8d740d1363"
	// EnvWasm names the environment variable that holds the path of quickjs.wasm.
	EnvWasm = "THAW_QUICKJS_WASM"
)

// ErrNoWasm reports that quickjs.wasm was found nowhere. Its text says how to get it.
var ErrNoWasm = errors.New(`quickjs: the engine is not installed: run "make setup" in thaw's source tree and build again, ` +
	`or run "npm install quickjs-wasi@3.7.0" beside the app, or set ` + EnvWasm + ` to the path of its quickjs.wasm`)

//go:embed wasm/*
var embedded embed.FS

const embeddedName = "wasm/quickjs.wasm"

// Wasm is a quickjs.wasm that was found. A file has been checked.
type Wasm struct {
	Origin string // "embedded", or the path of the file
	read   func() ([]byte, error)
}

// Find looks for quickjs.wasm: in this binary, where THAW_QUICKJS_WASM says, and
// in node_modules/quickjs-wasi of dir and the folders above it. dir "" is the
// working directory. The error is ErrNoWasm, or names the file that is no good.
func Find(dir string) (Wasm, error) {
	if _, err := fs.Stat(embedded, embeddedName); err == nil {
		return Wasm{"embedded", readEmbedded}, nil
	}
	if path := os.Getenv(EnvWasm); path != "" {
		w, err := readWasm(path)
		if err != nil {
			return Wasm{}, fmt.Errorf("%w (from %s)", err, EnvWasm)
		}
		return w, nil
	}
	path, err := findUpwards(dir, filepath.Join("node_modules", "quickjs-wasi", "quickjs.wasm"))
	if err != nil {
		return Wasm{}, err
	}
	return readWasm(path)
}

// readEmbedded reads and checks the module in this binary, once and only when it
// is to be compiled: a restore that finds the machine code does without.
var readEmbedded = sync.OnceValues(func() ([]byte, error) {
	code, err := embedded.ReadFile(embeddedName)
	if err != nil {
		return nil, err
	}
	return code, checkWasm("embedded", code)
})

// findUpwards returns the first DIR/name that is there, from dir to the root.
func findUpwards(dir, name string) (string, error) {
	dir, err := filepath.Abs(dir)
	if err != nil {
		return "", fmt.Errorf("quickjs: %w", err)
	}
	for {
		path := filepath.Join(dir, name)
		if _, err := os.Stat(path); err == nil {
			return path, nil
		}
		parent := filepath.Dir(dir)
		if parent == dir {
			return "", ErrNoWasm
		}
		dir = parent
	}
}

func readWasm(path string) (Wasm, error) {
	code, err := os.ReadFile(path)
	if errors.Is(err, fs.ErrNotExist) {
		return Wasm{}, fmt.Errorf("quickjs: no file %s", path)
	}
	if err != nil {
		return Wasm{}, fmt.Errorf("quickjs: %w", err)
	}
	if err := checkWasm(path, code); err != nil {
		return Wasm{}, err
	}
	return Wasm{path, func() ([]byte, error) { return code, nil }}, nil
}

func checkWasm(origin string, code []byte) error {
	sum := sha256.Sum256(code)
	if got := hex.EncodeToString(sum[:]); got != wasmSHA256 {
		return fmt.Errorf("quickjs: %s is not the quickjs.wasm of %s: its sha256 is %s, want %s", origin, wasmPackage, got, wasmSHA256)
	}
	return nil
}
