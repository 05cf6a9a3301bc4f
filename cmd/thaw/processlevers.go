package main

import (
	"math"
	"slices"
	"strconv"

	"github.com/spf13/cobra"

	"example.com/thaw/harness"
)

// noQuota is the value of --cpu-quota that bounds nothing.
const noQuota = "none"

// processLevers are the flags that turn what a process is given, whatever app it runs. A comma list makes arms.
type processLevers struct{ gogc, quota []string }

func (f *processLevers) add(cmd *cobra.Command) {
	fs := cmd.Flags()
	fs.StringSliceVar(&f.gogc, "gogc", nil, "off or a percentage: GOGC of each sample, which then begins with a collected heap (default: collected between samples, where it is due)")
	fs.StringSliceVar(&f.quota, "cpu-quota", nil, "cores that the process of a sample may use of each 0.1 s, such as 0.5, or none (--mode process; needs a Linux cgroup)")
}

func (f *processLevers) check(mode string) error {
	for i, text := range f.gogc {
		if _, err := harness.ParseGOGC(text); err != nil || slices.Contains(f.gogc[:i], text) {
			return usagef("--gogc %q: want off or a percentage such as 100, each once", text)
		}
	}
	for i, text := range f.quota {
		if _, err := parseQuota(text); err != nil || slices.Contains(f.quota[:i], text) {
			return usagef("--cpu-quota %q: want a number of cores such as 0.5, at least 0.01, or none, each once", text)
		}
	}
	if len(f.quota) > 0 && mode != harness.ModeProcess {
		return usagef("--cpu-quota is for the process of a sample: add --mode process")
	}
	return nil
}

func parseQuota(text string) (cores float64, err error) {
	if text == noQuota {
		return 0, nil
	}
	cores, err = strconv.ParseFloat(text, 64)
	const least = 0.01 // that a cgroup takes
	if err == nil && !(cores >= least && cores < math.MaxInt16) {
		err = strconv.ErrRange
	}
	return cores, err
}

// spread makes an arm for each of the values.
func (f *processLevers) spread(arm harness.Arm) []harness.Arm {
	arms := []harness.Arm{arm}
	turn := func(name string, values []string, apply func(*harness.Arm, string)) {
		if len(values) == 0 {
			return
		}
		var all []harness.Arm
		for _, one := range arms {
			for _, value := range values {
				turned := one
				turned.ID += " " + name + "=" + value
				turned.Levers = append(slices.Clip(one.Levers), harness.Lever{Name: name, Value: value})
				apply(&turned, value)
				all = append(all, turned)
			}
		}
		arms = all
	}
	turn("gogc", f.gogc, func(a *harness.Arm, value string) { a.GOGC = value })
	turn("cpu-quota", f.quota, func(a *harness.Arm, value string) { a.CPUQuota, _ = parseQuota(value) })
	return arms
}
