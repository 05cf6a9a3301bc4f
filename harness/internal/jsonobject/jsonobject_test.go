package jsonobject

import (
	"encoding/json"
	"strings"
	"testing"

	jsonv2 "github.com/go-json-experiment/json"
)

func TestOrder(t *testing.T) {
	const text = `{"b":{"z":1,"a":2},"a":{}}`
	var o Object[Object[int]]
	if err := jsonv2.Unmarshal([]byte(text), &o); err != nil {
		t.Fatal(err)
	}
	if o[0].Name != "b" || o[0].Value[1] != (Member[int]{"a", 2}) || len(o[1].Value) != 0 {
		t.Errorf("%+v", o)
	}
	for name, marshal := range map[string]func(any) ([]byte, error){
		"v1": json.Marshal,
		"v2": func(v any) ([]byte, error) { return jsonv2.Marshal(v) },
	} {
		if got, err := marshal(o); err != nil || string(got) != text {
			t.Errorf("%s: %s, %v", name, got, err)
		}
	}
}

func TestRefuses(t *testing.T) {
	for text, want := range map[string]string{
		`[]`:              "struct {}",
		`{"a":1,"a":2}`:   "duplicate",
		`{"a":"x"}`:       "int",
		`{"a":1`:          "EOF",
		`{"a":1,"b":2}{}`: "after top-level",
	} {
		var o Object[int]
		if err := jsonv2.Unmarshal([]byte(text), &o); err == nil || !strings.Contains(err.Error(), want) {
			t.Errorf("%s: %v, want %s", text, err, want)
		}
	}
}
