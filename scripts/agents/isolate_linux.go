package main

import (
	"errors"
	"os"
	"os/exec"
	"os/signal"
	"path/filepath"
	"strings"
	"syscall"

	"convo/scripts/must"
)

// inside marks the process in the namespaces.
const inside = "CONVO_AGENTS_INSIDE"

// isolate starts this program again where there is no network but loopback, and
// returns its exit code.
func isolate() int {
	cmd := exec.Command("/proc/self/exe", os.Args[1:]...)
	cmd.Env = append(os.Environ(), inside+"=1")
	cmd.Stdin, cmd.Stdout, cmd.Stderr = os.Stdin, os.Stdout, os.Stderr
	cmd.SysProcAttr = &syscall.SysProcAttr{Cloneflags: syscall.CLONE_NEWNET | syscall.CLONE_NEWNS, Pdeathsig: syscall.SIGKILL}
	if os.Getuid() != 0 {
		cmd.SysProcAttr.Cloneflags |= syscall.CLONE_NEWUSER
		cmd.SysProcAttr.UidMappings = []syscall.SysProcIDMap{{HostID: os.Getuid(), Size: 1}}
		cmd.SysProcAttr.GidMappings = []syscall.SysProcIDMap{{HostID: os.Getgid(), Size: 1}}
	}
	signal.Ignore(syscall.SIGINT) // the process inside ends first
	err := cmd.Run()
	var exit *exec.ExitError
	if errors.As(err, &exit) {
		return exit.ExitCode()
	}
	must.Do(err)
	return 0
}

// isolated tells whether this process has a network of its own.
func isolated() bool { return os.Getenv(inside) != "" }

// settle starts loopback, and puts an empty folder where the programs get their
// home: a place that hides none of the paths.
func settle(paths ...string) {
	if out, err := exec.Command("ip", "link", "set", "lo", "up").CombinedOutput(); err != nil {
		must.Fail("ip link set lo up: %w: %s", err, out)
	}
	if err := syscall.Mount("none", "/", "", syscall.MS_REC|syscall.MS_PRIVATE, ""); err != nil {
		must.Fail("mount: %w", err)
	}
	for _, place := range []string{"/home", "/srv", "/mnt", "/media"} {
		if hides(place, paths) {
			continue
		}
		if err := syscall.Mount("tmpfs", place, "tmpfs", 0, ""); err != nil {
			must.Fail("mount %s: %w", place, err)
		}
		folder = filepath.Join(place, "ingrid", "harbour")
		return
	}
	must.Fail("there is no place for a home folder: /home, /srv, /mnt and /media are in use")
}

// hides tells whether one of the paths lies below a place, or the place does not
// exist.
func hides(place string, paths []string) bool {
	if info, err := os.Stat(place); err != nil || !info.IsDir() {
		return true
	}
	for _, p := range paths {
		if real, err := filepath.EvalSymlinks(p); err == nil {
			p = real
		}
		if strings.HasPrefix(p, place+"/") {
			return true
		}
	}
	return false
}
