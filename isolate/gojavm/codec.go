package gojavm

import (
	_ "embed"
	"fmt"
	"sync"

	"example.com/thaw/isolate"
	"example.com/thaw/isolate/gojavm/internal/bytecode"
)

// knownLayout is the fingerprint of the types of goja's instructions for which the
// codec was tried. When it differs, go through the types that are new or changed: are
// they plain data, does goja tell equal ones apart (unshared and singletons in package
// bytecode), does every test pass?
const knownLayout = "50e753bfd1ae24b4"

// scriptVersion changes when this package compiles the same text to other code, so that
// scripts stored before are not read any more.
const scriptVersion = "2"

// everyInstruction is a script in which every kind of instruction occurs that goja's
// compiler has. It is compiled only.
//
//go:embed everyinstruction.js
var everyInstruction string

// codec writes and reads scripts. The error says why it is switched off.
var codec = sync.OnceValues(newCodec)

func newCodec() (c *bytecode.Codec, err error) {
	defer recoverAs(&err, "compile everyinstruction.js")
	if !guardsWork() {
		return nil, fmt.Errorf("gojavm: scripts can't be stored: this version of goja is not known")
	}
	sample, err := compile(isolate.Source{Name: ownPrefix + "everyinstruction.js", Text: everyInstruction}, nil)
	if err != nil {
		return nil, err
	}
	if c, err = bytecode.New(scriptVersion+" "+gojaVersion(), sample); err != nil {
		return nil, fmt.Errorf("gojavm: scripts can't be stored: %w", err)
	}
	if c.Layout() != knownLayout {
		return nil, fmt.Errorf("gojavm: scripts can't be stored: the layout of goja's instructions is %s, not %s", c.Layout(), knownLayout)
	}
	return c, nil
}

// EncodeScript implements isolate.ScriptCodec. The error says what of the script has no
// written form.
func (engine) EncodeScript(s isolate.Script) ([]byte, error) {
	own, ok := s.(*script)
	if !ok {
		return nil, fmt.Errorf("gojavm: script of another engine: %T", s)
	}
	c, err := codec()
	if err != nil {
		return nil, err
	}
	b, err := c.Encode(own.prg, own.src.Text)
	if err != nil {
		return nil, fmt.Errorf("gojavm: %s can't be stored: %w", own.src.Name, err)
	}
	return b, nil
}

// DecodeScript implements isolate.ScriptCodec. It finds damage, not malice: what it
// reads is trusted, and must come from a store that only its owner can write.
func (engine) DecodeScript(src isolate.Source, b []byte) (isolate.Script, error) {
	c, err := codec()
	if err != nil {
		return nil, err
	}
	var visit func(any)
	if src.EagerRegExps {
		visit = compileLiteral
	}
	prg, err := c.Decode(src.Name, src.Text, b, visit)
	if err != nil {
		return nil, fmt.Errorf("gojavm: %s: %w", src.Name, err)
	}
	return &script{src, prg}, nil
}
