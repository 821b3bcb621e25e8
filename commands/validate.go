package commands

import (
	"convo/commands/internal/findings"
	"convo/commands/internal/frame"

	"github.com/urfave/cli/v2"
)

const validateHelp = `Looks for what is wrong with conversations in any format: tool calls and
results that do not pair, arguments that their tool's schema refuses, images
that are not what they are said to be, ids that repeat. --for says whose
servers will get it, and finds what those would refuse.

As a filter it passes its input through, byte for byte, if nothing is wrong;
else it writes nothing, says on stderr what is wrong, and exits 4. With FILEs,
or -t, it writes a report. A warning is no error, but with --strict it counts
as one.

Each finding names the rule that is broken. The id of a rule says who demands
it and what is wrong: convo/orphan-result is of any conversation,
anthropic/empty-text of the servers of that format. Ids never change. --select
and --ignore take an id, or how several begin: gemini/ is all rules of gemini.
The ids of older versions, such as C001, still work. --rules lists the rules,
and convo help ID explains one.

examples:
  convo validate *.json                        what is wrong?
  convo validate --for anthropic a.json        would Anthropic take it?
  convo validate --for openai/gpt-6-sol --for gemini a.jsonl
  convo validate < a.json | convo reply        only if nothing is wrong
  convo validate -t sarif *.json > findings.sarif
  convo validate -t github --strict fixtures/*.json
  convo validate --select convo/ --ignore convo/empty-message a.json
  convo validate --fix *.json                  repair what is safe to
  convo help convo/orphan-result`

// validateCommand looks for what is wrong.
func validateCommand(p *frame.Program) *cli.Command {
	return &cli.Command{
		Name:        "validate",
		Usage:       "find what is wrong with conversations",
		UsageText:   "convo validate [FLAG]… [FILE]…",
		Description: validateHelp,
		Flags: append([]cli.Flag{
			&cli.StringFlag{Name: "from", Aliases: []string{"f"}, Category: frame.GroupInput, Usage: "read `FORMAT`; default: see what it is"},
			&cli.StringFlag{Name: "to", Aliases: []string{"t"}, Category: frame.GroupInput, Usage: "write the report for people or for programs: `text|json|sarif|junit|github`"},
			&cli.BoolFlag{Name: "no-input", Aliases: []string{"n"}, Category: frame.GroupInput, Usage: "never read stdin"},
			&cli.StringSliceFlag{Name: "for", Category: frame.GroupJudgement, Usage: "also what the servers of `MODEL`, a vendor or a protocol would refuse: anthropic/claude-sonnet-5, mistral, openai-chat"},
			&cli.StringSliceFlag{Name: "select", Category: frame.GroupJudgement, Usage: "check only these rules: `ID`, or how several begin, with commas"},
			&cli.StringSliceFlag{Name: "ignore", Category: frame.GroupJudgement, Usage: "skip these rules: `ID`, or how several begin, with commas"},
			&cli.BoolFlag{Name: "strict", Category: frame.GroupJudgement, Usage: "warnings count as errors"},
			&cli.BoolFlag{Name: "fix", Category: frame.GroupJudgement, Usage: "repair what is safe to: results and calls that do not pair, ids that repeat, what is empty; FILEs are replaced, and what was done is told"},
			&cli.BoolFlag{Name: "show-source", Category: frame.GroupJudgement, Usage: "show the place of each finding, which may be what people said"},
			&cli.BoolFlag{Name: "rules", Category: frame.GroupMessages, Usage: "list the rules, as -t text or json"},
		}, frame.MessageFlags()...),
		Action: func(ctx *cli.Context) error { return findings.Run(p, &frame.Flags{Context: ctx}) },
	}
}
