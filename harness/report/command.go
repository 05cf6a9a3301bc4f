package report

import (
	"slices"

	"al.essio.dev/pkg/shellescape"

	"example.com/thaw/harness"
)

// command is what to type into a shell for one cold start of an arm.
func command(a harness.Arm) string {
	return shellescape.QuoteCommand(slices.Concat([]string{"thaw", "run", a.App, "--runtime", a.Runtime}, a.Flags))
}
