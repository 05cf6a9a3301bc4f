package harness

import (
	"cmp"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"os/exec"
	"time"

	"example.com/thaw/isolate"
	"example.com/thaw/isolate/phase"
)

// A childProcess is the parent's end of a child that was spawned.
type childProcess struct {
	cmd     *exec.Cmd
	stdin   io.Closer
	replies *json.Decoder
	stderr  head
	started time.Time     // just before the spawn
	shared  time.Duration // the same by sharedNow
}

// spawn starts the child, with the arm's environment and CPU quota, and gives it its order. The end of ctx kills it.
func (r *ProcessRunner) spawn(ctx context.Context, arm Arm, o order) (*childProcess, error) {
	instructions, err := json.Marshal(o)
	if err != nil {
		return nil, fmt.Errorf("harness: %w", err)
	}
	start, err := r.quotas.starter(arm.CPUQuota)
	if err != nil {
		return nil, err
	}
	p := &childProcess{cmd: exec.CommandContext(ctx, r.command[0], r.command[1:]...)}
	p.cmd.Stderr, p.cmd.Env = &p.stderr, arm.environment()
	stdin, err := p.cmd.StdinPipe()
	if err != nil {
		return nil, fmt.Errorf("harness: %w", err)
	}
	p.stdin = stdin
	stdout, err := p.cmd.StdoutPipe()
	if err != nil {
		return nil, fmt.Errorf("harness: %w", err)
	}
	p.replies = json.NewDecoder(stdout)
	if p.shared, err = sharedNow(); err != nil {
		return nil, err
	}
	p.started = time.Now()
	if err := start(p.cmd); err != nil {
		return nil, fmt.Errorf("harness: starting a process for a sample: %w", err)
	}
	// An error here means that the child has died: then its reply will be missing, and
	// its end says why.
	_, _ = stdin.Write(instructions)
	return p, nil
}

// measure sends the first request and puts the sample together. The total ends
// when the body has been read.
func (p *childProcess) measure(ctx context.Context, r Request) (Sample, error) {
	ready, err := p.reply()
	if err != nil {
		return Sample{}, err
	}
	answer, err := r.Send(ctx, ready.Address)
	total := time.Since(p.started)
	if err != nil {
		return Sample{}, p.whyUnanswered(err)
	}
	last, err := p.reply()
	if err != nil {
		return Sample{}, err
	}
	if last.Report == nil {
		return Sample{}, errors.New("harness: the process of a sample sent no report")
	}
	rep := last.Report
	return Sample{
		Cold:      Pass{Profile: rep.profile(rep.Main-p.shared, total), Answer: answer},
		Warm:      rep.Warm,
		Rebuild:   rep.Rebuild,
		HeapBytes: rep.HeapBytes,
		Took:      time.Since(p.started),
		ErrorLog:  rep.ErrorLog,

		CacheWarnings: rep.CacheWarnings,
	}, nil
}

// errEnded reports a child that ended without the reply that is due.
var errEnded = errors.New("harness: the process of a sample ended early")

// reply reads the next reply. One with Error is returned as that.
func (p *childProcess) reply() (reply, error) {
	var r reply
	if err := p.replies.Decode(&r); err != nil {
		return r, fmt.Errorf("%w: %w", errEnded, err)
	}
	return r, r.err()
}

// whyUnanswered prefers what the child says to the broken connection that came of it.
func (p *childProcess) whyUnanswered(err error) error {
	p.stdin.Close() // it waits no longer, if it still did
	if _, told := p.reply(); told != nil && told.Error() != errAbandoned.Error() {
		return told
	}
	return err
}

// finish waits for the child's end and returns its CPU time. err is how the
// sample failed, if it did; what the child's end says of it is added.
func (p *childProcess) finish(err error) (cpu time.Duration, _ error) {
	p.stdin.Close()
	end := p.cmd.Wait() // from here on, nothing writes to p.stderr
	if state := p.cmd.ProcessState; state != nil {
		cpu = state.UserTime() + state.SystemTime()
	}
	switch {
	case errors.Is(err, errEnded):
		return cpu, fmt.Errorf("%w: %w", errEnded, cmp.Or(p.stderr.err(), end, err))
	case err == nil && end != nil:
		return cpu, fmt.Errorf("harness: the process of a sample: %w", cmp.Or(p.stderr.err(), end))
	}
	return cpu, err
}

// profile puts phase spawn before the child's phases. What the parent saw beyond
// these, such as the way over the socket, is in other.
func (r *report) profile(spawn, total time.Duration) phase.Profile {
	cost := r.MainCPU
	cost.Wall = spawn
	all := phase.Profile{Phases: []phase.Entry{{Name: phase.Spawn, Cost: cost}}, Total: r.Profile.Total}
	all.Total.Wall = total
	if all.Total.HasCPU = all.Total.HasCPU && cost.HasCPU; all.Total.HasCPU {
		all.Total.Thread += cost.Thread
		all.Total.Process += cost.Process
	}
	rest := total - spawn
	for _, e := range r.Profile.Phases {
		if e.Name == phase.Other {
			e.Cost.Wall = rest
		}
		rest -= e.Cost.Wall
		all.Phases = append(all.Phases, e)
	}
	return all
}

// err is the error that a child reported, or nil. It wraps the exception that
// JavaScript threw, if it was one.
func (r reply) err() error {
	if r.Error == "" {
		return nil
	}
	return &childError{r.Error, r.Exception}
}

type childError struct {
	text   string
	thrown *isolate.Exception
}

func (e *childError) Error() string { return e.text }

func (e *childError) Unwrap() error {
	if e.thrown == nil {
		return nil
	}
	return e.thrown
}
