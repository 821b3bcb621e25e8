package commands

import (
	"convo/commands/internal/chat"
	"convo/commands/internal/frame"
	"convo/commands/internal/pipe"
	"convo/conv"

	"github.com/urfave/cli/v2"
)

const toolRunHelp = `Runs the tools that the last turn of a conversation calls and writes it with
their results. The tool NAME is the program convo-tool-NAME on PATH. No shell
is between:

  stdin        the call's arguments, a JSON object
  stdout       the result: text; a picture, sound, film or PDF, known by its
               bytes; or {"content": TEXT|[BLOCK…], "isError": …,
               "details": …, "terminate": true}, blocks as in
               conversation.json; terminate ends reply --run-tools
  stderr       shown with -v; its end goes into the result if the tool fails
  exit code    other than 0 makes the result an error, for the model to read
  environment  CONVO_TOOL_CALL_ID and CONVO_TOOL_NAME besides yours
  --schema     as the only argument prints its definition, for
               tool list --available

A tool that is not there, does not end in time or gets arguments that are no
JSON gives an error result. With --allow-tool the calls of others wait; -e
exits 9 if any does. After SIGINT the results so far are written.

examples:
  convo tool run -i chat.json && convo reply -i chat.json
  convo tool run --allow-tool 'git-*' --allow-tool date < a.json > b.json
  convo reply -e -i a.json; while [ $? = 9 ]; do
    convo tool run -i a.json && convo reply -e -i a.json; done
  printf '#!/bin/sh\nexec date\n' > ~/bin/convo-tool-date   and chmod +x it`

// toolFlags are those of what runs tools.
func toolFlags(category string) []cli.Flag {
	return []cli.Flag{
		&cli.StringSliceFlag{Name: "allow-tool", Category: category, Usage: "run only tools whose names match `GLOB`, such as git-*"},
		&cli.StringFlag{Name: "tool-timeout", Category: category, Usage: "end a tool, and what it started, after `TIME`; default: 30s"},
	}
}

// toolRunCommand runs pending calls.
func toolRunCommand(p *frame.Program) *cli.Command {
	flags := append(toolFlags(frame.GroupTools),
		&cli.StringFlag{Name: "jobs", Aliases: []string{"j"}, Category: frame.GroupTools, Usage: "run up to `N` tools of a turn at once; default: one a core"},
		&cli.BoolFlag{Name: "exit-status", Aliases: []string{"e"}, Category: frame.GroupTools, Usage: "exit 9 if calls wait still"},
	)
	return &cli.Command{
		Name:        "tool run",
		Usage:       "run the tools that the last turn calls",
		UsageText:   "convo tool run [FLAG]… [FILE]…",
		Description: toolRunHelp,
		Flags:       append(append(flags, inputFlags()...), frame.MessageFlags()...),
		Action: func(ctx *cli.Context) error {
			if err := toolRun(p, &frame.Flags{Context: ctx}); err != nil {
				return frame.Misused(ctx.Command, err)
			}
			return nil
		},
	}
}

// toolRun is the command's action.
func toolRun(p *frame.Program, flags *frame.Flags) error {
	box := chat.NewToolbox(p, flags)
	plan, err := pipe.ReadPlan(p, flags)
	if err != nil {
		return err
	}
	jobs := plan.Workers
	plan.Workers = 1
	stop, got, end := p.UntilSignal()
	defer end()
	waiting := 0
	plan.Operations = append(plan.Operations, func(doc *conv.Conversation, _ pipe.Passage) (*conv.Conversation, error) {
		doc = box.Answered(stop, doc, jobs)
		waiting += len(doc.PendingCalls())
		return doc, nil
	})
	if err := pipe.Transform(p, plan, flags); err != nil {
		return err
	}
	if s := got(); s != nil {
		return frame.Interruption(s)
	}
	return chat.StillWaiting(flags, waiting)
}
