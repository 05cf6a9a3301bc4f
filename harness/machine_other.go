//go:build !linux && !darwin

package harness

import "os"

// cpuName is known on Windows, from the environment.
func cpuName() string { return os.Getenv("PROCESSOR_IDENTIFIER") }

func load1() *float64 { return nil }
