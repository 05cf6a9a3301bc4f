package isolate

import (
	"context"
	"io"
	"time"
)

// An Engine is a kind of JavaScript machine. It is safe for concurrent use.
type Engine interface {
	// Info names the engine and states what it cannot do.
	Info() Info
	// Compile parses src. A syntax error is an *Exception of class SyntaxError
	// whose Stack begins with the position. The Script may be run in any isolate
	// of this engine, by several goroutines at once. If ctx has ended the error
	// wraps its cause, as New's does.
	Compile(ctx context.Context, src Source) (Script, error)
	// New makes an isolate with an empty global scope, but for __host. Two ops of
	// one name are an error.
	New(ctx context.Context, o Options) (Isolate, error)
	// Close frees what the engine holds. Isolates must have been closed before.
	Close() error
}

// An Isolate is one JavaScript heap. One goroutine uses it at a time.
//
// Run and Call drain the microtask queue before they return, so that a caller
// never sees a half-settled promise. An op may call Run and Call of the isolate
// that called it, on the same goroutine; only the outermost of such nested calls
// drains. It drains after a throw too. Local time is UTC, as in Workers, unless
// Info.Gaps says otherwise.
//
// When ctx ends, running JavaScript is interrupted wherever it is, uncatchably,
// and Run and Call return an error that wraps the cause of ctx. From then on the
// isolate is good only for Close, and every other call returns ErrSpent.
// The same holds after ErrMemory.
type Isolate interface {
	// Run runs s to its end. A throw is an *Exception. A module (Source.Module)
	// leaves a promise for its namespace in __host.module; a rejection of that
	// promise is not an error of Run, and not an unhandled rejection.
	Run(ctx context.Context, s Script) error
	// Call calls the function __host[fn]. The function is looked up when a name
	// is first called, and kept. A result that is no Value is an error.
	Call(ctx context.Context, fn string, args ...Value) (Value, error)
	// Close frees the heap. It may be called more than once; from an op of the
	// isolate itself it is an error.
	Close() error
}

// A Source is a program before it is compiled.
type Source struct {
	Name   string // what stack traces show, such as "worker.js"
	Text   string
	Module bool       // ECMAScript module, not classic script; see Info.Modules
	Map    *SourceMap // of Text, or nil

	// StripDebug leaves positions and the text of functions out of the script: stack
	// traces have names only, and Function.prototype.toString gives no source. An engine
	// without Info.StripDebug ignores it.
	StripDebug bool
	// EagerRegExps has every regular expression literal compiled with the script. An
	// engine with Info.LazyRegExps else does so at a literal's first match; the others
	// always do. Syntax errors are those of Compile either way.
	EagerRegExps bool
}

// A Script is a compiled Source.
type Script interface{ Source() Source }

// A Loader is an Isolate that can bring a script into its heap ahead of Run, so
// that Run then only executes it. It splits "source to runnable script" from
// "evaluate" on engines whose scripts are serialized bytecode.
type Loader interface {
	Load(ctx context.Context, s Script) error
}

// A HeapSizer is an Isolate that knows how many bytes its heap holds.
type HeapSizer interface{ HeapBytes() int64 }

// A ScriptCodec is an Engine whose scripts outlive the process. A script that is
// decoded may keep the bytes that it was decoded from: nobody changes them any more.
type ScriptCodec interface {
	EncodeScript(Script) ([]byte, error)
	DecodeScript(Source, []byte) (Script, error)
}

// Options configure one isolate. The zero value is a bare engine.
type Options struct {
	Ops    []Op
	Memory int64            // bytes the heap may hold; 0 means no limit
	Now    func() time.Time // the clock under Date; nil means time.Now
	Random io.Reader        // the seed of Math.random; nil means crypto/rand
}

// Info names an engine in reports, and states what it cannot do.
type Info struct {
	Name        string // "goja", "quickjs"
	Version     string // of the engine, with that of its host where it has one
	Build       string // tells builds of a version apart, whose scripts and snapshots are not each other's; "" if Version says it all
	Modules     bool   // Source.Module is supported
	MemoryLimit bool   // Options.Memory is enforced
	StripDebug  bool   // Source.StripDebug makes a difference
	LazyRegExps bool   // Source.EagerRegExps makes a difference
	Snapshots   string // how a restored isolate gets its memory, such as "copy"; "" for an engine that is no Snapshotter
	Gaps        []Gap  // what the language has and this engine does not
}

// A Gap is a part of the language, or of the contract, that an engine lacks.
// A probe makes a claim that can be checked: it is an expression that is true
// where the feature is there, so that a test holds each gap to still being one.
type Gap struct {
	Feature string // such as "WeakRef"
	Effect  string // what an app notices, one clause
	Probe   string // JavaScript expression, true or throwing; "" if none can tell
}
