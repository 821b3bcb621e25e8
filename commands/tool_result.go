package commands

import (
	"convo/commands/internal/chat"
	"convo/commands/internal/frame"
	"convo/commands/internal/pipe"
	"convo/conv"

	"github.com/urfave/cli/v2"
)

const toolResultHelp = `Appends results of tool calls to the conversation in FILE. The results are read
from stdin, as one of

  JSON Lines  one result per line, in any order:
              {"id": ID, "content": TEXT|[BLOCK…]}, and optionally isError,
              details and terminate. name and arguments, which tool list
              prints, are ignored
  other data  the result of the only waiting call, or of the call of --id:
              text, or an image, audio, video or document

Results are appended in the order of the calls. Other calls keep waiting; then
-e exits 9.

examples:
  convo tool result -i chat.json < result.txt
  ./wind Bergen | convo tool result -i chat.json --id call_7
  echo "not allowed" | convo tool result --is-error --id call_7 -i chat.json
  convo tool list a.json | ./answer-all | convo tool result a.json > b.json
  convo tool list a.json | jq -c '.content = "no"' | convo tool result a.json`

// toolResultCommand appends results.
func toolResultCommand(p *frame.Program) *cli.Command {
	flags := append([]cli.Flag{
		&cli.StringFlag{Name: "id", Category: frame.GroupTools, Usage: "read stdin as the result of the call `ID`"},
		&cli.BoolFlag{Name: "is-error", Category: frame.GroupTools, Usage: "mark the result as an error"},
		exitStatusFlag(frame.GroupTools),
	}, inputFlags("from", "to", "output", "in-place", "compact")...)
	return &cli.Command{
		Name:        "tool result",
		Usage:       "append the results of tool calls",
		UsageText:   "convo tool result [FLAG]… FILE",
		Description: toolResultHelp,
		Flags:       append(flags, frame.MessageFlags()...),
		Action:      action(p, toolResult),
	}
}

// toolResult is the command's action.
func toolResult(p *frame.Program, flags *frame.Flags) error {
	plan, err := pipe.ReadPlan(p, flags)
	if err != nil {
		return err
	}
	to, err := pipe.TargetsOf(p, flags)
	operands := flags.Args().Slice()
	switch {
	case err != nil:
		return err
	case to.InPlace == "" && (len(operands) != 1 || operands[0] == "-"):
		return frame.UsageError("name the conversation as FILE or with -i: the results are read from stdin")
	case to.InPlace != "" && len(operands) > 0:
		return frame.UsageError("-i reads and replaces one FILE: remove -o and other FILEs")
	case p.Terminal(p.Stdin):
		return frame.UsageError("no results: pipe them in")
	}
	if err := p.ApartFrom(operands, true); err != nil {
		return err
	}
	g := &chat.GivenResults{ID: flags.String("id"), IsError: flags.Bool("is-error")}
	if err := g.Read(p); err != nil {
		return err
	}
	waiting := 0
	plan.Workers = 1
	plan.Operations = append(plan.Operations, func(doc *conv.Conversation, in pipe.Context) (*conv.Conversation, error) {
		answered, err := g.Added(doc)
		if err != nil {
			return nil, err
		}
		waiting += len(answered.PendingCalls())
		return plan.Made(answered, len(doc.Messages), in.Notes), nil
	})
	run := pipe.NewRun(p, plan)
	err = run.Do(to, func(edited *frame.Input) error { return run.All(edited, operands) })
	if err != nil {
		return err
	}
	return chat.StillWaiting(flags, waiting)
}
