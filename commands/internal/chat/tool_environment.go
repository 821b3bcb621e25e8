package chat

import (
	"crypto/rand"
	"os"
	"slices"
	"strings"

	"convo/commands/internal/frame"
	"convo/providers/catalog"
)

// runVariable marks a tool and all that it starts, so that they can be ended.
const runVariable = "CONVO_TOOL_RUN"

// environment returns the variables of a tool and the mark of its run: those of
// convo without keys, except the ones that --tool-env names.
func (t *Toolbox) environment(more []string) (env []string, mark string) {
	for _, v := range os.Environ() {
		name, value, _ := strings.Cut(v, "=")
		if slices.Contains(t.passed, name) || !catalog.IsSecret(name, value) {
			env = append(env, v)
		}
	}
	mark = rand.Text()
	outer := os.Getenv(runVariable) // a tool may be a convo that runs tools
	return append(append(env, more...), runVariable+"="+strings.TrimSpace(outer+" "+mark)), mark
}

// variablesPassed reads --tool-env.
func variablesPassed(flags *frame.Flags) []string {
	names := flags.StringSlice("tool-env")
	for _, name := range names {
		before, _, hasValue := strings.Cut(name, "=")
		if hasValue {
			name = before + "=…"
		}
		if hasValue || name == "" {
			flags.Fail(frame.UsageError("--tool-env %q: want the NAME of a variable, such as HF_TOKEN", name))
		}
	}
	return names
}
