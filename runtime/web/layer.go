package web

import (
	"context"
	"crypto/rand"
	"io"
	"net/http"
	"slices"
	"sync/atomic"
	"time"

	"example.com/thaw/isolate"
	"example.com/thaw/isolate/phase"
	"example.com/thaw/runtime/loop"
)

// Config is what an instance's Web APIs stand on. The zero value works: it logs
// nowhere, records nothing and has no base URL.
type Config struct {
	Loop     *loop.Loop      // timers and pending operations; nil makes one
	Log      func(Entry)     // console and reported errors, on the isolate's goroutine; nil drops them
	Phases   *phase.Recorder // User Timing marks and measures; nil records nothing
	Env      string          // the bindings of an app: a JSON object; "" is {}
	Location string          // the base URL of relative URLs and the value of location; "" is none
	Random   io.Reader       // the source of crypto; nil means crypto/rand
	Touched  func(Touch)     // first touch of each global, on the isolate's goroutine; nil records none

	// Outbound is where requests of the app go, on goroutines of their own: Network,
	// or a stand-in for it in tests. It must not follow redirects, and must end with
	// the request's context. nil refuses every request, as NoNetwork does.
	Outbound http.RoundTripper

	// Origin is what is behind the app: it answers a request whose handler threw
	// after passThroughOnException. nil leaves that to be an error.
	Origin http.RoundTripper

	Caches *CacheStore // what caches holds; nil makes one of 64 MB

	// Frozen is the time that performance and events tell, with the Unix epoch as
	// its origin, as in Workers. nil means the time since the layer was made.
	Frozen func() time.Time
}

// A Level is how grave a log entry is, by its console method.
type Level string

// The levels of the console standard, and Uncaught for reported exceptions.
const (
	LevelDebug Level = "debug"
	LevelLog   Level = "log"
	LevelInfo  Level = "info"
	LevelWarn  Level = "warn"
	LevelError Level = "error"
)

// An Entry is one thing that an app logged.
type Entry struct {
	Level Level
	Text  string // may have several lines; no newline at the end

	Uncaught bool // an exception or rejection that was reported, not a call of the console
}

// A Layer is the Go half of the Web APIs of one isolate. It is used on the
// isolate's goroutine.
type Layer struct {
	cfg Config
	lib *Library
	iso isolate.Isolate

	timing     timing
	touch      Touch // that is going on; see Config.Touched
	touchSpan  phase.Span
	touches    int
	rejections bool          // some await notification
	ambient    func(Ambient) // see TraceAmbient

	compressions compressions
	fetches      byID[*fetching]
	sockets      byID[*Socket]                  // that are open
	matched      []byte                         // see cacheBody
	forbidden    atomic.Pointer[ForbiddenError] // the first
}

// New returns a layer that takes its scripts from lib.
func New(lib *Library, cfg Config) *Layer {
	if cfg.Loop == nil {
		cfg.Loop = loop.New(nil)
	}
	if cfg.Random == nil {
		cfg.Random = rand.Reader
	}
	return &Layer{cfg: cfg, lib: lib, timing: newTiming(cfg.Loop.Now(), cfg.Phases)}
}

// Ops returns the ops that the layer's scripts call. They belong to this layer,
// and go into the Options of its isolate.
func (l *Layer) Ops() []isolate.Op {
	return slices.Concat(
		l.hostOps(),
		l.eventOps(),
		l.base64Ops(),
		l.encodingOps(),
		l.urlOps(),
		l.urlPatternOps(),
		l.timersOps(),
		l.taskOps(),
		l.socketOps(),
		l.consoleOps(),
		l.performanceOps(),
		l.multipartOps(),
		l.compressionOps(),
		l.fetchOps(),
		l.cacheOps(),
		l.cryptoOps(),
		l.ambientOps(),
	)
}

// Boot puts the Web APIs on iso's global object. iso was made with Ops.
func (l *Layer) Boot(ctx context.Context, iso isolate.Isolate) error {
	l.iso = iso
	for _, name := range []string{"00_host", "99_globals"} {
		if err := l.run(ctx, name); err != nil {
			return err
		}
	}
	return nil
}

// Restored is called first on an isolate that was restored from a snapshot of
// one that Boot was called on.
func (l *Layer) Restored(ctx context.Context, iso isolate.Isolate) error {
	l.iso = iso
	_, err := iso.Call(ctx, "restored")
	return err
}

// Preload loads every file that a global could load later, so that a snapshot holds them.
func (l *Layer) Preload(ctx context.Context) error {
	for _, name := range Files() {
		if name == "00_host" || name == "99_globals" || name == "42_location" && l.cfg.Location == "" {
			continue
		}
		if err := l.Use(ctx, name); err != nil {
			return err
		}
	}
	return nil
}

// Close frees what the layer's ops hold beyond the isolate. It is called on the
// isolate's goroutine, or when that is done with it.
func (l *Layer) Close() {
	l.compressions.release()
	l.DropFetches()
	l.DropSockets()
}

// Use loads a file that its users reach through __host and not through a global.
func (l *Layer) Use(ctx context.Context, file string) error {
	_, err := l.iso.Call(ctx, "use", file)
	return err
}

func (l *Layer) run(ctx context.Context, name string) error {
	s, err := l.lib.Script(ctx, name)
	if err != nil {
		return err
	}
	return l.iso.Run(ctx, s)
}
