package isolate

import (
	"context"
	"io"
	"os"
)

// A Snapshotter is an Engine whose isolates can be copied whole. Info.Snapshots
// says how.
type Snapshotter interface {
	// Snapshot copies an isolate of this engine, which goes on as before. It is
	// called between calls of the isolate, on the goroutine that may use it: from
	// within an op it is an error, as it is while a script is loaded and not run.
	// The snapshot keeps note, up to 64 KiB, for whoever opens it.
	Snapshot(iso Isolate, note []byte) (Snapshot, error)
	// Learn notes which parts of the memory iso, which was restored from s, has changed
	// by now. Later restores copy those at once, and not piece by piece. It is a
	// hint that changes no result. No other call may use s meanwhile.
	Learn(s Snapshot, iso Isolate) error
	// PrepareRestore does what the first Restore would do beyond others, so that the two
	// can be told apart in time. Restore returns the error if there is one.
	PrepareRestore()
	// Restore makes an isolate that goes on where the one that was copied stood: with
	// its global scope, its functions of __host and its promises, but with the
	// ops, the limit, the clock and the random numbers of o. What Math.random
	// gives is new in each. o must have ops of the same names as the isolate that was copied.
	Restore(ctx context.Context, s Snapshot, o Options) (Isolate, error)
	// OpenSnapshot opens the size bytes at an offset of f, which WriteTo has written
	// there. offset is a multiple of 64 KiB. f is the snapshot's from then on, or is closed when that is an error.
	//
	// A snapshot of another engine or version is an error. But damage is not looked for,
	// which would be to read all of it: the caller has made sure that the bytes are those that
	// were written, as codecache does. They must not be changed in place until the snapshot
	// and all isolates restored from it are closed.
	//
	// sources are those of the scripts that had been run. They are needed for their source
	// maps alone, which WriteTo does not write; without one, stacks are not mapped.
	OpenSnapshot(f *os.File, offset, size int64, sources ...Source) (Snapshot, error)
}

// A Snapshot is the whole memory of an isolate at one moment. It is safe for
// concurrent use. Its bytes are trusted, as bytecode is.
type Snapshot interface {
	// WriteTo writes what OpenSnapshot reads.
	io.WriterTo
	// Note is what the snapshot was told to keep. It must not be changed.
	Note() []byte
	// Bytes is the size of what WriteTo writes.
	Bytes() int64
	// Close frees what the snapshot holds. Isolates restored from it live on. It
	// may be called more than once.
	Close() error
}
