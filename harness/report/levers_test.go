package report

import (
	"bytes"
	"context"
	"fmt"
	"testing"
	"time"

	"example.com/thaw/harness"
	"example.com/thaw/isolate/phase"
)

// A tuned takes so many microseconds for parse and request, by arm, and a little more each round.
type tuned struct {
	virtual
	n    int
	arms map[string][2]int
}

func (v *tuned) ColdStart(_ context.Context, arm harness.Arm) (harness.Sample, error) {
	v.n++
	took := v.arms[arm.ID]
	p := v.profile(time.Microsecond, phase.Parse, took[0]+v.n*7%5, phase.Request, took[1]+v.n*3%5)
	answer := harness.Answer{Status: 200, Body: []byte("hello")}
	return harness.Sample{Cold: harness.Pass{Profile: p, Answer: answer}, Warm: harness.Pass{Profile: p, Answer: answer}}, nil
}

// pulled is an arm with one or two levers.
func pulled(bytes int64, levers ...harness.Lever) harness.Arm {
	a := arm("my app", "quickjs", "", bytes)
	a.Bundle.SHA256 = fmt.Sprintf("of %d bytes", bytes)
	a.ID, a.Levers, a.Flags = "my app quickjs", levers, []string{"--define", `A="1"`}
	for _, l := range levers {
		a.ID += " " + l.Name + "=" + l.Value
		a.Flags = append(a.Flags, "--"+l.Name, l.Value)
		a.Base = "my app quickjs"
	}
	return a
}

func leverResult(t testing.TB, rounds int, request int) *harness.Result {
	minify, cache := harness.Lever{Name: "minify", Value: "on"}, harness.Lever{Name: "cache", Value: "disk"}
	v := &tuned{virtual: virtual{mode: harness.ModeIsolate}, arms: map[string][2]int{
		"my app quickjs": {40_000, 2000}, "my app quickjs a/a": {40_000, 2000},
		"my app quickjs minify=on": {37_000, 2000}, "my app quickjs cache=disk": {20_000, 2000}, "my app quickjs minify=on cache=disk": {19_000, 2000},
		"my app quickjs charset=utf8": {40_000, 2000}, "my app quickjs regex=lazy": {39_000, request},
	}}
	arms := []harness.Arm{
		pulled(60_000), pulled(30_000, minify), pulled(60_000, cache), pulled(30_000, minify, cache),
		pulled(59_000, harness.Lever{Name: "charset", Value: "utf8"}), pulled(60_000, harness.Lever{Name: "regex", Value: "lazy"}),
	}
	r, err := harness.Experiment{
		Arms: arms, Rounds: rounds, Warmup: 1, Seed: 42, AA: true, Floor: harness.DefaultFloor,
		Refused: []harness.Refusal{
			{App: "my app", Runtime: "quickjs", Lever: harness.Lever{Name: "target", Value: "es5"}, Reason: "not so old"},
			{App: "my app", Runtime: "quickjs", Lever: harness.Lever{Name: "target", Value: "es6"}, Reason: "not so old"},
			{App: "my app", Runtime: "goja", Lever: harness.Lever{Name: "target", Value: "es5"}, Reason: "other runtime"},
		},
	}.Run(t.Context(), v)
	if err != nil {
		t.Fatal(err)
	}
	steady(r)
	return r
}

func TestLevers(t *testing.T) {
	for name, test := range map[string]struct {
		r     *harness.Result
		style Style
	}{
		"levers":        {leverResult(t, 12, 2500), Style{}},
		"levers-narrow": {leverResult(t, 12, 2000), Style{Width: 80}},
		"levers-few":    {leverResult(t, 3, 2000), Style{}},
	} {
		var b bytes.Buffer
		if err := Levers(&b, test.r, test.style); err != nil {
			t.Fatal(err)
		}
		golden(t, name, b.Bytes())
	}
}

// TestLeversJSON: the ranking is in the file, and comes out the same of what is read back.
func TestLeversJSON(t *testing.T) {
	r := leverResult(t, 12, 2500)
	file := encoded(t, r)
	golden(t, "json-levers", fromField(file, "levers"))
	again, err := Read(bytes.NewReader(file))
	if err != nil {
		t.Fatal(err)
	}
	if got := encoded(t, again); !bytes.Equal(got, file) {
		t.Errorf("read back, the file is\n%s", got)
	}
	var first, second bytes.Buffer
	if err := Levers(&first, r, Style{}); err != nil {
		t.Fatal(err)
	}
	if err := Levers(&second, again, Style{}); err != nil || first.String() != second.String() {
		t.Errorf("read back, %v, the text is\n%s", err, second.String())
	}
}
