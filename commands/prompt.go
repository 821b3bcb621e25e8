package commands

import (
	"slices"

	"convo/commands/internal/frame"
	"convo/commands/internal/turn"

	"github.com/urfave/cli/v2"
)

const promptHelp = `Appends a message to the conversation on stdin, or starts a new conversation,
and writes the result. It calls no model. You can keep, check, edit and price
the result, and send it later. New messages in conversation.json have no id and
no time. In the format of another program they have the fields that this
program writes.

Each TEXT is a line of the message; - stands for the text of stdin. -F adds a
text file after them, as <file name="FILE">…</file>. -a attaches an image,
audio, video or document: a FILE, - for stdin, or a URL, which is recorded and
not fetched. TYPE=URL gives its type. On a terminal the result is shown as
text; -t convo shows it as JSON.

stdin, unless it is a terminal, can be
  a conversation     the message is appended to it; of JSON Lines, to each
  any other text     it is added after the TEXT
  empty              a new conversation starts, but with -f or --stdin
                     conversation that fails: use one of them after a gate
To avoid mistakes, a message or the body of a request is not taken as text: add
-f FORMAT to extend it, or --stdin text to ask about it. With -n, stdin is not
read. With -i the conversation is FILE, and stdin is read only for -, or if
there is no text.

--each starts one conversation for each record on stdin, or in the FILE of
--vars: JSON Lines, or CSV with names in its first line. -T is its message.
--schema takes a FILE or a short form, as in the example. transform --drop
system removes a system prompt.

examples:
  convo prompt "Why is the sea salty?" > c.json
  convo prompt "And the lakes?" < c.json > d.json
  convo prompt -i c.json "And the lakes?"
  convo prompt "Why is the sea salty?" -t convo-lines >> log.jsonl
  convo prompt -s "Be brief." -m gpt-5.4 -t anthropic "Hello."
  git diff | convo prompt "Review this change."
  convo prompt -F main.go -F go.mod "What does this do?"
  convo prompt -a chart.png -a manual.pdf "Where is the harbour?"
  convo prompt "q" | convo prompt -r assistant "a" | convo prompt "next q"
  convo cost --max-usd 1 < c.json | convo prompt --stdin conversation "next"
  convo prompt --at 2 "another question" < c.json > fork.json
  ./wind Bergen | convo prompt -i c.json --tool-result call_7 -
  convo prompt --schema 'name, year int, crew [str]' "Who found America?"
  convo prompt --each -T cities.tmpl < cities.csv > asked.jsonl
  convo prompt -n -T review.tmpl -V lang=Go -p maxTokens=500`

// promptCommand builds conversations.
func promptCommand(p *frame.Program) *cli.Command {
	flags := append([]cli.Flag{
		&cli.StringFlag{Name: "role", Aliases: []string{"r"}, Category: frame.GroupMessage, Usage: "role of the message (default: user): `user|assistant|system|developer`"},
		&cli.StringSliceFlag{Name: "file", Aliases: []string{"F"}, Category: frame.GroupMessage, Usage: "add the text of `FILE`, labelled with its name"},
		&cli.StringSliceFlag{Name: "attach", Aliases: []string{"a"}, Category: frame.GroupMessage, Usage: "attach `FILE`, an image, audio, video or document"},
		&cli.StringFlag{Name: "template", Aliases: []string{"T"}, Category: frame.GroupMessage, Usage: "start the text with the Go template in `FILE`"},
		&cli.StringSliceFlag{Name: "var", Aliases: []string{"V"}, Category: frame.GroupMessage, Usage: "set a template variable: `K=V`"},
		&cli.StringSliceFlag{Name: "vars", Category: frame.GroupMessage, Usage: "set template variables from the JSON object in `FILE`"},
		&cli.BoolFlag{Name: "each", Category: frame.GroupMessage, Usage: "start one conversation per record, with -T"},
		&cli.BoolFlag{Name: "editor", Aliases: []string{"e"}, Category: frame.GroupMessage, Usage: "write the text in $VISUAL or $EDITOR"},
		&cli.StringFlag{Name: "tool-result", Category: frame.GroupMessage, Usage: "make the text the result of the tool call `ID`"},
		&cli.BoolFlag{Name: "is-error", Category: frame.GroupMessage, Usage: "mark the tool result as an error"},

		&cli.StringFlag{Name: "system", Aliases: []string{"s"}, Category: frame.GroupAround, Usage: "set the system prompt to `TEXT`, or to that of @FILE"},
		&cli.StringFlag{Name: "model", Aliases: []string{"m"}, Category: frame.GroupAround, Usage: "record `MODEL` as the model to ask"},
		&cli.StringSliceFlag{Name: "param", Aliases: []string{"p"}, Category: frame.GroupAround, Usage: "record a request parameter `K=V` (K= removes it)"},
		&cli.StringSliceFlag{Name: "tools", Category: frame.GroupAround, Usage: "record the tools in `FILE`, a JSON list from any API"},
		&cli.StringFlag{Name: "schema", Category: frame.GroupAround, Usage: "require answers that match this JSON Schema: `FILE|'name, age int'`"},

		&cli.StringFlag{Name: "at", Category: frame.GroupFork, Usage: "cut this message and all after it (from 0, -1 is the last): `N|ID`"},
		&cli.StringFlag{Name: "undo", Category: frame.GroupFork, Usage: "cut the last `N` messages"},
	}, inputFlags()...)
	flags = append(flags,
		&cli.StringFlag{Name: "stdin", Category: frame.GroupInput, Usage: "how to read stdin (default: auto): `auto|conversation|text|none`"},
		&cli.StringFlag{Name: "adapt", Category: frame.GroupJudgement, Usage: "adapt to the target's servers (default: auto): `auto|off`"},
	)
	return &cli.Command{
		Name:        "prompt",
		Usage:       "append a message to a conversation, or start one",
		UsageText:   "convo prompt [FLAG]… [TEXT|-]…",
		Description: promptHelp,
		Flags:       slices.Concat(flags, lossFlags(), frame.MessageFlags()),
		Action:      action(p, turn.Run),
	}
}
