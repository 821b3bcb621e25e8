package commands

import (
	"slices"
	"strconv"
	"strings"
	"time"

	"convo/conv"
	"convo/providers"

	"github.com/urfave/cli/v2"
)

// The groups that help sorts flags into, in this order.
const (
	groupMessage   = "the message"
	groupAround    = "around the message"
	groupFork      = "forking: what is done before the message is added"
	groupAsked     = "whom to ask"
	groupRequest   = "what to ask for, this time"
	groupCall      = "the call"
	groupTools     = "tools"
	groupInput     = "input and output"
	groupChange    = "changing the conversation, in the order given"
	groupModel     = "fitting it to a model"
	groupJudgement = "losses and failures"
	groupMeter     = "what is metered"
	groupPrices    = "prices"
	groupLimits    = "limits"
	groupMessages  = "messages"
)

// inputFlags are those of every command that reads and writes conversations.
func inputFlags() []cli.Flag {
	return []cli.Flag{
		&cli.StringFlag{Name: "from", Aliases: []string{"f"}, Category: groupInput, Usage: "read `FORMAT`; default: see what it is"},
		&cli.StringFlag{Name: "to", Aliases: []string{"t"}, Category: groupInput, Usage: "write `FORMAT`; default: conversation.json"},
		&cli.StringFlag{Name: "output", Aliases: []string{"o"}, Category: groupInput, Usage: "write to `FILE`, which is replaced only when all went well"},
		&cli.StringFlag{Name: "in-place", Aliases: []string{"i"}, Category: groupInput, Usage: "read `FILE` and replace it"},
		&cli.BoolFlag{Name: "no-input", Aliases: []string{"n"}, Category: groupInput, Usage: "never read stdin"},
		&cli.BoolFlag{Name: "compact", Aliases: []string{"c"}, Category: groupInput, Usage: "one line a document, on a terminal too"},
	}
}

// messageFlags are those of every command.
func messageFlags() []cli.Flag {
	return []cli.Flag{
		&cli.BoolFlag{Name: "quiet", Aliases: []string{"q"}, Category: groupMessages, Usage: "no notes on stderr; failures are still told"},
		&cli.BoolFlag{Name: "verbose", Aliases: []string{"v"}, Category: groupMessages, Usage: "every note on stderr, each with its place; -vv what goes over the wire, too"},
		&cli.StringFlag{Name: "errors", Category: groupMessages, Usage: "how failures are told: `text|json`"},
		&cli.StringFlag{Name: "color", Category: groupMessages, Usage: "when to use colour: `auto|always|never`"},
		&cli.BoolFlag{Name: "offline", Category: groupMessages, Usage: "never use the network"},
	}
}

// flagReader reads flags whose values must be of a set. Its first failure
// sticks.
type flagReader struct {
	*cli.Context
	others []string // values of --to that are no formats
	err    error
}

func (r *flagReader) fail(err error) {
	if r.err == nil {
		r.err = err
	}
}

// choice is one of values, of which the first is the default.
func (r *flagReader) choice(flag string, values ...string) string {
	v := r.String(flag)
	if !r.IsSet(flag) {
		return values[0]
	}
	if !slices.Contains(values, v) {
		r.fail(usageError("--%s %q: want %s", flag, v, either(values)))
	}
	return v
}

// either lists values as a sentence does.
func either(values []string) string {
	last := len(values) - 1
	return strings.Join(values[:last], ", ") + " or " + values[last]
}

// number is a count that is not negative; 0 if it is not given.
func (r *flagReader) number(flag, what string) int {
	v := r.String(flag)
	n, err := strconv.Atoi(v)
	if r.IsSet(flag) && (err != nil || n < 0) {
		r.fail(usageError("--%s %q: want a number of %s", flag, v, what))
	}
	return n
}

// duration is a time such as 90s; otherwise if it is not given.
func (r *flagReader) duration(flag string, otherwise time.Duration) time.Duration {
	if !r.IsSet(flag) {
		return otherwise
	}
	d, err := time.ParseDuration(r.String(flag))
	if err != nil || d <= 0 {
		r.fail(usageError("--%s %q: want a time, such as 90s or 5m", flag, r.String(flag)))
	}
	return d
}

// several is any of values, separated by commas or given again.
func (r *flagReader) several(flag string, values ...string) []string {
	var all []string
	for _, given := range r.StringSlice(flag) {
		for v := range strings.SplitSeq(given, ",") {
			if v = strings.TrimSpace(v); !slices.Contains(values, v) {
				r.fail(usageError("--%s %q: want %s, or several with commas", flag, v, either(values)))
			}
			all = append(all, v)
		}
	}
	return all
}

// format is the format that a flag names, nil if it is not given or auto.
func (r *flagReader) format(flag string) *conv.Format {
	name := r.String(flag)
	if !r.IsSet(flag) || name == "auto" && flag == "from" || slices.Contains(r.others, name) && flag == "to" {
		return nil
	}
	f, err := providers.Lookup(name)
	if err != nil {
		failed := asFailure(err)
		failed.code = exitUsage
		r.fail(failed)
	}
	return f
}
