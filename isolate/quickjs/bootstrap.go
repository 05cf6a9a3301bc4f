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

const (
	bootstrapName = "bootstrap.js"
	regexpName    = "regexp.js"
)

// bootScripts are what each isolate begins with.
type bootScripts struct{ boundary, regexp *script }

func isBootstrap(script string) bool { return script == bootstrapName || script == regexpName }

// compileBoot compiles what newVM needs, or takes it from beside the machine code:
// it is the engine's own, as that is, and is kept whether or not an app's scripts are.
func (e *Engine) compileBoot() (boot bootScripts, err error) {
	scripts := codecache.Uncached(bareEngine{e})
	if dir, err := e.machineCodeDir(); err == nil {
		if store, err := codecache.Open(dir); err == nil { // if not, openCache has warned
			if scripts, err = codecache.NewScripts(bareEngine{e}, codecache.Disk, store); err != nil {
				return boot, err
			}
		}
	}
	for _, s := range []struct {
		source isolate.Source
		to     **script
	}{
		{isolate.Source{Name: bootstrapName, Text: bootstrapText}, &boot.boundary},
		{isolate.Source{Name: regexpName, Text: regexpText}, &boot.regexp},
	} {
		compiled, _, err := scripts.Compile(context.Background(), s.source)
		if err != nil {
			return boot, err
		}
		if *s.to, err = ownScript(compiled); err != nil {
			return boot, err
		}
	}
	for _, text := range scripts.Warnings() {
		e.warn(errors.New(text))
	}
	return boot, nil
}

// A bareEngine compiles in isolates that have not run the bootScripts.
type bareEngine struct{ *Engine }

// Compile implements isolate.Engine. The functions don't show their source, as those of the language don't.
func (e bareEngine) Compile(_ context.Context, src isolate.Source) (isolate.Script, error) {
	v, err := e.bareVM(isolate.Options{})
	if err != nil {
		return nil, err
	}
	v.hidesSource = true
	return v.compileOnly(src)
}
