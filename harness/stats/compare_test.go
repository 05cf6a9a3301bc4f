package stats

import (
	"errors"
	"math"
	"math/bits"
	"math/rand/v2"
	"slices"
	"testing"
)

// TestComparePairs has the depression scale factors of nine patients from Hollander
// and Wolfe, table 3.1; the book gives p = 0.039, and for the shift -0.46 and the
// interval -0.786 to -0.010.
func TestComparePairs(t *testing.T) {
	before := []float64{1.83, 0.50, 1.62, 2.48, 1.68, 1.88, 1.55, 3.06, 1.30}
	after := []float64{0.878, 0.647, 0.598, 2.05, 1.06, 1.29, 1.06, 3.14, 1.29}
	c, err := ComparePairs(before, after)
	if err != nil {
		t.Fatal(err)
	}
	near(t, "p", c.P, 0.0390625)
	near(t, "shift", c.Diff, -0.46)
	near(t, "lo", c.Lo, -0.786)
	near(t, "hi", c.Hi, -0.010)
	near(t, "sign test", c.SignP, 0.1796875) // 7 of 9: 2(1+9+36)/512
	if c.Agree != 7 {
		t.Errorf("%d of 9 agree, want 7", c.Agree)
	}
}

// TestCompareUnpaired has the permeability constants of the human chorioamnion from
// Hollander and Wolfe, table 4.1: p = 0.2544 two-sided (0.1272 to one side), shift -0.305.
func TestCompareUnpaired(t *testing.T) {
	term := []float64{0.80, 0.83, 1.89, 1.04, 1.45, 1.38, 1.91, 1.64, 0.73, 1.46}
	early := []float64{1.15, 0.88, 0.90, 0.74, 1.21}
	c, err := CompareUnpaired(term, early)
	if err != nil {
		t.Fatal(err)
	}
	near(t, "p", c.P, 0.2544122544)
	near(t, "shift", c.Diff, -0.305)
	near(t, "lo", c.Lo, -0.76)
	near(t, "hi", c.Hi, 0.15)
}

// TestChange: a share is that of the values, not of how they vary, and the inverse from the other side.
func TestChange(t *testing.T) {
	slow := []float64{100, 140, 90, 300, 110, 120, 95, 105}
	fast := make([]float64, len(slow))
	for i, v := range slow {
		fast[i] = v / 50
	}
	c, err := ComparePairs(slow, fast)
	if err != nil {
		t.Fatal(err)
	}
	near(t, "change", c.Change, -0.98)
	near(t, "lo", c.ChangeLo, -0.98)
	near(t, "hi", c.ChangeHi, -0.98)
	if c, err = ComparePairs(fast, slow); err != nil {
		t.Fatal(err)
	}
	near(t, "swapped", c.Change, 49)
	if c, err = ComparePairs([]float64{0, 2, 4}, []float64{1, 3, 5}); err != nil {
		t.Fatal(err)
	}
	near(t, "with a zero", c.Change, 0.5)
}

func TestReach(t *testing.T) {
	for name, test := range map[string]struct {
		c    Comparison
		want float64
	}{
		"below":       {Comparison{BaseN: 9, BaseMedian: 100, ArmMedian: 110, Lo: -5, Hi: 2}, 0.05},
		"above":       {Comparison{BaseN: 9, BaseMedian: 110, ArmMedian: 100, Lo: -2, Hi: 5}, 0.05},
		"no interval": {Comparison{BaseN: 2, BaseMedian: 100, ArmMedian: 100, Lo: math.Inf(-1), Hi: math.Inf(1)}, 0},
		"zero":        {Comparison{BaseN: 9, Lo: -5, Hi: 2}, 0},
	} {
		if got := test.c.Reach(); got != test.want {
			t.Errorf("%s: %v, want %v", name, got, test.want)
		}
	}
}

func near(t *testing.T, what string, got, want float64) {
	t.Helper()
	if !(math.Abs(got-want) <= 1e-9) {
		t.Errorf("%s is %v, want %v", what, got, want)
	}
}

// TestAgainstCounting counts all signs and all pairs.
func TestAgainstCounting(t *testing.T) {
	rng := rand.New(rand.NewPCG(3, 4))
	for n := 1; n <= 12; n++ {
		base, arm := make([]float64, n), make([]float64, n)
		var d, walsh, all []float64
		for i := range n {
			base[i], arm[i] = float64(10+rng.IntN(12)), float64(12+rng.IntN(12)) // ties and zeros
			d = append(d, arm[i]-base[i])
		}
		for i := range d {
			for j := range d {
				all = append(all, arm[i]-base[j])
				if i <= j {
					walsh = append(walsh, (d[i]+d[j])/2)
				}
			}
		}
		c, err := ComparePairs(base, arm)
		if err != nil {
			t.Fatal(err)
		}
		near(t, "Hodges-Lehmann", c.Diff, Median(walsh))
		near(t, "signed ranks", c.P, countSigns(d))
		u, err := CompareUnpaired(base, arm)
		if err != nil {
			t.Fatal(err)
		}
		near(t, "shift", u.Diff, Median(all))
	}
}

