package main

import (
	"bytes"
	"context"
	"embed"
	"encoding/json"
	"errors"
	"fmt"
	"io/fs"
	"maps"
	"math/rand/v2"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strings"

	"example.com/thaw/harness/stats"
)

// webapiName is what -only calls the comparison of the Web APIs with Node's.
const webapiName = "webapi"

// webapiBound is how many times as long as in Node an operation may take.
const webapiBound = 20

//go:embed webapi
var webapiFiles embed.FS

// A webapi is what the operations of webapi/operations.js take in thaw's engines
// and in Node, which run by turns.
type webapi struct {
	runtimes   []string // thaw's first
	operations []string
	rounds     []map[string]map[string]float64 // runtime -> operation -> ms
}

const node = "node"

// measureWebAPI runs the operations in processes of their own: each round all
// runtimes, in a new random order.
func (b *bench) measureWebAPI(ctx context.Context) (*webapi, error) {
	dir := filepath.Join(b.dir, webapiName)
	files, err := fs.Sub(webapiFiles, "webapi")
	if err != nil {
		return nil, err
	}
	if err := os.CopyFS(dir, files); err != nil {
		return nil, err
	}
	w := &webapi{runtimes: []string{"goja", "quickjs"}}
	nodePath, err := b.node()
	if err == nil {
		w.runtimes = append(w.runtimes, node)
	} else {
		fmt.Fprintf(b.progress, "%s: there are no ratios without Node: %v\n", webapiName, err)
	}
	order := rand.New(rand.NewPCG(b.seed, 0))
	var first answers
	for round := range b.rounds {
		times := map[string]map[string]float64{}
		for _, i := range order.Perm(len(w.runtimes)) {
			name := w.runtimes[i]
			command := exec.CommandContext(ctx, b.thaw, "eval", "--runtime", name, "operations.js", "driver.js")
			if name == node {
				command = exec.CommandContext(ctx, nodePath, "-e", `require("./operations.js"); require("./driver.js")`)
			}
			command.Dir = dir
			found, err := runWebAPI(command)
			if err == nil {
				times[name], err = first.check(found)
			}
			if err != nil {
				return nil, fmt.Errorf("%s in %s: %w", webapiName, name, err)
			}
		}
		w.rounds = append(w.rounds, times)
		fmt.Fprintf(b.progress, "%s: %d of %d rounds\n", webapiName, round+1, b.rounds)
	}
	w.operations = slices.Sorted(maps.Keys(w.rounds[0][w.runtimes[0]]))
	return w, nil
}

// node is the peers' Node, or the one that the system finds.
func (b *bench) node() (string, error) {
	if b.peers {
		return folder{packages: b.packages}.program("node/bin/node"), nil
	}
	return exec.LookPath(node)
}

// A webapiOutcome is what driver.js writes for an operation.
type webapiOutcome struct {
	MS     float64 `json:"ms"`
	Answer float64 `json:"answer"`
}

// answers are those of the first run, by operation. All others must give the same:
// what does other work is not compared.
type answers map[string]float64

// check returns the times of a run.
func (a *answers) check(found map[string]webapiOutcome) (map[string]float64, error) {
	times, got := map[string]float64{}, answers{}
	for operation, o := range found {
		times[operation], got[operation] = o.MS, o.Answer
	}
	if *a == nil {
		*a = got
	}
	if !maps.Equal(*a, got) {
		return nil, fmt.Errorf("the operations gave %v, and before %v", got, *a)
	}
	return times, nil
}

func runWebAPI(command *exec.Cmd) (map[string]webapiOutcome, error) {
	var out, problems bytes.Buffer
	command.Stdout, command.Stderr = &out, &problems
	if err := command.Run(); err != nil {
		return nil, fmt.Errorf("%w: %s", err, problems.String())
	}
	var found map[string]webapiOutcome
	if err := json.Unmarshal(out.Bytes(), &found); err != nil {
		return nil, errors.Join(err, errors.New(problems.String()))
	}
	return found, nil
}

// times describes what an operation takes in a runtime.
func (w *webapi) times(runtime, operation string) stats.Summary {
	var all []float64
	for _, round := range w.rounds {
		all = append(all, round[runtime][operation])
	}
	return stats.Summarize(all)
}

// ratio describes how many times as long as in Node an operation takes, paired by
// round. It is empty without Node.
func (w *webapi) ratio(runtime, operation string) stats.Summary {
	var all []float64
	for _, round := range w.rounds {
		if least := round[node][operation]; least > 0 {
			all = append(all, round[runtime][operation]/least)
		}
	}
	return stats.Summarize(all)
}

// claim adds what must hold to the table of claims.
func (w *webapi) claim(t *table) {
	for _, operation := range w.operations {
		for _, runtime := range []string{"goja", "quickjs"} {
			got := w.ratio(runtime, operation)
			if got.N == 0 {
				continue
			}
			c := claim{text: operation + ": " + runtime + " / Node", most: true, bound: webapiBound}
			t.add(c.text, c.boundText(), number(got.Median)+c.unit, interval(got), c.verdict(got))
		}
	}
}

// section shows the operations.
func (w *webapi) section(text *strings.Builder) {
	text.WriteString("\n## The Web APIs beside those of Node\n\nThe least wall time of at least five runs in a process; of these, the median over the rounds.\n\n")
	t := table{head: []string{"operation", "goja", "quickjs", "Node", "goja / Node", "interval", "quickjs / Node", "interval"}}
	for _, operation := range w.operations {
		goja, quickjs := w.ratio("goja", operation), w.ratio("quickjs", operation)
		t.add(operation, median(w.times("goja", operation)), median(w.times("quickjs", operation)), median(w.times(node, operation)),
			median(goja), interval(goja), median(quickjs), interval(quickjs))
	}
	t.write(text)
}
