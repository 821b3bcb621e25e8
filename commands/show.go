package commands

import (
	"slices"

	"convo/commands/internal/frame"
	"convo/commands/internal/screen"

	"github.com/urfave/cli/v2"
)

const showHelp = `Shows conversations to people: a line about each as a whole, then its messages.
Each has its number, and its model and time when they change. Questions and
answers are rendered as Markdown. Reasoning and tool calls take one line each.
Results are cut to their first and last lines.

Notes that a program keeps for itself, and texts that it adds in your name, are
counted on one line. --notes shows each; with --tools full, all of it.

On a terminal, the text goes through PAGER (default: less), the numbers stand
in a margin, and source text has colours. In a pipe there is no pager, no
colour and no limit of width, and Markdown is not rendered.

If the input is larger than 4 MB, its beginning is shown before the rest is
read, and the totals come at the end. If the rest changes a message that was
shown, it is shown again: a session may go back to an earlier question.

Messages count from 0, as with convo prompt --at. --from-message 10
--to-message 20 shows 10 to 19, and --at 10 shows all from 10. --last, --only
and --search choose among these.

--search shows the messages that convo find finds, marks what matches, and
takes its flags. If nothing matches, the exit code is 1.

--open writes a page into a temporary folder that only you can read, prints its
path, and opens it with BROWSER or the browser of the system. For several
conversations there is an index. The next --open removes pages that are older
than a day. To keep one, write it: convo transform -t html -o page.html FILE

kitty, Ghostty, iTerm2 and WezTerm draw images, but pagers do not pass them on:
add --no-pager.

examples:
  convo show chat.json
  convo show --last 5 session.jsonl
  convo show --only user,assistant --thinking none session.jsonl
  convo show -i --search 'tide|sea' --tools full session.jsonl
  convo show --at 28 claude-code:last
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
			&cli.StringFlag{Name: "from-message", Aliases: []string{"at"}, Category: frame.GroupShown, Usage: "begin with message `N`"},
			&cli.StringFlag{Name: "to-message", Category: frame.GroupShown, Usage: "end before message `N`"},
			&cli.StringSliceFlag{Name: "only", Category: frame.GroupShown, Usage: "show messages of these roles: `system|user|assistant|tool|note`"},
			&cli.StringFlag{Name: "search", Category: frame.GroupShown, Usage: "show messages with a match of `PATTERN`, as convo find"},
			&cli.BoolFlag{Name: "notes", Category: frame.GroupShown, Usage: "show notes of the program, too"},
			&cli.StringFlag{Name: "tools", Category: frame.GroupShown, Usage: "how much of tool calls, results and notes (default: short): `short|full|none`"},
			&cli.StringFlag{Name: "thinking", Category: frame.GroupShown, Usage: "how much of reasoning (default: short): `short|full|none`"},
			&cli.BoolFlag{Name: "open", Category: frame.GroupShown, Usage: "write a page and open it in a browser"},
			&cli.BoolFlag{Name: "no-pager", Category: frame.GroupShown, Usage: "write to the terminal without a pager"},
		}, matchFlags(), inputFlags("from", "no-input"), []cli.Flag{recursiveFlag()}, frame.MessageFlags()),
		Action: action(p, screen.Run),
	}
}
