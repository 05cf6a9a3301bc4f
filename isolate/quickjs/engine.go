package quickjs

import (
	"context"
	_ "embed"
	"errors"
	"fmt"
	"path/filepath"
	"runtime/debug"
	"sync"

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

	once     sync.Once
	openErr  error
	warnings []string
	cache    wazero.CompilationCache
	runtime  wazero.Runtime
	compiled wazero.CompiledModule
	data     []segment               // of the module, which was compiled without it
	boot     func() (*script, error) // compiles js/bootstrap.js, once; a restore does without
	shells   shells
}

var (
	_ isolate.Engine      = (*Engine)(nil)
	_ isolate.ScriptCodec = (*Engine)(nil)
	_ isolate.Snapshotter = (*Engine)(nil)
)

// Open finds and checks quickjs.wasm, and no more: it is compiled, or taken from
// the cache, when the first script or isolate is made. The error is ErrNoWasm,
// or names the file that is no good.
func Open(o Options) (*Engine, error) {
	w, err := Find(o.Dir)
	if o.Wasm != "" {
		w, err = readWasm(o.Wasm)
	}
	if err != nil {
		return nil, err
	}
	e := &Engine{wasm: w, cacheDir: o.CacheDir}
	e.boot = sync.OnceValues(e.compileBootstrap)
	return e, nil
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
		Modules:     true,
		MemoryLimit: true,
		StripDebug:  true,
		Snapshots:   restoredMemory,
		Gaps:        gaps,
	}
}

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
	return e.warnings
}

// ready compiles the module, once.
func (e *Engine) ready() error {
	e.once.Do(func() { e.openErr = e.prepare() })
	return e.openErr
}

func (e *Engine) prepare() error {
	ctx := context.Background()
	config := wazero.NewRuntimeConfig()
	if cache, err := openCache(e.cacheDir); err != nil {
		e.warnings = append(e.warnings, fmt.Sprintf("%v: the engine is compiled in every process", err))
	} else {
		e.cache = cache
		config = config.WithCompilationCache(cache)
	}
	e.runtime = wazero.NewRuntimeWithConfig(ctx, config)
	if err := instantiateImports(ctx, e.runtime); err != nil {
		return fmt.Errorf("quickjs: %w", err)
	}
	code, err := patchStringify(e.wasm.code)
	if err != nil {
		return err
	}
	if code, e.data, err = splitData(code); err != nil {
		return err
	}
	if e.compiled, err = e.runtime.CompileModule(ctx, code); err != nil {
		return fmt.Errorf("quickjs: %s: %w", e.wasm.Origin, err)
	}
	return nil
}

func openCache(dir string) (wazero.CompilationCache, error) {
	if dir == "" {
		var err error
		if dir, err = CacheDir(); err != nil {
			return nil, err
		}
	}
	cache, err := wazero.NewCompilationCacheWithDir(dir)
	if err != nil {
		return nil, fmt.Errorf("quickjs: no cache: %w", err)
	}
	return cache, nil
}

// Close implements isolate.Engine.
func (e *Engine) Close() error {
	e.once.Do(func() { e.openErr = errors.New("quickjs: the engine is closed") })
	e.shells.drop()
	var err error
	if e.runtime != nil {
		err = e.runtime.Close(context.Background())
	}
	if e.cache != nil {
		err = errors.Join(err, e.cache.Close(context.Background()))
	}
	if err != nil {
		return fmt.Errorf("quickjs: %w", err)
	}
	return nil
}
