package report

import (
	"errors"
	"fmt"
	"io"
	"os"
	"strings"

	"github.com/go-json-experiment/json"

	"example.com/thaw/harness"
	"example.com/thaw/harness/internal/jsonfault"
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
		return nil, jsonfault.Explain(text, err)
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
		return jsonfault.Explain(text, err)
	}
	switch {
	case d.Schema == nil:
		return fmt.Errorf("schema is missing; want a result of thaw bench --json, which has %q", Schema)
	case *d.Schema != Schema:
		return fmt.Errorf("schema is %q; this thaw reads %q", *d.Schema, Schema)
	}
	return nil
}
