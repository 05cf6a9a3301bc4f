package phase_test

import (
	"testing"
	"time"

	"example.com/thaw/isolate/phase"
)

// clock is a clock that a test moves: CPU runs at half the speed of wall time,
// the process's at twice that of the thread's.
type clock struct{ now time.Duration }

func (c *clock) read() phase.Stamp {
	return phase.Stamp{Wall: c.now, Thread: c.now / 2, Process: c.now, HasCPU: true}
}

func (c *clock) pass(ms int) { c.now += time.Duration(ms) * time.Millisecond }

const ms = time.Millisecond

// walls are the exclusive wall times of a profile, by name; sub-phases as "outer/inner".
func walls(p phase.Profile) map[string]time.Duration {
	m := map[string]time.Duration{}
	for _, e := range p.Phases {
		m[e.Name] = e.Cost.Wall
		for _, s := range e.Sub {
			m[e.Name+"/"+s.Name] += s.Cost.Wall
		}
	}
	return m
}

func TestProfileIsExclusive(t *testing.T) {
	c := &clock{now: 5 * ms}
	r := phase.New(c.read)
	c.pass(1) // other
	boot := r.Begin(phase.Boot)
	c.pass(2)
	boot.End()
	evaluate := r.Begin(phase.Evaluate)
	c.pass(3)
	define := r.Begin(phase.Define)
	c.pass(4)
	custom := r.Begin("schemas")
	c.pass(5)
	custom.End()
	define.End()
	build := r.Begin(phase.Build)
	c.pass(6)
	build.End()
	c.pass(7)
	evaluate.End()
	request := r.Begin(phase.Request)
	c.pass(8)
	again := r.Begin(phase.Build) // a second build, inside the request
	c.pass(9)
	again.End()
	request.End()
	c.pass(10) // other
	p := r.Profile()
	want := map[string]time.Duration{
		phase.Boot: 2 * ms, phase.Evaluate: 10 * ms, phase.Define: 9 * ms, "define/schemas": 5 * ms,
		phase.Build: 15 * ms, phase.Request: 8 * ms, phase.Other: 11 * ms,
	}
	got := walls(p)
	for name, d := range want {
		if got[name] != d {
			t.Errorf("%s is %v, want %v", name, got[name], d)
		}
	}
	if len(got) != len(want) {
		t.Errorf("phases are %v, want %v", got, want)
	}
	if p.Total.Wall != 55*ms || p.Total.Thread != p.Total.Wall/2 {
		t.Errorf("total is %+v, want 55ms", p.Total)
	}
	checkSum(t, p)
}

// checkSum holds a profile to its promise: the phases add up to the total.
func checkSum(t *testing.T, p phase.Profile) {
	t.Helper()
	var wall, thread, process time.Duration
	hasCPU := true
	for _, e := range p.Phases {
		wall += e.Cost.Wall
		thread += e.Cost.Thread
		process += e.Cost.Process
		hasCPU = hasCPU && e.Cost.HasCPU
		if e.Cost.Wall < 0 {
			t.Errorf("%s is negative: %v", e.Name, e.Cost.Wall)
		}
	}
	if wall != p.Total.Wall {
		t.Errorf("the phases add up to %v, the total is %v", wall, p.Total.Wall)
	}
	if hasCPU && (thread != p.Total.Thread || process != p.Total.Process) {
		t.Errorf("CPU of the phases adds up to %v and %v, the total's is %v and %v", thread, process, p.Total.Thread, p.Total.Process)
	}
}

func TestMarkedAfterwards(t *testing.T) {
	c := &clock{}
	r := phase.New(c.read)
	evaluate := r.Begin(phase.Evaluate)
	c.pass(1)
	from := r.Now()
	c.pass(2)
	to := r.Now()
	c.pass(3)
	evaluate.End()
	// JavaScript hands the times back as milliseconds with fractions.
	r.AddWall(phase.Define, from.Wall+300, to.Wall-300)
	p := r.Profile()
	define, _ := p.Phase(phase.Define)
	if define.Cost != (phase.Cost{Wall: 2 * ms, Thread: ms, Process: 2 * ms, HasCPU: true}) {
		t.Errorf("define is %+v, want 2ms with CPU", define.Cost)
	}
	checkSum(t, p)
}

