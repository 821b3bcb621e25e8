package commands

import (
	"slices"

	"convo/commands/internal/frame"

	"github.com/urfave/cli/v2"
)

// action is the action of a command whose every error of usage is one of its
// command line.
func action(p *frame.Program, run func(*frame.Program, *frame.Flags) error) cli.ActionFunc {
	return func(ctx *cli.Context) error {
		return frame.Misused(ctx.Command, run(p, &frame.Flags{Context: ctx}))
	}
}

// inputFlags are the flags of commands that read and write conversations:
// those with the given names, or all.
func inputFlags(names ...string) []cli.Flag {
	return slices.DeleteFunc([]cli.Flag{
		&cli.StringFlag{Name: "from", Aliases: []string{"f"}, Category: frame.GroupInput, Usage: "input `FORMAT` (default: detected)"},
		&cli.StringFlag{Name: "to", Aliases: []string{"t"}, Category: frame.GroupInput, Usage: "output `FORMAT` (default: as -o ends, or conversation.json)"},
		&cli.StringFlag{Name: "output", Aliases: []string{"o"}, Category: frame.GroupInput, Usage: "write to `FILE`, or to several (convo help outputs)"},
		&cli.StringFlag{Name: "in-place", Aliases: []string{"i"}, Category: frame.GroupInput, Usage: "read `FILE` and replace it"},
		&cli.BoolFlag{Name: "no-input", Aliases: []string{"n"}, Category: frame.GroupInput, Usage: "do not read stdin"},
		&cli.BoolFlag{Name: "compact", Aliases: []string{"c"}, Category: frame.GroupInput, Usage: "write JSON on one line, even on a terminal"},
	}, func(f cli.Flag) bool { return len(names) > 0 && !slices.Contains(names, f.Names()[0]) })
}

// reportFlag is the -t of commands that print a list or a report. The first
// of its values is the default.
func reportFlag(values, usage string) cli.Flag {
	return &cli.StringFlag{Name: "to", Aliases: []string{"t"}, Category: frame.GroupInput, Usage: usage + ": `" + values + "`"}
}

// lossFlags are the flags of commands that write another format.
func lossFlags() []cli.Flag {
	return []cli.Flag{
		&cli.BoolFlag{Name: "strict", Category: frame.GroupJudgement, Usage: "write nothing and exit 5 on a loss that no flag asked for"},
		&cli.StringFlag{Name: "report", Category: frame.GroupJudgement, Usage: "write the notes to `FILE` as JSON (- is stdout)"},
		onErrorFlag(),
	}
}

// onErrorFlag says what a conversation that fails does to the run.
func onErrorFlag() cli.Flag {
	return &cli.StringFlag{Name: "on-error", Category: frame.GroupJudgement, Usage: "what to do when a conversation fails (default: stop): `stop|skip|emit`"}
}

// sightFlags say what a model sees of a history.
func sightFlags(group string) []cli.Flag {
	return []cli.Flag{
		&cli.StringSliceFlag{Name: "project", Category: group, Usage: "how the model sees custom messages: `TYPE=drop|keep|TEMPLATE`"},
		&cli.StringSliceFlag{Name: "repair", Category: group, Usage: "what to do with calls and results that do not pair: `drop|stub|error`"},
		&cli.StringFlag{Name: "thinking", Category: group, Usage: "what to do with reasoning that does not fit: `drop|text`"},
		compactionFlag(group),
	}
}

// compactionFlag says whether a compacted history is sent as it was compacted.
func compactionFlag(group string) cli.Flag {
	return &cli.StringFlag{Name: "compaction", Category: group, Usage: "send summaries for what they replace (default: auto): `auto|off`"}
}

// whereFlag chooses conversations by what is in them.
func whereFlag(group string) cli.Flag {
	return &cli.StringSliceFlag{Name: "where", Category: group, Usage: "only conversations where `EXPR` is true (convo help where)"}
}

// shardFlag parts files among processes.
func shardFlag() cli.Flag {
	return &cli.StringFlag{Name: "shard", Category: frame.GroupInput, Usage: "read the `I/N`-th part of each FILE of JSON Lines"}
}

// recursiveFlag lets a folder stand for its files.
func recursiveFlag() cli.Flag {
	return &cli.BoolFlag{Name: "recursive", Aliases: []string{"r"}, Category: frame.GroupInput, Usage: "read every file in a folder that is named as FILE"}
}

