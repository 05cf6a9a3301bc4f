package codecache

import "testing"

// TestKey: whatever differs makes another key.
func TestKey(t *testing.T) {
	keys := map[string]Key{
		"the key":         NewKey("script", Part{"engine", "a"}, Part{"name", "b"}),
		"another kind":    NewKey("scripts", Part{"engine", "a"}, Part{"name", "b"}),
		"another value":   NewKey("script", Part{"engine", "A"}, Part{"name", "b"}),
		"another name":    NewKey("script", Part{"Engine", "a"}, Part{"name", "b"}),
		"another order":   NewKey("script", Part{"name", "b"}, Part{"engine", "a"}),
		"a part less":     NewKey("script", Part{"engine", "a"}),
		"a part more":     NewKey("script", Part{"engine", "a"}, Part{"name", "b"}, Part{"", ""}),
		"texts run over":  NewKey("script", Part{"enginea", ""}, Part{"name", "b"}),
		"parts run over":  NewKey("script", Part{"engine", "aname"}, Part{"", "b"}),
		"a value is NULs": NewKey("script", Part{"engine", "a\x00\x00"}, Part{"name", "b"}),
	}
	seen := map[string]string{}
	for what, k := range keys {
		if other, ok := seen[k.String()]; ok {
			t.Errorf("%s and %s have the same key", what, other)
		}
		seen[k.String()] = what
	}
	if again := NewKey("script", Part{"engine", "a"}, Part{"name", "b"}); again.String() != keys["the key"].String() {
		t.Error("the same parts have another key")
	}
}
