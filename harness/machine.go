package harness

import (
	"fmt"
	"runtime"
	"runtime/metrics"
)

// A Machine is where an experiment ran, and what else may have moved its times.
type Machine struct {
	CPU        string // the processor's own name; "" if it can't be told
	Cores      int    // logical, as this process may use them
	OS, Arch   string
	Go         string // version
	GOMAXPROCS int
	GOGC       int64    // percent; -1 is off
	Load1      *float64 // load average of the minute before; nil where the system keeps none
}

// ThisMachine describes the machine at present.
func ThisMachine() Machine {
	return Machine{
		CPU:        cpuName(),
		Cores:      runtime.NumCPU(),
		OS:         runtime.GOOS,
		Arch:       runtime.GOARCH,
		Go:         runtime.Version(),
		GOMAXPROCS: runtime.GOMAXPROCS(0),
		GOGC:       gcPercent(),
		Load1:      load1(),
	}
}

// gcPercent reads GOGC without changing it, which debug.SetGCPercent can't.
func gcPercent() int64 {
	s := []metrics.Sample{{Name: "/gc/gogc:percent"}}
	metrics.Read(s)
	if s[0].Value.Kind() != metrics.KindUint64 {
		return -1
	}
	return int64(s[0].Value.Uint64()) // off is the largest uint64
}

// warn doubts a machine that had half of its cores busy.
func (m Machine) warn() []Warning {
	if m.Load1 == nil || *m.Load1 <= float64(m.Cores)/2 {
		return nil
	}
	return []Warning{{Code: WarnLoad, Text: fmt.Sprintf(
		"the machine was busy before the run: load average %.2f on %d cores", *m.Load1, m.Cores)}}
}
