package commands

import (
	"slices"

	"convo/commands/internal/frame"
	"convo/commands/internal/meter"

	"github.com/urfave/cli/v2"
)

const costHelp = `Adds up the tokens that answers used and what they cost. Token counts come from
the answers; prices are those of the day of the answer (see convo models).
--estimate instead estimates the next call. --max-usd and --max-tokens set
limits: above them the exit code is 8. Cached tokens count, too.

An estimate assumes the longest answer that the request allows, or else the
longest that the model gives; so does convo reply --max-usd. If nothing limits
the answer, --max-usd and --max-tokens fail. A negative count or cost, or one
that is out of range, is unknown.

From a pipe to a pipe, cost is a filter: it passes its input on unchanged, with
one line on stderr, or passes nothing on if a limit is exceeded. With FILEs or
-t it prints a report. Costs recorded in a document are shown next to computed
ones where they differ, and are used where no price is known.

--where counts only conversations for which a condition is true (see convo help
where). Others are passed on, but not counted.

--on-error skip leaves out a conversation that cannot be read, says so, and
exits 13; emit also writes an error object in its place, if documents are
written.

A model without a price, or an answer without token counts, is an error, never
$0: see --unknown and --prices. A FILE of prices has dollars per million
tokens. [3, 200000, 6] is 3, but 6 when more than 200000 tokens go in. Tokens
without a price of their own cost as much as the kind that they are part of. In
a pattern, # is a digit and * is any text:

  {"vendors": {"mine": {"models": [{"id": "model-a", "match": ["model-a*"],
    "prices": [{"input": 3, "output": 15, "cacheRead": 0.3,
      "cacheWrite": 3.75, "cacheWrite1h": 6},
      {"from": "2026-10-01", "input": 2, "output": 10}]}]}}}

An estimate counts words and punctuation. Measured on 131 conversations against
the tokenizer of GPT-4o: 10 % more in the median; for 9 of 10 conversations
between 0 and 21 % more; for short ones up to 12 % less. It was not measured
against Claude's tokenizers; the newer ones count up to a third more. An image
counts as 1600 tokens, other media as 3000. Build with go build -tags tokens to
count with the real tokenizer of OpenAI's models up to GPT-5.5.

examples:
  convo cost chat.json
  convo cost --by day -t csv logs/*.jsonl > spend.csv
  convo cost -r --by file logs
  convo sessions --paths0 --since 7d | xargs -0 convo cost --chart
                                        what the week has cost
  convo cost -t github *.json >> "$GITHUB_STEP_SUMMARY"
  convo prompt hi | convo cost --estimate --max-usd 0.01 | convo reply
  convo cost --max-usd 5 --as-of 2026-07-01 runs/*.json
  convo cost --prices ours.json -m mine/model-a --estimate a.json
  convo cost --annotate -i chat.json    write costs into the document`

// costCommand meters conversations.
func costCommand(p *frame.Program) *cli.Command {
	return &cli.Command{
		Name:        "cost",
		Usage:       "add up what answers cost, and fail over a budget",
		UsageText:   "convo cost [FLAG]… [FILE]…",
		Description: costHelp,
		Flags: slices.Concat([]cli.Flag{
			reportFlag("table|json|csv|github", "print a report (default: table)"),
			&cli.StringFlag{Name: "in-place", Aliases: []string{"i"}, Category: frame.GroupInput, Usage: "read `FILE` and replace it, with --annotate"},
			&cli.StringFlag{Name: "by", Category: frame.GroupMeter, Usage: "rows of the report (default: model): `model|turn|file|day`"},
			&cli.BoolFlag{Name: "chart", Category: frame.GroupMeter, Usage: "draw a bar for each day, with a part for each model"},
			&cli.BoolFlag{Name: "annotate", Category: frame.GroupMeter, Usage: "write conversation.json with the cost of each answer"},
			&cli.BoolFlag{Name: "estimate", Category: frame.GroupMeter, Usage: "estimate the next call instead of past answers"},
			&cli.StringFlag{Name: "model", Aliases: []string{"m"}, Category: frame.GroupMeter, Usage: "estimate for `VENDOR/NAME` (default: the conversation's)"},
			&cli.StringFlag{Name: "output-tokens", Category: frame.GroupMeter, Usage: "estimate for `N` tokens of output (default: as reply)"},
			&cli.StringFlag{Name: "prices", Category: frame.GroupPrices, Usage: "use the prices in `FILE` before convo's own"},
			&cli.StringFlag{Name: "as-of", Category: frame.GroupPrices, Usage: "use the prices of `DATE`, such as 2026-07-01"},
			&cli.StringFlag{Name: "unknown", Category: frame.GroupPrices, Usage: "what to do if a cost is unknown (default: fail): `fail|warn|zero`"},
			&cli.StringFlag{Name: "max-usd", Category: frame.GroupLimits, Usage: "exit 8 if the cost is over `X` dollars"},
			&cli.StringFlag{Name: "max-tokens", Category: frame.GroupLimits, Usage: "exit 8 if input and output are over `N` tokens"},
			whereFlag(frame.GroupMeter),
			onErrorFlag(),
		}, inputFlags("from", "output", "no-input", "compact"), []cli.Flag{shardFlag(), recursiveFlag(), subagentsFlag()}, frame.MessageFlags()),
		Action: action(p, meter.Run),
	}
}
