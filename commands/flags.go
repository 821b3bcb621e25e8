package commands

import (
	"convo/commands/internal/frame"

	"github.com/urfave/cli/v2"
)

// inputFlags are those of every command that reads and writes conversations.
func inputFlags() []cli.Flag {
	return []cli.Flag{
		&cli.StringFlag{Name: "from", Aliases: []string{"f"}, Category: frame.GroupInput, Usage: "read `FORMAT`; default: see what it is"},
		&cli.StringFlag{Name: "to", Aliases: []string{"t"}, Category: frame.GroupInput, Usage: "write `FORMAT`; default: conversation.json"},
		&cli.StringFlag{Name: "output", Aliases: []string{"o"}, Category: frame.GroupInput, Usage: "write to `FILE`, which is replaced only when all went well"},
		&cli.StringFlag{Name: "in-place", Aliases: []string{"i"}, Category: frame.GroupInput, Usage: "read `FILE` and replace it"},
		&cli.BoolFlag{Name: "no-input", Aliases: []string{"n"}, Category: frame.GroupInput, Usage: "never read stdin"},
		&cli.BoolFlag{Name: "compact", Aliases: []string{"c"}, Category: frame.GroupInput, Usage: "one line a document, on a terminal too"},
	}
}
