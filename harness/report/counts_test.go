package report

import (
	"bytes"
	"reflect"
	"strings"
	"testing"

	"example.com/thaw/harness"
	"example.com/thaw/isolate/phase"
)

// counted is a result with counts of one arm, and none of another.
func counted(t testing.TB) *harness.Result {
	r := result(t, &virtual{mode: harness.ModeIsolate}, 1, fourArms()[:2]...)
	evaluate := map[harness.Count]int64{harness.BytesParsed: 0, harness.Calls: 12, harness.Allocations: 7}
	request := map[harness.Count]int64{harness.BytesParsed: 4096, harness.Calls: 0, harness.Allocations: 1}
	r.Counts = []harness.Counts{
		{
			Arm:    r.Arms[0].ID,
			Total:  map[harness.Count]int64{harness.BytesParsed: 4096, harness.Calls: 12, harness.Allocations: 8, harness.TouchedPages: 146},
			Phases: []harness.PhaseCounts{{Phase: phase.Evaluate, Counts: evaluate}, {Phase: phase.Request, Counts: request}},
			Ops:    map[string]int64{"op_a": 1, "op_b": 20, "op_c": 1, "op_d": 1, "op_e": 1, "op_f": 1},
		},
		{Arm: r.Arms[1].ID, Withheld: "they are not alike", Total: map[harness.Count]int64{}, Ops: map[string]int64{}},
	}
	return r
}

func TestCounts(t *testing.T) {
	r := counted(t)
	again, err := Read(bytes.NewReader(encoded(t, r)))
	if err != nil {
		t.Fatal(err)
	}
	if !reflect.DeepEqual(again.Counts, r.Counts) {
		t.Errorf("got %+v, want %+v", again.Counts, r.Counts)
	}
	for _, want := range []string{
		"\n" + r.Arms[0].ID + ": counts, the same on every machine\n" +
			"phase       parsed  calls  allocations  pages\n" +
			"evaluate       0 B     12            7\n" +
			"request   4.00 KiB      0            1\n" +
			"total     4.00 KiB     12            8    146\n" +
			"ops: b 20, a 1, c 1, d 1, e 1, 1 more\n",
		"\n" + r.Arms[1].ID + ": counts, the same on every machine\nthey are not alike\n",
	} {
		if got := shown(t, again); !strings.Contains(got, want) {
			t.Errorf("got\n%s\nwant\n%s", got, want)
		}
	}
}

func TestHTMLCounts(t *testing.T) {
	var page strings.Builder
	if err := HTML(&page, counted(t)); err != nil {
		t.Fatal(err)
	}
	for _, want := range []string{`<section id="counts"`, `<th scope="row">evaluate</th><td class="n">0 B</td><td class="n">12</td>`, "they are not alike."} {
		if !strings.Contains(page.String(), want) {
			t.Errorf("%s is not in the page", want)
		}
	}
}

func TestReadCountsRefuses(t *testing.T) {
	file := string(encoded(t, counted(t)))
	for _, c := range []struct{ old, new, want string }{
		{`"calls": 12`, `"calls": -12`, `counts[0].total.calls is -12; want 0 or more`},
		{`"op_b": 20`, `"op_b": -1`, `counts[0].ops.op_b is -1; want 0 or more`},
		{`"evaluate": {
     "bytesParsed"`, `"evaluation": {
     "bytesParsed"`, `counts[0].phases has "evaluation", which is no phase; there are spawn, boot`},
		{`"withheld"`, `"arm": "none",
   "other"`, `duplicate`},
	} {
		changed := strings.Replace(file, c.old, c.new, 1)
		if changed == file {
			t.Errorf("%s is not in the file\n%s", c.old, file)
			continue
		}
		if _, err := Read(strings.NewReader(changed)); err == nil || !strings.Contains(err.Error(), c.want) {
			t.Errorf("%s: got %v, want %s", c.new, err, c.want)
		}
	}
	later := strings.Replace(file, `"calls": 12`, `"calls": 12, "instructions": 3`, 1)
	if _, err := Read(strings.NewReader(later)); err != nil {
		t.Errorf("a count of a later version: %v", err)
	}
}
