package worker

import (
	"crypto/sha256"
	"encoding/hex"
	"encoding/json"
	"fmt"
	"io"

	"example.com/thaw/isolate"
	"example.com/thaw/runtime/web"
)

// A note is what a snapshot's file says of the instance. Bundle and Env are not
// in that of StageBase.
type note struct {
	At       Stage
	Web      string // web.Digest
	Location string
	Frozen   bool    // Config.FrozenClock
	Bundle   string  // sha256 of the source
	Env      string  // sha256
	LastID   float64 // of exchanges
}

func noteOf(cfg Config, stage Stage, lastID float64) note {
	digest := web.Digest()
	n := note{At: stage, Web: hex.EncodeToString(digest[:]), Location: cfg.Location, Frozen: cfg.FrozenClock, LastID: lastID}
	if stage != StageBase {
		n.Bundle, n.Env = sum(cfg.Source.Name, cfg.Source.Text, fmt.Sprint(cfg.Source.Module, cfg.Source.StripDebug, cfg.Source.EagerRegExps)), sum(cfg.Env)
	}
	return n
}

// sum is the sha256 of a list of texts.
func sum(texts ...string) string {
	h := sha256.New()
	for _, t := range texts {
		fmt.Fprintf(h, "%d\n", len(t))
		io.WriteString(h, t)
	}
	return hex.EncodeToString(h.Sum(nil))
}

func (n note) encode() []byte {
	b, err := json.Marshal(n)
	if err != nil {
		panic(err) // strings and a number
	}
	return b
}

// WriteTo writes what OpenSnapshot reads.
func (s *Snapshot) WriteTo(w io.Writer) (int64, error) { return s.iso.WriteTo(w) }

// OpenSnapshot opens a file that WriteTo has written, for instances that start
// with cfg. One that was taken with another engine, Web layer, location, bundle
// or env is an error, as is one that is damaged. See isolate.Snapshotter for what
// must not happen to the file meanwhile.
func OpenSnapshot(path string, cfg Config) (*Snapshot, error) {
	engine, ok := cfg.Web.Engine().(isolate.Snapshotter)
	if !ok {
		return nil, fmt.Errorf("worker: %s: %w", cfg.Web.Engine().Info().Name, ErrNoSnapshots)
	}
	iso, err := engine.OpenSnapshot(path)
	if err != nil {
		return nil, fmt.Errorf("worker: %w", err)
	}
	s := &Snapshot{iso: iso, taken: cfg}
	if err := s.read(cfg); err != nil {
		iso.Close()
		return nil, fmt.Errorf("worker: snapshot %s: %w", path, err)
	}
	return s, nil
}

// read reads the note, and compares it with that of cfg.
func (s *Snapshot) read(cfg Config) error {
	if err := json.Unmarshal(s.iso.Note(), &s.note); err != nil {
		return fmt.Errorf("it is not of an instance: %w", err)
	}
	want := noteOf(cfg, s.At, s.LastID)
	for what, same := range map[string]bool{
		"Web layer": s.Web == want.Web, "location": s.Location == want.Location, "kind of clock": s.Frozen == want.Frozen,
		"bundle": s.Bundle == want.Bundle, "env": s.Env == want.Env,
	} {
		if !same {
			return fmt.Errorf("it was taken with another %s: take it again", what)
		}
	}
	return nil
}