// subagentsFlag says where the sessions of helpers are read.
func subagentsFlag() cli.Flag {
	return &cli.StringFlag{Name: "subagents", Category: frame.GroupInput, Usage: "sessions of helpers (default: as found): `inline|apart|drop`"}
}

// exitStatusFlag makes open tool calls visible to scripts.
func exitStatusFlag(group string) cli.Flag {
	return &cli.BoolFlag{Name: "exit-status", Aliases: []string{"e"}, Category: group, Usage: "exit 9 if tool calls are left without a result"}
}

// replyToolFlags are the flags of newToolLoop.
func replyToolFlags() []cli.Flag {
	return append([]cli.Flag{
		&cli.BoolFlag{Name: "run-tools", Category: frame.GroupTools, Usage: "run the tools that are called, and ask again"},
		&cli.StringFlag{Name: "max-steps", Category: frame.GroupTools, Usage: "ask up to `N` times with --run-tools (default: 10)"},
	}, toolFlags()...)
}

// matchFlags say how a search matches: of convo find, and of convo show --search.
func matchFlags() []cli.Flag {
	return []cli.Flag{
		&cli.StringSliceFlag{Name: "in", Category: frame.GroupSearch, Usage: "search only these (default: all): `text|thinking|arguments|results`"},
		&cli.StringSliceFlag{Name: "tool", Category: frame.GroupSearch, Usage: "search only calls and results of tool `NAME`, such as git-*"},
		&cli.StringFlag{Name: "model", Category: frame.GroupSearch, Usage: "search only answers of a model with `TEXT` in its name"},
		&cli.BoolFlag{Name: "ignore-case", Aliases: []string{"i"}, Category: frame.GroupSearch, Usage: "ignore case"},
		&cli.BoolFlag{Name: "fixed-strings", Aliases: []string{"F"}, Category: frame.GroupSearch, Usage: "search for PATTERN as it is written"},
	}
}

// askFlags say which model is asked, and what beside the conversations.
func askFlags() []cli.Flag {
	return []cli.Flag{
		&cli.StringFlag{Name: "model", Aliases: []string{"m"}, Category: frame.GroupAsked, Usage: "ask `VENDOR/MODEL`"},
		&cli.StringFlag{Name: "protocol", Category: frame.GroupAsked, Usage: "protocol of the server: `FORMAT` (default: the vendor's)"},

		&cli.StringSliceFlag{Name: "param", Aliases: []string{"p"}, Category: frame.GroupRequest, Usage: "set a request parameter `K=V`, such as temperature=0.2"},
		&cli.StringFlag{Name: "max-tokens", Category: frame.GroupRequest, Usage: "limit each answer to `N` tokens"},
		&cli.StringFlag{Name: "effort", Category: frame.GroupRequest, Usage: "reason with `EFFORT`, such as low or high"},
		&cli.StringSliceFlag{Name: "tools", Category: frame.GroupRequest, Usage: "let the model call the tools in `FILE`, a JSON list"},
		&cli.StringFlag{Name: "tool-choice", Category: frame.GroupRequest, Usage: "whether the model may or must call a tool: `auto|none|required|NAME`"},
		&cli.StringFlag{Name: "schema", Category: frame.GroupRequest, Usage: "require an answer that matches this JSON Schema: `FILE|'name, age int'`"},
		&cli.BoolFlag{Name: "drop-params", Category: frame.GroupRequest, Usage: "leave out parameters that the model does not take"},
		&cli.StringFlag{Name: "adapt", Category: frame.GroupRequest, Usage: "adapt the history to the model (default: auto): `auto|off`"},
	}
}

// serverFlags say where a server is, and the key for it.
func serverFlags() []cli.Flag {
	return []cli.Flag{
		&cli.StringFlag{Name: "base-url", Category: frame.GroupAsked, Usage: "server `URL` as the vendor's SDK takes it: https://host/v1"},
		&cli.StringFlag{Name: "key-file", Category: frame.GroupAsked, Usage: "read the key from `FILE` (default: the vendor's variable)"},
		&cli.BoolFlag{Name: "insecure", Category: frame.GroupAsked, Usage: "allow plain http to other machines"},
	}
}

// acceptFlag says which ends of an answer are no failure.
func acceptFlag() cli.Flag {
	return &cli.StringSliceFlag{Name: "accept", Category: frame.GroupJudgement, Usage: "do not fail on answers that end with `length,refusal,filter`"}
}
