package report

import (
	"fmt"
	"io"
	"strconv"
	"strings"
	"unicode"

	"golang.org/x/perf/benchfmt"

	"example.com/thaw/harness"
	"example.com/thaw/isolate/phase"
)

// GoBenchmark writes the Go benchmark format (golang.org/design/14313-benchmark-format), which benchstat reads: one line a
// sample and phase, BenchmarkColdStart/app=NAME/runtime=NAME/LEVER=VALUE/phase=NAME-GOMAXPROCS. Of a phase it has
// ns/op, cpu-ns/op and thread-ns/op as far as they were measured, of the total also the bytes of heap and bundle.
// Copies of arms (A/A) are left out. The configuration above the lines is what must be alike for a comparison.
func GoBenchmark(w io.Writer, r *harness.Result) error {
	b := goBenchmark{benchfmt.NewWriter(w), r, goConfig(r)}
	if err := b.units(); err != nil {
		return fmt.Errorf("report: %w", err)
	}
	for _, arm := range r.DistinctArms() {
		for _, name := range append(phase.Names(), harness.PhaseTotal) {
			if err := b.phase(arm, name); err != nil {
				return fmt.Errorf("report: %w", err)
			}
		}
	}
	return nil
}

type goBenchmark struct {
	*benchfmt.Writer
	result *harness.Result
	config []benchfmt.Config
}

func goConfig(r *harness.Result) []benchfmt.Config {
	m := r.Machine
	var all []benchfmt.Config
	for _, c := range []struct{ key, value string }{
		{"goos", m.OS},
		{"goarch", m.Arch},
		{"pkg", "thaw"},
		{"cpu", m.CPU},
		{"go", m.Go},
		{"gogc", strconv.FormatInt(m.GOGC, 10)},
		{"mode", r.Mode},
	} {
		if value := strings.Join(strings.Fields(c.value), " "); value != "" { // it is one line
			all = append(all, benchfmt.Config{Key: c.key, Value: []byte(value), File: true})
		}
	}
	return all
}

// The units of what is no time. A bundle is what it is, however often it is measured.
const (
	unitHeap   = "heap-B"
	unitBundle = "bundle-B"
	unitGzip   = "bundle-gzip-B"
)

func (b goBenchmark) units() error {
	for _, unit := range []string{unitBundle, unitGzip} {
		err := b.Write(&benchfmt.UnitMetadata{
			UnitMetadataKey: benchfmt.UnitMetadataKey{Unit: unit, Key: "assume"}, OrigUnit: unit, Value: "exact",
		})
		if err != nil {
			return err
		}
	}
	return nil
}

// phase writes a phase of all samples of an arm, or their totals.
func (b goBenchmark) phase(arm harness.Arm, name string) error {
	for _, s := range b.result.Samples {
		if s.Arm != arm.ID {
			continue
		}
		cost, more := s.Cold.Profile.Total, sizes(arm, s)
		if name != harness.PhaseTotal {
			e, ok := s.Cold.Profile.Phase(name)
			if !ok {
				continue
			}
			cost, more = e.Cost, nil
		}
		err := b.Write(&benchfmt.Result{
			Config: b.config, Name: b.name(arm, name), Iters: 1, Values: append(times(cost), more...),
		})
		if err != nil {
			return err
		}
	}
	return nil
}

func (b goBenchmark) name(arm harness.Arm, phaseName string) benchfmt.Name {
	var name strings.Builder
	name.WriteString("ColdStart")
	add := func(key, value string) { name.WriteString("/" + escape(key) + "=" + escape(value)) }
	add("app", arm.App)
	add("runtime", arm.Runtime)
	for _, l := range arm.Levers {
		add(l.Name, l.Value)
	}
	add("phase", phaseName)
	fmt.Fprintf(&name, "-%d", b.result.Machine.GOMAXPROCS)
	return benchfmt.Name(name.String())
}

// escape writes as %XX what would end a part of a benchmark's name.
func escape(text string) string {
	var b strings.Builder
	for _, r := range text {
		if r == '/' || r == '=' || r == '%' || unicode.IsSpace(r) || unicode.IsControl(r) || r == unicode.ReplacementChar {
			for _, c := range []byte(string(r)) {
				fmt.Fprintf(&b, "%%%02X", c)
			}
		} else {
			b.WriteRune(r)
		}
	}
	return b.String()
}

func times(c phase.Cost) []benchfmt.Value {
	all := []benchfmt.Value{{Value: float64(c.Wall), Unit: "ns/op"}}
	if c.HasCPU {
		all = append(all, benchfmt.Value{Value: float64(c.Process), Unit: "cpu-ns/op"})
	}
	if c.HasThread() {
		all = append(all, benchfmt.Value{Value: float64(c.Thread), Unit: "thread-ns/op"})
	}
	return all
}

func sizes(arm harness.Arm, s harness.Sample) []benchfmt.Value {
	var all []benchfmt.Value
	for _, size := range []struct {
		bytes int64
		unit  string
	}{{s.HeapBytes, unitHeap}, {arm.Bundle.Bytes, unitBundle}, {arm.Bundle.Gzip, unitGzip}} {
		if size.bytes != 0 {
			all = append(all, benchfmt.Value{Value: float64(size.bytes), Unit: size.unit})
		}
	}
	return all
}
