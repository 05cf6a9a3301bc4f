package quickjs

import (
	"bytes"
	"context"
	"encoding/binary"
	"errors"
	"fmt"
	"hash/crc32"
	"strings"

	"example.com/thaw/isolate"
)

// A script is QuickJS bytecode. It is not changed once made.
type script struct {
	source isolate.Source
	code   []byte
}

// Source implements isolate.Script.
func (s *script) Source() isolate.Source { return s.source }

func ownScript(s isolate.Script) (*script, error) {
	own, ok := s.(*script)
	if !ok || own == nil {
		return nil, fmt.Errorf("quickjs: a script of type %T is not from this engine; compile it here", s)
	}
	return own, nil
}

// Compile implements isolate.Engine. Each source is compiled in an isolate of its
// own. The parser can't be interrupted.
func (e *Engine) Compile(ctx context.Context, src isolate.Source) (isolate.Script, error) {
	if ctx.Err() != nil {
		return nil, fmt.Errorf("quickjs: %s is not compiled: %w", src.Name, context.Cause(ctx))
	}
	if err := e.ready(); err != nil {
		return nil, err
	}
	v, err := e.newVM(isolate.Options{})
	if err != nil {
		return nil, err
	}
	return v.compileOnly(src)
}

// compileOnly makes a script of src and closes v.
func (v *vm) compileOnly(src isolate.Source) (isolate.Script, error) {
	s, err := v.compile(src)
	if err := errors.Join(err, v.Close()); err != nil {
		return nil, err
	}
	return s, nil
}

// compile makes a script of src.
func (v *vm) compile(src isolate.Source) (*script, error) {
	v.addMap(src.Name, src.Map)
	code, err := v.bytecode(src)
	var x *isolate.Exception
	if errors.As(err, &x) && x.Stack == "" {
		v.locate(src, x)
	}
	if err != nil {
		return nil, err
	}
	return &script{src, code}, nil
}

// addMap makes a script's source map known, if it has one.
func (v *vm) addMap(name string, sourceMap *isolate.SourceMap) {
	if sourceMap != nil {
		v.maps[name] = sourceMap
		v.stacks.Add(isolate.Source{Name: name, Map: sourceMap})
	}
}

// bytecode parses src and serializes what comes of it.
func (v *vm) bytecode(src isolate.Source) ([]byte, error) {
	text := strings.ToValidUTF8(src.Text, "\ufffd")
	p, name, length := v.malloc(len(text)+1), v.malloc(len(src.Name)+1), v.malloc(4)
	defer func() { v.free(p); v.free(name); v.free(length) }()
	if p == 0 || name == 0 || length == 0 {
		return nil, v.fault(isolate.ErrMemory)
	}
	v.memory.WriteString(p, text+"\x00")
	v.memory.WriteString(name, src.Name+"\x00")
	evalFlags, writeFlags := uint64(0), uint64(0)
	if src.Module {
		evalFlags = 1 // JS_EVAL_TYPE_MODULE
	}
	if v.hidesSource {
		writeFlags = 1 << 4 // JS_WRITE_OBJ_STRIP_SOURCE
	}
	if src.StripDebug {
		writeFlags = 1<<4 | 1<<5 // and JS_WRITE_OBJ_STRIP_DEBUG
	}
	defer v.tally.compile(src)()
	code := uint32(v.enter(qjsCompile, uint64(p), uint64(len(text)), uint64(name), evalFlags, writeFlags, uint64(length)))
	if code == 0 || v.broken != nil {
		return nil, v.thrown()
	}
	defer v.free(code)
	return bytes.Clone(v.bytes(code, v.uint32At(length))), nil
}

// Load implements isolate.Loader: it reads the bytecode into the heap.
func (v *vm) Load(ctx context.Context, s isolate.Script) error {
	own, err := ownScript(s)
	if err != nil {
		return err
	}
	return v.within(ctx, func() error {
		if _, ok := v.loaded[own]; ok {
			return nil
		}
		x, err := v.read(own)
		if err == nil {
			v.loaded[own] = x
		}
		return err
	})
}

