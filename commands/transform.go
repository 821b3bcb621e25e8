package commands

import (
	"slices"

	"convo/commands/internal/frame"
	"convo/commands/internal/meter"
	"convo/commands/internal/pipe"
	"convo/commands/internal/prices"

	"github.com/urfave/cli/v2"
)

const transformHelp = `Converts conversations from any format that convo reads to any that it writes.
The default output is conversation.json, convo's own format, which holds
everything that the other formats hold. What the output format cannot hold is
reported on stderr, with its place.

The input is one document, several, or JSON Lines. The output has the same
number, in the same order, unless a flag splits or chooses. convo detects the
input format and never guesses: if it cannot tell, it asks for -f. A stream is
converted to another stream as it arrives.

--for adapts the history to its reader, as convo reply does before a call. The
reader is a model such as anthropic/claude-sonnet-5, a vendor or a protocol.
This changes images that the model cannot see, reasoning and signatures of
other models, ids, tool calls without a result, and custom messages. The input
file does not change. -v lists every change.

--trim shortens a conversation to a number of tokens, as cost --estimate counts
them. It first replaces old tool results with a note of their size. Then it
drops old answers with their tool calls and results, and user messages that no
longer have an answer. It keeps instructions, the first user message (or the
summary in its place), and the last answer with everything after it. If they do
not fit, the exit code is 8. auto takes the context window of the model (of
--for, or of the conversation) and subtracts its longest answer and a margin: a
tenth, or a quarter for Claude.

--drop takes thinking, media, meta (ids, times, titles and details that no
model sees), usage (token counts and costs), system and tools (definitions).

--redact replaces secrets, user names in paths, email addresses, matches of
your own rules, or all content, with placeholders. See convo help redact.

--split turns writes one conversation for each answer, ending with it. --split
final writes only the last of them. --repair and --thinking say what to do with
calls and results that do not pair, and with reasoning the target cannot take.
A server gets the last summary instead of the messages that it replaced;
--compaction off writes the whole history.

--where keeps the conversations for which a condition is true. It knows counts,
roles, tools, models, tokens, cost and more: see convo help where.

--dedup leaves out each conversation that a model sees as one before it: with
the same instructions, tools, roles, content, calls and results. Ids, times,
names of models, costs and parameters do not matter. A note says how many were
left out; -v lists them. It needs about 60 bytes of memory per conversation.

--sample keeps N conversations of all inputs, in their order; --shuffle writes
all of them in another order. The same --seed gives the same result, with any
number of workers, from a file or a pipe. Nothing is written before all input
was read: meanwhile, conversations wait in a temporary file (in TMPDIR), and
about 60 bytes of each in memory. Notes on them name the line where they begin.

--attachments DIR writes images, sounds and documents as files to DIR, and the
output names them by their paths: in Markdown, a page then shows them. A file
has the name that its bytes give it, so equal ones are one file, and none that
is there is replaced. The output format must be one that names files: convo,
markdown, hf-messages, sharegpt or tau. --allow-files is the way back. It loads
the files that file: addresses, paths in Markdown and exports name, if they are
below the folder of the input or of --files-below. What an answer names is
loaded only if --attachments wrote it.

--map-tools gives tool calls the names and arguments of another agent's tools,
so that this agent can continue the session: Bash{command} of Claude Code is
exec_command{cmd} of Codex. It knows tools for the shell, for files and for the
web. Other calls stay as they are, and -v lists them.

If a session is a tree, convo reads the path to its current entry (--branches
active). Formats with trees, such as convo, keep the other branches as excluded
messages. --branches all reads one conversation per leaf. Like --split turns,
it repeats what they share: convo stops with exit code 8 if the output exceeds
--max-output. --on-error skip leaves out a conversation that fails; emit writes
an error object in its place. -r reads the files in a folder and below it, in
the order of their names, but no hidden files and no links.

Sessions of helpers (subagents) in files next to their session are read after
it with -r or --subagents apart. --subagents inline puts their messages after
the results of the call that started them; drop leaves them out.

--project injected=drop leaves out messages that a program added, and
excluded=drop those that are kept but no longer sent.

examples:
  convo transform request.json                         what is in this request?
  convo transform -t anthropic request.json            the same for another API
  convo transform -t openai-chat < a.jsonl > b.jsonl   many, on all cores
  convo transform -r logs > all.jsonl                  every file in a folder
  convo transform -r logs -o 'out/{name}.md'           a file for each
  convo transform --last 4 --drop thinking,media a.json
  convo transform --trim 100k --for anthropic/claude-sonnet-5 long.json
  convo transform --slice :3 --append more.json a.json fork, then continue
  convo transform --redact secrets,paths < a.json > to-share.json
  convo transform --filter "jq '.messages |= .[-2:]'" < a.jsonl
  convo transform --split turns < a.jsonl              training examples
  convo transform --where 'turns > 2 and not errors' all.jsonl > good.jsonl
  convo transform --attachments out/files -o 'out/{id}.md' a.jsonl
  convo transform --allow-files out/quay.md            the way back
  convo transform --dedup a.jsonl b.jsonl > all.jsonl  each only once
  convo transform --sample 1000 --seed 7 all.jsonl > some.jsonl
  convo transform --shuffle -t openai-finetune all.jsonl > train.jsonl
  convo transform -v --for anthropic/claude-sonnet-5 a.json
                                                       what would be sent?
  convo transform --for mistral -t openai-chat a.json  the body of that call
  convo transform --for openai/gpt-6-sol --thinking text --repair drop a.json
  convo transform --for xai --project notice='[system] {{.text}}' a.json
  convo transform --strict --verify -t anthropic -o out.json in.json
  convo transform --report - -o out.json -t openai-chat in.json | jq .`

