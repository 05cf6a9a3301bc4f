package quickjs

import (
	"context"
	_ "embed"
	"errors"

	"example.com/thaw/isolate"
	"example.com/thaw/isolate/codecache"
)

//go:embed js/bootstrap.js
var bootstrapText string

const bootstrapName = "bootstrap.js"

// compileBootstrap compiles what newVM needs, or takes it from beside the machine code:
// it is the engine's own, as that is, and is kept whether or not an app's scripts are.
func (e *Engine) compileBootstrap() (*script, error) {
	scripts := codecache.Uncached(bareEngine{e})
	if dir, err := e.machineCodeDir(); err == nil {
		if store, err := codecache.Open(dir); err == nil { // if not, openCache has warned
			if scripts, err = codecache.NewScripts(bareEngine{e}, codecache.Disk, store); err != nil {
				return nil, err
			}
		}
	}
	s, _, err := scripts.Compile(context.Background(), isolate.Source{Name: bootstrapName, Text: bootstrapText})
	for _, text := range scripts.Warnings() {
		e.warn(errors.New(text))
	}
	if err != nil {
		return nil, err
	}
	return ownScript(s)
}

// A bareEngine compiles in isolates that have not run the bootstrap.
type bareEngine struct{ *Engine }

// Compile implements isolate.Engine.
func (e bareEngine) Compile(_ context.Context, src isolate.Source) (isolate.Script, error) {
	v, err := e.bareVM(isolate.Options{})
	if err != nil {
		return nil, err
	}
	return v.compileOnly(src)
}
