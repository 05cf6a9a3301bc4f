package main

import (
	"bufio"
	"bytes"
	"os"
	"os/exec"
	"strconv"
	"strings"
	"testing"
)

// TestInit holds each of our packages to little work before main, which every
// process waits for. Patterns, templates and tables are made at their first use.
func TestInit(t *testing.T) {
	const most = 8 << 10 // bytes allocated
	cmd := exec.Command(os.Args[0], "-test.run=^$")
	cmd.Env = append(os.Environ(), "GODEBUG=inittrace=1")
	var trace bytes.Buffer
	cmd.Stderr = &trace
	if err := cmd.Run(); err != nil {
		t.Fatal(err)
	}
	found := 0
	for lines := bufio.NewScanner(&trace); lines.Scan(); {
		// init PACKAGE @1.2 ms, 0.3 ms clock, 400 bytes, 6 allocs
		f := strings.Fields(lines.Text())
		if len(f) < 10 || f[0] != "init" || !strings.HasPrefix(f[1], "example.com/thaw/") {
			continue
		}
		found++
		if n, err := strconv.Atoi(f[7]); err != nil || n > most {
			t.Errorf("%s: more than %d bytes before main", lines.Text(), most)
		}
	}
	if found < 5 {
		t.Errorf("the trace has %d of our packages", found)
	}
}
