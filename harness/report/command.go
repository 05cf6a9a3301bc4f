package report

import (
	"strings"

	"al.essio.dev/pkg/shellescape"

	"example.com/thaw/harness"
)

// command is what to type into a shell for one cold start of an arm.
func command(a harness.Arm) string {
	words := []string{"thaw", "run", a.App, "--runtime", a.Runtime}
	for _, l := range a.Levers {
		words = append(words, flags(l)...)
	}
	if r := a.Request.String(); r != "GET /" && !strings.HasPrefix(a.App, "fixture:") {
		words = append(words, "--request", r)
	}
	return shellescape.QuoteCommand(words)
}

// flags turn a lever. One that is a user's own has a value of parts such as
// "define:NAME=VALUE", each of which is a flag.
func flags(l harness.Lever) []string {
	if l.Value == "on" && l.Name == "frozen-clock" {
		return []string{"--frozen-clock"}
	}
	kind, _, own := strings.Cut(l.Value, ":")
	if !own || kind == "" {
		return []string{"--" + l.Name, l.Value}
	}
	var words []string
	for part := range strings.SplitSeq(l.Value, "; ") {
		kind, value, _ := strings.Cut(part, ":")
		words = append(words, "--"+kind, value)
	}
	return words
}
