package report

import (
	"testing"

	"example.com/thaw/harness"
)

func TestCommand(t *testing.T) {
	for _, test := range []struct {
		arm  harness.Arm
		want string
	}{
		{harness.Arm{App: "fixture:hello", Runtime: "goja"}, "thaw run fixture:hello --runtime goja"},
		{harness.Arm{App: "./my app", Runtime: "quickjs", Flags: []string{"--define", `A='x'`}}, `thaw run './my app' --runtime quickjs --define 'A='"'"'x'"'"''`},
		{harness.Arm{App: "a.js", Runtime: "goja", GOGC: "off", Flags: []string{"--minify", "on"}}, "GOGC=off thaw run a.js --runtime goja --minify on"},
	} {
		if got := command(test.arm); got != test.want {
			t.Errorf("%s, want %s", got, test.want)
		}
	}
}
