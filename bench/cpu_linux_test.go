package main

import (
	"os"
	"os/exec"
	"slices"
	"testing"
)

func TestTreeCPU(t *testing.T) {
	child := exec.Command(os.Args[0], "-test.run=^TestWaits$", "-test.v")
	child.Env = append(os.Environ(), "BENCH_TEST_WAITS=1")
	stdin, err := child.StdinPipe()
	if err != nil {
		t.Fatal(err)
	}
	stdout, err := child.StdoutPipe()
	if err != nil {
		t.Fatal(err)
	}
	if err := child.Start(); err != nil {
		t.Fatal(err)
	}
	defer child.Wait()
	defer stdin.Close()
	if _, err := stdout.Read(make([]byte, 1)); err != nil {
		t.Fatal(err)
	}
	if pids := children(os.Getpid()); !slices.Contains(pids, child.Process.Pid) {
		t.Errorf("children %v lack %d", pids, child.Process.Pid)
	}
	alone, ok := processCPU(os.Getpid())
	if !ok || alone <= 0 {
		t.Fatalf("this process took %v, %v", alone, ok)
	}
	its, ok := processCPU(child.Process.Pid)
	if tree, all := treeCPU(os.Getpid()); !ok || !all || its <= 0 || tree < alone+its {
		t.Errorf("this process took %v, its child %v, both %v", alone, its, tree)
	}
	if cpu, ok := processCPU(1 << 22); ok {
		t.Errorf("a process beyond the largest id took %v", cpu)
	}
}

// TestWaits is the child of TestTreeCPU.
func TestWaits(t *testing.T) {
	if os.Getenv("BENCH_TEST_WAITS") == "" {
		t.Skip("this is for TestTreeCPU")
	}
	_, _ = os.Stdin.Read(make([]byte, 1))
}
