package commands

import (
	"cmp"
	"slices"

	"convo/commands/internal/chat"
	"convo/commands/internal/frame"
	"convo/commands/internal/pipe"
	"convo/conv"
	"convo/conv/format"
	"convo/conv/rawjson"

	"github.com/urfave/cli/v2"
)

const toolListHelp = `Lists the tool calls that have no result yet, one JSON object per line with id,
name and arguments. If the model wrote arguments that are not a JSON object,
argumentsText has what it wrote. Calls that the user skipped are not listed.

--available lists the tools on PATH instead: programs named convo-tool-NAME.
The output is a JSON array of the definitions that they print when run with
--schema. prompt --tools and reply --tools read it.

examples:
  convo tool list chat.json
  convo tool list chat.json | jq -r .name
  convo tool list -e chat.json > calls.jsonl || echo "to be answered"
  convo tool list --available --allow-tool 'git-*' > tools.json
  convo prompt --tools tools.json "What has changed?"`

// toolListCommand lists pending calls.
func toolListCommand(p *frame.Program) *cli.Command {
	flags := slices.Concat([]cli.Flag{
		&cli.BoolFlag{Name: "available", Category: frame.GroupTools, Usage: "list the tools on PATH instead"},
		exitStatusFlag(frame.GroupTools),
	}, toolFlags(), inputFlags("from", "output", "no-input"), frame.MessageFlags())
	return &cli.Command{
		Name:        "tool list",
		Usage:       "list the tool calls that have no result yet",
		UsageText:   "convo tool list [FLAG]… [FILE]…",
		Description: toolListHelp,
		Flags:       flags,
		Action:      action(p, toolList),
	}
}

// toolList is the command's action.
func toolList(p *frame.Program, flags *frame.Flags) error {
	box := chat.NewToolbox(p, flags)
	plan, err := pipe.ReadPlan(p, flags)
	if err != nil {
		return err
	}
	if flags.Bool("available") {
		return listAvailable(p, flags, plan, box)
	}
	if err := p.ApartFrom(flags.Args().Slice(), false); err != nil {
		return err
	}
	waiting := 0
	calls := format.Native()
	calls.Unit = format.SessionUnit // it ends its own lines
	calls.Write = func(w *rawjson.Writer, doc *conv.Conversation) {
		for _, call := range doc.PendingCalls() {
			if box.Allows(call.Name) {
				waiting++
				writeCall(w, call)
			}
		}
	}
	plan.To, plan.Workers = &calls, 1
	if err := pipe.Transform(p, plan, flags); err != nil {
		return err
	}
	return chat.StillWaiting(flags, waiting)
}

// writeCall writes a call as a line.
func writeCall(w *rawjson.Writer, call *conv.ToolCall) {
	w.BeginObject()
	w.Field("id", call.ID)
	w.Field("name", call.Name)
	w.Key("arguments")
	if call.Arguments == "" {
		w.Raw("{}")
	} else {
		w.Raw(call.Arguments)
	}
	if call.Mended() != rawjson.Strict {
		w.Field("argumentsText", *call.ArgumentsText)
	}
	w.EndObject()
	w.Text("\n")
}

// listAvailable writes the definitions of the tools on PATH.
func listAvailable(p *frame.Program, flags *frame.Flags, plan *pipe.Plan, box *chat.Toolbox) error {
	if flags.NArg() > 0 {
		return frame.UsageError("--available takes no FILE")
	}
	to, err := pipe.TargetsOf(p, flags)
	if err != nil {
		return err
	}
	run := pipe.NewRun(p, plan)
	return run.Do(to, func(*frame.Input) error {
		stop, got, end := p.UntilSignal()
		defer end()
		tools := box.Definitions(stop, chat.ToolNames(p))
		if s := got(); s != nil {
			return frame.Interruption(s)
		}
		w := rawjson.NewWriter(nil)
		conv.Native.Write(w, &conv.Conversation{Tools: tools})
		list := cmp.Or(rawjson.Raw(w.Bytes()).Lookup("tools"), "[]")
		_, err := run.Output.Writer().Write([]byte(list + "\n"))
		return err
	})
}
