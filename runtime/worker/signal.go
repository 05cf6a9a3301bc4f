package worker

import "sync"

// A signal is a condition that JavaScript brings about and Go waits for. The zero
// signal is settled.
type signal struct {
	mu   sync.Mutex
	done chan struct{} // nil: settled
	err  error         // what it settled with; read after done is closed
}

var settled = func() chan struct{} {
	c := make(chan struct{})
	close(c)
	return c
}()

// reset makes the signal unsettled and returns what is closed when it settles.
func (s *signal) reset() <-chan struct{} {
	s.mu.Lock()
	defer s.mu.Unlock()
	if s.done == nil {
		s.done, s.err = make(chan struct{}), nil
	}
	return s.done
}

// wait returns what is closed when the signal is settled.
func (s *signal) wait() <-chan struct{} {
	s.mu.Lock()
	defer s.mu.Unlock()
	if s.done == nil {
		return settled
	}
	return s.done
}

func (s *signal) isSettled() bool {
	s.mu.Lock()
	defer s.mu.Unlock()
	return s.done == nil
}

// settle ends the wait. A settled signal stays as it is.
func (s *signal) settle(err error) {
	s.mu.Lock()
	defer s.mu.Unlock()
	if s.done != nil {
		s.err = err
		close(s.done)
		s.done = nil
	}
}
