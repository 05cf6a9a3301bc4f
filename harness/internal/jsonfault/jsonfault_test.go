package jsonfault

import (
	"errors"
	"strings"
	"testing"

	"github.com/go-json-experiment/json"
)

func TestExplain(t *testing.T) {
	for text, want := range map[string]string{
		"{\n\"a\": 1":                "it is cut off at line 2; take the whole file",
		"{\n\"list\": [1, x]}":       "it is not JSON: line 2, list[1]: ",
		`{"a": 1, "a": 2}`:           "duplicate object member name",
		`[1]`:                        "the file is a list; want an object",
		`{"a": "x"}`:                 `a is "x"; want a whole number`,
		`{"a": 1e99}`:                "a is 1e99; want a",
		`{"list": {}}`:               "list is an object; want a list",
		`{"by name": {"x y": true}}`: `["by name"]["x y"] is true; want a text`,
	} {
		var v struct {
			A      int               `json:"a"`
			List   []int             `json:"list"`
			ByName map[string]string `json:"by name"`
		}
		if err := Explain([]byte(text), json.Unmarshal([]byte(text), &v)); err == nil || !strings.Contains(err.Error(), want) {
			t.Errorf("%s: %v, want %s", text, err, want)
		}
	}
	other := errors.New("other")
	if err := Explain(nil, other); err != other {
		t.Errorf("another error is %v", err)
	}
}

func TestShown(t *testing.T) {
	for text, want := range map[string]string{
		`{"a": 1}`: "an object", `[1]`: "a list", `"x"`: `"x"`, `12`: "12",
		`"` + strings.Repeat("x", 99) + `"`: `"` + strings.Repeat("x", 59),
	} {
		if got := Shown([]byte(text)); got != want {
			t.Errorf("%s: %s, want %s", text, got, want)
		}
	}
}
