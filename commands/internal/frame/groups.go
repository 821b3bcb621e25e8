package frame

import (
	"github.com/urfave/cli/v2"
)

// The groups that help sorts flags into, in this order.
const (
	GroupMessage   = "the message"
	GroupAround    = "around the message"
	GroupFork      = "forking: what is done before the message is added"
	GroupAsked     = "whom to ask"
	GroupRequest   = "what to ask for, this time"
	GroupCall      = "the call"
	GroupTools     = "tools"
	GroupInput     = "input and output"
	GroupChange    = "changing the conversation, in the order given"
	GroupModel     = "fitting it to a model"
	GroupJudgement = "losses and failures"
	GroupMeter     = "what is metered"
	GroupPrices    = "prices"
	GroupLimits    = "limits"
	GroupMessages  = "messages"
)

// MessageFlags are those of every command.
func MessageFlags() []cli.Flag {
	return []cli.Flag{
		&cli.BoolFlag{Name: "quiet", Aliases: []string{"q"}, Category: GroupMessages, Usage: "no notes on stderr; failures are still told"},
		&cli.BoolFlag{Name: "verbose", Aliases: []string{"v"}, Category: GroupMessages, Usage: "every note on stderr, each with its place; -vv what goes over the wire, too"},
		&cli.StringFlag{Name: "errors", Category: GroupMessages, Usage: "how failures are told: `text|json`"},
		&cli.StringFlag{Name: "color", Category: GroupMessages, Usage: "when to use colour: `auto|always|never`"},
		&cli.BoolFlag{Name: "offline", Category: GroupMessages, Usage: "never use the network"},
	}
}
