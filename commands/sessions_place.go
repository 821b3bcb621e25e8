package commands

import (
	"slices"

	"convo/commands/internal/agents"
	"convo/commands/internal/frame"

	"github.com/urfave/cli/v2"
)

const sessionsPlaceHelp = `Puts a session where an agent looks for its own, and prints the path and the
command that goes on with it. FILE is any conversation that convo reads, also
AGENT:last; other formats are converted. An existing file is never replaced.

The working directory is that of FILE, or else the current one. Messages
without a time get the time of the message before them. If no message has a
time, --now uses the current time instead of 1970.

opencode imports sessions: place prints the commands that do it. opencode
continues with the model of the last answer. If your opencode does not have
that model, or the session names no model (opencode shows "unknown"), choose
one: opencode run -m VENDOR/MODEL.

examples:
  convo sessions place --for claude-code codex:last
  convo sessions place session.jsonl --for codex --cwd ~/harbour
  $SHELL -c "$(convo sessions place pi:last --for gemini-cli | tail -n 1)"`

// sessionsPlaceCommand hands a session to an agent.
func sessionsPlaceCommand(p *frame.Program) *cli.Command {
	return &cli.Command{
		Name:        "sessions place",
		Usage:       "put a session where a coding agent goes on with it",
		UsageText:   "convo sessions place [FLAG]… --for AGENT [FILE]",
		Description: sessionsPlaceHelp,
		Flags: slices.Concat([]cli.Flag{
			&cli.StringFlag{Name: "for", Category: frame.GroupInput, Usage: "the `AGENT` that goes on with it, such as codex"},
			&cli.StringFlag{Name: "cwd", Category: frame.GroupInput, Usage: "the working directory `DIR` (default: that of FILE)"},
			&cli.BoolFlag{Name: "now", Category: frame.GroupInput, Usage: "use the current time if FILE has no times"},
			&cli.BoolFlag{Name: "strict", Category: frame.GroupJudgement, Usage: "place nothing and exit 5 on a loss"},
		}, inputFlags("from", "no-input"), frame.MessageFlags()),
		Action: action(p, agents.Place),
	}
}
