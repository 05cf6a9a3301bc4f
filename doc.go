// Package thaw is the root of the module: it holds the tests that look at the
// whole tree. The program is cmd/thaw; RATIONALE.md and METHOD.md say why it is
// built as it is.
package thaw
