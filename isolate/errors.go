package isolate

import (
	"errors"
	"fmt"
)

var (
	// ErrMemory reports that Options.Memory was reached.
	ErrMemory = errors.New("isolate: memory limit reached")
	// ErrSpent reports a call on an isolate that was interrupted, ran out of
	// memory or was closed.
	ErrSpent = errors.New("isolate: interrupted or closed, good only for Close")
	// ErrModules reports a module given to an engine without Info.Modules.
	ErrModules = errors.New("isolate: engine has no ECMAScript modules")
)

// An Exception is a JavaScript throw that no JavaScript caught, or the error
// that an op returns to throw an error of a given class (see Throw).
type Exception struct {
	Class   string // the error's name, such as "TypeError"; "" if what was thrown is no Error
	Message string // the error's message, or what was thrown as a string
	Stack   string // one frame a line, "    at f (file:line:column)", source-mapped; may be ""
}

// Error is the first line that JavaScript would print, without the stack.
func (e *Exception) Error() string {
	switch {
	case e.Class == "":
		return e.Message
	case e.Message == "":
		return e.Class
	}
	return e.Class + ": " + e.Message
}

// Detail is Error followed by the stack, as a log shows it.
func (e *Exception) Detail() string {
	if e.Stack == "" {
		return e.Error()
	}
	return e.Error() + "\n" + e.Stack
}

// Throw makes the error that an op returns to have JavaScript see a throw of the
// given class: a constructor of the language such as "TypeError", or else the
// name of a DOMException such as "InvalidCharacterError".
func Throw(class, format string, args ...any) error {
	return &Exception{Class: class, Message: fmt.Sprintf(format, args...)}
}
