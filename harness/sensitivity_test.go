package harness

import (
	"flag"
	"fmt"
	"os"
	"os/exec"
	"testing"

	"example.com/thaw/harness/stats"
)

var sensitivity = flag.Int("sensitivity", 0, "make so many experiments with busy loops in TestSensitivity")

// The shares of the total that busy loops take: one is to be found, the other to be called a tie.
const (
	large = 0.02
	small = 0.002
)

// TestSensitivity counts how many of many experiments of 60 rounds, at the usual floor and with a busy process
// beside them, find a busy loop of 2 % of a total of about 20 ms, and how many call one of 0.2 % a tie. It measures, so
// it is left out unless -sensitivity says how often (make sensitivity). One in ten may be missed.
func TestSensitivity(t *testing.T) {
	if *sensitivity == 0 {
		t.Skip("-sensitivity says how many experiments to make")
	}
	beBusy(t)
	r := NewIsolateRunner(engines)
	defer r.Close()
	for _, runtime := range []string{"goja", "quickjs"} {
		app, total, perTurn := calibrate(t, r, runtime, 20e6)
		found, ties := 0, 0
		for n := range *sensitivity {
			e := Experiment{Rounds: 60, Warmup: 2, Seed: uint64(n), AA: true, Floor: DefaultFloor}
			for _, share := range []float64{0, large, small} {
				e.Arms = append(e.Arms, looping(app, int(share*total/perTurn)))
			}
			res, err := e.Run(t.Context(), r)
			if err != nil {
				t.Fatal(err)
			}
			if res.Comparisons[0].Verdict == stats.Slower {
				found++
			}
			if res.Comparisons[1].Verdict == stats.Tie {
				ties++
			}
		}
		t.Logf("%s: of %d experiments, %d find a busy loop of %v %% of %.2f ms, and %d call one of %v %% a tie",
			runtime, *sensitivity, found, 100*large, total/1e6, ties, 100*small)
		if found < *sensitivity*9/10 || *sensitivity-ties > limit(*sensitivity, stats.Alpha/5) {
			t.Errorf("%s: too few", runtime)
		}
	}
}

// beBusy keeps a process busy until the test ends.
func beBusy(t *testing.T) {
	t.Helper()
	program, err := os.Executable()
	if err != nil {
		t.Fatal(err)
	}
	busy := exec.Command(program, "_busy")
	if _, err = busy.StdinPipe(); err == nil { // its end ends the process, should this one die
		err = busy.Start()
	}
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() {
		_ = busy.Process.Kill()
		_ = busy.Wait()
	})
}

// working is an app whose top level makes so many objects.
func working(runtime string, objects int) Arm {
	arm := script(fmt.Sprintf("const kept = []; for (let i = 0; i < %d; i++) kept[i %% 1000] = { id: i, name: `n${i}` };\n", objects) + hello)
	arm.Runtime = runtime
	return arm
}

// looping is an arm that begins with a loop of so many turns. The text is as long whatever their number.
func looping(arm Arm, turns int) Arm {
	arm.ID = fmt.Sprintf("%s, %d turns", arm.Runtime, turns)
	arm.Source.Text = fmt.Sprintf("for (let i = 0; i < %-9d; i++);\n", turns) + arm.Source.Text
	return arm
}

// calibrate makes an app that takes about wanted nanoseconds, and returns what it takes, and what a turn of the loop does.
func calibrate(t *testing.T, r Runner, runtime string, wanted float64) (app Arm, total, perTurn float64) {
	t.Helper()
	const objects, turns = 10_000, 50_000
	compare := func(base, arm Arm) Comparison {
		res, err := Experiment{Arms: []Arm{base, arm}, Rounds: 40, Warmup: 2}.Run(t.Context(), r)
		if err != nil {
			t.Fatal(err)
		}
		return res.Comparisons[0]
	}
	few, more := looping(working(runtime, 0), 0), looping(working(runtime, objects), 0)
	more.ID += " and objects"
	c := compare(few, more)
	app = working(runtime, int(objects*(wanted-c.BaseMedian)/c.Diff))
	c = compare(looping(app, 0), looping(app, turns))
	return app, c.BaseMedian, c.Diff / turns
}
