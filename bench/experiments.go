package main

import (
	"context"
	"path/filepath"

	"example.com/thaw/harness"
	"example.com/thaw/isolate/codecache"
	"example.com/thaw/runtime/worker"
)

// An experiment is a set of arms, measured in the same rounds.
type experiment struct {
	name      string // of its file
	title     string
	doc       string // what the numbers are
	mode      string
	again     bool // each sample is the second of two starts in a row
	wall, cpu measure
	arms      func(context.Context, *bench) ([]harness.Arm, error)
	base      func(harness.Arm) string // Arm.ID of what an arm is a multiple of
	claims    func() []claim
}

// experiments lists them in the order of the report.
func experiments() []experiment {
	return []experiment{
		{
			name:  "parse",
			title: "Parse, from the cache on disk and from source",
			doc:   "The phase `parse` alone; × is against the same engine from disk, which reads and decodes the entry.",
			mode:  harness.ModeIsolate,
			wall:  parseWall, cpu: parseCPU,
			arms:   parseArms,
			base:   func(a harness.Arm) string { return a.App + " " + a.Runtime + fromDiskID },
			claims: parseClaims,
		},
		isolates("isolate", "A new isolate to its first response, in a running process",
			"The starts of other arms come before each, so that this one's memory is in none of the processor's caches, and thaw "+
				"has no machine of this snapshot at hand.", false),
		isolates("isolate-again", "A new isolate to its first response, the second in a row",
			"An uncounted start of the same arm comes before each, as in a server that makes isolates of one app all the time.", true),
		{
			name:  "process",
			title: "A fresh process to its first response",
			doc: "From just before the process is started to the last byte of the body over loopback, to a port that the process names when it listens. " +
				"What a runtime can keep on disk is there: bytecode, code caches, snapshots. × is against quickjs from `warm`.",
			mode: harness.ModeProcess,
			wall: wall, cpu: cpu,
			arms:   processArms,
			base:   func(a harness.Arm) string { return a.App + processID },
			claims: processClaims,
		},
	}
}

// isolates is an experiment with new isolates in running processes.
func isolates(name, title, order string, again bool) experiment {
	what := "new isolate"
	if again {
		what += " again"
	}
	return experiment{
		name:  name,
		title: title,
		doc: "workerd makes each isolate by its worker loader. The same request to the same isolate again is taken off its time, and off no other: " +
			"that is the way to the isolate. What is done once, such as to take a snapshot, is in neither. × is against quickjs from `warm`. " + order,
		mode:  harness.ModeIsolate,
		again: again,
		wall:  wall, cpu: cpu,
		arms:   isolateArms,
		base:   func(a harness.Arm) string { return a.App + warmID },
		claims: func() []claim { return isolateClaims(what) },
	}
}

// Apps: the least, two frameworks by size, and much code that does not run
// (bulkName).
const (
	small  = "hello"
	router = "hono@20"
	least  = "effect@1"
	medium = "effect@10"
	large  = "effect@500"
)

// Levers of thaw's arms.
var (
	fromSource = harness.Lever{Name: "cache", Value: string(codecache.None)}
	fromMemory = harness.Lever{Name: "cache", Value: string(codecache.Memory)}
	fromDisk   = harness.Lever{Name: "cache", Value: string(codecache.Disk)}
	evaluated  = harness.Lever{Name: "snapshot", Value: string(worker.StageEvaluated)}
	warm       = harness.Lever{Name: "snapshot", Value: string(worker.StageWarm)}
)

// What Arm.ID has after the app, or after the engine.
const (
	warmID       = " quickjs snapshot=warm"
	evaluatedID  = " quickjs snapshot=evaluated"
	processID    = " quickjs cache=disk snapshot=warm"
	gojaID       = " goja cache=disk"
	fromSourceID = " cache=none"
	fromDiskID   = " cache=disk"
)

// thawArm is an arm of an engine of thaw's, and does what its levers say.
func (b *bench) thawArm(a app, engine string, levers ...harness.Lever) harness.Arm {
	arm := a.arm(engine, engine, levers...)
	arm.Cache = codecache.Level(arm.Lever("cache"))
	arm.Snapshot = worker.Stage(arm.Lever("snapshot"))
	arm.CacheDir = filepath.Join(b.dir, "cache")
	return arm
}

// peerArm is an arm of a peer. Its headers are its own affair: bun writes a
// charset in small letters.
func (b *bench) peerArm(a app, name string) harness.Arm {
	a.check.Header = nil
	return a.arm(name, "quickjs")
}

func parseArms(ctx context.Context, b *bench) ([]harness.Arm, error) {
	var arms []harness.Arm
	for _, name := range []string{medium, bulkName} {
		a, err := b.app(ctx, name)
		if err != nil {
			return nil, err
		}
		for _, engine := range []string{"goja", "quickjs"} {
			arms = append(arms, b.thawArm(a, engine, fromSource), b.thawArm(a, engine, fromDisk))
		}
	}
	return arms, nil
}

func isolateArms(ctx context.Context, b *bench) ([]harness.Arm, error) {
	var arms []harness.Arm
	for _, name := range []string{small, router, bulkName, least, large} {
		a, err := b.app(ctx, name)
		if err != nil {
			return nil, err
		}
		arms = append(arms, b.thawArm(a, "quickjs", warm), b.thawArm(a, "quickjs", evaluated))
		if name == least {
			continue // it stands for the small heap only
		}
		arms = append(arms, b.thawArm(a, "goja", fromMemory))
		if b.peers {
			arms = append(arms, b.peerArm(a, workerd))
		}
	}
	return arms, nil
}

func processArms(ctx context.Context, b *bench) ([]harness.Arm, error) {
	var arms []harness.Arm
	for _, name := range []string{small, router, bulkName, large} {
		a, err := b.app(ctx, name)
		if err != nil {
			return nil, err
		}
		arms = append(arms, b.thawArm(a, "quickjs", fromDisk, warm), b.thawArm(a, "quickjs", fromDisk, evaluated), b.thawArm(a, "goja", fromDisk))
		if !b.peers {
			continue
		}
		for _, p := range peers {
			arms = append(arms, b.peerArm(a, p.name))
		}
	}
	return arms, nil
}
