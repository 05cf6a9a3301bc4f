package report

import (
	"fmt"
	"strings"

	"example.com/thaw/harness"
)

// differsJSON is how the first answer of an arm that is not its base's differs from that.
type differsJSON struct {
	Arm       string         `json:"arm"` // that answered so: mostly the comparison's, or its base if that varies
	Round     int            `json:"round"`
	BaseRound int            `json:"baseRound"`
	Status    []int          `json:"status,omitempty"` // of the base and of the arm
	Headers   []headerDiffer `json:"headers,omitempty"`
	Body      *bodyDiffer    `json:"body,omitempty"`
}

type headerDiffer struct {
	Name string   `json:"name"`
	Base []string `json:"base"` // null if absent
	Arm  []string `json:"arm"`
}

// bodyDiffer has excerpts around the first byte that differs, in base64.
type bodyDiffer struct {
	At        int64  `json:"at"`
	From      int64  `json:"from"`
	Base      []byte `json:"base"`
	Arm       []byte `json:"arm"`
	BaseBytes int64  `json:"baseBytes"`
	ArmBytes  int64  `json:"armBytes"`
}

func newDiffers(d *harness.Difference) *differsJSON {
	if d == nil {
		return nil
	}
	j := &differsJSON{Arm: d.Sample, Round: d.Round, BaseRound: d.BaseRound}
	if d.Status != d.BaseStatus {
		j.Status = []int{d.BaseStatus, d.Status}
	}
	for _, h := range d.Headers {
		j.Headers = append(j.Headers, headerDiffer(h))
	}
	if b := d.Body; b != nil {
		j.Body = &bodyDiffer{b.At, b.From, b.Base, b.Arm, b.BaseBytes, b.ArmBytes}
	}
	return j
}

// differences shows what differs in the answers of arms of one app, a part a line with both sides, each pair
// of answers once.
func differences(r *harness.Result) []string {
	return newList(differing(r), func(c harness.Comparison) string {
		return differenceTitle(c) + ":\n" + strings.Join(parts(c.Difference), "\n")
	})
}

func differenceTitle(c harness.Comparison) string {
	d := c.Difference
	return fmt.Sprintf("%s, round %d, and %s, round %d, answer differently", c.Base, d.BaseRound, d.Sample, d.Round)
}

// differing are the comparisons of arms of one app that answer differently, each pair of answers once.
func differing(r *harness.Result) []harness.Comparison {
	var all []harness.Comparison
	seen := map[string]bool{}
	for _, c := range r.Comparisons {
		base, _ := r.Arm(c.Base)
		if arm, _ := r.Arm(c.Arm); c.Difference == nil || arm.App != base.App {
			continue
		}
		if key := differenceTitle(c) + strings.Join(parts(c.Difference), "\n"); !seen[key] {
			seen[key] = true
			all = append(all, c)
		}
	}
	return all
}

// parts has a line for each part that differs: the base's side first. There is none for nil.
func parts(d *harness.Difference) []string {
	return newList(differingParts(d), func(p differingPart) string {
		if p.base == "" {
			return "  " + p.name + ": " + p.other
		}
		return fmt.Sprintf("  %s: %s, and %s", p.name, p.base, p.other)
	})
}

// A differingPart is a part of two answers, with both sides. Where these are not known, base is "" and
// other says so.
type differingPart struct{ name, base, other string }

func differingParts(d *harness.Difference) []differingPart {
	if d == nil {
		return nil
	}
	var all []differingPart
	if d.Status != d.BaseStatus {
		all = append(all, differingPart{"status", fmt.Sprint(d.BaseStatus), fmt.Sprint(d.Status)})
	}
	for _, h := range d.Headers {
		all = append(all, differingPart{"header " + h.Name, values(h.Base), values(h.Arm)})
	}
	switch b := d.Body; {
	case b != nil:
		name := fmt.Sprintf("body at byte %d, of %d and %d bytes", b.At, b.BaseBytes, b.ArmBytes)
		all = append(all, differingPart{name, excerpt(b.Base, b.From, b.BaseBytes), excerpt(b.Arm, b.From, b.ArmBytes)})
	case d.OtherBody:
		all = append(all, differingPart{"body", "", "not in what was kept of it"})
	}
	return all
}

// values of a header stand in quotes.
func values(all []string) string {
	if all == nil {
		return "none"
	}
	return strings.Join(newList(all, func(v string) string { return fmt.Sprintf("%q", v) }), ", ")
}

// excerpt quotes a part of a body, with an ellipsis where there is more.
func excerpt(part []byte, from, whole int64) string {
	text := fmt.Sprintf("%q", part)
	if from > 0 {
		text = "…" + text
	}
	if from+int64(len(part)) < whole {
		text += "…"
	}
	return text
}
