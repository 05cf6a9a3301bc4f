package harness

import (
	"context"
	"errors"
	"fmt"

	"example.com/thaw/runtime/web"
	"example.com/thaw/runtime/worker"
)

// snapshots holds what each arm with a Snapshot starts from, by Arm.ID.
type snapshots map[string]*worker.Snapshot

// get takes an arm's snapshot when it is first asked for: that is in no sample.
// It is nil for an arm that starts from nothing.
func (s snapshots) get(ctx context.Context, lib *web.Library, arm Arm) (*worker.Snapshot, error) {
	if arm.Snapshot == "" || s[arm.ID] != nil {
		return s[arm.ID], nil
	}
	taken, err := worker.TakeSnapshot(ctx, worker.Config{Web: lib, Source: arm.Source, Env: arm.Env, FrozenClock: arm.FrozenClock}, arm.Snapshot, arm.Request.maker(ctx))
	if err != nil {
		return nil, fmt.Errorf("harness: snapshot %s: %w", arm.Snapshot, err)
	}
	s[arm.ID] = taken
	return taken, nil
}

func (s snapshots) close() error {
	var all []error
	for _, taken := range s {
		all = append(all, taken.Close())
	}
	clear(s)
	return errors.Join(all...)
}
