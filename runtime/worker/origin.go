package worker

import (
	"regexp"
	"strings"
)

// frame is a line of a stack with a position.
var frame = regexp.MustCompile(`^\s+at (?:.* \()?(.+:\d+:\d+)\)?$`)

// origin is where in the app a stack comes from: the position, in its sources,
// of the innermost frame that is not of the Web layer. "" if there is none.
func (s *Scope) origin(stack string) string {
	for line := range strings.Lines(s.stacks.Map(stack)) {
		if m := frame.FindStringSubmatch(strings.TrimRight(line, "\n")); m != nil && !strings.HasPrefix(m[1], "web:") {
			return m[1]
		}
	}
	return ""
}
