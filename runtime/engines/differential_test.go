package engines_test

import (
	"context"
	"errors"
	"fmt"
	"math/rand/v2"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"example.com/thaw/bundler"
	"example.com/thaw/isolate"
	"example.com/thaw/isolate/isolatetest"
	"example.com/thaw/runtime/engines"
)

// programDeadline is far beyond what a program takes.
const programDeadline = 5 * time.Second

// FuzzDifferential runs the same random program on every engine, as the bundler
// gives it to each, and compares what it logs. Engines that disagree are judged
// by a third, Node, where that is installed.
func FuzzDifferential(f *testing.F) {
	r := rand.New(rand.NewPCG(2026, 11))
	for range 80 {
		data := make([]byte, 100+r.IntN(700))
		for i := range data {
			data[i] = byte(r.Uint32())
		}
		f.Add(data)
	}
	options := engines.Options{AppDir: "../../fixtures/npm"}
	machines := map[string]isolate.Engine{}
	for _, name := range engines.Names() {
		k, err := engines.Lookup(name)
		if err != nil {
			f.Fatal(err)
		}
		if err := k.Check(options); err != nil {
			f.Skipf("there is nothing to compare with: %v", err)
		}
		e, err := k.Open(options)
		if err != nil {
			f.Fatal(err)
		}
		machines[name] = e
		f.Cleanup(func() {
			if err := e.Close(); err != nil {
				f.Error(err)
			}
		})
	}
	f.Fuzz(func(t *testing.T, data []byte) {
		program := isolatetest.Program(data)
		logs := map[string]string{}
		for name, e := range machines {
			k, _ := engines.Lookup(name)
			log, err := run(t, e, k.Profile, program)
			if err != nil {
				t.Fatalf("%s: %v\n%s", name, err, program)
			}
			logs[name] = log
		}
		if logs["goja"] != logs["quickjs"] {
			t.Errorf("the engines disagree, goja first:\n%s%s\n%s", difference(logs["goja"], logs["quickjs"]), judge(t, program, logs), program)
		}
	})
}

// run bundles the program for an engine and returns its log. A program that
// throws at its top level is one whose log is the exception.
func run(t *testing.T, e isolate.Engine, profile bundler.Profile, program string) (string, error) {
	ctx, cancel := context.WithTimeout(t.Context(), programDeadline)
	defer cancel()
	b, err := bundler.Load(ctx, "fixture:program", bundler.Options{Engine: profile, Fixtures: func(string) (bundler.Entry, error) {
		return bundler.Entry{Name: "program", Main: "main.js", Files: map[string]string{"main.js": program}}, nil
	}})
	if err != nil {
		return "", err
	}
	s, err := e.Compile(ctx, engines.Source(b))
	if err != nil {
		return "", fmt.Errorf("%w\n%s", err, b.Code)
	}
	iso, err := e.New(ctx, isolate.Options{})
	if err != nil {
		return "", err
	}
	defer func() {
		if err := iso.Close(); err != nil {
			t.Error(err)
		}
	}()
	var thrown *isolate.Exception
	if err := iso.Run(ctx, s); err != nil && !errors.As(err, &thrown) {
		return "", err
	}
	log, err := iso.Call(ctx, "result")
	if err != nil {
		return "", err
	}
	if thrown != nil {
		return fmt.Sprintf("%s\ntop level: %s", log, thrown.Class), nil
	}
	return log.(string), nil
}

// difference is the first line in which two logs differ, with the one before.
func difference(a, b string) string {
	x, y := strings.Split(a, "\n"), strings.Split(b, "\n")
	i := 0
	for i < min(len(x), len(y)) && x[i] == y[i] {
		i++
	}
	line := func(lines []string) string {
		if i < len(lines) {
			return lines[i]
		}
		return "(end)"
	}
	before := ""
	if i > 0 {
		before = "  " + x[i-1] + "\n"
	}
	return fmt.Sprintf("%s- %s\n+ %s\n", before, line(x), line(y))
}

// judge says what Node makes of the program.
func judge(t *testing.T, program string, logs map[string]string) string {
	node, err := exec.LookPath("node")
	if err != nil {
		return "node is not installed and can't judge\n"
	}
	name := "program.cjs"
	if strings.HasSuffix(program, "export default {};\n") {
		name = "program.mjs"
	}
	file := filepath.Join(t.TempDir(), name)
	text := "globalThis.__host = {}; process.on('unhandledRejection', () => {}); setTimeout(() => process.stdout.write(__host.result()), 50);" + program
	if err := os.WriteFile(file, []byte(text), 0o600); err != nil {
		return err.Error() + "\n"
	}
	ctx, cancel := context.WithTimeout(t.Context(), programDeadline)
	defer cancel()
	out, err := exec.CommandContext(ctx, node, file).Output()
	if err != nil && len(out) == 0 {
		return fmt.Sprintf("node fails: %v\n", err)
	}
	for engine, log := range logs {
		if log == string(out) {
			return "node agrees with " + engine + "\n"
		}
	}
	return "node disagrees with goja:\n" + difference(logs["goja"], string(out)) +
		"node disagrees with quickjs:\n" + difference(logs["quickjs"], string(out))
}
