package main

import (
	"os"
	"strings"
	"testing"
)

// TestReadme: the table of commands in the README has all of them.
func TestReadme(t *testing.T) {
	text, err := os.ReadFile("../../README.md")
	if err != nil {
		t.Fatal(err)
	}
	for _, cmd := range newRoot().Commands() {
		if cmd.IsAvailableCommand() && !strings.Contains(string(text), "\n| `thaw "+cmd.Name()) {
			t.Errorf("README.md has no row for thaw %s", cmd.Name())
		}
	}
}
