package main

import (
	"cmp"
	"encoding/json"
	"errors"
	"slices"
	"strings"

	"github.com/spf13/cobra"

	"example.com/thaw/bundler"
	"example.com/thaw/harness"
	"example.com/thaw/isolate/codecache"
	"example.com/thaw/runtime/engines"
)

// An armMaker makes the arms of one app on one engine that differ in levers.
type armMaker struct {
	cmd     *cobra.Command
	target  target
	base    harness.Arm // what all arms have
	engine  engine
	bundles map[string]*bundler.Bundle // by options
}

func newArmMaker(cmd *cobra.Command, t target, base harness.Arm, kind engines.Kind) (*armMaker, error) {
	info, err := engineInfo(kind, t.app)
	return &armMaker{cmd, t, base, engine{kind, info}, map[string]*bundler.Bundle{}}, err
}

// turn makes an arm of start, one for each value of each trial, and those in which the levers that may save time are
// turned together. What the engine can't do, or what changes nothing, is refused.
func (m *armMaker) turn(start combination, trials []trial) (arms []harness.Arm, refused []harness.Refusal, err error) {
	first, err := m.arm(start)
	if err != nil {
		return nil, nil, err
	}
	var savers []trial
	for _, t := range trials {
		for _, value := range t.values {
			if value == start.value(t, m.engine) {
				continue
			}
			arm, err := m.turned(start, first, t, value)
			switch {
			case m.cmd.Context().Err() != nil:
				return nil, nil, err
			case err != nil:
				refused = append(refused, m.refusal(t, value, err))
				continue
			case value == t.saves:
				savers = append(savers, t)
			}
			arms = append(arms, arm)
		}
	}
	together, err := m.together(start, savers)
	if err != nil {
		return nil, nil, err
	}
	arms = append(arms, together...)
	for i := range arms {
		arms[i].Base = first.ID
	}
	return slices.Insert(arms, 0, first), refused, nil
}

// turned is start with one lever turned. It is refused if that is the same as first, the arm of start.
func (m *armMaker) turned(start combination, first harness.Arm, t trial, value string) (harness.Arm, error) {
	if t.aside != "" {
		return harness.Arm{}, errors.New(t.aside)
	}
	c, err := start.with(t, value)
	if err != nil {
		return harness.Arm{}, err
	}
	arm, err := m.arm(c)
	if err == nil && alike(first, arm) {
		err = errors.New("the bundle is the same, byte for byte")
	}
	return arm, err
}

// alike reports whether two arms differ in nothing that is measured.
func alike(a, b harness.Arm) bool {
	return a.Bundle.SHA256 == b.Bundle.SHA256 && a.Env == b.Env && a.EagerGlobals == b.EagerGlobals &&
		a.Cache == b.Cache && a.Snapshot == b.Snapshot && a.GOGC == b.GOGC && a.CPUQuota == b.CPUQuota &&
		a.Source.StripDebug == b.Source.StripDebug && a.Source.EagerRegExps == b.Source.EagerRegExps
}

func (m *armMaker) refusal(t trial, value string, err error) harness.Refusal {
	reason := firstLine(message(err))
	if strings.HasPrefix(reason, "--") { // names a flag, which stands beside the reason
		_, reason, _ = strings.Cut(reason, ": ")
	}
	return harness.Refusal{App: m.target.app, Runtime: m.engine.Name, Lever: harness.Lever{Name: t.name, Value: value}, Reason: reason}
}

// together makes an arm of all savers, and one without the snapshot among them: in a snapshot there is
// nothing left for the others.
func (m *armMaker) together(start combination, savers []trial) ([]harness.Arm, error) {
	rest := slices.DeleteFunc(slices.Clone(savers), func(t trial) bool { return t.name == "snapshot" })
	sets := [][]trial{rest}
	if len(rest) < len(savers) {
		sets = append(sets, savers)
	}
	var arms []harness.Arm
	for _, set := range sets {
		if len(set) < 2 {
			continue
		}
		c := start
		for _, t := range set {
			var err error
			if c, err = c.with(t, t.saves); err != nil {
				return nil, err
			}
		}
		arm, err := m.arm(c)
		if err != nil {
			return nil, err
		}
		arms = append(arms, arm)
	}
	return arms, nil
}

// arm makes the arm of a combination.
func (m *armMaker) arm(c combination) (harness.Arm, error) {
	err := cmp.Or(refuseStage(c.stage, m.engine.info), c.script.refusal(m.engine.info))
	if err == nil && c.level != "" {
		err = checkKind(m.engine.Kind, m.target.app, []codecache.Level{c.level})
	}
	if err != nil {
		return harness.Arm{}, err
	}
	bundle, err := m.bundle(c.options)
	if err != nil {
		return harness.Arm{}, err
	}
	arm, err := makeArm(m.base, m.engine.Kind, c.leverSet, bundle)
	arm.Cache, arm.Snapshot, arm.GOGC, arm.CPUQuota = c.level, c.stage, c.gogc, c.quota
	return arm, err
}

// bundle makes a bundle once for all arms that have the same.
func (m *armMaker) bundle(o bundler.Options) (*bundler.Bundle, error) {
	key, err := json.Marshal(o)
	if err != nil {
		return nil, err
	}
	if b := m.bundles[string(key)]; b != nil {
		return b, nil
	}
	r, err := m.target.load(m.cmd, m.engine.Kind, o, codecache.Disk)
	if err == nil {
		m.bundles[string(key)] = r.Bundle
	}
	return r.Bundle, err
}
