package codecache

import (
	"fmt"
	"testing"
)

// BenchmarkGet reads entries of the size of a Web API's file and of a large bundle.
func BenchmarkGet(b *testing.B) {
	for _, size := range []int{8 << 10, 1 << 20} {
		b.Run(fmt.Sprint(size), func(b *testing.B) {
			s := openStore(b)
			k := key("a")
			check(b, s.Put(k, Meta{}, make([]byte, size)))
			b.SetBytes(int64(size))
			for b.Loop() {
				if _, ok, err := s.Get(k); !ok {
					b.Fatal(err)
				}
			}
		})
	}
}

func BenchmarkPut(b *testing.B) {
	s := openStore(b)
	data := make([]byte, 8<<10)
	for b.Loop() {
		check(b, s.Put(key("a"), Meta{}, data))
	}
}
