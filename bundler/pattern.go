package bundler

import (
	"regexp"
	"strings"
	"sync"
)

// pattern is a regular expression that is compiled at its first use: a process
// whose bundle is cached, or given, never needs it.
func pattern(text string) func() *regexp.Regexp {
	return sync.OnceValue(func() *regexp.Regexp { return regexp.MustCompile(text) })
}

// codePattern is a pattern of code that esbuild wrote, minified or not: in text, ID
// stands for an identifier, and _ for white space where there may be some.
func codePattern(text string) func() *regexp.Regexp {
	return sync.OnceValue(func() *regexp.Regexp {
		return regexp.MustCompile(strings.NewReplacer("ID", `[\w$]+`, "_", `\s*`).Replace(text))
	})
}
