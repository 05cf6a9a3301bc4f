package quickjs

import (
	"bytes"
	"encoding/binary"
	"fmt"
)

const (
	deltaWord  = 8   // the unit of a delta, in bytes
	deltaBlock = 128 // what is compared at once, since most of a page is as it was
)

// A deltaWriter writes what of a memory is not as it was. A delta is a list of runs of
// words, each after the number of words that it is away from the one before, and
// its own number, as varints.
type deltaWriter struct {
	delta []byte
	end   uint32 // of the last run, in words
}

// page adds a page, which begins at byte at and behind all that was added before.
func (w *deltaWriter) page(at uint32, now, was []byte) {
	for i := 0; i < len(now); {
		if i%deltaBlock == 0 && bytes.Equal(now[i:i+deltaBlock], was[i:i+deltaBlock]) {
			i += deltaBlock
			continue
		}
		n := 0
		for i+n < len(now) && word(now, i+n) != word(was, i+n) {
			n += deltaWord
		}
		if n > 0 {
			w.run((at+uint32(i))/deltaWord, now[i:i+n])
		}
		i += max(n, deltaWord)
	}
}

func word(b []byte, at int) uint64 { return binary.LittleEndian.Uint64(b[at:]) }

func (w *deltaWriter) run(at uint32, words []byte) {
	n := uint32(len(words) / deltaWord)
	w.delta = binary.AppendUvarint(w.delta, uint64(at-w.end))
	w.delta = binary.AppendUvarint(w.delta, uint64(n))
	w.delta = append(w.delta, words...)
	w.end = at + n
}

// applyDelta makes memory, which is as it was, what it was to become.
func applyDelta(memory, delta []byte) error {
	at := uint64(0)
	for rest := delta; len(rest) > 0; {
		gap, n := binary.Uvarint(rest)
		count, m := binary.Uvarint(rest[max(n, 0):])
		if n <= 0 || m <= 0 || gap > uint64(len(memory)) || count > uint64(len(rest)-n-m)/deltaWord {
			return fmt.Errorf("quickjs: a delta of %d bytes is cut %d before its end", len(delta), len(rest))
		}
		at += gap * deltaWord
		size := count * deltaWord
		if at > uint64(len(memory)) || size > uint64(len(memory))-at {
			return fmt.Errorf("quickjs: a delta goes to byte %d of a memory of %d", at+size, len(memory))
		}
		copy(memory[at:], rest[n+m:][:size])
		rest, at = rest[n+m+int(size):], at+size
	}
	return nil
}
