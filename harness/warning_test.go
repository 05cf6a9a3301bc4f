package harness

import (
	"net/http"
	"slices"
	"testing"

	"example.com/thaw/isolate/codecache"
)

func TestWarnings(t *testing.T) {
	few := Warning{Code: "few-samples", Text: "2 samples are too few for a 95 % interval of the median, which needs 6"}
	tests := []struct {
		name   string
		rounds int
		change func(arm Arm, n int, s *Sample)
		want   []Warning
	}{
		{"none", 6, func(Arm, int, *Sample) {}, nil},
		{"few samples are said once", 2, func(Arm, int, *Sample) {}, []Warning{few}},
		{"status of one arm", 6, func(arm Arm, _ int, s *Sample) {
			if arm.ID == "b" {
				s.Cold.Answer.Status, s.ErrorLog = 404, "no such route\n    at f"
			}
		}, []Warning{
			{WarnStatus, "GET / is answered with status 404: what is measured is an error path (no such route)", "b"},
			{WarnParity, "answers with another status (404, not 200) than a, so the two can't be compared", "b"},
		}},
		{"headers and body", 2, func(arm Arm, _ int, s *Sample) {
			s.Cold.Answer.Header = http.Header{"Date": {arm.ID}, "Content-Type": {"text/plain"}, "Etag": {arm.ID}}
			s.Cold.Answer.Body = []byte(arm.ID)
		}, []Warning{few, {WarnParity, "answers with another header Etag, body than a, so the two can't be compared", "b"}}},
		{"varies", 6, func(arm Arm, n int, s *Sample) {
			if arm.ID == "a" && n > 6 {
				s.Cold.Answer.Body = []byte{byte(n)}
			}
		}, []Warning{{WarnVaries, "round 4 is answered with another body than round 1", "a"}}},
		{"cache", 6, func(arm Arm, n int, s *Sample) {
			if arm.ID == "b" {
				hit := n > 4
				s.Cold.Profile.Phases[0].Hit = &hit // parse
				s.CacheWarnings = []string{"the disk is full"}
			}
		}, []Warning{
			{WarnCache, "the disk cache did not have the script in 2 of 6 samples", "b"},
			{WarnCache, "the disk is full", "b"},
		}},
	}
	for _, test := range tests {
		t.Run(test.name, func(t *testing.T) {
			f := fakeRunner{change: func(arm Arm, n int, s *Sample) error {
				test.change(arm, n, s)
				return nil
			}}
			all := arms("a", "b")
			all[1].Cache = codecache.Disk
			res, err := Experiment{Arms: all, Rounds: test.rounds}.Run(t.Context(), &f)
			if err != nil {
				t.Fatal(err)
			}
			got := slices.DeleteFunc(res.Warnings, func(w Warning) bool { return w.Code == WarnLoad })
			if !slices.Equal(got, test.want) {
				t.Errorf("got  %+v\nwant %+v", got, test.want)
			}
		})
	}
}

func TestParityIsWithinAnApp(t *testing.T) {
	f := fakeRunner{change: func(arm Arm, _ int, s *Sample) error {
		s.Cold.Answer.Body = []byte(arm.App)
		return nil
	}}
	all := arms("a", "b")
	all[1].App = "another"
	res, err := Experiment{Arms: all, Rounds: 6}.Run(t.Context(), &f)
	if err != nil {
		t.Fatal(err)
	}
	for _, w := range res.Warnings {
		if w.Code == WarnParity {
			t.Errorf("warning %+v", w)
		}
	}
}

func TestMachineWarns(t *testing.T) {
	load := 1.5
	if w := (Machine{Cores: 2, Load1: &load}).warn(); len(w) != 1 || w[0].Text != "the machine was busy before the run: load average 1.50 on 2 cores" {
		t.Errorf("warnings %+v", w)
	}
	if w := (Machine{Cores: 4, Load1: &load}).warn(); len(w) != 0 {
		t.Errorf("warnings %+v", w)
	}
	if w := (Machine{Cores: 1}).warn(); len(w) != 0 {
		t.Errorf("warnings %+v", w)
	}
}
