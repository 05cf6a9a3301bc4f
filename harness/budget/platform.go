package budget

import (
	"fmt"
	"time"

	"example.com/thaw/harness"
	"example.com/thaw/harness/report"
	"example.com/thaw/isolate/phase"
)

// What Cloudflare Workers refuse, on all plans (developers.cloudflare.com/workers/platform/limits, as read on
// 2026-09-04).
const (
	workersBundle  = 64 << 20    // bytes, before compression
	workersStartup = time.Second // of CPU, for parsing and the global scope
)

// beyondWorkers says what of an arm Workers would refuse. A time is that of an engine which is slower than theirs, so
// it is a hint.
func beyondWorkers(result *harness.Result, arm harness.Arm) []string {
	var notes []string
	if arm.Bundle.Bytes > workersBundle {
		notes = append(notes, fmt.Sprintf("Cloudflare Workers refuse a bundle of more than %s; this one has %s.",
			report.SizeText(workersBundle), report.SizeText(arm.Bundle.Bytes)))
	}
	if startup := startupCPU(result, arm); startup > workersStartup {
		notes = append(notes, fmt.Sprintf("Cloudflare Workers refuse a start-up of more than %v of CPU; it takes %s on %s, which is slower than their V8.",
			workersStartup, report.DurationText(startup), arm.Runtime))
	}
	return notes
}

// startupCPU is the sum of the median CPU times of the phases before the first request, as far as they were measured.
func startupCPU(result *harness.Result, arm harness.Arm) time.Duration {
	summary, _ := result.Summary(arm.ID)
	sum := 0.0
	for _, name := range []string{phase.Parse, phase.Evaluate, phase.Define, phase.Build} {
		if p, ok := summary.Phase(name); ok && p.CPU.N > 0 {
			sum += p.CPU.Median
		}
	}
	return time.Duration(sum)
}
