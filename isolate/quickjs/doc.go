// Package quickjs runs isolates on QuickJS-ng, compiled to WebAssembly by npm's
// quickjs-wasi and run by wazero.
//
// Each isolate is an instance of the module, with a linear memory of its own, so
// that nothing but the op table joins it to the process. JavaScript reaches Go
// through host functions that are called by name; Go reaches JavaScript through
// the QuickJS C API, which the module exports.
//
// The files, from the outside in: engine.go and isolate.go keep the contract of
// package isolate; script.go compiles to bytecode, and bootstrap.go what each isolate
// begins with; regexp.go matches for regular expressions that are too large for
// QuickJS; op.go and imports.go are what the module imports; exception.go reads what
// was thrown; value.go and jsvalue.go carry values over; machine.go is the instance
// and its exports.
//
// snapshot.go copies isolates and restores them; image.go is the file of a copy,
// stored.go its life, and hot.go what is known of its use. shell.go keeps machines for the
// next restore; park.go takes them from isolates at rest, whose memory is a delta then.
//
// module.go compiles the module; patch.go and data.go change it first, by its
// sections. skeleton.go, machinecode.go and wazerolayout.go let a process that
// only restores do without it.
//
// The module is not part of this package. See Find.
package quickjs
