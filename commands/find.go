package commands

import (
	"slices"

	"convo/commands/internal/agents"
	"convo/commands/internal/frame"
	"convo/commands/internal/meter"
	"convo/commands/internal/prices"
	"convo/commands/internal/screen"

	"github.com/urfave/cli/v2"
)

const findHelp = `Searches conversations as grep searches files, but knows messages: it searches
what was said, reasoned, called and answered, never the JSON around it. PATTERN
is a regular expression (RE2), matched line by line. An empty one matches every
line.

  12:user:When is high water?       message 12; with several FILEs, the name
  13:Bash.command:tide Brest        of the file comes first, and if a FILE has
  14:tool Bash:High water 12:04     several conversations, the number of the
  3/15:assistant:At noon.           conversation: here the third

Messages count from 0, as with convo prompt --at; - is the system prompt. -A,
-B and -C show the messages around, on a line each. Without FILE, stdin is
read. -r reads the files in a folder and below it, and skips files that are not
conversations. --where searches only conversations for which a condition is
true (see convo help where). --sessions searches the sessions that convo
sessions --helpers lists. The search uses all cores. In JSON Lines, matches
appear while the rest is read.

On a terminal, matches are grouped below the name and the title of their
conversation, and cut to the width. convo show NAME --at 12 begins with message
12.

The exit code is 0 if something matches, 1 if nothing does, and more if an
input cannot be read; the others are still searched.

examples:
  convo find tide chat.json
  convo find --sessions high.water
  convo find -i 'rm -rf|force' --in arguments -r ~/.claude/projects
  convo find '' --tool Bash -o session.jsonl | wc -l
  convo find -F -l 'panic: ' --in results *.jsonl
  convo sessions --paths0 | xargs -0 convo find -C 2 --role user harbour
  convo find -t json 'error' all.jsonl | jq -r '[.file, .message] | @tsv'
  convo find --model opus -c '' *.jsonl`

// findCommand searches conversations.
func findCommand(p *frame.Program) *cli.Command {
	return &cli.Command{
		Name:        "find",
		Usage:       "search messages, reasoning, tool calls and results",
		UsageText:   "convo find [FLAG]… PATTERN [FILE]…",
		Description: findHelp,
		Flags: slices.Concat(matchFlags(), []cli.Flag{
			&cli.StringSliceFlag{Name: "role", Category: frame.GroupSearch, Usage: "search only these roles: `system|user|assistant|tool|note`"},
			&cli.BoolFlag{Name: "count", Aliases: []string{"c"}, Category: frame.GroupShown, Usage: "show how many messages match in each FILE"},
			&cli.BoolFlag{Name: "files-with-matches", Aliases: []string{"l"}, Category: frame.GroupShown, Usage: "show only the names of files with a match"},
			&cli.BoolFlag{Name: "only-matching", Aliases: []string{"o"}, Category: frame.GroupShown, Usage: "show only the matching text, one match a line"},
			&cli.StringFlag{Name: "after-context", Aliases: []string{"A"}, Category: frame.GroupShown, Usage: "show `N` messages after each match"},
			&cli.StringFlag{Name: "before-context", Aliases: []string{"B"}, Category: frame.GroupShown, Usage: "show `N` messages before each match"},
			&cli.StringFlag{Name: "context", Aliases: []string{"C"}, Category: frame.GroupShown, Usage: "show `N` messages before and after each match"},
			reportFlag("text|json", "a line for people, or JSON Lines (default: text)"),
			&cli.BoolFlag{Name: "sessions", Category: frame.GroupInput, Usage: "search all sessions of coding agents on this machine"},
			whereFlag(frame.GroupSearch),
			recursiveFlag(),
		}, inputFlags("from", "no-input"), frame.MessageFlags()),
		Action: action(p, func(p *frame.Program, flags *frame.Flags) error {
			var list prices.PriceList
			if flags.IsSet("where") {
				flags.Fail(list.Read(p, flags))
			}
			return screen.Find(p, flags, meter.Spent(&list), func() ([]frame.SessionFile, int) { return agents.All(p) })
		}),
	}
}
