package commands

import (
	"slices"

	"convo/commands/internal/frame"
	"convo/commands/internal/screen"

	"github.com/urfave/cli/v2"
)

const showHelp = `Shows conversations to people: a line about each as a whole, then its messages,
with their numbers, models, tokens and times. Answers are rendered as Markdown.
Reasoning is one line, a tool call is one line, and of a result the first and
the last lines are shown.

On a terminal, the text goes through PAGER (default: less). In a pipe there is
no pager, no colour and no width, and answers are as they were written.

Of an input of more than 4 MB, the beginning is shown before the rest is read,
and the totals are at the end. If the rest changes a message that was shown, it
is shown again: a session may go back to an earlier question.

Messages count from 0, as with convo prompt --at. --from-message 10
--to-message 20 shows 10 to 19. --last, --only and --search choose among these.

--open writes a page into a temporary folder that only you can read, says
where, and opens it: with BROWSER, or as the system does. Several conversations
have an index. The next --open removes pages that are older than a day. To keep
one, write it: convo transform -t html -o page.html FILE

kitty, Ghostty, iTerm2 and WezTerm draw images, but no pager passes them on:
add --no-pager.

examples:
  convo show chat.json
  convo show --last 5 session.jsonl
  convo show --only user,assistant --thinking none session.jsonl
  convo show --search tide --tools full session.jsonl
  convo show --open claude-code:last
  convo prompt hi | convo reply | convo show`

// showCommand shows conversations to people.
func showCommand(p *frame.Program) *cli.Command {
	return &cli.Command{
		Name:        "show",
		Usage:       "show conversations to people, with a pager",
		UsageText:   "convo show [FLAG]… [FILE]…",
		Description: showHelp,
		Flags: slices.Concat([]cli.Flag{
			&cli.StringFlag{Name: "last", Category: frame.GroupShown, Usage: "show the last `N` messages"},
			&cli.StringFlag{Name: "from-message", Category: frame.GroupShown, Usage: "begin with message `N`"},
			&cli.StringFlag{Name: "to-message", Category: frame.GroupShown, Usage: "end before message `N`"},
			&cli.StringSliceFlag{Name: "only", Category: frame.GroupShown, Usage: "show messages of these roles: `system|user|assistant|tool|note`"},
			&cli.StringFlag{Name: "search", Category: frame.GroupShown, Usage: "show messages that have `TEXT` in any field"},
			&cli.StringFlag{Name: "tools", Category: frame.GroupShown, Usage: "how much of tool calls, results and notes (default: short): `short|full|none`"},
			&cli.StringFlag{Name: "thinking", Category: frame.GroupShown, Usage: "how much of reasoning (default: short): `short|full|none`"},
			&cli.BoolFlag{Name: "open", Category: frame.GroupShown, Usage: "write a page and open it in a browser"},
			&cli.BoolFlag{Name: "no-pager", Category: frame.GroupShown, Usage: "write to the terminal without a pager"},
		}, inputFlags("from", "no-input"), []cli.Flag{recursiveFlag()}, frame.MessageFlags()),
		Action: action(p, screen.Run),
	}
}
