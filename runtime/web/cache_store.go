package web

import (
	"container/list"
	"sync"
	"time"
)

// A CacheStore holds what apps put into their caches, in memory. It is shared by
// the instances that are given the same one, as the caches of a data center are. It
// is bounded: what was not used for longest goes first. It is safe for concurrent use.
type CacheStore struct {
	limit int64

	mu      sync.Mutex
	used    int64
	entries map[cacheKey][]*list.Element // variants, by Vary
	recent  *list.List                   // of *cacheEntry, the last used first
}

// NewCacheStore returns a store of at most so many bytes, of bodies and headers.
func NewCacheStore(bytes int64) *CacheStore {
	return &CacheStore{limit: bytes, entries: map[cacheKey][]*list.Element{}, recent: list.New()}
}

// defaultCacheBytes is the size of the store of an instance that was given none.
const defaultCacheBytes = 64 << 20

// A cacheKey is a URL in one of the caches.
type cacheKey struct{ cache, url string }

// A cacheEntry is a response that was put. It does not change.
type cacheEntry struct {
	key      cacheKey
	response cachedResponse
	body     []byte
	vary     [][2]string // request headers that must be the same: name, value
	stored   time.Time
	expires  time.Time
}

// A cachedResponse is the head of a response, as JavaScript has it: Headers is a
// flat list of lower-case names and values.
type cachedResponse struct {
	Status     int      `json:"status"`
	StatusText string   `json:"statusText"`
	Headers    []string `json:"headerList"`
	URL        string   `json:"url"`
}

func (e *cacheEntry) size() int64 {
	n := len(e.key.url) + len(e.body) + 256
	for _, s := range e.response.Headers {
		n += len(s)
	}
	return int64(n)
}

// matches tells whether the entry is the answer to a request with these headers.
func (e *cacheEntry) matches(headers []string) bool {
	for _, v := range e.vary {
		if headerIn(headers, v[0]) != v[1] {
			return false
		}
	}
	return true
}

// put replaces the entry for the same request. It reports false for one that is
// larger than the store.
func (s *CacheStore) put(e *cacheEntry, requestHeaders []string) bool {
	if e.size() > s.limit {
		return false
	}
	s.mu.Lock()
	defer s.mu.Unlock()
	for _, old := range s.entries[e.key] {
		if old.Value.(*cacheEntry).matches(requestHeaders) {
			s.remove(old)
			break
		}
	}
	s.entries[e.key] = append(s.entries[e.key], s.recent.PushFront(e))
	s.used += e.size()
	for s.used > s.limit {
		s.remove(s.recent.Back())
	}
	return true
}

// match returns nil if there is nothing fresh.
func (s *CacheStore) match(key cacheKey, headers []string, now time.Time) *cacheEntry {
	s.mu.Lock()
	defer s.mu.Unlock()
	for _, element := range s.entries[key] {
		e := element.Value.(*cacheEntry)
		if !e.matches(headers) {
			continue
		}
		if !now.Before(e.expires) {
			s.remove(element)
			return nil
		}
		s.recent.MoveToFront(element)
		return e
	}
	return nil
}

// delete removes all variants, and reports whether there was a fresh one.
func (s *CacheStore) delete(key cacheKey, now time.Time) (found bool) {
	s.mu.Lock()
	defer s.mu.Unlock()
	for len(s.entries[key]) > 0 {
		element := s.entries[key][0]
		found = found || now.Before(element.Value.(*cacheEntry).expires)
		s.remove(element)
	}
	return found
}

func (s *CacheStore) remove(element *list.Element) {
	e := s.recent.Remove(element).(*cacheEntry)
	s.used -= e.size()
	variants := s.entries[e.key]
	for i, v := range variants {
		if v == element {
			variants = append(variants[:i:i], variants[i+1:]...)
			break
		}
	}
	if len(variants) == 0 {
		delete(s.entries, e.key)
	} else {
		s.entries[e.key] = variants
	}
}
