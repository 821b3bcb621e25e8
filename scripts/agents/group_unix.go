//go:build unix

package main

import (
	"os"
	"syscall"
)

// group starts a process in a group of its own, with what it starts itself.
func group() *syscall.SysProcAttr { return &syscall.SysProcAttr{Setpgid: true} }

// signalGroup sends a signal to a process and to all that it started.
func signalGroup(process *os.Process, s syscall.Signal) error {
	return syscall.Kill(-process.Pid, s)
}
