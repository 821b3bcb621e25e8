package commands

import (
	"convo/commands/internal/chat"
	"convo/commands/internal/frame"
	"convo/commands/internal/pipe"
	"convo/conv"

	"github.com/urfave/cli/v2"
)

const toolRunHelp = `Runs the tools that the last answer calls, and appends their results. The tool
NAME is the program convo-tool-NAME on PATH. It is run without a shell:

  stdin        the arguments of the call, a JSON object
  stdout       the result: text, or an image, audio, video or PDF (detected by
               its bytes), or {"content": TEXT|[BLOCK…], "isError": …,
               "details": …, "terminate": true} with blocks as in
               conversation.json. terminate ends reply --run-tools
  stderr       shown with -v; its end becomes the result if the tool fails
  exit code    other than 0 makes the result an error, for the model to read
  environment  yours without keys and tokens (--tool-env NAME keeps one), with
               CONVO_TOOL_CALL_ID, CONVO_TOOL_NAME and CONVO_TOOL_RUN
  --schema     as the only argument: print the tool's definition, for
               tool list --available

The result is an error if there is no such tool, if it takes too long, or if
its arguments are not JSON. With --allow-tool, other tools are not run: their
calls keep waiting, and -e exits 9. On SIGINT, the results so far are written.

A tool runs as you: it can read your files. The processes that it starts end
with it. On Linux this includes those in a session of their own, unless they
also remove CONVO_TOOL_RUN; on other systems, processes that leave the tool's
process group go on.

examples:
  convo tool run -i chat.json && convo reply -i chat.json
  convo tool run --allow-tool 'git-*' --allow-tool date < a.json > b.json
  convo reply -e -i a.json; while [ $? = 9 ]; do
    convo tool run -i a.json && convo reply -e -i a.json; done
  printf '#!/bin/sh\nexec date\n' > ~/bin/convo-tool-date   and chmod +x it`

// toolFlags are those of what runs tools.
func toolFlags() []cli.Flag {
	return []cli.Flag{
		&cli.StringSliceFlag{Name: "allow-tool", Category: frame.GroupTools, Usage: "run only tools whose names match `GLOB`, such as git-*"},
		&cli.StringSliceFlag{Name: "tool-env", Category: frame.GroupTools, Usage: "let tools have the key or token in the variable `NAME`"},
		&cli.StringFlag{Name: "tool-timeout", Category: frame.GroupTools, Usage: "stop a tool and its children after `TIME` (default: 30s)"},
	}
}

// toolRunCommand runs pending calls.
func toolRunCommand(p *frame.Program) *cli.Command {
	flags := append(toolFlags(),
		&cli.StringFlag{Name: "jobs", Aliases: []string{"j"}, Category: frame.GroupTools, Usage: "run up to `N` tools at once (default: one per core)"},
		exitStatusFlag(frame.GroupTools),
	)
	return &cli.Command{
		Name:        "tool run",
		Usage:       "run the tools that the last answer calls",
		UsageText:   "convo tool run [FLAG]… [FILE]…",
		Description: toolRunHelp,
		Flags:       append(append(flags, inputFlags()...), frame.MessageFlags()...),
		Action:      action(p, toolRun),
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
	plan.Operations = append(plan.Operations, func(doc *conv.Conversation, in pipe.Context) (*conv.Conversation, error) {
		answered := box.Answered(stop, doc, jobs)
		waiting += len(answered.PendingCalls())
		return plan.Made(answered, len(doc.Messages), in.Notes), nil
	})
	if err := pipe.Transform(p, plan, flags); err != nil {
		return err
	}
	if s := got(); s != nil {
		return frame.Interruption(s)
	}
	return chat.StillWaiting(flags, waiting)
}
