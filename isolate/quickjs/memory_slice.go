//go:build !linux && !darwin

package quickjs

import (
	"context"
	"errors"
	"os"
)

// withMemory leaves it to wazero, whose linear memory is a slice of Go.
func withMemory(ctx context.Context) context.Context { return ctx }

// restoredMemory is how a restored isolate gets its memory: see isolate.Info.
const restoredMemory = "copy"

// withImage leaves it to the caller to read the pages of a snapshot.
func withImage(ctx context.Context, _ *snapshot, _ **mappedMemory) context.Context { return ctx }

// readPages reads size bytes of a snapshot's pages. There is nothing to free.
func readPages(f *os.File, offset int64, size int) (pages []byte, free func() error, err error) {
	pages = make([]byte, size)
	_, err = f.ReadAt(pages, offset)
	return pages, nil, err
}

// A mappedMemory is what there is none of here: see memory_mmap.go.
type mappedMemory struct{ next uint64 }

func (m *mappedMemory) show(*snapshot) error { return errors.ErrUnsupported }

func (m *mappedMemory) written(uint32) ([]uint32, error) { return nil, errors.ErrUnsupported }

func (m *mappedMemory) clear() error { return errors.ErrUnsupported }
