package main

import (
	"fmt"

	"example.com/thaw/harness"
	"example.com/thaw/harness/stats"
)

// A claim is something that must hold: a bound on a ratio or on a time.
type claim struct {
	text  string
	of    func(*harness.Result) stats.Summary
	most  bool // bound is the most; else it is the least
	bound float64
	unit  string
}

func (c claim) boundText() string {
	sign := "≥ "
	if c.most {
		sign = "≤ "
	}
	return sign + number(c.bound) + c.unit
}

// verdict goes by the median.
func (c claim) verdict(got stats.Summary) string {
	if c.most && got.Median <= c.bound || !c.most && got.Median >= c.bound {
		return "holds"
	}
	return "**misses**"
}

// ratioClaim bounds how many times as much as arm another one takes.
func ratioClaim(text, other, arm string, m measure, bound float64) claim {
	return claim{
		text:  text,
		of:    func(r *harness.Result) stats.Summary { return ratio(r, other, arm, m) },
		bound: bound,
	}
}

func parseClaims() []claim {
	var all []claim
	for _, c := range []struct {
		engine string
		least  float64
	}{{"goja", 5}, {"quickjs", 8}} {
		for _, app := range []string{medium, bulkName} {
			id := app + " " + c.engine
			all = append(all, ratioClaim("parse of "+id+": CPU from source / from disk", id+fromSourceID, id+fromDiskID, parseCPU, c.least))
		}
	}
	return all
}

// isolateClaims are about new isolates of a kind, which what names.
func isolateClaims(what string) []claim {
	all := []claim{
		timeClaim(what, small+warmID, 0.5),
		timeClaim(what, large+warmID, 2.5),
		timeClaim(what, large+evaluatedID, 4.5),
	}
	for _, id := range []string{warmID, evaluatedID} {
		c := ratioClaim(fmt.Sprintf("%s,%s: CPU of %s / %s", what, id, large, least), large+id, least+id, cpu, 1.25)
		c.most = true
		all = append(all, c)
	}
	for _, c := range []struct {
		app   string
		least float64
	}{{small, 15}, {router, 15}, {large, 60}} {
		for _, m := range measures {
			text := fmt.Sprintf("%s, %s: %s of workerd /%s", what, c.app, m.name, warmID)
			all = append(all, ratioClaim(text, c.app+" "+workerd, c.app+warmID, m.of, c.least))
		}
	}
	return all
}

func timeClaim(what, arm string, most float64) claim {
	return claim{
		text: what + ", " + arm,
		of:   func(r *harness.Result) stats.Summary { return milliseconds(summary(r, arm, wall)) },
		most: true, bound: most, unit: " ms",
	}
}

func processClaims() []claim {
	var all []claim
	for _, c := range []struct {
		app, peer string
		least     float64
	}{
		{large, workerd, 10},
		{large, bunBytecode, 8},
		{small, workerd, 3},
		{router, workerd, 3},
		{small, bunBytecode, 1},
		{router, bunBytecode, 1},
	} {
		for _, m := range measures {
			all = append(all, claim{
				text:  fmt.Sprintf("fresh process, %s: %s of %s / the better of goja and quickjs", c.app, m.name, c.peer),
				of:    func(r *harness.Result) stats.Summary { return better(r, c.app+" "+c.peer, c.app, m.of) },
				bound: c.least,
			})
		}
	}
	return all
}

// better compares a peer with the engine that is better on an app.
func better(r *harness.Result, peer, app string, m measure) stats.Summary {
	a, b := ratio(r, peer, app+processID, m), ratio(r, peer, app+gojaID, m)
	if a.Median > b.Median {
		return a
	}
	return b
}
