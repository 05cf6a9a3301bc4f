package harness

import (
	"context"
	"errors"
	"fmt"

	"example.com/thaw/isolate/codecache"
	"example.com/thaw/isolate/phase"
	"example.com/thaw/runtime/web"
	"example.com/thaw/runtime/worker"
)

// snapshots holds what each arm with a Snapshot starts from, by Arm.ID. At level
// codecache.Disk that is nil: each sample opens it in the store.
type snapshots map[string]*worker.Snapshot

// prepare takes an arm's snapshot when it is first asked for: that is in no sample.
func (s snapshots) prepare(ctx context.Context, lib *web.Library, arm Arm) error {
	if _, ok := s[arm.ID]; ok || arm.Snapshot == "" {
		return nil
	}
	var taken *worker.Snapshot
	var err error
	cfg, request := arm.config(lib), arm.Request.maker(ctx)
	if arm.Cache != codecache.Disk {
		taken, err = worker.TakeSnapshot(ctx, cfg, arm.Snapshot, request)
	} else {
		err = keepSnapshot(ctx, lib.Scripts().Store(), cfg, arm.Snapshot, request)
	}
	if err != nil {
		return fmt.Errorf("harness: snapshot %s: %w", arm.Snapshot, err)
	}
	s[arm.ID] = taken
	return nil
}

// keepSnapshot makes sure that a store has a snapshot.
func keepSnapshot(ctx context.Context, store *codecache.Store, cfg worker.Config, stage worker.Stage, request requestMaker) error {
	s, _, err := worker.KeptSnapshot(ctx, store, cfg, stage, request)
	if err != nil {
		return err
	}
	return s.Close()
}

// loadSnapshot opens a snapshot in a store, in phase boot. Where a cache does not have
// it, it is nil, and the phase says so: the cold start is one from nothing.
func loadSnapshot(store *codecache.Store, cfg worker.Config, stage worker.Stage, request requestMaker) (*worker.Snapshot, error) {
	boot := cfg.Phases.Begin(phase.Boot)
	defer boot.End()
	s, err := worker.LoadSnapshot(store, cfg, stage, request)
	if err != nil {
		return nil, fmt.Errorf("harness: snapshot %s: %w", stage, err)
	}
	switch disk := cfg.Web.Scripts().Level() == codecache.Disk; {
	case disk:
		boot.SetHit(s != nil)
	case s == nil:
		return nil, fmt.Errorf("harness: the snapshot %s is not in %s any more", stage, store.Dir())
	}
	return s, nil
}

// start starts an instance of an arm from its snapshot, if it has one.
func (s snapshots) start(ctx context.Context, cfg worker.Config, arm Arm) (*worker.Instance, error) {
	cfg.Snapshot = s[arm.ID]
	if arm.Snapshot != "" && arm.Cache == codecache.Disk {
		loaded, err := loadSnapshot(cfg.Web.Scripts().Store(), cfg, arm.Snapshot, arm.Request.maker(ctx))
		if err != nil {
			return nil, err
		}
		if loaded == nil {
			delete(s, arm.ID) // the next sample prepares it
		} else {
			defer loaded.Close() // the instance lives on
		}
		cfg.Snapshot = loaded
	}
	return worker.Start(ctx, cfg)
}

func (s snapshots) close() error {
	var all []error
	for _, taken := range s {
		if taken != nil {
			all = append(all, taken.Close())
		}
	}
	clear(s)
	return errors.Join(all...)
}
