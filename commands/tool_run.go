package commands

import (
	"context"

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
func (p *program) toolRunCommand() *cli.Command {
	flags := append(toolFlags(groupTools),
		&cli.StringFlag{Name: "jobs", Aliases: []string{"j"}, Category: groupTools, Usage: "run up to `N` tools of a turn at once; default: one a core"},
		&cli.BoolFlag{Name: "exit-status", Aliases: []string{"e"}, Category: groupTools, Usage: "exit 9 if calls wait still"},
	)
	return &cli.Command{
		Name:        "tool run",
		Usage:       "run the tools that the last turn calls",
		UsageText:   "convo tool run [FLAG]… [FILE]…",
		Description: toolRunHelp,
		Flags:       append(append(flags, inputFlags()...), messageFlags()...),
		Action: func(ctx *cli.Context) error {
			if err := p.toolRun(&flagReader{Context: ctx}); err != nil {
				return misused(ctx.Command, err)
			}
			return nil
		},
	}
}

// newToolbox reads the flags of toolFlags.
func (p *program) newToolbox(flags *flagReader) *toolbox {
	return &toolbox{p: p, allowed: toolsAllowed(flags), timeout: flags.duration("tool-timeout", toolTimeout)}
}

// toolRun is the command's action.
func (p *program) toolRun(flags *flagReader) error {
	box := p.newToolbox(flags)
	c, err := p.newConversion(flags)
	if err != nil {
		return err
	}
	jobs := c.workers
	c.workers = 1
	stop, got, end := p.untilSignal()
	defer end()
	waiting := 0
	c.operations = append(c.operations, func(doc *conv.Conversation, _ *conv.Notes) (*conv.Conversation, error) {
		doc = box.answered(stop, doc, jobs)
		waiting += len(doc.PendingCalls())
		return doc, nil
	})
	if err := c.transform(flags); err != nil {
		return err
	}
	if s := got(); s != nil {
		return interruption(s)
	}
	return stillWaiting(flags, waiting)
}

// answered is c with the results of its pending calls.
func (t *toolbox) answered(ctx context.Context, c *conv.Conversation, jobs int) *conv.Conversation {
	return withResults(c, t.answers(ctx, c.PendingCalls(), jobs))
}

// stillWaiting is the verdict of -e on a number of calls.
func stillWaiting(flags *flagReader, n int) error {
	if n == 0 || !flags.Bool("exit-status") {
		return nil
	}
	return &failure{code: exitPending}
}
