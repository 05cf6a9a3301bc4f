package quickjs

import (
	"context"
	"errors"

	"github.com/tetratelabs/wazero"
	"github.com/tetratelabs/wazero/api"
)

// A hostFunc is what the module imports: stack holds its arguments, and then its result.
type hostFunc func(v *vm, stack []uint64)

// A hostContext carries the isolate to the host functions, which all isolates of
// an engine share.
type hostContext struct {
	context.Context
	vm *vm
}

type hostImport struct {
	name    string
	params  []api.ValueType
	results []api.ValueType
	call    hostFunc
}

const (
	i32 = api.ValueTypeI32
	i64 = api.ValueTypeI64
)

func types(t ...api.ValueType) []api.ValueType { return t }

// envImports are the functions of quickjs-wasi's own interface.
var envImports = []hostImport{
	{"host_call", types(i32, i32, i32, i32, i32), types(i32), hostCall},
	{"host_interrupt", nil, types(i32), hostInterrupt},
	{"host_promise_rejection", types(i32, i32, i32), nil, hostPromiseRejection},
	{"host_module_normalize", types(i32, i32), types(i32), hostModuleNormalize},
	{"host_module_load", types(i32, i32), types(i32), hostModuleLoad},
	{"host_get_timezone_offset", types(i32, i32), types(i32), hostTimezoneOffset},
}

// wasiImports are the functions of WASI that the module uses. There are no
// files, so that those of files fail; see wasi_snapshot_preview1.
var wasiImports = []hostImport{
	{"clock_time_get", types(i32, i64, i32), types(i32), wasiClockTimeGet},
	{"random_get", types(i32, i32), types(i32), wasiRandomGet},
	{"fd_close", types(i32), types(i32), wasiBadFile},
	{"fd_fdstat_get", types(i32, i32), types(i32), wasiBadFile},
	{"fd_seek", types(i32, i64, i32, i32), types(i32), wasiBadFile},
	{"fd_write", types(i32, i32, i32, i32), types(i32), wasiBadFile},
}

func instantiateImports(ctx context.Context, r wazero.Runtime) error {
	return errors.Join(
		instantiateModule(ctx, r, "env", envImports),
		instantiateModule(ctx, r, "wasi_snapshot_preview1", wasiImports),
	)
}

func instantiateModule(ctx context.Context, r wazero.Runtime, name string, imports []hostImport) error {
	b := r.NewHostModuleBuilder(name)
	for _, i := range imports {
		call := func(ctx context.Context, stack []uint64) { i.call(ctx.(*hostContext).vm, stack) }
		b.NewFunctionBuilder().WithGoFunction(api.GoFunc(call), i.params, i.results).Export(i.name)
	}
	compiled, err := b.Compile(ctx)
	if err == nil {
		_, err = r.InstantiateModule(ctx, compiled, moduleConfig())
	}
	return err
}

const (
	wasiSuccess = 0
	wasiBadF    = 8
	wasiInval   = 28
)

// wasiClockTimeGet is the clock under Date.
func wasiClockTimeGet(v *vm, stack []uint64) {
	if !v.memory.WriteUint64Le(uint32(stack[2]), uint64(v.now().UnixNano())) {
		stack[0] = wasiInval
		return
	}
	stack[0] = wasiSuccess
}

func wasiRandomGet(v *vm, stack []uint64) {
	b := v.bytes(uint32(stack[0]), uint32(stack[1]))
	if err := v.readRandom(b); err != nil {
		v.abort(err)
	}
	stack[0] = wasiSuccess
}

func wasiBadFile(_ *vm, stack []uint64) { stack[0] = wasiBadF }

// hostInterrupt is asked every 10,000 loop ends and calls whether to stop.
func hostInterrupt(v *vm, stack []uint64) {
	stack[0] = 0
	if v.runs.interrupted() {
		stack[0] = 1
	}
}

// hostTimezoneOffset makes local time UTC, as it is on Workers.
func hostTimezoneOffset(_ *vm, stack []uint64) { stack[0] = 0 }

// hostModuleNormalize refuses every import: a bundle has none.
func hostModuleNormalize(v *vm, stack []uint64) {
	specifier := scalar([]byte(v.cString(uint32(stack[1]))))
	v.throw(importError(specifier))
	stack[0] = 0
}

func hostModuleLoad(v *vm, stack []uint64) {
	v.throw(importError(scalar([]byte(v.cString(uint32(stack[0]))))))
	stack[0] = 0
}

// hostPromiseRejection is HTML's HostPromiseRejectionTracker. The two handles are ours to free.
func hostPromiseRejection(v *vm, stack []uint64) {
	promiseBox, reasonBox := uint32(stack[0]), uint32(stack[1])
	promise, reason, handled := v.valueAt(promiseBox), v.valueAt(reasonBox), uint32(stack[2]) != 0
	v.free(promiseBox)
	v.free(reasonBox)
	v.rejection(rejection{promise, reason, handled})
}
