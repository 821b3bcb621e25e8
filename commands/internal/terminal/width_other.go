//go:build !(darwin || dragonfly || freebsd || linux || netbsd || openbsd)

package terminal

import "os"

// widthOf is the number of columns of a terminal, 0 if it is not known.
func widthOf(*os.File) int { return 0 }

// HungUp waits until a terminal is gone. It is false at once if that cannot be seen.
func HungUp(*os.File) bool { return false }