// transformCommand converts conversations.
func transformCommand(p *frame.Program) *cli.Command {
	flags := append(inputFlags(),
		&cli.StringSliceFlag{Name: "slice", Category: frame.GroupChange, Usage: "keep messages `A:B` (from 0, B excluded, -1 is the last)"},
		&cli.StringSliceFlag{Name: "last", Category: frame.GroupChange, Usage: "keep the last `N` messages"},
		&cli.StringSliceFlag{Name: "trim", Category: frame.GroupChange, Usage: "shorten to `N` tokens, such as 50k, or auto"},
		&cli.StringSliceFlag{Name: "drop", Category: frame.GroupChange, Usage: "leave out `WHAT`, comma-separated (see above)"},
		&cli.StringSliceFlag{Name: "redact", Category: frame.GroupChange, Usage: "replace `WHAT` with placeholders (convo help redact)"},
		&cli.StringSliceFlag{Name: "append", Category: frame.GroupChange, Usage: "append the messages of the conversation in `FILE`"},
		&cli.StringSliceFlag{Name: "filter", Category: frame.GroupChange, Usage: "pipe each conversation through `CMD`, such as 'jq -c .'"},
		whereFlag(frame.GroupChange),
		&cli.StringSliceFlag{Name: "sample", Category: frame.GroupChange, Usage: "keep `N` conversations by chance, in their order"},
		&cli.BoolFlag{Name: "shuffle", Category: frame.GroupChange, Usage: "write the conversations in an order by chance"},
		&cli.StringFlag{Name: "seed", Category: frame.GroupChange, Usage: "number that chance comes from: `S` (default: 0)"},
		&cli.BoolFlag{Name: "dedup", Category: frame.GroupChange, Usage: "leave out conversations that a model sees as one before"},
		&cli.StringFlag{Name: "split", Category: frame.GroupChange, Usage: "write one conversation per answer, or for the last one: `turns|final`"},
		&cli.StringSliceFlag{Name: "for", Category: frame.GroupModel, Usage: "adapt to `MODEL`, a vendor or a protocol"},
		&cli.StringSliceFlag{Name: "map-tools", Category: frame.GroupModel, Usage: "name tool calls as `AGENT` does, such as codex"},
		&cli.BoolFlag{Name: "flatten-tools", Category: frame.GroupModel, Usage: "write tool calls and results as text, without tools"},
		&cli.BoolFlag{Name: "allow-files", Category: frame.GroupChange, Usage: "first load the files that the input names"},
		&cli.StringFlag{Name: "files-below", Category: frame.GroupChange, Usage: "where --allow-files reads (default: beside the input): `DIR`"},
		&cli.StringFlag{Name: "attachments", Category: frame.GroupChange, Usage: "write images, sounds and documents as files to `DIR`"},
		&cli.StringFlag{Name: "branches", Category: frame.GroupChange, Usage: "branches of a session to read (default: active): `active|all`"},
		&cli.StringFlag{Name: "max-output", Category: frame.GroupChange, Usage: "write at most `SIZE` of branches or turns (default: 1GiB)"},
		&cli.StringFlag{Name: "agui-field", Category: frame.GroupChange, Usage: "`encryptedContent|encryptedValue`: now an option of -t ag-ui", Hidden: true},
		&cli.StringFlag{Name: "adapt", Category: frame.GroupModel, Usage: "adapt to the target's servers (default: auto): `auto|off`"},
		&cli.BoolFlag{Name: "verify", Category: frame.GroupJudgement, Usage: "read the output back and exit 1 if it differs"},
		&cli.StringFlag{Name: "jobs", Aliases: []string{"j"}, Category: frame.GroupInput, Usage: "convert up to `N` at once (default: one per core)"},
		shardFlag(),
		recursiveFlag(),
		subagentsFlag(),
		&cli.BoolFlag{Name: "list", Category: frame.GroupMessages, Usage: "list the formats, like convo formats"},
	)
	return &cli.Command{
		Name:        "transform",
		Usage:       "convert conversations from any format to any other",
		UsageText:   "convo transform [FLAG]… [FILE]…",
		Description: transformHelp,
		Flags:       slices.Concat(flags, sightFlags(frame.GroupModel), lossFlags(), frame.MessageFlags()),
		Action:      action(p, transform),
	}
}

// transform is the command's action.
func transform(p *frame.Program, flags *frame.Flags) error {
	if flags.Bool("list") {
		return listFormats(p, flags, nil)
	}
	plan, err := pipe.ReadPlan(p, flags)
	if err != nil {
		return err
	}
	if flags.IsSet("where") {
		list := &prices.PriceList{}
		if err := list.Read(p, flags); err != nil {
			return err
		}
		plan.Cost = meter.Spent(list)
	}
	return pipe.Transform(p, plan, flags)
}
