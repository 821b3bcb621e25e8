package commands

import (
	"slices"

	"convo/commands/internal/frame"
	"convo/commands/internal/screen"

	"github.com/urfave/cli/v2"
)

const diffHelp = `Compares two conversations by message and by block: it shows what was added,
removed, moved or changed, and marks the words that differ. Arguments of tool
calls are compared by their JSON paths. A and B may be of different formats.

  + 4 User          only B has message 4
  - 4 User          only A has it
  ~ 4 → 6 User      it is message 6 of B, and differs
  > 4 → 2 User      it is message 2 of B, and stands after other messages
  [-old-]{+new+}    words that differ; on a terminal also red and green

Messages count from 0, as with convo prompt --at. Ids, times, token counts and
signatures are not compared. If the formats differ, facts that only one of them
can hold are not compared, but named on stderr, such as the model of an answer.
If a FILE has several conversations, the first is compared with the first, and
so on. An empty file counts as a conversation without messages.

If more than about 1,000 messages or words in a row differ, they are shown as
one change. Long texts are cut; --full and -t json show all of them. The exit
code is 0 if nothing differs, 1 if something does, and more if convo fails.
convo help git explains how git diff and git difftool use convo.

examples:
  convo diff a.json b.json
  convo diff codex:last claude-code:last
  convo transform --redact secrets a.json | convo diff a.json -
  convo diff -t markdown a.json b.json > review.md
  convo diff -o diff.html a.json b.json
  convo diff -t json a.json b.json | jq -r '.changes[].change'`

// diffCommand compares two conversations.
func diffCommand(p *frame.Program) *cli.Command {
	return &cli.Command{
		Name:        "diff",
		Usage:       "compare two conversations by message, block and word",
		UsageText:   "convo diff [FLAG]… A B",
		Description: diffHelp,
		Flags: slices.Concat([]cli.Flag{
			reportFlag("text|json|markdown|html", "how to show it (default: text, or as -o ends)"),
			&cli.BoolFlag{Name: "full", Category: frame.GroupShown, Usage: "show long texts, results and arguments whole"},
			&cli.BoolFlag{Name: "no-pager", Category: frame.GroupShown, Usage: "write to the terminal without a pager"},
			&cli.StringFlag{Name: "from-b", Category: frame.GroupInput, Usage: "`FORMAT` of B, if -f is that of A alone"},
		}, inputFlags("from", "output", "compact"), frame.MessageFlags()),
		Action: action(p, screen.Diff),
	}
}
