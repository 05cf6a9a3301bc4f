package main

import (
	"bufio"
	"bytes"
	"context"
	"encoding/json"
	"fmt"
	"os/exec"
	"time"

	"example.com/thaw/harness"
)

// A server is a running peer.
type server struct {
	cmd     *exec.Cmd
	stderr  bytes.Buffer
	address string
	exited  chan struct{} // closed when the process has ended
}

// start starts a peer and waits until it listens. The end of ctx kills it.
func start(ctx context.Context, cmd *exec.Cmd) (*server, error) {
	s := &server{cmd: cmd, exited: make(chan struct{})}
	cmd.Stderr = &s.stderr
	ownGroup(cmd)
	stdout, err := cmd.StdoutPipe()
	if err != nil {
		return nil, err
	}
	if err := cmd.Start(); err != nil {
		return nil, err
	}
	stop := context.AfterFunc(ctx, func() { kill(cmd.Process) })
	line, err := bufio.NewReader(stdout).ReadBytes('\n')
	go func() {
		cmd.Wait()
		stop()
		close(s.exited)
	}()
	var ready struct{ Port int }
	if err == nil {
		err = json.Unmarshal(line, &ready)
	}
	if err != nil {
		s.close()
		return nil, fmt.Errorf("%v did not say its port: %w: %s", cmd.Args, err, s.stderr.Bytes())
	}
	s.address = fmt.Sprintf("127.0.0.1:%d", ready.Port)
	return s, nil
}

// ask sends a request and adds what the server logged to an error.
func (s *server) ask(ctx context.Context, r harness.Request) (harness.Answer, error) {
	a, err := r.Send(ctx, s.address)
	if err != nil {
		s.close()
		err = fmt.Errorf("%v: %w: %s", s.cmd.Args, err, s.stderr.Bytes())
	}
	return a, err
}

// cpu is the CPU time of the server's processes so far. ok is false where it can't be had.
func (s *server) cpu() (time.Duration, bool) { return treeCPU(s.cmd.Process.Pid) }

// grace is how long a server has to end of its own accord, and write its caches.
const grace = 2 * time.Second

func (s *server) close() {
	terminate(s.cmd.Process)
	select {
	case <-s.exited:
	case <-time.After(grace):
	}
	kill(s.cmd.Process)
	<-s.exited
}
