package commands

import (
	"slices"

	"convo/commands/internal/findings"
	"convo/commands/internal/frame"

	"github.com/urfave/cli/v2"
)

const validateHelp = `Checks conversations in any format: tool calls and results that do not pair,
arguments that do not match the tool's schema, images whose type is not the
stated one, repeated ids. --for adds the rules of the servers that will get
them. If the history was compacted, it checks what a call sends: the last
summary and what follows. --compaction off checks the whole history.

As a filter, validate passes valid input on unchanged. For invalid input it
writes nothing, reports the errors on stderr and exits 4. With FILEs or -t it
prints a report, or writes it to the file of -o. Warnings do not change the
exit code, except with --strict. With --errors json a finding on stderr is an
object with its rule and severity.

Each finding has the id of a rule. The id says who demands it and what is
wrong: convo/orphan-result applies to every conversation, anthropic/empty-text
to requests to the anthropic API. Ids never change, and ids of older versions,
such as C001, still work. --select and --ignore take ids or prefixes: gemini/
is every rule of gemini. --rules lists the rules; convo help ID explains one.

--fix repairs calls and results that do not pair, repeated ids and empty
messages, and reports what it repaired.

examples:
  convo validate *.json                        what is wrong?
  convo validate --for anthropic a.json        would Anthropic accept it?
  convo validate --for openai/gpt-6-sol --for gemini a.jsonl
  convo validate < a.json | convo reply        only if nothing is wrong
  convo validate -r chats                      every file in a folder
  convo validate -t sarif *.json > findings.sarif
  convo validate -t github --strict fixtures/*.json
  convo validate --select convo/ --ignore convo/empty-message a.json
  convo validate --fix *.json                  repair what is safe to repair
  convo help convo/orphan-result`

// validateCommand looks for what is wrong.
func validateCommand(p *frame.Program) *cli.Command {
	return &cli.Command{
		Name:        "validate",
		Usage:       "check conversations for errors",
		UsageText:   "convo validate [FLAG]… [FILE]…",
		Description: validateHelp,
		Flags: slices.Concat([]cli.Flag{
			reportFlag("text|json|sarif|junit|github", "print a report (default: text)"),
			&cli.StringSliceFlag{Name: "for", Category: frame.GroupJudgement, Usage: "also check the rules of `MODEL`, a vendor or a protocol"},
			compactionFlag(frame.GroupJudgement),
			&cli.StringSliceFlag{Name: "select", Category: frame.GroupJudgement, Usage: "check only these rules: `ID` or prefix, comma-separated"},
			&cli.StringSliceFlag{Name: "ignore", Category: frame.GroupJudgement, Usage: "skip these rules: `ID` or prefix, comma-separated"},
			&cli.BoolFlag{Name: "strict", Category: frame.GroupJudgement, Usage: "treat warnings as errors"},
			&cli.BoolFlag{Name: "fix", Category: frame.GroupJudgement, Usage: "repair what is safe to repair, and replace each FILE"},
			&cli.BoolFlag{Name: "show-source", Category: frame.GroupJudgement, Usage: "quote the place of each finding (may show private text)"},
			&cli.BoolFlag{Name: "rules", Category: frame.GroupMessages, Usage: "list the rules (-t text or json)"},
		}, inputFlags("from", "output", "no-input"), []cli.Flag{shardFlag(), recursiveFlag(), subagentsFlag()}, frame.MessageFlags()),
		Action: func(ctx *cli.Context) error { return findings.Run(p, &frame.Flags{Context: ctx}) },
	}
}
