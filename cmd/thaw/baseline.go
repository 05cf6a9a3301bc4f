package main

import (
	"fmt"
	"math"
	"slices"
	"strconv"
	"strings"

	"example.com/thaw/harness"
)

// findArm returns the ID of the one arm whose name has all of words, the value of a flag; "" finds "".
func findArm(flag string, arms []harness.Arm, words string) (string, error) {
	if words == "" {
		return "", nil
	}
	var found, all []string
	for _, a := range arms {
		all = append(all, a.ID)
		names := strings.Fields(a.ID)
		missing := func(word string) bool { return !slices.Contains(names, word) }
		if a.ID == words || !slices.ContainsFunc(strings.Fields(words), missing) {
			found = append(found, a.ID)
		}
	}
	switch {
	case slices.Contains(found, words):
		return words, nil
	case len(found) == 1:
		return found[0], nil
	case len(found) == 0:
		return "", usagef("%s %q: no arm has this name; there are: %s", flag, words, strings.Join(all, "; "))
	}
	return "", usagef("%s %q: several arms have this name: %s", flag, words, strings.Join(found, "; "))
}

// A percentage is a flag such as 1%, kept as a share.
type percentage float64

// String implements pflag.Value.
func (p *percentage) String() string { return strconv.FormatFloat(100*float64(*p), 'g', 6, 64) + "%" }

// Type implements pflag.Value.
func (p *percentage) Type() string { return "PERCENT" }

// Set implements pflag.Value.
func (p *percentage) Set(text string) error {
	number, ok := strings.CutSuffix(text, "%")
	v, err := strconv.ParseFloat(strings.TrimSpace(number), 64)
	if !ok || err != nil || math.IsNaN(v) || v < 0 || v >= 100 {
		return fmt.Errorf("want a percentage from 0%% to less than 100%%, such as 1%%")
	}
	*p = percentage(v / 100)
	return nil
}