// read makes a function, or a module, of bytecode.
func (v *vm) read(s *script) (jsValue, error) {
	v.addMap(s.source.Name, s.source.Map)
	p := place(&v.machine, s.code)
	if p == 0 {
		return jsUndefined, v.fault(isolate.ErrMemory)
	}
	defer v.unplace(p)
	defer v.tally.load(s)()
	const allowBytecode = 1 // JS_READ_OBJ_BYTECODE
	x := jsValue(v.enter(jsReadObject, v.context, uint64(p), uint64(len(s.code)), allowBytecode))
	if x == jsException || v.broken != nil {
		return jsUndefined, v.thrown()
	}
	return x, nil
}

// evaluate runs a script and returns its completion value, which the caller frees.
func (v *vm) evaluate(s *script) (jsValue, error) {
	x, ok := v.loaded[s]
	delete(v.loaded, s)
	if !ok {
		var err error
		if x, err = v.read(s); err != nil {
			return jsUndefined, err
		}
	}
	if s.source.Module {
		return jsUndefined, v.evaluateModule(x)
	}
	result := jsValue(v.enter(jsEvalFunction, v.context, uint64(x))) // frees x
	if result == jsException || v.broken != nil {
		return jsUndefined, v.thrown()
	}
	return result, nil
}

// evaluateModule runs a module and leaves the promise for its namespace.
func (v *vm) evaluateModule(x jsValue) error {
	if int32(v.enter(jsResolveModule, v.context, uint64(x))) < 0 || v.broken != nil {
		return v.thrown()
	}
	v.evaluating++
	promise := jsValue(v.enter(jsEvalFunction, v.context, uint64(x))) // frees x, the module lives on
	v.leaf(jsPromiseMarkAsHandled, v.context, uint64(promise))
	v.evaluating--
	v.releaseRejection(promise)
	if promise == jsException || v.broken != nil {
		return v.thrown()
	}
	defer v.freeValue(promise)
	namespace := jsValue(v.leaf(jsGetModuleNamespace, v.context, uint64(x.pointer())))
	if namespace == jsException || v.broken != nil {
		return v.thrown()
	}
	defer v.freeValue(namespace)
	left := v.call(v.boot.loaded, promise, namespace)
	if left == jsException || v.broken != nil {
		return v.thrown()
	}
	v.leaf(jsPromiseMarkAsHandled, v.context, uint64(left))
	v.freeValue(left)
	return nil
}

// An encoded script is this, then the CRC-32 of the bytecode, then the bytecode.
const codecMagic = "thaw-quickjs-2 " + wasmSHA256 + "\n"

// EncodeScript implements isolate.ScriptCodec.
func (e *Engine) EncodeScript(s isolate.Script) ([]byte, error) {
	own, err := ownScript(s)
	if err != nil {
		return nil, err
	}
	b := make([]byte, 0, len(codecMagic)+4+len(own.code))
	b = append(b, codecMagic...)
	b = binary.LittleEndian.AppendUint32(b, crc32.ChecksumIEEE(own.code))
	return append(b, own.code...), nil
}

// DecodeScript implements isolate.ScriptCodec. It finds damage, not malice:
// bytecode is trusted, and must come from a store that only its owner can write.
func (e *Engine) DecodeScript(src isolate.Source, b []byte) (isolate.Script, error) {
	rest, ok := bytes.CutPrefix(b, []byte(codecMagic))
	if !ok || len(rest) <= 4 {
		return nil, errors.New("quickjs: these bytes are no script of this engine")
	}
	code := rest[4:]
	if crc32.ChecksumIEEE(code) != binary.LittleEndian.Uint32(rest) {
		return nil, errors.New("quickjs: the script is damaged: its checksum is wrong")
	}
	return &script{src, code}, nil
}
