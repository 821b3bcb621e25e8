//go:build darwin || dragonfly || freebsd || linux || netbsd || openbsd

package frame

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
