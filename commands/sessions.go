package commands

import (
	"slices"

	"convo/commands/internal/agents"
	"convo/commands/internal/frame"

	"github.com/urfave/cli/v2"
)

const sessionsHelp = `Lists the sessions that coding agents keep on this machine, newest first, or
those below each DIR: their names, times, directories, and titles or first
questions. convo looks where each agent looks, and reads the same environment
variables: CLAUDE_CONFIG_DIR, CODEX_HOME, GEMINI_CLI_HOME, PI_CODING_AGENT_DIR,
XDG_DATA_HOME. Only files of sessions are read, and links in these folders are
not followed.

The list comes from the first and the last lines of each file. --long reads the
whole files, and adds messages, tokens and cost. Sessions of helpers
(subagents) are listed with --helpers, and those without a message with --all.
All times and days are in UTC.

The name of a session, AGENT:ID, stands for its file in every command that
takes a FILE. The beginning of the ID is enough. AGENT:last is the latest
session. If several files have the same ID, the name stands for the newest;
name the others by their paths. Sessions below a DIR are listed by their paths.
convo sessions place hands a session to another agent.

examples:
  convo sessions
  convo sessions --agent codex --since 7d --cwd .
  convo sessions --long --since 2026-11-01
  convo transform -t markdown claude-code:last
  convo sessions --paths0 --helpers --since 7d | xargs -0 convo cost
  convo sessions -t jsonl | jq -r 'select(.branch == "main").id'
  convo sessions ~/backup/sessions`

// sessionsCommand lists what agents keep.
func sessionsCommand(p *frame.Program) *cli.Command {
	return &cli.Command{
		Name:        "sessions",
		Usage:       "list the sessions of coding agents on this machine",
		UsageText:   "convo sessions [FLAG]… [DIR]…",
		Description: sessionsHelp,
		Flags: slices.Concat([]cli.Flag{
			reportFlag("table|json|jsonl", "print a list for people or programs (default: table)"),
			&cli.StringSliceFlag{Name: "agent", Category: frame.GroupInput, Usage: "list only sessions of this `AGENT`, such as codex"},
			&cli.StringFlag{Name: "since", Category: frame.GroupInput, Usage: "list only sessions since `TIME`: 7d, 12h, 2026-11-01 (UTC)"},
			&cli.StringFlag{Name: "cwd", Category: frame.GroupInput, Usage: "list only sessions in `DIR` or below"},
			&cli.BoolFlag{Name: "all", Category: frame.GroupInput, Usage: "list sessions without a message, too"},
			&cli.BoolFlag{Name: "helpers", Category: frame.GroupInput, Usage: "list sessions of helpers (subagents), too"},
			&cli.BoolFlag{Name: "long", Category: frame.GroupInput, Usage: "read whole files: add messages, tokens and cost"},
			&cli.BoolFlag{Name: "paths", Category: frame.GroupInput, Usage: "print only the path of each session, one a line"},
			&cli.BoolFlag{Name: "paths0", Category: frame.GroupInput, Usage: "end each path with a zero byte, for xargs -0"},
			&cli.StringFlag{Name: "prices", Category: frame.GroupPrices, Usage: "with --long, use the prices in `FILE` before convo's own"},
			&cli.StringFlag{Name: "as-of", Category: frame.GroupPrices, Usage: "with --long, use the prices of `DATE`"},
		}, inputFlags("compact"), frame.MessageFlags()),
		Action: action(p, agents.Run),
	}
}
