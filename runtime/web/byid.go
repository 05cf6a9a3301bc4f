package web

import "sync"

// byID holds what lives in Go by the number that JavaScript knows it by. It may be
// used from any goroutine; the zero value is empty.
type byID[T any] struct {
	mu  sync.Mutex
	all map[float64]T
}

func (t *byID[T]) add(id float64, v T) {
	t.mu.Lock()
	defer t.mu.Unlock()
	if t.all == nil {
		t.all = map[float64]T{}
	}
	t.all[id] = v
}

// get returns the zero value for one that is over: JavaScript may learn of it late.
func (t *byID[T]) get(id float64) T {
	t.mu.Lock()
	defer t.mu.Unlock()
	return t.all[id]
}

func (t *byID[T]) remove(id float64) {
	t.mu.Lock()
	defer t.mu.Unlock()
	delete(t.all, id)
}

func (t *byID[T]) takeAll() map[float64]T {
	t.mu.Lock()
	defer t.mu.Unlock()
	all := t.all
	t.all = nil
	return all
}

func (t *byID[T]) empty() bool {
	t.mu.Lock()
	defer t.mu.Unlock()
	return len(t.all) == 0
}
