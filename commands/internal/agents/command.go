package agents

import (
	"strings"

	"convo/commands/internal/frame"
)

// command is a command as it is typed in a shell.
func command(words []string) string {
	typed := make([]string, len(words))
	for i, w := range words {
		if typed[i] = w; !strings.HasPrefix(w, "-") { // flags are ours, and files are absolute
			typed[i] = frame.ShellWord(w)
		}
	}
	return strings.Join(typed, " ")
}
