package harness

import (
	"bytes"
	"fmt"
	"maps"
	"net/http"
	"slices"
	"strings"
)

// A Difference says how the answer of a sample is another than that of a base. Header Date is not looked at.
type Difference struct {
	BaseRound, Round   int    // of the samples
	Sample             string // ID of the arm that answered so: of a comparison one of the two
	BaseStatus, Status int
	Headers            []HeaderDifference // by name
	OtherBody          bool
	Body               *BodyDifference // nil if the bodies are the same, or no difference is in what was kept of them
}

// A HeaderDifference has the values of a header on both sides; nil where it is absent.
type HeaderDifference struct {
	Name      string
	Base, Arm []string
}

// A BodyDifference is about the first byte that differs.
type BodyDifference struct {
	At                  int64 // bytes before it
	BaseBytes, ArmBytes int64 // of the whole bodies
	From                int64 // where the excerpts begin
	Base, Arm           []byte
}

// String names the parts that differ, one after the other.
func (d *Difference) String() string {
	var parts []string
	if d.BaseStatus != d.Status {
		parts = append(parts, fmt.Sprintf("status (%d, not %d)", d.Status, d.BaseStatus))
	}
	for _, h := range d.Headers {
		parts = append(parts, "header "+h.Name)
	}
	if d.OtherBody {
		parts = append(parts, "body")
	}
	return strings.Join(parts, ", ")
}

// difference is nil if both answers are the same. It leaves the samples to its caller.
func difference(base, other Answer) *Difference {
	d := &Difference{
		BaseStatus: base.Status, Status: other.Status,
		Headers: headerDifferences(base.Header, other.Header), OtherBody: base.SHA256 != other.SHA256,
	}
	if d.Status == d.BaseStatus && len(d.Headers) == 0 && !d.OtherBody {
		return nil
	}
	if d.OtherBody && base.hasBody() && other.hasBody() {
		d.Body = bodyDifference(base, other)
	}
	return d
}

func headerDifferences(base, arm http.Header) []HeaderDifference {
	names := map[string]bool{}
	for name := range base {
		names[name] = true
	}
	for name := range arm {
		names[name] = true
	}
	delete(names, "Date")
	var all []HeaderDifference
	for _, name := range slices.Sorted(maps.Keys(names)) {
		if !slices.Equal(base[name], arm[name]) {
			all = append(all, HeaderDifference{name, base[name], arm[name]})
		}
	}
	return all
}

// bodyDifference is nil if what is kept of the bodies is the same.
func bodyDifference(base, arm Answer) *BodyDifference {
	at := 0
	for at < len(base.Body) && at < len(arm.Body) && base.Body[at] == arm.Body[at] {
		at++
	}
	if at == len(base.Body) && at == len(arm.Body) {
		return nil
	}
	const before, after = 20, 40
	from := max(at-before, 0)
	part := func(body []byte) []byte { return bytes.Clone(body[min(from, len(body)):min(at+after, len(body))]) }
	return &BodyDifference{int64(at), base.Bytes, arm.Bytes, int64(from), part(base.Body), part(arm.Body)}
}

// bodyHead is how many bytes of a body are kept.
const bodyHead = 64 << 10

// hasBody reports whether it is known how the body begins.
func (a Answer) hasBody() bool { return a.Body != nil || a.SHA256 == emptySHA256 }

// bodies keeps the bodies of an experiment that may be shown: the first two that an arm answers with.
type bodies map[string][]string // the hashes of what was kept, by Arm.ID

// keep leaves an answer its body if that is to be kept.
func (b bodies) keep(arm string, a *Answer, body []byte) {
	if kept := b[arm]; len(kept) < 2 && !slices.Contains(kept, a.SHA256) {
		b[arm] = append(kept, a.SHA256)
		a.Body = append([]byte{}, body[:min(len(body), bodyHead)]...)
	}
}

// drop takes the bodies away from samples of apps that always answer with the same one.
func (r *Result) drop() {
	apps := map[string]string{}
	for _, a := range r.Arms {
		apps[a.ID] = a.App
	}
	first, differ := map[string]string{}, map[string]bool{}
	for _, s := range r.Samples {
		app, hash := apps[s.Arm], s.Cold.Answer.SHA256
		if first[app] == "" {
			first[app] = hash
		}
		differ[app] = differ[app] || first[app] != hash
	}
	for i, s := range r.Samples {
		if !differ[apps[s.Arm]] {
			r.Samples[i].Cold.Answer.Body = nil
		}
	}
}
