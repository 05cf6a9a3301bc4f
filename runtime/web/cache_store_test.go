package web

import (
	"fmt"
	"slices"
	"testing"
	"time"
)

// TestCacheStoreBounds puts more than there is room for: what was used last stays.
func TestCacheStoreBounds(t *testing.T) {
	now := time.Unix(0, 0)
	entry := func(i, size int) *cacheEntry {
		return &cacheEntry{key: cacheKey{"", fmt.Sprint(i)}, body: make([]byte, size), expires: now.Add(time.Minute)}
	}
	s := NewCacheStore(10*entry(0, 1000).size() + 20)
	if s.put(entry(0, 20_000), nil) {
		t.Error("an entry that is larger than the store was put")
	}
	for i := range 10 {
		s.put(entry(i, 1000), nil)
	}
	s.match(cacheKey{"", "0"}, nil, now)
	s.put(entry(10, 1000), nil)
	s.put(entry(11, 1000), nil)
	var there []int
	for i := range 12 {
		if s.match(cacheKey{"", fmt.Sprint(i)}, nil, now) != nil {
			there = append(there, i)
		}
	}
	if want := []int{0, 3, 4, 5, 6, 7, 8, 9, 10, 11}; !slices.Equal(there, want) {
		t.Errorf("there are %v, want %v", there, want)
	}
	for i := range 12 {
		s.delete(cacheKey{"", fmt.Sprint(i)}, now)
	}
	if s.used != 0 || len(s.entries) != 0 || s.recent.Len() != 0 {
		t.Errorf("left after all was deleted: %d bytes, %d keys, %d entries", s.used, len(s.entries), s.recent.Len())
	}
}