func TestUnknownInstantsHaveNoCPU(t *testing.T) {
	c := &clock{}
	r := phase.New(c.read)
	evaluate := r.Begin(phase.Evaluate)
	c.pass(10)
	evaluate.End()
	r.AddWall(phase.Define, 2*ms, 5*ms)
	p := r.Profile()
	define, _ := p.Phase(phase.Define)
	if define.Cost.Wall != 3*ms || define.Cost.HasCPU {
		t.Errorf("define is %+v, want 3ms without CPU", define.Cost)
	}
	if evaluate, _ := p.Phase(phase.Evaluate); evaluate.Cost.Wall != 7*ms || evaluate.Cost.HasCPU {
		t.Errorf("evaluate is %+v, want 7ms without CPU, which is not known without define's", evaluate.Cost)
	}
}

// TestOverlap cuts a span that reaches out of the one it began in.
func TestOverlap(t *testing.T) {
	c := &clock{}
	r := phase.New(c.read)
	evaluate := r.Begin(phase.Evaluate)
	c.pass(10)
	evaluate.End()
	c.pass(10)
	r.AddWall(phase.Build, 5*ms, 15*ms)
	r.AddWall(phase.Define, 30*ms, 40*ms) // after the end
	r.AddWall("early", -5*ms, 1*ms)
	p := r.Profile()
	got := walls(p)
	if got[phase.Build] != 5*ms || got[phase.Evaluate] != 5*ms || got["evaluate/early"] != ms || got[phase.Define] != 0 {
		t.Errorf("phases are %v", got)
	}
	checkSum(t, p)
}

func TestHit(t *testing.T) {
	r := phase.New(nil)
	parse := r.Begin(phase.Parse)
	parse.SetHit(true)
	parse.End()
	if e, ok := r.Profile().Phase(phase.Parse); !ok || e.Hit == nil || !*e.Hit {
		t.Errorf("parse is %+v, want a hit", e)
	}
}

// TestNil holds the promise on which the measured code rests: without a recorder
// there is nothing to pay.
func TestNil(t *testing.T) {
	var r *phase.Recorder
	allocs := testing.AllocsPerRun(100, func() {
		s := r.Begin(phase.Boot)
		s.SetHit(true)
		s.End()
		r.Now()
		r.AddWall(phase.Define, 0, 1)
	})
	if allocs != 0 {
		t.Errorf("a nil recorder allocates %v times", allocs)
	}
	if p := r.Profile(); p.Phases != nil {
		t.Errorf("a nil recorder has the profile %+v", p)
	}
}

func FuzzProfile(f *testing.F) {
	f.Add([]byte{0, 10, 20, 2, 5, 9, 4, 1, 3})
	names := append(phase.Names(), "custom", phase.Warm)
	f.Fuzz(func(t *testing.T, data []byte) {
		c := &clock{}
		r := phase.New(c.read)
		for _, name := range []string{phase.Boot, phase.Evaluate, phase.Request} {
			span := r.Begin(name)
			c.pass(50)
			span.End()
			c.pass(10)
		}
		for ; len(data) >= 3; data = data[3:] {
			name := names[int(data[0])%len(names)]
			r.AddWall(name, time.Duration(data[1])*ms, time.Duration(data[2])*ms)
		}
		c.pass(200)
		checkSum(t, r.Profile())
	})
}

func TestCount(t *testing.T) {
	c := &clock{now: 5 * ms}
	r := phase.New(c.read)
	calls := map[time.Duration]int64{} // by the time at which they were counted
	pass := func(n int64) {
		before := calls[c.now]
		c.pass(1)
		calls[c.now] = before + n
	}
	pass(1) // other
	evaluate := r.Begin(phase.Evaluate)
	pass(2)
	define := r.Begin(phase.Define)
	pass(4)
	define.End()
	pass(8)
	evaluate.End()
	request := r.Begin(phase.Request) // in which there are none
	c.pass(0)
	request.End()
	got := r.Count(func(wall time.Duration) int64 { return calls[wall] })
	want := map[string]int64{phase.Evaluate: 10, phase.Define: 4, phase.Request: 0, phase.Other: 1}
	if len(got) != len(want) {
		t.Errorf("got %v, want %v", got, want)
	}
	for name, n := range want {
		if got[name] != n {
			t.Errorf("%s: got %d, want %d", name, got[name], n)
		}
	}
	var none *phase.Recorder
	if got := none.Count(nil); got != nil {
		t.Errorf("without a recorder: %v", got)
	}
}
