package harness

import (
	"time"

	"example.com/thaw/isolate"
	"example.com/thaw/isolate/codecache"
	"example.com/thaw/isolate/phase"
	"example.com/thaw/runtime/worker"
)

// The protocol between a ProcessRunner and its child, one JSON value a line:
//
//	parent to stdin   order; one with Take is answered by a reply with Taken, and that is all
//	child to stdout   reply with Address: the app is ready for its first request
//	parent to socket  the request, over HTTP/1.1; the child answers and closes
//	child to stdout   reply with Report, after the passes that come later
//
// A reply with Error may stand in place of either. The parent keeps stdin open
// until it is done; its end tells the child that nobody waits any more.

// An order is what a child is to do.
type order struct {
	Runtime      string
	SourceName   string
	SourceFile   string // holds the bundle's code
	Module       bool
	StripDebug   bool // this and the next as in isolate.Source
	EagerRegExps bool
	Env          string
	Network      bool
	FrozenClock  bool
	EagerGlobals bool
	Cache        codecache.Level
	CacheDir     string
	Request      Request // of the passes after the first
	Rebuild      int

	Snapshot    worker.Stage // to start from; "" starts from nothing
	SnapshotDir string       // the folder of all caches that has it, where Cache is not codecache.Disk
	Take        bool         // make sure that Snapshot is kept, and measure nothing
}

type reply struct {
	Address string  `json:",omitempty"` // host:port
	Report  *report `json:",omitempty"`
	Taken   bool    `json:",omitempty"` // the snapshot is kept
	Error   string  `json:",omitempty"`

	Exception *isolate.Exception `json:",omitempty"` // that Error wraps
}

// A report is what a child measured.
type report struct {
	Main      time.Duration // sharedNow in the first line of main
	MainCPU   phase.Cost    // CPU times until then; Wall is 0
	Profile   phase.Profile // from Main; its total ends with the request
	Warm      Pass
	Rebuild   *Pass
	HeapBytes int64
	ErrorLog  string

	CacheWarnings []string
}
