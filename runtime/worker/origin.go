package worker

import (
	"regexp"
	"strings"
	"sync"
)

// frame is a line of a stack with a position.
var frame = sync.OnceValue(func() *regexp.Regexp {
	return regexp.MustCompile(`^\s+at (?:.* \()?(.+:\d+:\d+)\)?$`)
})

// isBuiltin tells whether a position is in the Web layer, or in a module that is built into Workers.
func isBuiltin(position string) bool {
	return strings.HasPrefix(position, "web:") || strings.HasPrefix(position, "cloudflare:")
}

// Origin is where in the app a stack of its isolate comes from: FILE:LINE:COLUMN of
// its innermost frame there, in the app's sources; "" if there is none. It is called
// on the isolate's goroutine, or while nothing runs in the isolate.
func (s *Scope) Origin(stack string) string {
	for line := range strings.Lines(s.stacks.Map(stack)) {
		if m := frame().FindStringSubmatch(strings.TrimRight(line, "\n")); m != nil && !isBuiltin(m[1]) {
			return m[1]
		}
	}
	return ""
}
