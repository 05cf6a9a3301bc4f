package main

import (
	"os"
	"os/exec"
	"slices"
	"testing"

	"golang.org/x/sys/unix"
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

// The memory is mapped: Go's heap may have free pages to give that are counted already.
func TestAnonymous(t *testing.T) {
	const size = 64 << 20
	before := anonymous(os.Getpid())
	block, err := unix.Mmap(-1, 0, size, unix.PROT_READ|unix.PROT_WRITE, unix.MAP_PRIVATE|unix.MAP_ANONYMOUS)
	if err != nil {
		t.Fatal(err)
	}
	defer unix.Munmap(block)
	for i := range block {
		block[i] = 1
	}
	if after := anonymous(os.Getpid()); before <= 0 || after < before+size/2 {
		t.Errorf("%d bytes before and %d after %d more", before, after, size)
	}
}
