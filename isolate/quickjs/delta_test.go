package quickjs

import (
	"bytes"
	"math/rand/v2"
	"testing"
)

// deltaOf is the delta between two memories of whole pages.
func deltaOf(now, was []byte) []byte {
	var w deltaWriter
	for at := 0; at < len(now); at += hotPage {
		w.page(uint32(at), now[at:at+hotPage], was[at:at+hotPage])
	}
	return w.delta
}

func TestDelta(t *testing.T) {
	for _, changes := range []int{0, 1, 2, 50, 3 * hotPage} {
		r := rand.New(rand.NewPCG(1, uint64(changes)))
		was := make([]byte, 3*hotPage)
		for i := range was {
			was[i] = byte(r.Uint32())
		}
		now := bytes.Clone(was)
		for range changes {
			now[r.IntN(len(now))]++
		}
		delta := deltaOf(now, was)
		if most := changes*(deltaWord+4) + 16; len(delta) > most {
			t.Errorf("%d changes: %d bytes, want at most %d", changes, len(delta), most)
		}
		got := bytes.Clone(was)
		if err := applyDelta(got, delta); err != nil || !bytes.Equal(got, now) {
			t.Errorf("%d changes: the memory is another (error: %v)", changes, err)
		}
		for n := range min(len(delta), 200) {
			_ = applyDelta(bytes.Clone(was), delta[:n]) // an error or a part; no panic
		}
	}
}

// FuzzDelta makes one memory of another, and applies bytes that are no delta.
func FuzzDelta(f *testing.F) {
	f.Add([]byte("abcdefgh"), []byte("abcdefgx"))
	f.Add([]byte{}, []byte{0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 0x01, 1})
	f.Fuzz(func(t *testing.T, a, b []byte) {
		size := (max(len(a), len(b)) + hotPage - 1) / hotPage * hotPage
		was, now := make([]byte, size), make([]byte, size)
		copy(was, a)
		copy(now, b)
		got := bytes.Clone(was)
		if err := applyDelta(got, deltaOf(now, was)); err != nil || !bytes.Equal(got, now) {
			t.Errorf("the memory is another (error: %v)", err)
		}
		_ = applyDelta(got, b)
	})
}
