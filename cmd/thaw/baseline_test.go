package main

import (
	"strings"
	"testing"

	"example.com/thaw/harness"
)

func TestFindArm(t *testing.T) {
	arms := []harness.Arm{{ID: "app goja"}, {ID: "app goja cache=disk"}, {ID: "app quickjs cache=disk"}}
	for words, want := range map[string]string{
		"":                       "",
		"quickjs":                "app quickjs cache=disk",
		"app goja":               "app goja", // the whole name, though others have its words
		"cache=disk goja":        "app goja cache=disk",
		"app quickjs cache=disk": "app quickjs cache=disk",
	} {
		if got, err := findArm("--baseline", arms, words); got != want || err != nil {
			t.Errorf("%q: %q, %v; want %q", words, got, err, want)
		}
	}
	for words, want := range map[string]string{
		"cache=disk": "several arms have this name: app goja cache=disk; app quickjs cache=disk",
		"bun":        "no arm has this name; there are: app goja; ",
	} {
		if got, err := findArm("--baseline", arms, words); err == nil || !strings.Contains(err.Error(), want) {
			t.Errorf("%q: %q, %v; want %q", words, got, err, want)
		}
	}
}

func TestPercentage(t *testing.T) {
	for text, want := range map[string]float64{"1%": 0.01, "0%": 0, "2.5 %": 0.025} {
		var p percentage
		if err := p.Set(text); err != nil || float64(p) != want {
			t.Errorf("%q: %v, %v", text, float64(p), err)
		}
	}
	for _, text := range []string{"", "1", "%", "-1%", "100%", "NaN%", "x%"} {
		var p percentage
		if err := p.Set(text); err == nil {
			t.Errorf("%q is %v", text, float64(p))
		}
	}
	if p := percentage(0.015); p.String() != "1.5%" {
		t.Errorf("String is %s", p.String())
	}
}
