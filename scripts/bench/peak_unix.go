//go:build unix

package main

import (
	"os"
	"runtime"
	"syscall"
)

// peakMemory is the most memory that a process had resident, in bytes.
func peakMemory(state *os.ProcessState) int64 {
	u, ok := state.SysUsage().(*syscall.Rusage)
	switch {
	case !ok:
		return 0
	case runtime.GOOS == "darwin":
		return int64(u.Maxrss)
	}
	return int64(u.Maxrss) * 1024
}
