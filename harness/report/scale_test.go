package report

import (
	"bytes"
	"context"
	"fmt"
	"strings"
	"testing"
	"time"

	"example.com/thaw/harness"
	"example.com/thaw/isolate/phase"
)

// A grower takes so many microseconds for each phase, by the size at the end of the app's name.
type grower struct {
	virtual
	n int
}

func (g *grower) ColdStart(_ context.Context, arm harness.Arm) (harness.Sample, error) {
	g.n++
	var size int
	if _, err := fmt.Sscanf(arm.App, "fixture:router@%d", &size); err != nil {
		return harness.Sample{}, err
	}
	noise := 100 + g.n*7%5 // in hundredths
	p := g.profile(time.Microsecond, phase.Boot, 10*noise, phase.Define, (5+2*size)*noise, phase.Build, (5+size+9*max(0, size-50))*noise, phase.Request, 30*noise)
	answer := harness.Answer{Status: 200, Body: []byte("hello")}
	return harness.Sample{Cold: harness.Pass{Profile: p, Answer: answer}, Warm: harness.Pass{Profile: p, Answer: answer}}, nil
}

func sized(rounds int, t testing.TB) *harness.Result {
	var arms []harness.Arm
	for _, size := range []string{"1", "10", "50", "100", "500"} {
		arms = append(arms, arm("fixture:router@"+size, "goja", "on", 1000))
	}
	return result(t, &grower{virtual: virtual{mode: harness.ModeIsolate}}, rounds, arms...)
}

func TestScale(t *testing.T) {
	for name, test := range map[string]struct {
		r     *harness.Result
		style Style
	}{
		"scale":        {sized(10, t), Style{}},
		"scale-few":    {sized(2, t), Style{}},
		"scale-narrow": {sized(10, t), Style{Width: 60}},
		"scale-none":   {result(t, &virtual{mode: harness.ModeIsolate}, 6, fourArms()...), Style{}},
	} {
		var b bytes.Buffer
		if err := Scale(&b, test.r, test.style); err != nil {
			t.Fatal(err)
		}
		golden(t, name, b.Bytes())
	}
}

// TestScaleJSON: the fits are in the file, and come out the same of what is read back.
func TestScaleJSON(t *testing.T) {
	r := sized(10, t)
	file := encoded(t, r)
	golden(t, "json-scale", fromField(file, "scale"))
	again, err := Read(bytes.NewReader(file))
	if err != nil {
		t.Fatal(err)
	}
	if got := encoded(t, again); !bytes.Equal(got, file) {
		t.Errorf("read back, the file is\n%s", got)
	}
}

// fromField is what is in a file from a field of the first level on.
func fromField(file []byte, name string) []byte {
	_, rest, _ := strings.Cut(string(file), "\n \""+name+"\"")
	return []byte(rest)
}
