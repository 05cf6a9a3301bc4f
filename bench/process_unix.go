//go:build unix

package main

import (
	"os"
	"os/exec"
	"syscall"
)

// ownGroup puts a process to be started, and what it starts, into a group that
// ends as one.
func ownGroup(cmd *exec.Cmd) { cmd.SysProcAttr = &syscall.SysProcAttr{Setpgid: true} }

// terminate asks a process to end. One that has ended is left alone.
func terminate(p *os.Process) { _ = p.Signal(syscall.SIGTERM) }

// kill ends a process that ownGroup was called for, and its group.
func kill(p *os.Process) { _ = syscall.Kill(-p.Pid, syscall.SIGKILL) }
