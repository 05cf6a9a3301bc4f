package report

import (
	"slices"

	"al.essio.dev/pkg/shellescape"

	"example.com/thaw/harness"
)

// command is what to type into a shell for one cold start of an arm.
func command(a harness.Arm) string {
	text := shellescape.QuoteCommand(slices.Concat([]string{"thaw", "run", a.App, "--runtime", a.Runtime}, a.Flags))
	if a.GOGC != "" { // Go itself reads it
		text = "GOGC=" + a.GOGC + " " + text
	}
	return text
}
