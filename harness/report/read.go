package report

import (
	"bytes"
	"cmp"
	"errors"
	"fmt"
	"io"
	"os"
	"reflect"
	"strconv"
	"strings"
	"time"
	"unicode"

	"github.com/go-json-experiment/json"
	"github.com/go-json-experiment/json/jsontext"

	"example.com/thaw/harness"
)

// Read reads a result that JSON wrote. Summaries, comparisons and warnings are worked out
// again from the samples, by Result.Summarize: those of the file are not looked at. The arms can't be
// measured again, for a file has neither their bundles nor what they were asked. Members that are
// not known are passed over. An error names the field and its value.
func Read(r io.Reader) (*harness.Result, error) {
	result, err := read(r)
	if err != nil {
		return nil, fmt.Errorf("report: %w", err)
	}
	return result, nil
}

// ReadFile is Read of a file, which its errors name.
func ReadFile(path string) (*harness.Result, error) {
	f, err := os.Open(path)
	if err != nil {
		return nil, fmt.Errorf("report: %w", err)
	}
	defer f.Close()
	result, err := read(f)
	if err != nil {
		return nil, fmt.Errorf("report: %s: %w", path, err)
	}
	return result, nil
}

func read(r io.Reader) (*harness.Result, error) {
	text, err := io.ReadAll(r)
	if err != nil {
		return nil, err
	}
	if strings.TrimSpace(string(text)) == "" {
		return nil, errors.New("it is empty; a result is written by thaw bench --json")
	}
	if err := checkSchema(text); err != nil {
		return nil, err
	}
	var d document
	if err := json.Unmarshal(text, &d); err != nil {
		return nil, explain(text, err)
	}
	result, err := d.result()
	if err != nil {
		return nil, err
	}
	return result, result.Summarize()
}

// checkSchema comes before anything is made of the fields.
func checkSchema(text []byte) error {
	var d struct {
		Schema *string `json:"schema"`
	}
	if err := json.Unmarshal(text, &d); err != nil {
		return explain(text, err)
	}
	switch {
	case d.Schema == nil:
		return fmt.Errorf("schema is missing; want a result of thaw bench --json, which has %q", Schema)
	case *d.Schema != Schema:
		return fmt.Errorf("schema is %q; this thaw reads %q", *d.Schema, Schema)
	}
	return nil
}

// explain says where in a text a fault is, and what is wanted there.
func explain(text []byte, err error) error {
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

// found is what an error is about, cut where it is long.
func found(text []byte, err *json.SemanticError) string {
	switch err.JSONKind {
	case jsontext.KindBeginObject:
		return "an object"
	case jsontext.KindBeginArray:
		return "a list"
	}
	value, readErr := jsontext.NewDecoder(bytes.NewReader(text[err.ByteOffset:])).ReadValue()
	if readErr != nil {
		return "a " + err.JSONKind.String()
	}
	const most = 60
	return string(value[:min(len(value), most)])
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
