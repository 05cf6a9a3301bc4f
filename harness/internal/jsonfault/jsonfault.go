// Package jsonfault says what is wrong with JSON that people may have written, cut or changed.
package jsonfault

import (
	"bytes"
	"cmp"
	"errors"
	"fmt"
	"io"
	"reflect"
	"strconv"
	"strings"
	"time"
	"unicode"

	"github.com/go-json-experiment/json"
	"github.com/go-json-experiment/json/jsontext"
)

// Explain says where in a text a fault is that github.com/go-json-experiment/json has found, and what
// is wanted there. Other errors it returns as they are.
func Explain(text []byte, err error) error {
	if syntax := new(jsontext.SyntacticError); errors.As(err, &syntax) {
		at := fmt.Sprintf("line %d", 1+strings.Count(string(text[:min(int(syntax.ByteOffset), len(text))]), "\n"))
		if field := fieldOf(syntax.JSONPointer); field != "" {
			at += ", " + field
		}
		if errors.Is(syntax.Err, io.ErrUnexpectedEOF) {
			return fmt.Errorf("it is cut off at %s; take the whole file", at)
		}
		return fmt.Errorf("it is not JSON: %s: %w", at, syntax.Err)
	}
	if semantic := new(json.SemanticError); errors.As(err, &semantic) {
		return fmt.Errorf("%s is %s; want %s", cmp.Or(fieldOf(semantic.JSONPointer), "the file"), found(text, semantic), wanted(semantic))
	}
	return err
}

// fieldOf writes a JSON pointer as a JavaScript program would: samples[3].phases.parse.wallNs.
func fieldOf(p jsontext.Pointer) string {
	var b strings.Builder
	for token := range p.Tokens() {
		switch _, err := strconv.Atoi(token); {
		case err == nil:
			fmt.Fprintf(&b, "[%s]", token)
		case strings.ContainsFunc(token, func(r rune) bool { return r != '-' && !unicode.IsLetter(r) && !unicode.IsDigit(r) }):
			fmt.Fprintf(&b, "[%q]", token)
		default:
			b.WriteString("." + token)
		}
	}
	return strings.TrimPrefix(b.String(), ".")
}

// found is what an error is about.
func found(text []byte, err *json.SemanticError) string {
	switch err.JSONKind {
	case jsontext.KindBeginObject, jsontext.KindBeginArray:
		return Shown(jsontext.Value{byte(err.JSONKind)})
	}
	value, readErr := jsontext.NewDecoder(bytes.NewReader(text[err.ByteOffset:])).ReadValue()
	if readErr != nil {
		return "a " + err.JSONKind.String()
	}
	return Shown(value)
}

// Shown is how an error writes a value: cut where it is long.
func Shown(v jsontext.Value) string {
	switch v.Kind() {
	case jsontext.KindBeginObject:
		return "an object"
	case jsontext.KindBeginArray:
		return "a list"
	}
	const most = 60
	return string(v[:min(len(v), most)])
}

func wanted(err *json.SemanticError) string {
	if errors.Is(err.Err, strconv.ErrRange) {
		return "a smaller number"
	}
	t := err.GoType
	for t != nil && t.Kind() == reflect.Pointer {
		t = t.Elem()
	}
	switch {
	case t == nil:
		return "something else"
	case t == reflect.TypeFor[time.Time]():
		return "a time, such as 2026-11-30T14:00:00Z"
	}
	switch t.Kind() {
	case reflect.Int, reflect.Int64:
		return "a whole number"
	case reflect.Uint64:
		return "a whole number of 0 or more"
	case reflect.Float64:
		return "a number"
	case reflect.String:
		return "a text"
	case reflect.Bool:
		return "true or false"
	case reflect.Slice:
		return "a list"
	}
	return "an object"
}