// countSigns works the p of the signed-rank test out of all combinations of signs.
func countSigns(d []float64) float64 {
	d = slices.DeleteFunc(slices.Clone(d), func(v float64) bool { return v == 0 })
	twice, _ := signedRanks(d, 0)
	slices.SortFunc(d, func(a, b float64) int { return sign(math.Abs(a)-math.Abs(b), 0) })
	sum := func(signs uint) (w int) {
		for i, r := range twice {
			if signs>>i&1 == 1 {
				w += r
			} else {
				w -= r
			}
		}
		return max(w, -w)
	}
	var observed uint
	for i, v := range d {
		if v > 0 {
			observed |= 1 << i
		}
	}
	hits := 0
	for signs := range uint(1) << len(d) {
		if sum(signs) >= sum(observed) {
			hits++
		}
	}
	return float64(hits) / math.Pow(2, float64(len(d)))
}

// TestNormalApproximation looks that nothing jumps where the exact distribution ends.
func TestNormalApproximation(t *testing.T) {
	for _, n := range []int{exactPairs, exactPairs + 1, 400} {
		d := make([]float64, n)
		ranks := make([]int, n)
		plus := 0
		for i := range d {
			ranks[i] = 2 * (i + 1)
			if d[i] = float64(i + 1); bits.OnesCount(uint(i))%3 == 0 {
				d[i] = -d[i]
			} else {
				plus += ranks[i]
			}
		}
		total := n * (n + 1)
		var exact float64
		for s, chance := range signedRankDistribution(ranks) {
			if max(2*s-total, total-2*s) >= max(2*plus-total, total-2*plus) {
				exact += chance
			}
		}
		slices.Sort(d)
		if got := signedRankP(d, 0); math.Abs(got-exact) > 0.05*exact+1e-6 {
			t.Errorf("%d pairs: p %v, want %v", n, got, exact)
		}
	}
}

func TestCompareRefuses(t *testing.T) {
	for _, test := range []struct{ base, arm []float64 }{
		{nil, nil},
		{[]float64{1}, nil},
		{[]float64{1}, []float64{math.NaN()}},
		{[]float64{math.Inf(-1)}, []float64{1}},
		{[]float64{1}, []float64{math.MaxFloat64}},
	} {
		if c, err := CompareUnpaired(test.base, test.arm); !errors.Is(err, ErrValues) {
			t.Errorf("CompareUnpaired(%v, %v) = %+v, %v", test.base, test.arm, c, err)
		}
		if c, err := ComparePairs(test.base, test.arm); !errors.Is(err, ErrValues) {
			t.Errorf("ComparePairs(%v, %v) = %+v, %v", test.base, test.arm, c, err)
		}
	}
	if _, err := ComparePairs([]float64{1, 2}, []float64{1}); !errors.Is(err, ErrValues) {
		t.Errorf("two and one are a pair: %v", err)
	}
}

// FuzzVerdict: the verdict is that of the mirror when the arms swap places, and the
// same when the unit changes and when the samples are shuffled.
func FuzzVerdict(f *testing.F) {
	f.Add([]byte{100, 101, 100, 101, 100, 101, 100, 101, 100, 101, 100, 101}, uint64(1))
	f.Add([]byte{0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0}, uint64(2))
	f.Add([]byte{10, 30, 12, 28, 9, 31, 11, 35, 10, 22, 10, 33, 13, 30}, uint64(3))
	f.Fuzz(func(t *testing.T, data []byte, seed uint64) {
		n := min(len(data)/2, 60)
		if n == 0 {
			return
		}
		base, arm := make([]float64, n), make([]float64, n)
		for i := range n {
			base[i], arm[i] = float64(data[2*i]), float64(data[2*i+1])
		}
		for _, compare := range []func(base, arm []float64) (Comparison, error){ComparePairs, CompareUnpaired} {
			judged := func(base, arm []float64) Comparison {
				c, err := compare(base, arm)
				if err != nil {
					t.Fatal(err)
				}
				all := []Comparison{c}
				Judge(all, 0.01)
				return all[0]
			}
			c := judged(base, arm)
			if !(c.Lo <= c.Diff && c.Diff <= c.Hi && c.P >= 0 && c.P <= 1 && c.SignP >= 0 && c.SignP <= 1 && c.Agree <= n) {
				t.Errorf("out of order: %+v", c)
			}
			s := judged(arm, base)
			if s.Diff != -c.Diff || s.Lo != -c.Hi || s.Hi != -c.Lo || s.P != c.P || s.Agree != c.Agree {
				t.Errorf("swapped: %+v, was %+v", s, c)
			}
			if s.byFactor && math.Abs((1+s.Change)*(1+c.Change)-1) > 1e-9 {
				t.Errorf("swapped: change %v, was %v", s.Change, c.Change)
			}
			if mirror := map[Verdict]Verdict{Faster: Slower, Slower: Faster, Tie: Tie, NoVerdict: NoVerdict}; s.Verdict != mirror[c.Verdict] {
				t.Errorf("swapped: %s, was %s", s.Verdict, c.Verdict)
			}
			b, a := slices.Clone(base), slices.Clone(arm)
			for _, swap := range []func(i, j int){
				func(i, j int) { b[i], b[j], a[i], a[j] = b[j], b[i], a[j], a[i] },
			} {
				rand.New(rand.NewPCG(seed, 0)).Shuffle(n, swap)
			}
			if u := judged(b, a); u.Verdict != c.Verdict || u.P != c.P || u.Diff != c.Diff {
				t.Errorf("shuffled: %+v, was %+v", u, c)
			}
			for _, unit := range []float64{1e-6, 1.0 / 3, 1e9} {
				for i := range n {
					b[i], a[i] = base[i]*unit, arm[i]*unit
				}
				if u := judged(b, a); u.Verdict != c.Verdict || math.Abs(u.P-c.P) > 1e-12 {
					t.Errorf("unit %g: %+v, was %+v", unit, u, c)
				}
			}
		}
	})
}
