//go:build !unix

package chat

import (
	"os/exec"
	"strconv"
)

// ownGroup makes a command's context end its process and those below it.
func ownGroup(cmd *exec.Cmd) {
	cmd.Cancel = func() error {
		killTree := exec.Command("taskkill", "/T", "/F", "/PID", strconv.Itoa(cmd.Process.Pid))
		if killTree.Run() == nil {
			return nil
		}
		return cmd.Process.Kill()
	}
}

// killGroup has nothing to do: a process that has ended is not known for
// those below it any more.
func killGroup(*exec.Cmd) {}
