package report

import (
	"errors"
	"fmt"
	"slices"
	"strings"
	"time"

	"example.com/thaw/harness"
	"example.com/thaw/isolate/codecache"
	"example.com/thaw/runtime/worker"
)

// result is what a document says, without what follows from it.
func (d *document) result() (*harness.Result, error) {
	m := d.Machine
	r := &harness.Result{
		Thaw:      d.Thaw,
		Command:   d.Command,
		StartedAt: d.StartedAt,
		Machine:   harness.Machine{CPU: m.CPU, Cores: m.Cores, OS: m.OS, Arch: m.Arch, Go: m.Go, GOMAXPROCS: m.GOMAXPROCS, GOGC: m.GOGC, Load1: m.Load1},
		Mode:      d.Mode,
		Rounds:    d.Rounds,
		Warmup:    d.Warmup,
		Seed:      d.Seed,
		Partial:   d.Partial,
		Elapsed:   time.Duration(d.ElapsedNs),
		Sampled:   time.Duration(d.SampledNs),
		Baseline:  d.Baseline,
		Floor:     d.Floor,
		Measure:   d.Measure,
		Refused:   newList(d.Refused, refusalJSON.refusal),
	}
	for _, fill := range []func(*harness.Result) error{d.arms, d.names, d.sessions, d.check, d.samples, d.globals, d.counts} {
		if err := fill(r); err != nil {
			return nil, err
		}
	}
	return r, nil
}

// names holds every arm that is named to those that there are.
func (d *document) names(r *harness.Result) error {
	if err := known(r, "baseline", d.Baseline); d.Baseline != "" && err != nil {
		return err
	}
	for i, a := range d.Arms {
		field := fmt.Sprintf("arms[%d].base", i)
		switch err := known(r, field, a.Base); {
		case a.Again && (a.Base == "" || a.Base == a.ID):
			return fmt.Errorf("%s is %q, and the arm has again true: want the arm that it is a copy of", field, a.Base)
		case a.Base != "" && err != nil:
			return err
		}
	}
	for i, c := range d.Comparisons {
		for _, arm := range []struct{ side, id string }{{"base", c.Base}, {"arm", c.Arm}} {
			if err := known(r, fmt.Sprintf("comparisons[%d].%s", i, arm.side), arm.id); err != nil {
				return err
			}
		}
	}
	return nil
}

// sessions reads them, and holds their rounds to all rounds.
func (d *document) sessions(r *harness.Result) error {
	rounds := 0
	for i, s := range d.Sessions {
		if s.Rounds < 0 || s.Rounds > d.Rounds {
			return fmt.Errorf("sessions[%d].rounds is %d; want 0 to %d, which is rounds", i, s.Rounds, d.Rounds)
		}
		rounds += s.Rounds
		r.Sessions = append(r.Sessions, harness.Session(s))
	}
	if len(d.Sessions) > 0 && (rounds > d.Rounds || rounds < d.Rounds && !d.Partial) {
		return fmt.Errorf("sessions have %s, and rounds is %d", count(rounds, "round"), d.Rounds)
	}
	return nil
}

// check holds what is said of the whole experiment to what makes sense.
func (d *document) check(*harness.Result) error {
	switch {
	case d.Mode != harness.ModeIsolate && d.Mode != harness.ModeProcess:
		return fmt.Errorf("mode is %q; want %s or %s", d.Mode, harness.ModeIsolate, harness.ModeProcess)
	case d.SampledNs < 0 || d.ElapsedNs < d.SampledNs:
		return fmt.Errorf("sampledNs is %d and elapsedNs %d; want the one to be a part of the other", d.SampledNs, d.ElapsedNs)
	case d.Rounds < 1:
		return fmt.Errorf("rounds is %d; want 1 or more", d.Rounds)
	case d.Warmup < 0:
		return fmt.Errorf("warmup is %d; want 0 or more", d.Warmup)
	case d.Measure != "" && !d.Measure.Known():
		return fmt.Errorf("measure is %q; want %s, %s or %s", d.Measure, harness.MeasureThread, harness.MeasureCPU, harness.MeasureWall)
	case !(d.Floor >= 0 && d.Floor < 1):
		return fmt.Errorf("floor is %v; want a share from 0 to less than 1", d.Floor)
	case d.Machine.Cores < 1:
		return fmt.Errorf("machine.cores is %d; want 1 or more", d.Machine.Cores)
	case len(d.Samples) == 0:
		return errors.New("samples is empty: nothing was measured")
	}
	return nil
}

// known reports an arm that the experiment does not have, or nil.
func known(r *harness.Result, field, id string) error {
	if _, ok := r.Arm(id); ok {
		return nil
	}
	var ids []string
	for _, a := range r.Arms {
		ids = append(ids, fmt.Sprintf("%q", a.ID))
	}
	return fmt.Errorf("%s is %q, which is no arm; arms has %s", field, id, strings.Join(ids, ", "))
}

func (d *document) arms(r *harness.Result) error {
	if len(d.Arms) == 0 {
		return errors.New("arms is empty: nothing was measured")
	}
	for i, a := range d.Arms {
		field := fmt.Sprintf("arms[%d].", i)
		for _, text := range []struct{ name, value string }{{"id", a.ID}, {"app", a.App}, {"runtime", a.Runtime}} {
			if text.value == "" {
				return fmt.Errorf("%s%s is missing", field, text.name)
			}
		}
		if known(r, "", a.ID) == nil {
			return fmt.Errorf("%sid is %q, as that of an arm before it", field, a.ID)
		}
		bundle, err := d.bundle(a, field)
		if err != nil {
			return err
		}
		arm := harness.Arm{
			ID: a.ID, App: a.App, Runtime: a.Runtime, Bundle: bundle, Flags: a.Flags, Base: a.Base, Again: a.Again,
			Checked: a.Check, GivenSHA256: a.Given,
			Cache: codecache.Level(a.Cache), Snapshot: worker.Stage(a.Snapshot),
			Network: a.Network, FrozenClock: a.FrozenClock, EagerGlobals: a.Eager, Rebuild: a.Rebuild, GOGC: a.GOGC, CPUQuota: a.CPUQuota,
		}
		arm.Request.Method, arm.Request.Path, _ = strings.Cut(a.Request, " ")
		for _, l := range a.Levers {
			arm.Levers = append(arm.Levers, harness.Lever{Name: l.Name, Value: l.Value})
		}
		r.Arms = append(r.Arms, arm)
	}
	return nil
}

// bundle is that of an arm, which is among those of its app.
func (d *document) bundle(a armJSON, field string) (harness.Bundle, error) {
	i := slices.IndexFunc(d.Apps, func(app appJSON) bool { return app.Name == a.App && app.Bundle.SHA256 == a.Bundle })
	if i < 0 {
		return harness.Bundle{}, fmt.Errorf("%sbundle is %q, and apps has no such bundle of %q", field, a.Bundle, a.App)
	}
	b := d.Apps[i].Bundle
	bundle := harness.Bundle{SHA256: b.SHA256, Bytes: b.Bytes, Gzip: b.Gzip, Modules: b.Modules}
	for _, in := range b.Inputs {
		bundle.Inputs = append(bundle.Inputs, harness.Input(in))
	}
	return bundle, nil
}
