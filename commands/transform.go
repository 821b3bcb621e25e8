package commands

import (
	"convo/commands/internal/frame"
	"convo/commands/internal/pipe"

	"github.com/urfave/cli/v2"
)

const transformHelp = `Reads conversations in any format that convo knows and writes them in another,
or as conversation.json, which holds everything that any of them can. Each
thing that the other format cannot hold is named on stderr, with its place.

The input is one document, several, or JSON Lines; as many come out, in order.
Its format is recognised, and never guessed: if it is not certain, convo asks
for -f. A stream that becomes another stream is translated as it arrives.

--for says who will read it: a model, as anthropic/claude-sonnet-5, a vendor or
a protocol. Then history is adapted as a call would: images that the model
cannot see, reasoning and signatures of another model, ids, calls without a
result, custom messages. The input stays as it is; -v tells each change.

--trim fits a conversation into a number of tokens, estimated as by cost
--estimate. What old tool results say goes first, for a mark of how much it
was; then old answers, each with its calls and their results, and with the
last answer to it what the user said. What instructs, the first turn of the
user or the summary in its place, and the last answer with all behind it
stay; if that is too much, exit 8. auto leaves room for the model's longest
answer and a margin: a tenth, or a quarter for Claude.

--redact replaces secrets, users' names in paths, addresses of mail, what your
own rules say, or all that was said, by placeholders: convo help redact.

examples:
  convo transform request.json                         what is in this request?
  convo transform -t anthropic request.json            the same for another API
  convo transform -t openai-chat < a.jsonl > b.jsonl   many, on all cores
  convo transform --last 4 --drop thinking,media a.json
  convo transform --trim 100k --for anthropic/claude-sonnet-5 long.json
  convo transform --slice :3 --append more.json a.json fork, then go on
  convo transform --redact secrets,paths < a.json > to-share.json
  convo transform --filter "jq '.messages |= .[-2:]'" < a.jsonl
  convo transform --split turns < a.jsonl              training examples
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
		&cli.StringSliceFlag{Name: "slice", Category: frame.GroupChange, Usage: "keep messages `A:B`, from 0, B not included, negative from the end"},
		&cli.StringSliceFlag{Name: "last", Category: frame.GroupChange, Usage: "keep the last `N` messages"},
		&cli.StringSliceFlag{Name: "trim", Category: frame.GroupChange, Usage: "fit it into `N` tokens, such as 50k, or into what its model sees: old tool results go first, then old answers; auto is for the model of --for, or its own"},
		&cli.StringSliceFlag{Name: "drop", Category: frame.GroupChange, Usage: "leave out `WHAT`: " + pipe.DropNames()},
		&cli.StringSliceFlag{Name: "redact", Category: frame.GroupChange, Usage: "replace by placeholders what is not to be shared, in the order given: `WHAT`: secrets, paths, emails; structure: all that was said; or the rules of a FILE, a regular expression a line"},
		&cli.StringSliceFlag{Name: "append", Category: frame.GroupChange, Usage: "add the messages of the conversation in `FILE`, in any format, behind"},
		&cli.StringSliceFlag{Name: "filter", Category: frame.GroupChange, Usage: "pass it through a program, without a shell: conversation.json on its stdin and stdout; `CMD`, such as 'jq -c .'"},
		&cli.StringFlag{Name: "split", Category: frame.GroupChange, Usage: "one conversation for each answer, which ends in it, or only the last of them: `turns|final`"},
		&cli.StringSliceFlag{Name: "for", Category: frame.GroupModel, Usage: "make it what a call of `MODEL` would send; or of a vendor, or in a protocol: anthropic/claude-sonnet-5, mistral, openai-chat"},
		&cli.StringSliceFlag{Name: "project", Category: frame.GroupModel, Usage: "what the model sees of custom messages: `TYPE=drop|keep|TEMPLATE`"},
		&cli.StringSliceFlag{Name: "repair", Category: frame.GroupModel, Usage: "tool calls without a result, results without a call: leave them out, answer the calls, or exit 4: `drop|stub|error`"},
		&cli.StringFlag{Name: "thinking", Category: frame.GroupModel, Usage: "reasoning that the target cannot take, or all if there is no target: `drop|text`"},
		&cli.BoolFlag{Name: "flatten-tools", Category: frame.GroupModel, Usage: "say tool calls and results in text, and leave the tools out"},
		&cli.BoolFlag{Name: "allow-files", Category: frame.GroupChange, Usage: "read the files that file: addresses in the conversation name, before all else"},
		&cli.StringFlag{Name: "branches", Category: frame.GroupChange, Usage: "of a file that is a tree, the way to the entry that was gone on with, or one conversation a leaf: `active|all`"},
		&cli.StringFlag{Name: "agui-field", Category: frame.GroupChange, Usage: "`encryptedContent|encryptedValue`: now an option of -t ag-ui", Hidden: true},
		&cli.StringFlag{Name: "adapt", Category: frame.GroupModel, Usage: "adapt to the rules of the target's servers: `auto|off`"},
		&cli.BoolFlag{Name: "strict", Category: frame.GroupJudgement, Usage: "write nothing and exit 5 if anything is lost that no flag asked for"},
		&cli.BoolFlag{Name: "verify", Category: frame.GroupJudgement, Usage: "read back what was written and exit 1 if it is not the same"},
		&cli.StringFlag{Name: "report", Category: frame.GroupJudgement, Usage: "write the notes to `FILE` as JSON; - is stdout"},
		&cli.StringFlag{Name: "on-error", Category: frame.GroupJudgement, Usage: "what a conversation that fails does: end the run, be left out, become an error object: `stop|skip|emit`"},
		&cli.StringFlag{Name: "jobs", Aliases: []string{"j"}, Category: frame.GroupInput, Usage: "convert up to `N` at once; default: one a core"},
		&cli.BoolFlag{Name: "list", Category: frame.GroupMessages, Usage: "list the formats, as convo formats does"},
	)
	return &cli.Command{
		Name:        "transform",
		Usage:       "convert conversations from any format to any other",
		UsageText:   "convo transform [FLAG]… [FILE]…",
		Description: transformHelp,
		Flags:       append(flags, frame.MessageFlags()...),
		Action:      func(ctx *cli.Context) error { return transform(p, &frame.Flags{Context: ctx}) },
	}
}

// transform is the command's action.
func transform(p *frame.Program, flags *frame.Flags) error {
	if flags.Bool("list") {
		return listFormats(p, flags, nil)
	}
	plan, err := pipe.ReadPlan(p, flags)
	if err == nil {
		err = pipe.Transform(p, plan, flags)
	}
	if err != nil {
		return frame.Misused(flags.Command, err)
	}
	return nil
}
