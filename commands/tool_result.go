package commands

import (
	"slices"

	"convo/commands/internal/chat"
	"convo/commands/internal/frame"
	"convo/commands/internal/pipe"
	"convo/conv"

	"github.com/urfave/cli/v2"
)

const toolResultHelp = `Appends the results of tool calls to the conversation in FILE, which it reads
after stdin has ended. stdin is one of

  JSON Lines  results, in any order: {"id": ID, "content": TEXT|[BLOCK…]}
              and, if wanted, isError, details, terminate. name and
              arguments may stay from tool list
  anything    else, the result of the one call that waits, or of that of
  else        --id: text, or a picture, sound, film or document

They are appended in the order of the calls. Calls without a result go on
waiting; -e exits 9 then.

examples:
  convo tool result -i chat.json < result.txt
  ./wind Bergen | convo tool result -i chat.json --id call_7
  echo "not allowed" | convo tool result --is-error --id call_7 -i chat.json
  convo tool list a.json | ./answer-all | convo tool result a.json > b.json
  convo tool list a.json | jq -c '.content = "no"' | convo tool result a.json`

// toolResultCommand appends results.
func toolResultCommand(p *frame.Program) *cli.Command {
	flags := append([]cli.Flag{
		&cli.StringFlag{Name: "id", Category: frame.GroupTools, Usage: "stdin is the result of the call `ID`"},
		&cli.BoolFlag{Name: "is-error", Category: frame.GroupTools, Usage: "the tool failed, and the result says how"},
		&cli.BoolFlag{Name: "exit-status", Aliases: []string{"e"}, Category: frame.GroupTools, Usage: "exit 9 if calls wait still"},
	}, slices.DeleteFunc(inputFlags(), func(f cli.Flag) bool { return f.Names()[0] == "no-input" })...)
	return &cli.Command{
		Name:        "tool result",
		Usage:       "append the results of tool calls",
		UsageText:   "convo tool result [FLAG]… FILE",
		Description: toolResultHelp,
		Flags:       append(flags, frame.MessageFlags()...),
		Action: func(ctx *cli.Context) error {
			if err := toolResult(p, &frame.Flags{Context: ctx}); err != nil {
				return frame.Misused(ctx.Command, err)
			}
			return nil
		},
	}
}

// toolResult is the command's action.
func toolResult(p *frame.Program, flags *frame.Flags) error {
	plan, err := pipe.ReadPlan(p, flags)
	if err != nil {
		return err
	}
	to, err := pipe.TargetsOf(flags)
	operands := flags.Args().Slice()
	switch {
	case err != nil:
		return err
	case to.InPlace == "" && (len(operands) != 1 || operands[0] == "-"):
		return frame.UsageError("the conversation is a FILE, or that of -i: stdin has the results")
	case to.InPlace != "" && len(operands) > 0:
		return frame.UsageError("-i reads and replaces its one FILE: no -o, no other FILE")
	case p.Terminal(p.Stdin):
		return frame.UsageError("the results are needed: pipe them in")
	}
	g := &chat.GivenResults{ID: flags.String("id"), IsError: flags.Bool("is-error")}
	if err := g.Read(p); err != nil {
		return err
	}
	waiting := 0
	plan.Workers = 1
	plan.Operations = append(plan.Operations, g.Added, func(doc *conv.Conversation, _ pipe.Passage) (*conv.Conversation, error) {
		waiting += len(doc.PendingCalls())
		return doc, nil
	})
	run := pipe.NewRun(p, plan)
	err = run.Do(to, func(edited *frame.Input) error { return run.All(edited, operands) })
	if err != nil {
		return err
	}
	return chat.StillWaiting(flags, waiting)
}
