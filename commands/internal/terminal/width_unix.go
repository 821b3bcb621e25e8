//go:build darwin || dragonfly || freebsd || linux || netbsd || openbsd

package terminal

import (
	"os"

	"golang.org/x/sys/unix"
)

// widthOf is the number of columns of a terminal, 0 if it is not known.
func widthOf(f *os.File) int {
	size, err := unix.IoctlGetWinsize(int(f.Fd()), unix.TIOCGWINSZ)
	if err != nil {
		return 0
	}
	return int(size.Col)
}

// HungUp waits until a terminal is gone. It is false at once if that cannot be seen.
func HungUp(f *os.File) bool {
	seen := []unix.PollFd{{Fd: int32(f.Fd())}}
	for {
		_, err := unix.Poll(seen, -1)
		if err != unix.EINTR && err != unix.EAGAIN {
			return err == nil && seen[0].Revents&unix.POLLHUP != 0
		}
	}
}
