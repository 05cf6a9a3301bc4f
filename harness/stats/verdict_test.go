package stats

import (
	"math"
	"math/rand/v2"
	"strings"
	"testing"
)

func TestHolm(t *testing.T) {
	for _, test := range []struct{ p, want []float64 }{
		{nil, nil},
		{[]float64{0.03}, []float64{0.03}},
		{[]float64{0.01, 0.04, 0.03, 0.005}, []float64{0.03, 0.06, 0.06, 0.02}}, // as R's p.adjust has it
		{[]float64{0.9, 0.8}, []float64{1, 1}},
	} {
		got := Holm(test.p)
		for i, want := range test.want {
			if math.Abs(got[i]-want) > 1e-12 {
				t.Errorf("Holm(%v) = %v, want %v", test.p, got, test.want)
				break
			}
		}
	}
}

// noisy makes samples with a floor and a long right tail around 1000.
func noisy(rng *rand.Rand, factor float64, n int) []float64 {
	values := make([]float64, n)
	for i := range values {
		values[i] = factor * (980 + 20*rng.ExpFloat64())
		if rng.IntN(20) == 0 {
			values[i] *= 1.5
		}
	}
	return values
}

func verdicts(t *testing.T, factor float64, n, times int, floor float64) map[Verdict]int {
	t.Helper()
	rng := rand.New(rand.NewPCG(11, uint64(n)))
	count := map[Verdict]int{}
	for range times {
		c, err := ComparePairs(noisy(rng, 1, n), noisy(rng, factor, n))
		if err != nil {
			t.Fatal(err)
		}
		all := []Comparison{c}
		Judge(all, floor)
		count[all[0].Verdict]++
	}
	return count
}

// TestFalseVerdicts compares equals 2000 times. At the level 5 % and with three
// standard deviations of that count, at most 130 verdicts may be false.
func TestFalseVerdicts(t *testing.T) {
	if got := verdicts(t, 1, 20, 2000, 0); got[Tie] < 2000-130 || got[NoVerdict] > 0 {
		t.Errorf("without a floor: %v", got)
	}
	if got := verdicts(t, 1, 20, 2000, 0.02); got[Tie] < 1980 {
		t.Errorf("with a floor: %v", got)
	}
}

func TestSensitivity(t *testing.T) {
	if got := verdicts(t, 1.02, 60, 200, 0.01); got[Slower] < 190 {
		t.Errorf("2 %% more: %v", got)
	}
	if got := verdicts(t, 1.002, 60, 200, 0.01); got[Tie] < 190 {
		t.Errorf("0.2 %% more: %v", got)
	}
}

func TestJudgeFew(t *testing.T) {
	rising := func(n int, by float64) []float64 {
		values := make([]float64, n)
		for i := range values {
			values[i] = 10 + by + float64(i)/100
		}
		return values
	}
	for _, test := range []struct {
		rounds, comparisons int
		want                Verdict
		text                string
	}{
		{5, 1, NoVerdict, "not enough samples for a verdict: 5 of 6 rounds"},
		{6, 1, Slower, ""},
		{6, 4, NoVerdict, "not enough samples for a verdict on one of 4 comparisons: 6 of 8 rounds"},
		{8, 4, Slower, ""},
	} {
		all := make([]Comparison, test.comparisons)
		for i := range all {
			all[i], _ = ComparePairs(rising(test.rounds, 0), rising(test.rounds, 5))
		}
		Judge(all, 0.01)
		for _, c := range all {
			if c.Verdict != test.want || has(c.Warnings, FewSamples) != (test.text != "") ||
				test.text != "" && !strings.Contains(c.Warnings[0].Text, test.text) {
				t.Errorf("%d rounds, %d comparisons: %s, %v", test.rounds, test.comparisons, c.Verdict, c.Warnings)
			}
		}
	}
}

func TestFloor(t *testing.T) {
	c := Comparison{Paired: true, BaseN: 30, ArmN: 30, BaseMedian: 100, ArmMedian: 101, Diff: 1, P: 1e-9}
	for floor, want := range map[float64]Verdict{0: Slower, 0.01: Slower, 0.011: Tie} {
		all := []Comparison{c}
		if Judge(all, floor); all[0].Verdict != want {
			t.Errorf("floor %v: %s, want %s", floor, all[0].Verdict, want)
		}
	}
}

func TestMoreRounds(t *testing.T) {
	c := Comparison{Paired: true, BaseN: 20, BaseMedian: 100, ArmMedian: 100, Lo: -2, Hi: 2}
	// The deviation is 2/1.96 = 1.0204 of the median's hundredths.
	for _, test := range []struct {
		effect, floor, noise float64
		want                 int
	}{
		{0.01, 0, 0, 144},      // (1.96 + 0.8416) 1.0204 = 2.859 times 1 %: 20 x 2.859^2 = 163.4
		{0.03, 0, 0, 0},        // enough
		{0.01, 0.009, 0, 1456}, // 0.8416 x 1.0204 = 0.8588 is 8.588 times 0.1 %: 20 x 8.588^2 = 1475.1
		{0.01, 0, 0.03, 278},   // 3 + 0.8588 = 3.8588 times 1 %: 20 x 3.8588^2 = 297.8
		{0.01, 0.01, 0, 0},     // half of the estimates are below the floor, however many rounds
		{0, 0, 0, 0},
	} {
		if got := c.MoreRounds(test.effect, test.floor, test.noise); got != test.want {
			t.Errorf("%+v: %d more rounds", test, got)
		}
	}
	c.Lo, c.Hi = math.Inf(-1), math.Inf(1)
	if got := c.MoreRounds(0.01, 0, 0); got != 0 {
		t.Errorf("without an interval: %d", got)
	}
}
