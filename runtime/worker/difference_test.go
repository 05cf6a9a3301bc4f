package worker

import (
	"fmt"
	"net/http"
	"strings"
	"testing"
)

func TestDifferences(t *testing.T) {
	for name, tc := range map[string]struct {
		without, from [2]string
		want          string
	}{
		"none":            {[2]string{"a 1", "a 1"}, [2]string{"a 1", "a 1"}, ""},
		"empty":           {[2]string{"", ""}, [2]string{"", ""}, ""},
		"kept":            {[2]string{`{"id":1}`, `{"id":2}`}, [2]string{`{"id":3}`, `{"id":3}`}, "kept body 6 1 3"},
		"kept like one":   {[2]string{"id 1", "id 2"}, [2]string{"id 1", "id 1"}, "kept body 3 1 1"},
		"changed":         {[2]string{"n 1", "n 1"}, [2]string{"n 2", "n 2"}, "changed body 2 1 2"},
		"fresh":           {[2]string{"at 1", "at 2"}, [2]string{"at 3", "at 4"}, "fresh body 3 1 3"},
		"fresh by chance": {[2]string{"die 1", "die 1"}, [2]string{"die 3", "die 4"}, "fresh body 4 1 3"},
		"two":             {[2]string{"1 5", "2 6"}, [2]string{"3 8", "3 9"}, "kept body 0 1 3; fresh body 2 5 8"},
		"following":       {[2]string{"Mon, 02 Jan of x 1", "Tue, 03 Feb of x 2"}, [2]string{"Wed, 04 Mar of x 3", "Wed, 04 Mar of x 3"}, "kept body 0 Mon, 02 Jan Wed, 04 Mar; kept body 17 1 3"},
		"dates and uuids": {
			[2]string{"2026-01-02T03:04:05.006Z", "2027-02-03T04:05:06.007Z"},
			[2]string{"2028-03-04T05:06:07.008Z", "2028-03-04T05:06:07.008Z"},
			"kept body 0 2026-01-02T03:04:05.006Z 2028-03-04T05:06:07.008Z",
		},
		"other words":  {[2]string{"a", "a b"}, [2]string{"c", "c"}, "kept body 0 a c"},
		"other spaces": {[2]string{"a b", "a b"}, [2]string{"a  b", "a  b"}, "changed body 0 a b a  b"},
		"missing":      {[2]string{"x", "x"}, [2]string{"", ""}, "changed body 0 x "},
	} {
		answers := func(bodies [2]string) []answer {
			return []answer{{status: 200, body: bodies[0]}, {status: 200, body: bodies[1]}}
		}
		var got []string
		for _, d := range differences(answers(tc.without), answers(tc.from)) {
			got = append(got, fmt.Sprintf("%s %s %d %s %s", d.Kind, d.Part, d.Offset, d.Without[0], d.From[0]))
		}
		if got := strings.Join(got, "; "); got != tc.want {
			t.Errorf("%s: %q, want %q", name, got, tc.want)
		}
	}
}

func TestDifferencesOfHead(t *testing.T) {
	a := answer{200, http.Header{"X-Id": {"1"}, "X-Same": {"s"}}, ""}
	b := answer{200, http.Header{"X-Id": {"2"}, "X-Same": {"s"}}, ""}
	c := answer{404, http.Header{"X-Id": {"3"}, "X-Same": {"s"}, "X-New": {"n"}}, ""}
	var got []string
	for _, d := range differences([]answer{a, b}, []answer{c, c}) {
		got = append(got, fmt.Sprintf("%s %s", d.Kind, d.Part))
	}
	if got, want := strings.Join(got, "; "), "changed status; kept header X-Id; changed header X-New"; got != want {
		t.Errorf("%q, want %q", got, want)
	}
}
