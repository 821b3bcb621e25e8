//go:build darwin || dragonfly || freebsd || linux || netbsd || openbsd

package frame

import (
	"os"
	"syscall"
)

// tryLock takes the lock of f if nobody has it. It lasts until f is closed.
func tryLock(f *os.File) bool {
	return syscall.Flock(int(f.Fd()), syscall.LOCK_EX|syscall.LOCK_NB) == nil
}

// waitLock waits for the lock of f.
func waitLock(f *os.File) error {
	for {
		err := syscall.Flock(int(f.Fd()), syscall.LOCK_EX)
		if err != syscall.EINTR {
			return err
		}
	}
}
