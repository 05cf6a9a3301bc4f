package harness

import "golang.org/x/sys/unix"

func cpuName() string {
	name, err := unix.Sysctl("machdep.cpu.brand_string")
	if err != nil {
		return ""
	}
	return name
}

func load1() *float64 { return nil }
