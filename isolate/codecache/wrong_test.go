package codecache

import (
	"bytes"
	"crypto/sha256"
	"encoding/binary"
	"os"
	"testing"
)

// TestWrongEntries: each is a miss with a warning, in List it is bad, and the next
// Put replaces it.
func TestWrongEntries(t *testing.T) {
	cut := func(n func(size int) int) func(testing.TB, *Store) {
		return edit(func(b []byte) []byte { return b[:n(len(b))] })
	}
	tests := []struct {
		name    string
		spoil   func(testing.TB, *Store) // the entry "a"; there is a good one "b"
		warning string
	}{
		{"zero-length", cut(func(int) int { return 0 }), "no entry of this version"},
		{"one byte", cut(func(int) int { return 1 }), "no entry of this version"},
		{"half a header", cut(func(int) int { return headerSize / 2 }), "no entry of this version"},
		{"header only", cut(func(int) int { return headerSize }), "cut short"},
		{"truncated by half", cut(func(n int) int { return n / 2 }), "cut short"},
		{"truncated by a byte", cut(func(n int) int { return n - 1 }), "cut short"},
		{"too long", edit(func(b []byte) []byte { return append(b, 0) }), "cut short, or too long"},
		{"lengths overflow", edit(func(b []byte) []byte {
			for i := range 16 {
				b[lengthsAt+i] = 0xff
			}
			return seal(b)
		}), "cut short, or too long"},
		{"foreign version", edit(func(b []byte) []byte { return bytes.Replace(b, []byte("thawcc3"), []byte("thawcc1"), 1) }), "no entry of this version"},
		{"foreign engine", foreignEngine, "something else"},
		{"swapped names", swap, "something else"},
		{"key collision by hand", collide, "something else"},
		{"a folder", func(t testing.TB, s *Store) {
			check(t, os.Remove(fileOf(s, "a")))
			check(t, os.Mkdir(fileOf(s, "a"), 0o700))
		}, ""},
	}
	for _, way := range ways {
		for _, test := range tests {
			t.Run(way.name+"/"+test.name, func(t *testing.T) {
				s := openStore(t)
				way.put(t, s, "a")
				put(t, s, "b")
				test.spoil(t, s)
				if test.warning == "" {
					test.warning = "is not used" // the system's words for it differ
				}
				way.wantMiss(t, s, "a", test.warning)
				if _, bad, err := s.List(); err != nil || len(bad) == 0 {
					t.Errorf("List has no bad file: %v", err)
				}
				if _, err := s.Prune(DefaultLimit); err != nil {
					t.Error(err)
				}
				way.wantMiss(t, s, "a", "")
				way.put(t, s, "a")
				way.wantHit(t, s, "a")
			})
		}
	}
}

// TestPutReplaces: a wrong entry need not be pruned to be put right.
func TestPutReplaces(t *testing.T) {
	s := openStore(t)
	put(t, s, "a")
	check(t, os.Truncate(fileOf(s, "a"), 100))
	put(t, s, "a")
	wantHit(t, s, "a")
}

// TestBitFlips flips a bit of every byte, or of every so many where zeros fill the
// file. The hit counter is the only part that may be wrong, since no answer depends on
// it: it counts anew.
func TestBitFlips(t *testing.T) {
	for _, way := range ways {
		t.Run(way.name, func(t *testing.T) {
			s := openStore(t)
			way.put(t, s, "a")
			good, err := os.ReadFile(fileOf(s, "a"))
			check(t, err)
			h, err := readHead(bytes.NewReader(good), int64(len(good)))
			check(t, err)
			for i := range good {
				if h.end() < int64(i) && int64(i) < h.at-1 && i%4999 != 0 {
					continue
				}
				b := bytes.Clone(good)
				b[i] ^= 1 << (i % 8)
				check(t, os.WriteFile(fileOf(s, "a"), b, 0o600))
				if hitsAt <= i && i < sumAt {
					way.wantHit(t, s, "a")
					if entries, _, err := s.List(); err != nil || len(entries) != 1 || entries[0].Hits != 1 {
						t.Errorf("byte %d: List = %v, %v", i, entries, err)
					}
					continue
				}
				if _, ok, warning := way.get(s, key("a")); ok || warning == nil {
					t.Errorf("byte %d: %v, %v", i, ok, warning)
				}
			}
		})
	}
}

func edit(f func([]byte) []byte) func(testing.TB, *Store) {
	return func(t testing.TB, s *Store) {
		b, err := os.ReadFile(fileOf(s, "a"))
		check(t, err)
		check(t, os.WriteFile(fileOf(s, "a"), f(b), 0o600))
	}
}

// seal makes the checksum of the head right, as far as its lengths allow.
func seal(b []byte) []byte {
	end := headerSize + uint64(binary.LittleEndian.Uint32(b[lengthsAt:])) + uint64(binary.LittleEndian.Uint32(b[lengthsAt+4:]))
	sum := sha256.Sum256(b[keyAt:min(end, uint64(len(b)))])
	copy(b[sumAt:], sum[:])
	return b
}

func foreignEngine(t testing.TB, s *Store) {
	other := NewKey("script", Part{"engine", "e 2"}, Part{"name", "a"})
	check(t, s.Put(other, Meta{}, dataOf("a")))
	check(t, os.Rename(s.path(other.String()), fileOf(s, "a")))
}

func swap(t testing.TB, s *Store) {
	check(t, os.Rename(fileOf(s, "a"), fileOf(s, "a")+"2"))
	check(t, os.Rename(fileOf(s, "b"), fileOf(s, "a")))
	check(t, os.Rename(fileOf(s, "a")+"2", fileOf(s, "b")))
}

// collide makes an entry that claims the key of "a" and has the parts of "b".
func collide(t testing.TB, s *Store) {
	forged := key("b")
	forged.sum = key("a").sum
	check(t, s.Put(forged, Meta{}, dataOf("b")))
}

func TestUnreadable(t *testing.T) {
	if os.Geteuid() <= 0 {
		t.Skip("this user can read everything")
	}
	for _, way := range ways {
		s := openStore(t)
		way.put(t, s, "a")
		check(t, os.Chmod(fileOf(s, "a"), 0))
		way.wantMiss(t, s, "a", "permission denied")
		way.put(t, s, "a")
		way.wantHit(t, s, "a")
	}
}
