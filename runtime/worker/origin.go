package worker

import (
	"regexp"
	"strings"
)

var (
	// frame is a line of a stack with a position.
	frame = regexp.MustCompile(`^\s+at (?:.* \()?(.+:\d+:\d+)\)?$`)
	// builtin is a position in the Web layer, or in a module that is built into Workers.
	builtin = regexp.MustCompile(`^(?:web|cloudflare):`)
)

// origin is where in the app a stack comes from: the position of its innermost
// frame there, in the app's sources. "" if there is none.
func (s *Scope) origin(stack string) string {
	for line := range strings.Lines(s.stacks.Map(stack)) {
		if m := frame.FindStringSubmatch(strings.TrimRight(line, "\n")); m != nil && !builtin.MatchString(m[1]) {
			return m[1]
		}
	}
	return ""
}
