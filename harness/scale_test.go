package harness

import (
	"fmt"
	"math"
	"slices"
	"strings"
	"testing"
	"time"

	"example.com/thaw/isolate/phase"
)

// sizedArms are arms of the fixture router.
func sizedArms(runtime string, sizes ...int) []Arm {
	var all []Arm
	for _, n := range sizes {
		app := fmt.Sprintf("fixture:router@%d", n)
		all = append(all, Arm{ID: app + " " + runtime, App: app, Runtime: runtime})
	}
	return all
}

// growing gives each phase a time by size, in microseconds, and a noise of up to 3 %.
func growing(of map[string]func(size float64) float64) *fakeRunner {
	return &fakeRunner{change: func(arm Arm, n int, s *Sample) error {
		size := float64(sizedFixture(arm.App).Size)
		p := phase.Profile{}
		for i, name := range phase.Names() {
			f := of[name]
			if f == nil {
				continue
			}
			noise := 1 + 0.03*math.Sin(float64(7*n+3*i))
			wall := time.Duration(f(size) * noise * float64(time.Microsecond))
			cost := phase.Cost{Wall: wall, Thread: wall, Process: wall, HasCPU: true}
			p.Phases = append(p.Phases, phase.Entry{Name: name, Cost: cost})
			p.Total = p.Total.Plus(cost)
			p.Total.HasCPU = true
		}
		s.Cold.Profile = p
		return nil
	}}
}

func line(fixed, perUnit float64) func(float64) float64 {
	return func(size float64) float64 { return fixed + perUnit*size }
}

func fitScale(t *testing.T, r Runner, rounds int, arms ...Arm) []ScaleFit {
	t.Helper()
	res, err := Experiment{Arms: arms, Rounds: rounds, Seed: 3}.Run(t.Context(), r)
	if err != nil {
		t.Fatal(err)
	}
	fits, err := res.FitScale()
	if err != nil {
		t.Fatal(err)
	}
	return fits
}

func TestFitScale(t *testing.T) {
	r := growing(map[string]func(float64) float64{
		phase.Parse:   line(20_000, 0),
		phase.Define:  line(1000, 300),
		phase.Build:   func(n float64) float64 { return 500 + 200*n + 600*max(0, n-100) },
		phase.Request: line(3000, 0.1),
	})
	fits := fitScale(t, r, 20, sizedArms("goja", 500, 1, 10, 100, 50)...)
	if len(fits) != 1 {
		t.Fatalf("%d fits", len(fits))
	}
	f := fits[0]
	if f.Family != "fixture:router" || f.Unit != "routes" || !slices.Equal(f.Sizes, []int{1, 10, 50, 100, 500}) || f.Arms[0] != "fixture:router@1 goja" || f.Rounds != 20 {
		t.Errorf("%+v", f)
	}
	shapes := map[string]Shape{}
	byName := map[string]PhaseFit{}
	for _, p := range f.Phases {
		shapes[p.Name], byName[p.Name] = p.Shape, p
	}
	for name, want := range map[string]Shape{phase.Parse: Flat, phase.Define: Linear, phase.Build: Bent, phase.Request: Flat} {
		if shapes[name] != want {
			t.Errorf("%s is %s, want %s: %+v", name, shapes[name], want, byName[name])
		}
	}
	d := byName[phase.Define]
	if d.PerUnit.Lo > 300e3 || d.PerUnit.Hi < 300e3 || d.PerUnit.Hi-d.PerUnit.Lo > 20e3 || d.Fixed.Lo > 1e6 || d.Fixed.Hi < 1e6 || d.R2 < 0.999 || d.BendsAt != 0 {
		t.Errorf("define: %+v", d)
	}
	if b := byName[phase.Build]; b.BendsAt != 100 {
		t.Errorf("build bends at %d", b.BendsAt)
	}
	if f.Total.Shape != Bent {
		t.Errorf("the total is %s", f.Total.Shape)
	}
}

func TestFitScaleGroups(t *testing.T) {
	r := growing(map[string]func(float64) float64{phase.Parse: line(100, 1)})
	arms := slices.Concat(sizedArms("goja", 1, 2, 3), sizedArms("quickjs", 3, 2, 1), sizedArms("none", 1, 2))
	arms = append(arms, Arm{ID: "hello", App: "app"})
	minified := sizedArms("goja", 1, 2, 3)
	for i := range minified {
		minified[i].ID += " minify=on"
		minified[i].Levers = []Lever{{"minify", "on"}}
	}
	res, err := Experiment{Arms: append(arms, minified...), Rounds: 6, AA: true}.Run(t.Context(), &fakeRunner{change: func(a Arm, n int, s *Sample) error {
		if a.App == "app" {
			return nil
		}
		return r.change(a, n, s)
	}})
	if err != nil {
		t.Fatal(err)
	}
	fits, err := res.FitScale()
	if err != nil || len(fits) != 3 || fits[0].Runtime != "goja" || fits[1].Runtime != "quickjs" || len(fits[2].Levers) != 1 {
		t.Errorf("%v, %+v", err, fits)
	}
	for _, c := range res.Comparisons {
		if base, _, _ := strings.Cut(c.Base, " "); c.Arm != "hello" && !strings.HasPrefix(c.Arm, base+" ") {
			t.Errorf("%s is compared with %s: another size", c.Arm, c.Base)
		}
	}
}

// TestFitScaleFew: too few rounds for an interval are no reason to call anything flat or linear.
func TestFitScaleFew(t *testing.T) {
	r := growing(map[string]func(float64) float64{phase.Define: line(100, 10)})
	f := fitScale(t, r, 5, sizedArms("goja", 1, 10, 100)...)[0]
	if f.Total.Shape != Unclear || f.Total.PerUnit.HasInterval() {
		t.Errorf("%+v", f.Total)
	}
}

// TestFitScaleZero: a phase that takes no time at all, and one that only large sizes have.
func TestFitScaleZero(t *testing.T) {
	r := growing(map[string]func(float64) float64{
		phase.Parse: line(1000, 0), phase.Define: line(0, 0), phase.Build: func(n float64) float64 { return max(0, n-50) * 10 },
	})
	for _, p := range fitScale(t, r, 8, sizedArms("goja", 1, 10, 50, 100, 500)...)[0].Phases {
		for _, v := range append([]float64{p.PerUnit.Median, p.Fixed.Median, p.R2}, p.Medians...) {
			if math.IsNaN(v) || math.IsInf(v, 0) {
				t.Errorf("%+v", p)
			}
		}
		if p.Name == phase.Define && p.Shape != Flat {
			t.Errorf("define: %+v", p)
		}
	}
}

func TestFitScalePartial(t *testing.T) {
	arms := sizedArms("goja", 1, 2, 3)
	res := Result{Arms: arms, Rounds: 2, Partial: true, Samples: []Sample{{Arm: arms[0].ID, Round: 1}, {Arm: arms[1].ID, Round: 1}}}
	if fits, err := res.FitScale(); err != nil || len(fits) > 0 {
		t.Errorf("%+v, %v", fits, err)
	}
}
