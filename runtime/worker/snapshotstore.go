package worker

import (
	"context"
	"crypto/sha256"
	"encoding/hex"
	"errors"
	"fmt"
	"hash"
	"io"
	"maps"
	"net/http"
	"slices"
	"strconv"
	"strings"
	"sync"
	"unsafe"

	"example.com/thaw/isolate"
	"example.com/thaw/isolate/codecache"
	"example.com/thaw/runtime/web"
)

// ErrNotKept reports an instance whose snapshot can't be told from others by a key:
// it has a clock or a random source of its own.
var ErrNotKept = errors.New("an instance with its own clock or random source leaves a snapshot for this process only")

// A note is what a snapshot that is kept says of the instance, beyond its key.
type note struct {
	At     Stage
	LastID float64 // of exchanges
}

func (n note) encode() []byte {
	return fmt.Appendf(nil, "%s %s", n.At, strconv.FormatFloat(n.LastID, 'g', -1, 64))
}

func decodeNote(b []byte) (n note, err error) {
	at, id, _ := strings.Cut(string(b), " ")
	n.At = Stage(at)
	n.LastID, err = strconv.ParseFloat(id, 64)
	return n, err
}

// LoadSnapshot opens what Keep has kept in a store of the snapshot that TakeSnapshot
// would take. It is nil if there is none that is good. What is wrong with one is in
// the Warnings of cfg.Web.Scripts. Its parts are sub-phases: key, check and open.
func LoadSnapshot(store *codecache.Store, cfg Config, stage Stage, request func() (*http.Request, error)) (*Snapshot, error) {
	engine, ok := cfg.Web.Engine().(isolate.Snapshotter)
	if !ok {
		return nil, fmt.Errorf("worker: %s: %w", cfg.Web.Engine().Info().Name, ErrNoSnapshots)
	}
	span := cfg.Phases.Begin("key")
	k, err := snapshotKey(cfg, stage, request)
	span.End()
	if err != nil {
		return nil, fmt.Errorf("worker: %w", err)
	}
	span = cfg.Phases.Begin("check")
	f, warning := store.OpenFile(k)
	span.End()
	cfg.Web.Scripts().Warn(warning)
	if f == nil {
		return nil, nil
	}
	defer cfg.Phases.Begin("open").End()
	s := &Snapshot{taken: cfg, request: request}
	if s.iso, err = engine.OpenSnapshot(f.File, f.Offset, f.Size, cfg.source()); err == nil {
		if s.note, err = decodeNote(s.iso.Note()); err == nil && s.At == stage {
			return s, nil
		}
		err = errors.Join(errors.New("it is not of such an instance"), err, s.Close())
	}
	cfg.Web.Scripts().Warn(fmt.Errorf("worker: snapshot %s is not used: %w", k, err))
	return nil, nil
}

// Keep keeps the snapshot in a store, for LoadSnapshot. It says how it could not, which
// does the snapshot no harm: ErrNotKept, or what is wrong with the store.
func (s *Snapshot) Keep(store *codecache.Store) error {
	k, err := snapshotKey(s.taken, s.At, s.request)
	if err != nil {
		return fmt.Errorf("worker: %w", err)
	}
	what := string(s.At)
	if s.evaluated() {
		what += " " + s.taken.Source.Name
	}
	return store.PutFile(k, codecache.Meta{What: what, Engine: codecache.EngineOf(s.taken.Web.Engine())}, s.iso, s.iso.Bytes())
}

// KeptSnapshot loads a snapshot from a store, or else takes and keeps it. hit is
// true if it was there. What is wrong with the store is in the Warnings of cfg.Web.Scripts.
func KeptSnapshot(ctx context.Context, store *codecache.Store, cfg Config, stage Stage, request func() (*http.Request, error)) (s *Snapshot, hit bool, err error) {
	s, err = LoadSnapshot(store, cfg, stage, request)
	if s != nil || err != nil && !errors.Is(err, ErrNotKept) {
		return s, s != nil, err
	}
	if s, err = TakeSnapshot(ctx, cfg, stage, request); err != nil {
		return nil, false, err
	}
	cfg.Web.Scripts().Warn(s.Keep(store))
	return s, false, nil
}

// snapshotKey is the key of all that shows in a snapshot. Every field of Config is
// either in it, or of no influence on it: see TestSnapshotKey.
func snapshotKey(cfg Config, stage Stage, request func() (*http.Request, error)) (codecache.Key, error) {
	if cfg.Clock != nil || cfg.Random != nil {
		return codecache.Key{}, ErrNotKept
	}
	digest := web.Digest()
	parts := append(codecache.EngineParts(cfg.Web.Engine()),
		codecache.Part{Name: "stage", Value: string(stage)},
		codecache.Part{Name: "web", Value: hex.EncodeToString(digest[:])},
		codecache.Part{Name: "ops", Value: opsDigest()},
		codecache.Part{Name: "location", Value: cfg.Location},
		codecache.Part{Name: "frozen-clock", Value: strconv.FormatBool(cfg.FrozenClock)},
		codecache.Part{Name: "memory", Value: strconv.FormatInt(cfg.Memory, 10)})
	if stage != StageBase {
		parts = append(parts, codecache.SourceParts(cfg.source())...)
		parts = append(parts, codecache.Part{Name: "env", Value: sum(cfg.Env)})
	}
	if stage == StageWarm {
		asked, err := requestDigest(request)
		if err != nil {
			return codecache.Key{}, err
		}
		parts = append(parts, codecache.Part{Name: "request", Value: asked})
	}
	return codecache.NewKey("snapshot", parts...), nil
}

// source is that of the app.
func (cfg Config) source() isolate.Source {
	if cfg.Script != nil {
		return cfg.Script.Source()
	}
	return cfg.Source
}

// opsDigest is the sha256 of the names of the ops that an instance's isolate has: a
// snapshot holds a function for each.
var opsDigest = sync.OnceValue(func() string {
	ops := append(web.New(nil, web.Config{}).Ops(), new(Instance).ops()...)
	var names []string
	for _, op := range ops {
		names = append(names, op.Name)
	}
	slices.Sort(names)
	return sum(names...)
})

// requestDigest is the sha256 of a request.
func requestDigest(request func() (*http.Request, error)) (string, error) {
	req, err := request()
	if err != nil {
		return "", err
	}
	h := sha256.New()
	write(h, req.Method, req.URL.String(), req.Host)
	for _, name := range slices.Sorted(maps.Keys(req.Header)) {
		write(h, name, strconv.Itoa(len(req.Header[name])))
		write(h, req.Header[name]...)
	}
	if req.Body != nil {
		defer req.Body.Close()
		if _, err := io.Copy(h, req.Body); err != nil {
			return "", fmt.Errorf("reading the request before the snapshot: %w", err)
		}
	}
	return hex.EncodeToString(h.Sum(nil)), nil
}

// sum is the sha256 of a list of texts.
func sum(texts ...string) string {
	h := sha256.New()
	write(h, texts...)
	return hex.EncodeToString(h.Sum(nil))
}

// write puts a length before each text, so that no two lists look alike.
func write(h hash.Hash, texts ...string) {
	for _, t := range texts {
		fmt.Fprintf(h, "%d\n", len(t))
		h.Write(unsafe.Slice(unsafe.StringData(t), len(t))) // without a copy: it is only read
	}
}
