package main

import (
	"os"
	"os/exec"
	"runtime"
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

func TestAnonymous(t *testing.T) {
	before := anonymous(os.Getpid())
	block := make([]byte, 64<<20)
	for i := range block {
		block[i] = 1
	}
	if after := anonymous(os.Getpid()); before <= 0 || after < before+int64(len(block))/2 {
		t.Errorf("%d bytes before and %d after %d more", before, after, len(block))
	}
	runtime.KeepAlive(block)
}
