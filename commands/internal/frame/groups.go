package frame

import (
	"github.com/urfave/cli/v2"
)

// Help shows flags in these groups, in the order of groupsOf.
const (
	GroupMessage   = "message"
	GroupAround    = "conversation and request"
	GroupFork      = "forking (before the message is added)"
	GroupAsked     = "model and server"
	GroupRequest   = "request"
	GroupCall      = "call"
	GroupTools     = "tools"
	GroupInput     = "input and output"
	GroupChange    = "changes (applied in the order given)"
	GroupModel     = "target model"
	GroupJudgement = "losses and failures"
	GroupMeter     = "what to count"
	GroupPrices    = "prices"
	GroupLimits    = "limits"
	GroupMessages  = "diagnostics"
)

// MessageFlags are the flags that every command has.
func MessageFlags() []cli.Flag {
	return []cli.Flag{
		&cli.BoolFlag{Name: "quiet", Aliases: []string{"q"}, Category: GroupMessages, Usage: "write no notes to stderr, only errors"},
		&cli.BoolFlag{Name: "verbose", Aliases: []string{"v"}, Category: GroupMessages, Usage: "write every note with its place; -vv adds the HTTP traffic"},
		&cli.StringFlag{Name: "errors", Category: GroupMessages, Usage: "format of errors on stderr (default: text): `text|json`"},
		&cli.StringFlag{Name: "color", Category: GroupMessages, Usage: "when to use color (default: auto): `auto|always|never`"},
		&cli.BoolFlag{Name: "offline", Category: GroupMessages, Usage: "never use the network"},
	}
}
