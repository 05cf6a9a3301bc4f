// Package jsonobject has JSON objects whose members keep their order.
package jsonobject

import (
	"bytes"
	"encoding/json"
	"reflect"

	jsonv2 "github.com/go-json-experiment/json"
	"github.com/go-json-experiment/json/jsontext"
)

// An Object is a JSON object.
type Object[T any] []Member[T]

// A Member is a name with its value.
type Member[T any] struct {
	Name  string
	Value T
}

// MarshalJSON implements json.Marshaler.
func (o Object[T]) MarshalJSON() ([]byte, error) {
	var b bytes.Buffer
	b.WriteByte('{')
	for i, m := range o {
		if i > 0 {
			b.WriteByte(',')
		}
		for _, part := range []any{m.Name, m.Value} {
			text, err := json.Marshal(part)
			if err != nil {
				return nil, err
			}
			b.Write(text)
			b.WriteByte(':')
		}
		b.Truncate(b.Len() - 1)
	}
	b.WriteByte('}')
	return b.Bytes(), nil
}

// UnmarshalJSONFrom implements json.UnmarshalerFrom of encoding/json/v2, whose decoder
// refuses two members of the same name.
func (o *Object[T]) UnmarshalJSONFrom(d *jsontext.Decoder) error {
	if kind := d.PeekKind(); kind != jsontext.KindBeginObject && kind != jsontext.KindInvalid {
		if err := d.SkipValue(); err != nil {
			return err
		}
		return &jsonv2.SemanticError{JSONKind: kind, GoType: reflect.TypeFor[struct{}]()}
	}
	if _, err := d.ReadToken(); err != nil {
		return err
	}
	for d.PeekKind() != jsontext.KindEndObject {
		name, err := d.ReadToken()
		if err != nil {
			return err
		}
		m := Member[T]{Name: name.String()} // a token is good until the next is read
		if err := jsonv2.UnmarshalDecode(d, &m.Value); err != nil {
			return err
		}
		*o = append(*o, m)
	}
	_, err := d.ReadToken()
	return err
}
