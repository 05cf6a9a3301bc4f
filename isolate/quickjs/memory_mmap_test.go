//go:build linux || darwin

package quickjs

import (
	"testing"

	"github.com/tetratelabs/wazero/experimental"
)

func TestLinearMemory(t *testing.T) {
	const page = 65536
	for name, m := range map[string]experimental.LinearMemory{
		"mapped": allocateMemory(page, 100*page),
		"slice":  &sliceMemory{make([]byte, 0, page)},
	} {
		t.Run(name, func(t *testing.T) {
			b := m.Reallocate(page)
			if len(b) != page {
				t.Fatalf("%d bytes, want %d", len(b), page)
			}
			b[0], b[page-1] = 1, 2
			b = m.Reallocate(50 * page)
			if len(b) != 50*page || b[0] != 1 || b[page-1] != 2 || b[page] != 0 || b[50*page-1] != 0 {
				t.Errorf("after growing: %d bytes, %d %d %d %d", len(b), b[0], b[page-1], b[page], b[50*page-1])
			}
			m.Free()
		})
	}
	m := allocateMemory(page, 2*page)
	defer m.Free()
	if b := m.Reallocate(3 * page); b != nil {
		t.Errorf("grew beyond its most: %d bytes", len(b))
	}
	if _, ok := allocateMemory(page, 1<<62).(*sliceMemory); !ok {
		t.Error("a range that can't be reserved is not a slice")
	}
}
