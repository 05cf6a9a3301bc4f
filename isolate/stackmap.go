package isolate

import (
	"regexp"
	"strconv"

	"github.com/go-sourcemap/sourcemap"
)

// A StackMap maps the positions in stack traces back to the sources that a
// bundle was made from. One goroutine uses it at a time. The zero value is ready.
type StackMap struct {
	scripts map[string]*scriptMap
}

// A scriptMap is parsed when the first trace needs it.
type scriptMap struct {
	position *regexp.Regexp
	text     *SourceMap // nil when it has been read
	consumer *sourcemap.Consumer
}

// Add makes the map of src known. A source without a map is left as it is.
func (m *StackMap) Add(src Source) {
	if src.Map == nil {
		return
	}
	if m.scripts == nil {
		m.scripts = map[string]*scriptMap{}
	}
	m.scripts[src.Name] = &scriptMap{text: src.Map}
}

// Map replaces each NAME:LINE:COLUMN of a known script, both counted from one,
// by the position in its source. A map that can't be read maps nothing.
func (m *StackMap) Map(stack string) string {
	for name, s := range m.scripts {
		stack = s.apply(name, stack)
	}
	return stack
}

func (s *scriptMap) apply(name, stack string) string {
	if s.position == nil {
		s.position = regexp.MustCompile(`(^|[\s(@])` + regexp.QuoteMeta(name) + `:(\d+):(\d+)\b`)
	}
	if !s.position.MatchString(stack) || !s.parse() {
		return stack
	}
	return s.position.ReplaceAllStringFunc(stack, func(at string) string {
		g := s.position.FindStringSubmatch(at)
		line, _ := strconv.Atoi(g[2])
		column, _ := strconv.Atoi(g[3])
		file, _, line, column, ok := s.consumer.Source(line, column-1)
		if !ok || file == "" {
			return at
		}
		return g[1] + file + ":" + strconv.Itoa(line) + ":" + strconv.Itoa(column+1)
	})
}

// parse reports whether the map is readable; one that is not is forgotten.
func (s *scriptMap) parse() bool {
	if s.consumer == nil && s.text != nil {
		text, err := s.text.Text()
		if err == nil {
			s.consumer, err = sourcemap.Parse("", text)
		}
		if err != nil {
			s.consumer = nil
		}
		s.text = nil
	}
	return s.consumer != nil
}
