package quickjs

import (
	"context"
	"crypto/rand"
	"errors"
	"fmt"

	"github.com/tetratelabs/wazero"
)

// A module is quickjs.wasm, or its skeleton, compiled and ready to be instantiated.
type module struct {
	runtime  wazero.Runtime
	cache    wazero.CompilationCache // nil keeps nothing
	compiled wazero.CompiledModule
	indirect *indirectCalls // of a skeleton
}

// compileModule compiles code, or takes its machine code from cache, which it takes over. The
// listeners of ctx, of wazero, are put into it.
func compileModule(ctx context.Context, code []byte, cache wazero.CompilationCache) (*module, error) {
	config := wazero.NewRuntimeConfig()
	if cache != nil {
		config = config.WithCompilationCache(cache)
	}
	m := &module{runtime: wazero.NewRuntimeWithConfig(ctx, config), cache: cache}
	err := instantiateImports(ctx, m.runtime)
	if err == nil {
		m.compiled, err = m.runtime.CompileModule(ctx, code)
	}
	if err != nil {
		return nil, errors.Join(fmt.Errorf("quickjs: %w", err), m.close())
	}
	return m, nil
}

// moduleConfig spares wazero to seed a source of random numbers, which nothing asks.
func moduleConfig() wazero.ModuleConfig { return wazero.NewModuleConfig().WithRandSource(rand.Reader) }

// instantiate gives v its machine, with the memory that ctx says.
func (m *module) instantiate(ctx context.Context, v *vm) error {
	instance, err := m.runtime.InstantiateModule(ctx, m.compiled, moduleConfig().WithName("").WithStartFunctions())
	if err != nil {
		return fmt.Errorf("quickjs: %w", err)
	}
	v.module, v.memory = instance, instance.Memory()
	if m.indirect != nil {
		v.indirect, err = m.indirect.connect(instance)
	}
	return err
}

// close frees what the module holds. A nil module holds nothing.
func (m *module) close() error {
	if m == nil {
		return nil
	}
	err := m.runtime.Close(context.Background())
	if m.cache != nil {
		err = errors.Join(err, m.cache.Close(context.Background()))
	}
	return err
}
