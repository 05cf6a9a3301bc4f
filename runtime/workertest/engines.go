package workertest

import (
	"sync"

	"example.com/thaw/runtime/engines"
	"example.com/thaw/runtime/web"
)

// shared keeps each engine, and its compiled Web APIs, for all tests of the
// process. They end with it.
var shared libraries

type libraries struct {
	mu   sync.Mutex
	open map[string]*web.Library
}

func (s *libraries) library(kind engines.Kind, o engines.Options) (*web.Library, error) {
	s.mu.Lock()
	defer s.mu.Unlock()
	if lib := s.open[kind.Name]; lib != nil {
		return lib, nil
	}
	engine, err := kind.Open(o)
	if err != nil {
		return nil, err
	}
	if s.open == nil {
		s.open = map[string]*web.Library{}
	}
	s.open[kind.Name] = web.NewLibrary(engine)
	return s.open[kind.Name], nil
}
