package harness

import (
	"net/http"
	"slices"
	"strings"
	"testing"
)

// answering gives each arm an answer of its own, from a round on.
func answering(from int, change map[string]func(*Answer)) *fakeRunner {
	return &fakeRunner{change: func(arm Arm, n int, s *Sample) error {
		if f := change[arm.ID]; f != nil && n >= from {
			f(&s.Cold.Answer)
		}
		return nil
	}}
}

func TestDifference(t *testing.T) {
	long := strings.Repeat("x", 100)
	r := answering(0, map[string]func(*Answer){
		"a": func(a *Answer) { a.Body = []byte(long + "<p>one</p>" + long) },
		"b": func(a *Answer) {
			a.Status, a.Body = 201, []byte(long+"<p>two\xff</p>"+long)
			a.Header = http.Header{"Content-Type": {"text/html"}, "Etag": {"1", "2"}, "Date": {"now"}}
		},
	})
	d := pair(t, r, 3, "a", "b").Difference
	if d == nil || d.Sample != "b" || d.BaseRound != 1 || d.Round != 1 || d.BaseStatus != 200 || d.Status != 201 {
		t.Fatalf("%+v", d)
	}
	if len(d.Headers) != 2 || d.Headers[0].Name != "Content-Type" || d.Headers[0].Base[0] != "text/plain" ||
		d.Headers[1].Base != nil || !slices.Equal(d.Headers[1].Arm, []string{"1", "2"}) {
		t.Errorf("headers %+v", d.Headers)
	}
	b := d.Body
	if b == nil || b.At != 103 || b.BaseBytes != 210 || b.ArmBytes != 211 || b.From != 83 ||
		!strings.HasPrefix(string(b.Base), strings.Repeat("x", 17)+"<p>one</p>") || !strings.Contains(string(b.Arm), "two\xff") {
		t.Errorf("body %+v", b)
	}
}

// TestBodiesKept: a body is kept where it can be of use, and no more of it than that.
func TestBodiesKept(t *testing.T) {
	large := func(a *Answer) { a.Body = []byte(strings.Repeat("x", bodyHead) + "y") }
	for _, test := range []struct {
		name   string
		runner *fakeRunner
		kept   int // samples with a body
	}{
		{"all answer alike", answering(0, nil), 0},
		{"one answers otherwise later", answering(10, map[string]func(*Answer){"b": func(a *Answer) { a.Body = nil }}), 3},
		{"one is beyond what is kept", answering(0, map[string]func(*Answer){"b": large}), 2},
	} {
		res, err := Experiment{Arms: arms("a", "b"), Rounds: 10, Warmup: 1}.Run(t.Context(), test.runner)
		if err != nil {
			t.Fatal(err)
		}
		kept := 0
		for _, s := range res.Samples {
			if len(s.Cold.Answer.Body) > bodyHead {
				t.Errorf("%s: %d bytes are kept", test.name, len(s.Cold.Answer.Body))
			}
			if s.Cold.Answer.Body != nil {
				kept++
			}
		}
		if kept != test.kept {
			t.Errorf("%s: %d bodies are kept, want %d", test.name, kept, test.kept)
		}
		if d := res.Comparisons[0].Difference; (d != nil) != (test.kept > 0) || d != nil && d.Body == nil {
			t.Errorf("%s: difference %+v", test.name, d)
		}
	}
}

// TestDifferenceUnknown: a difference behind what is kept is said to be one, without a place.
func TestDifferenceUnknown(t *testing.T) {
	head := strings.Repeat("x", bodyHead)
	d := pair(t, answering(0, map[string]func(*Answer){
		"a": func(a *Answer) { a.Body = []byte(head + "one") },
		"b": func(a *Answer) { a.Body = []byte(head + "two") },
	}), 3, "a", "b").Difference
	if d == nil || !d.OtherBody || d.Body != nil || d.String() != "body" {
		t.Errorf("%+v", d)
	}
}
