package quickjs

import (
	"context"
	"crypto/sha256"
	"encoding/hex"
	"errors"
	"fmt"
	"path/filepath"
	"runtime/debug"
	"slices"
	"sync"
	"sync/atomic"

	"github.com/tetratelabs/wazero"

	"example.com/thaw/isolate"
	"example.com/thaw/isolate/codecache"
)

const (
	name           = "quickjs"
	quickjsVersion = "0.18.0" // what the module says that it is; tested
)

// Options say where the engine finds what it needs. The zero value will do.
type Options struct {
	Wasm     string // path of quickjs.wasm; "" leaves it to Find
	Dir      string // from which Find looks for node_modules, upwards; "" is the working directory
	CacheDir string // where the compiled module is kept; "" is what CacheDir returns
}

// An Engine makes isolates of QuickJS-ng. It is safe for concurrent use.
type Engine struct {
	wasm     Wasm
	cacheDir string
	meter    *meter // nil unless it counts

	once    sync.Once // of ready
	openErr error
	opened  atomic.Bool // ready has returned nil
	whole   *module
	data    []segment // of the module, which was compiled without it

	skeletonOnce sync.Once
	skeleton     *module // what restores use while whole is not open; nil if it can't be had
	keepOnce     sync.Once

	mu       sync.Mutex
	warnings []string

	boot      func() (bootScripts, error) // compiles them, once; a restore does without
	shells    shells
	residents residents
}

var (
	_ isolate.Engine      = (*Engine)(nil)
	_ isolate.ScriptCodec = (*Engine)(nil)
	_ isolate.Snapshotter = (*Engine)(nil)
)

// Open finds quickjs.wasm, and no more: it is compiled, or taken from the cache,
// when the first script or isolate is made. The error is ErrNoWasm,
// or names the file that is no good.
func Open(o Options) (*Engine, error) {
	w, err := Find(o.Dir)
	if o.Wasm != "" {
		w, err = readWasm(o.Wasm)
	}
	if err != nil {
		return nil, err
	}
	return newEngine(w, o.CacheDir), nil
}

func newEngine(w Wasm, cacheDir string) *Engine {
	e := &Engine{wasm: w, cacheDir: cacheDir}
	e.boot = sync.OnceValues(e.compileBoot)
	return e
}

// CacheDir is the folder where the compiled module is kept unless Options say
// another: wazero in the folder of all caches (codecache.Dir).
func CacheDir() (string, error) {
	dir, err := codecache.Dir()
	if err != nil {
		return "", fmt.Errorf("quickjs: %w", err)
	}
	return filepath.Join(dir, "wazero"), nil
}

// Info implements isolate.Engine.
func (e *Engine) Info() isolate.Info {
	return isolate.Info{
		Name:        name,
		Version:     fmt.Sprintf("quickjs-ng %s (%s, wazero %s)", quickjsVersion, wasmPackage, wazeroVersion()),
		Build:       build(),
		Modules:     true,
		MemoryLimit: true,
		StripDebug:  true,
		Snapshots:   restoredMemory,
		Gaps:        gaps,
	}
}

// build is a hash of what an isolate is made of, but for wazero: the module, what is
// changed in it, the scripts that each begins with, and the forms in which scripts and
// snapshots are kept.
var build = sync.OnceValue(func() string {
	h := sha256.New()
	for _, part := range []string{wasmSHA256, fmt.Sprint("stringify", jsonToStr, jsonToStrFrame), bootstrapText, regexpText, codecMagic, imageMagic} {
		fmt.Fprintf(h, "%d\n%s", len(part), part)
	}
	return hex.EncodeToString(h.Sum(nil))
})

// wazeroVersion is the version that was linked in.
var wazeroVersion = sync.OnceValue(func() string {
	info, ok := debug.ReadBuildInfo()
	if !ok {
		return "unknown"
	}
	for _, m := range info.Deps {
		if m.Path == "github.com/tetratelabs/wazero" {
			return m.Version
		}
	}
	return "unknown"
})

// Warnings are doubts about how the engine runs, such as that the compiled module
// can't be kept. Since they are known only then, it compiles the engine if nothing has yet.
func (e *Engine) Warnings() []string {
	_ = e.ready() // New and Compile return this error
	e.mu.Lock()
	defer e.mu.Unlock()
	return slices.Clone(e.warnings)
}

func (e *Engine) warn(err error) {
	if err != nil {
		e.mu.Lock()
		defer e.mu.Unlock()
		e.warnings = append(e.warnings, err.Error())
	}
}

// ready compiles the module, once.
func (e *Engine) ready() error {
	e.once.Do(func() { e.openErr = e.prepare() })
	return e.openErr
}

func (e *Engine) prepare() error {
	wasm, err := e.wasm.read()
	if err != nil {
		return err
	}
	code, err := patchStringify(wasm)
	if err != nil {
		return err
	}
	if code, e.data, err = splitData(code); err != nil {
		return err
	}
	if e.whole, err = compileModule(e.meter.listening(context.Background()), code, e.openCache()); err != nil {
		return err
	}
	e.opened.Store(true)
	return nil
}

// forRestore is the module that restores make instances of: the whole one where
// that is open, or else its skeleton if there is one, or else the whole one.
func (e *Engine) forRestore() (*module, error) {
	if !e.opened.Load() {
		e.skeletonOnce.Do(e.openSkeleton)
		if e.skeleton != nil {
			return e.skeleton, nil
		}
	}
	if err := e.ready(); err != nil {
		return nil, err
	}
	return e.whole, nil
}

// openCache opens the cache of wazero. Without one, modules are compiled in every process.
func (e *Engine) openCache() wazero.CompilationCache {
	dir, err := e.machineCodeDir()
	var cache wazero.CompilationCache
	if err == nil {
		cache, err = wazero.NewCompilationCacheWithDir(dir)
	}
	if err != nil {
		e.warn(fmt.Errorf("quickjs: no cache: %w: the engine is compiled in every process", err))
		return nil
	}
	return cache
}

// machineCodeDir is the folder of machine code.
func (e *Engine) machineCodeDir() (string, error) {
	if e.cacheDir != "" {
		return e.cacheDir, nil
	}
	return CacheDir()
}

// Close implements isolate.Engine.
func (e *Engine) Close() error {
	e.once.Do(func() { e.openErr = errors.New("quickjs: the engine is closed") })
	e.skeletonOnce.Do(func() {})
	e.shells.drop()
	if err := errors.Join(e.whole.close(), e.skeleton.close()); err != nil {
		return fmt.Errorf("quickjs: %w", err)
	}
	return nil
}
