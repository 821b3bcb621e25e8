package chat

import (
	"bytes"
	"os"
	"strconv"
)

// killMarked ends the processes that have a mark in their environment, in any
// session. It looks again while it finds some, because they may start others.
func killMarked(mark string) {
	const most = 20
	for range most {
		if !killMarkedOnce([]byte(mark)) {
			return
		}
	}
}

func killMarkedOnce(mark []byte) (found bool) {
	entries, err := os.ReadDir("/proc")
	if err != nil {
		return false
	}
	for _, e := range entries {
		pid, err := strconv.Atoi(e.Name())
		if err != nil || pid == os.Getpid() {
			continue
		}
		// The handle comes first: the number may become another process's.
		process, err := os.FindProcess(pid)
		if err != nil {
			continue
		}
		if env, err := os.ReadFile("/proc/" + e.Name() + "/environ"); err == nil && bytes.Contains(env, mark) {
			found = process.Kill() == nil || found
		}
		_ = process.Release()
	}
	return found
}
