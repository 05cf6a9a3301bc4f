package web

import (
	"bytes"
	"crypto/sha256"
	"embed"
	"fmt"
	"strings"
	"testing"
)

// TestWriteEmbedded holds the compiler's hashes to the files. Those of Go 1.26 are
// sha256, of small files with the first byte inverted, of large ones with a 1 before the file.
func TestWriteEmbedded(t *testing.T) {
	var b bytes.Buffer
	if !writeEmbedded(&b, files) {
		t.Fatal("this version of Go has no hashes where they are looked for, so that all files are read in each process")
	}
	for _, name := range Files() {
		text, err := files.ReadFile("js/" + name + ".js")
		if err != nil {
			t.Fatal(err)
		}
		small, large := sha256.Sum256(text), sha256.Sum256(append([]byte{1}, text...))
		small[0] ^= 0xff
		head := fmt.Sprintf("js/%s.js %d ", name, len(text))
		if a, b, all := fmt.Sprintf("%s%x\n", head, small[:16]), fmt.Sprintf("%s%x\n", head, large[:16]), b.String(); !strings.Contains(all, a) && !strings.Contains(all, b) {
			t.Errorf("neither %q nor %q in\n%s", a, b, all)
		}
	}
	if writeEmbedded(&b, embed.FS{}) {
		t.Error("an empty file system has hashes")
	}
}

// TestWriteHashed: what stands in for the compiler's hashes has a line for each file.
func TestWriteHashed(t *testing.T) {
	var b bytes.Buffer
	if writeHashed(&b); strings.Count(b.String(), "\n") != len(Files()) {
		t.Errorf("%d lines for %d files", strings.Count(b.String(), "\n"), len(Files()))
	}
}
