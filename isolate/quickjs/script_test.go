package quickjs

import (
	"encoding/binary"
	"hash/crc32"
	"testing"

	"example.com/thaw/isolate"
	"example.com/thaw/isolate/isolatetest"
)

// FuzzDecodeScript reads bytes as they are, and after a header that is right. It does not
// run them: bytecode is trusted.
func FuzzDecodeScript(f *testing.F) {
	e, _ := newTestVM(f, isolate.Options{})
	src := isolate.Source{Name: "test.js", Text: "__host.result = () => 1"}
	s, err := e.Compile(f.Context(), src)
	if err != nil {
		f.Fatal(err)
	}
	b, err := e.EncodeScript(s)
	if err != nil {
		f.Fatal(err)
	}
	f.Add(b)
	f.Add(b[:len(b)-1])
	f.Add(b[:len(codecMagic)+4])
	f.Add(b[len(codecMagic)+4:])
	f.Fuzz(func(t *testing.T, b []byte) {
		headed := binary.LittleEndian.AppendUint32([]byte(codecMagic), crc32.ChecksumIEEE(b))
		for _, b := range [][]byte{b, append(headed, b...)} {
			isolatetest.BoundAllocation(t, len(b), 1, func() {
				s, err := e.DecodeScript(src, b)
				if (s == nil) == (err == nil) {
					t.Errorf("script %v, error %v", s, err)
				}
			})
		}
	})
}
