package isolate

// A SourceMap is a source map (version 3) that is read only when a stack trace needs it. It is
// safe for concurrent use.
type SourceMap struct{ read func() ([]byte, error) }

// NewSourceMap returns the source map of a text that is at hand.
func NewSourceMap(text []byte) *SourceMap {
	return LazySourceMap(func() ([]byte, error) { return text, nil })
}

// LazySourceMap returns a source map that read reads, from any goroutine and perhaps more
// than once. A map that can't be read maps nothing.
func LazySourceMap(read func() ([]byte, error)) *SourceMap { return &SourceMap{read} }

// Text reads the map. It must not be changed.
func (m *SourceMap) Text() ([]byte, error) { return m.read() }
