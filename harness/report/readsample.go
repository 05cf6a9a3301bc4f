package report

import (
	"fmt"
	"strings"
	"time"

	"example.com/thaw/harness"
	"example.com/thaw/isolate/phase"
)

func (d *document) samples(r *harness.Result) error {
	type place struct {
		arm   string
		round int
	}
	first := map[place]int{}
	for i, s := range d.Samples {
		field := fmt.Sprintf("samples[%d]", i)
		if err := known(r, field+".arm", s.Arm); err != nil {
			return err
		}
		if s.Round < 1 || s.Round > d.Rounds {
			return fmt.Errorf("%s.round is %d; want 1 to %d, which is rounds", field, s.Round, d.Rounds)
		}
		at := place{s.Arm, s.Round}
		if other, ok := first[at]; ok {
			return fmt.Errorf("%s is of %q in round %d, as is samples[%d]; an arm has one sample a round", field, s.Arm, s.Round, other)
		}
		first[at] = i
		sample, err := d.sample(s, field)
		if err != nil {
			return err
		}
		r.Samples = append(r.Samples, sample)
	}
	if want := d.Rounds * len(d.Arms); !d.Partial && len(d.Samples) != want {
		return fmt.Errorf("samples has %d, and rounds and arms make %d; a result that ended early has partial true", len(d.Samples), want)
	}
	return nil
}

func (d *document) sample(s sampleJSON, field string) (harness.Sample, error) {
	answer := harness.Answer{Status: s.Status, SHA256: s.SHA256}
	if s.Answer != nil {
		if *s.Answer < 0 || *s.Answer >= len(d.Answers) {
			return harness.Sample{}, fmt.Errorf("%s.answer is %d, and answers has %d", field, *s.Answer, len(d.Answers))
		}
		a := d.Answers[*s.Answer]
		if a.Status != s.Status || a.SHA256 != s.SHA256 {
			return harness.Sample{}, fmt.Errorf("%s.answer is %d, which has another status or bodySha256 than the sample", field, *s.Answer)
		}
		if a.Bytes < 0 {
			return harness.Sample{}, fmt.Errorf("answers[%d].bodyBytes is %d; want 0 or more", *s.Answer, a.Bytes)
		}
		answer.Header, answer.Bytes, answer.Body = a.Header, a.Bytes, a.Body
	}
	sample := harness.Sample{
		Arm: s.Arm, Round: s.Round, Cold: harness.Pass{Answer: answer},
		HeapBytes: s.Heap, ProcessCPU: time.Duration(s.Child), ErrorLog: s.ErrorLog, CacheWarnings: s.Caches,
	}
	var err error
	if sample.Cold.Profile, err = profile(s.Phases, field+".phases"); err != nil {
		return sample, err
	}
	whole, err := cost(costJSON{s.TotalNs, s.CPUNs, s.ThreadNs}, field, "totalNs", false)
	switch {
	case err != nil:
		return sample, err
	case whole.Wall != sample.Cold.Profile.Total.Wall:
		return sample, fmt.Errorf("%s.totalNs is %d, and its phases add up to %d", field, s.TotalNs, sample.Cold.Profile.Total.Wall.Nanoseconds())
	}
	sample.Cold.Profile.Total = whole
	if sample.Warm.Profile, err = profile(s.Warm, field+".warm"); err != nil || s.Rebuild == nil {
		return sample, err
	}
	sample.Rebuild = &harness.Pass{}
	sample.Rebuild.Profile, err = profile(*s.Rebuild, field+".rebuild")
	return sample, err
}

// profile adds phases up to a total.
func profile(phases object[phaseJSON], field string) (phase.Profile, error) {
	p := phase.Profile{Total: phase.Cost{HasCPU: len(phases) > 0}}
	for _, m := range phases {
		at := field + "." + m.Name
		if !phase.Known(m.Name) {
			return p, fmt.Errorf("%s is no phase; there are %s", at, strings.Join(phase.Names(), ", "))
		}
		c, err := cost(m.Value.costJSON, at, "wallNs", m.Name == phase.Other)
		if err != nil {
			return p, err
		}
		e := phase.Entry{Name: m.Name, Cost: c, Hit: m.Value.Hit}
		for i, s := range m.Value.Sub {
			c, err := cost(s.costJSON, fmt.Sprintf("%s.sub[%d]", at, i), "wallNs", m.Name == phase.Other)
			if err != nil {
				return p, err
			}
			e.Sub = append(e.Sub, phase.Entry{Name: s.Name, Cost: c})
		}
		p.Phases = append(p.Phases, e)
		p.Total = p.Total.Plus(c)
	}
	return p, nil
}

// longest is more than any cold start takes, and the most of which float64 still has each nanosecond.
const longest = 1 << 53 * time.Nanosecond

// cost checks times, of which wall is the name of the first. Only phase other may be negative: in process mode, by what the child's last
// phase ended after its parent had the answer.
func cost(c costJSON, field, wall string, negative bool) (phase.Cost, error) {
	all := phase.Cost{Wall: time.Duration(c.WallNs), HasCPU: c.CPUNs != nil}
	if c.CPUNs != nil {
		all.Process = time.Duration(*c.CPUNs)
	}
	if c.ThreadNs != nil {
		all.Thread = time.Duration(*c.ThreadNs)
	}
	for _, t := range []struct {
		clock string
		time.Duration
	}{{wall, all.Wall}, {"cpuNs", all.Process}, {"threadNs", all.Thread}} {
		switch {
		case t.Duration < 0 && !negative:
			return all, fmt.Errorf("%s.%s is %d; a time can't be negative", field, t.clock, t.Nanoseconds())
		case t.Abs() > longest:
			return all, fmt.Errorf("%s.%s is %d; no cold start takes so long", field, t.clock, t.Nanoseconds())
		}
	}
	return all, nil
}

func (d *document) globals(r *harness.Result) error {
	for i, g := range d.Globals {
		field := fmt.Sprintf("globals[%d]", i)
		if err := known(r, field+".arm", g.Arm); err != nil {
			return err
		}
		c, err := cost(g.costJSON, field, "wallNs", g.Phase == phase.Other)
		if err != nil {
			return err
		}
		r.Globals = append(r.Globals, harness.GlobalTouch{Arm: g.Arm, Global: g.Global, Origin: g.Origin, Phase: g.Phase, Cost: c, Files: g.Files})
	}
	return nil
}
