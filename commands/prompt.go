package commands

import (
	"convo/commands/internal/frame"
	"convo/commands/internal/turn"

	"github.com/urfave/cli/v2"
)

const promptHelp = `Appends a message to the conversation on stdin, or begins a conversation, and
writes the result. No model is called: the result can be kept, checked, edited,
priced, and sent when that is wanted. No id and no time is made up.

The operands are the text, one a line; - is the text of stdin, there. -F adds
a text file behind it, labelled with its name, and -a an image, audio, video or
document. On a terminal the result is shown for people; -t convo shows all.

stdin, if it is no terminal, may be
  a conversation     it is extended; of JSON Lines each line is
  any other text     it goes behind the operands
  nothing            a conversation is begun
The body of a request is not taken for text by accident: say -f FORMAT to
extend it, or --stdin text. -n reads nothing. With -i the conversation is FILE,
and stdin is read only for - or if nothing else is said.

examples:
  convo prompt "Why is the sea salty?" > c.json
  convo prompt "And the lakes?" < c.json > d.json
  convo prompt -i c.json "And the lakes?"
  convo prompt -s "Be brief." -m gpt-5.4 -t anthropic "Hello."
  git diff | convo prompt "Review this change."
  convo prompt -F main.go -F go.mod "What does this do?"
  convo prompt -a chart.png -a manual.pdf "Where is the harbour?"
  convo prompt "q" | convo prompt -r assistant "a" | convo prompt "next q"
  convo prompt --at 2 "another question" < c.json > fork.json
  ./wind Bergen | convo prompt -i c.json --tool-result call_7 -
  convo prompt --schema 'name, year int, crew [str]' "Who found America?"
  convo prompt --each -T cities.tmpl < cities.csv > asked.jsonl
  convo prompt -T review.tmpl -V lang=Go -p maxTokens=500 < /dev/null`

// promptCommand builds conversations.
func promptCommand(p *frame.Program) *cli.Command {
	flags := append([]cli.Flag{
		&cli.StringFlag{Name: "role", Aliases: []string{"r"}, Category: frame.GroupMessage, Usage: "who says it: `user|assistant|system|developer`"},
		&cli.StringSliceFlag{Name: "file", Aliases: []string{"F"}, Category: frame.GroupMessage, Usage: "add the text of `FILE`, labelled <file name=\"FILE\">…</file>"},
		&cli.StringSliceFlag{Name: "attach", Aliases: []string{"a"}, Category: frame.GroupMessage, Usage: "add the image, audio, video or document in `FILE`; - is stdin, an address is recorded and not fetched; TYPE=URL says what it is"},
		&cli.StringFlag{Name: "template", Aliases: []string{"T"}, Category: frame.GroupMessage, Usage: "begin the text with what the Go template in `FILE` makes"},
		&cli.StringSliceFlag{Name: "var", Aliases: []string{"V"}, Category: frame.GroupMessage, Usage: "set a variable of the template: `K=V`"},
		&cli.StringSliceFlag{Name: "vars", Category: frame.GroupMessage, Usage: "set the template's variables from the JSON object in `FILE`"},
		&cli.BoolFlag{Name: "each", Category: frame.GroupMessage, Usage: "begin a conversation for each record on stdin or in the FILE of --vars: JSON Lines, or CSV with names in its first line; the template says what"},
		&cli.BoolFlag{Name: "editor", Aliases: []string{"e"}, Category: frame.GroupMessage, Usage: "write the text in $VISUAL or $EDITOR"},
		&cli.StringFlag{Name: "tool-result", Category: frame.GroupMessage, Usage: "the text is the result of the tool call `ID`"},
		&cli.BoolFlag{Name: "is-error", Category: frame.GroupMessage, Usage: "the tool failed, and the result says how"},

		&cli.StringFlag{Name: "system", Aliases: []string{"s"}, Category: frame.GroupAround, Usage: "the system prompt: `TEXT`, or @FILE (transform --drop system removes it)"},
		&cli.StringFlag{Name: "model", Aliases: []string{"m"}, Category: frame.GroupAround, Usage: "record the `MODEL` to ask"},
		&cli.StringSliceFlag{Name: "param", Aliases: []string{"p"}, Category: frame.GroupAround, Usage: "record a parameter of the request: `K=V`, such as maxTokens=500; nothing behind = removes it"},
		&cli.StringSliceFlag{Name: "tools", Category: frame.GroupAround, Usage: "record the tools of `FILE`, a JSON list in the shape of any API"},
		&cli.StringFlag{Name: "schema", Category: frame.GroupAround, Usage: "record that the answer must match a JSON Schema: a FILE, or in short, as `FILE|'name, age int'`"},

		&cli.StringFlag{Name: "at", Category: frame.GroupFork, Usage: "cut message `N|ID` and what follows it; messages count from 0, negative from the end"},
		&cli.StringFlag{Name: "undo", Category: frame.GroupFork, Usage: "cut the last `N` messages"},
	}, inputFlags()...)
	flags = append(flags,
		&cli.StringFlag{Name: "stdin", Category: frame.GroupInput, Usage: "what stdin is: `auto|conversation|text|none`"},
		&cli.StringFlag{Name: "adapt", Category: frame.GroupJudgement, Usage: "adapt to the rules of the target's servers: `auto|off`"},
		&cli.BoolFlag{Name: "strict", Category: frame.GroupJudgement, Usage: "write nothing and exit 5 if -t loses anything"},
		&cli.StringFlag{Name: "report", Category: frame.GroupJudgement, Usage: "write the notes to `FILE` as JSON; - is stdout"},
		&cli.StringFlag{Name: "on-error", Category: frame.GroupJudgement, Usage: "what a conversation that fails does: end the run, be left out, become an error object: `stop|skip|emit`"},
	)
	return &cli.Command{
		Name:        "prompt",
		Usage:       "append a message to a conversation, or begin one",
		UsageText:   "convo prompt [FLAG]… [TEXT|-]…",
		Description: promptHelp,
		Flags:       append(flags, frame.MessageFlags()...),
		Action: func(ctx *cli.Context) error {
			if err := turn.Run(p, &frame.Flags{Context: ctx}); err != nil {
				return frame.Misused(ctx.Command, err)
			}
			return nil
		},
	}
}
