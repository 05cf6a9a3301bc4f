// Package gojavm is the engine on goja, a JavaScript interpreter in pure Go.
//
// goja compiles classic scripts to bytecode that isolates share. What it gets
// wrong or lacks is set right in three places: passes over the syntax tree
// before it is compiled, patches of the built-in objects when an isolate is made
// (folder js, and the Go files named after what they patch), and the boundary, where
// a panic of goja becomes an error. What stays missing is listed in Info.Gaps.
//
// The engine is an isolate.ScriptCodec: package internal/bytecode writes compiled
// scripts, with the instructions that this package puts into them, and reads them back.
// It depends on goja's private types, whose layout is compared with the one that it was tried
// with. If goja has changed, EncodeScript and DecodeScript return an error that says so, and every
// script is compiled. Its first use in a process compiles a sample script (about 2 ms).
package gojavm
