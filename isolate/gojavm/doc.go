// Package gojavm is the engine on goja, a JavaScript interpreter in pure Go.
//
// goja compiles classic scripts to bytecode that isolates share. What it gets
// wrong or lacks is set right in three places: passes over the syntax tree
// before it is compiled, patches of the built-in objects when an isolate is made
// (folder js, and the Go files named after what they patch), and the boundary, where
// a panic of goja becomes an error. What stays missing is listed in Info.Gaps.
package gojavm
