package commands

import (
	"errors"
	"io/fs"
	"os"

	"convo/conv"
	"convo/conv/rawjson"
	"convo/providers"

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
func (p *program) promptCommand() *cli.Command {
	flags := append([]cli.Flag{
		&cli.StringFlag{Name: "role", Aliases: []string{"r"}, Category: groupMessage, Usage: "who says it: `user|assistant|system|developer`"},
		&cli.StringSliceFlag{Name: "file", Aliases: []string{"F"}, Category: groupMessage, Usage: "add the text of `FILE`, labelled <file name=\"FILE\">…</file>"},
		&cli.StringSliceFlag{Name: "attach", Aliases: []string{"a"}, Category: groupMessage, Usage: "add the image, audio, video or document in `FILE`; - is stdin, an address is recorded and not fetched; TYPE=URL says what it is"},
		&cli.StringFlag{Name: "template", Aliases: []string{"T"}, Category: groupMessage, Usage: "begin the text with what the Go template in `FILE` makes"},
		&cli.StringSliceFlag{Name: "var", Aliases: []string{"V"}, Category: groupMessage, Usage: "set a variable of the template: `K=V`"},
		&cli.StringSliceFlag{Name: "vars", Category: groupMessage, Usage: "set the template's variables from the JSON object in `FILE`"},
		&cli.BoolFlag{Name: "each", Category: groupMessage, Usage: "begin a conversation for each record on stdin or in the FILE of --vars: JSON Lines, or CSV with names in its first line; the template says what"},
		&cli.BoolFlag{Name: "editor", Aliases: []string{"e"}, Category: groupMessage, Usage: "write the text in $VISUAL or $EDITOR"},
		&cli.StringFlag{Name: "tool-result", Category: groupMessage, Usage: "the text is the result of the tool call `ID`"},
		&cli.BoolFlag{Name: "is-error", Category: groupMessage, Usage: "the tool failed, and the result says how"},

		&cli.StringFlag{Name: "system", Aliases: []string{"s"}, Category: groupAround, Usage: "the system prompt: `TEXT`, or @FILE (transform --drop system removes it)"},
		&cli.StringFlag{Name: "model", Aliases: []string{"m"}, Category: groupAround, Usage: "record the `MODEL` to ask"},
		&cli.StringSliceFlag{Name: "param", Aliases: []string{"p"}, Category: groupAround, Usage: "record a parameter of the request: `K=V`, such as maxTokens=500; nothing behind = removes it"},
		&cli.StringSliceFlag{Name: "tools", Category: groupAround, Usage: "record the tools of `FILE`, a JSON list in the shape of any API"},
		&cli.StringFlag{Name: "schema", Category: groupAround, Usage: "record that the answer must match a JSON Schema: a FILE, or in short, as `FILE|'name, age int'`"},

		&cli.StringFlag{Name: "at", Category: groupFork, Usage: "cut message `N|ID` and what follows it; messages count from 0, negative from the end"},
		&cli.StringFlag{Name: "undo", Category: groupFork, Usage: "cut the last `N` messages"},
	}, inputFlags()...)
	flags = append(flags,
		&cli.StringFlag{Name: "stdin", Category: groupInput, Usage: "what stdin is: `auto|conversation|text|none`"},
		&cli.StringFlag{Name: "adapt", Category: groupJudgement, Usage: "adapt to the rules of the target's servers: `auto|off`"},
		&cli.BoolFlag{Name: "strict", Category: groupJudgement, Usage: "write nothing and exit 5 if -t loses anything"},
		&cli.StringFlag{Name: "report", Category: groupJudgement, Usage: "write the notes to `FILE` as JSON; - is stdout"},
		&cli.StringFlag{Name: "on-error", Category: groupJudgement, Usage: "what a conversation that fails does: end the run, be left out, become an error object: `stop|skip|emit`"},
	)
	return &cli.Command{
		Name:        "prompt",
		Usage:       "append a message to a conversation, or begin one",
		UsageText:   "convo prompt [FLAG]… [TEXT|-]…",
		Description: promptHelp,
		Flags:       append(flags, messageFlags()...),
		Action: func(ctx *cli.Context) error {
			if err := p.prompt(&flagReader{Context: ctx}); err != nil {
				return misused(ctx.Command, err)
			}
			return nil
		},
	}
}

// prompt is the command's action.
func (p *program) prompt(flags *flagReader) error {
	c, err := p.newConversion(flags)
	if err != nil {
		return err
	}
	to, err := targetsOf(flags)
	if err != nil {
		return err
	}
	if !flags.IsSet("to") && to.inPlace == "" && to.output == "" && p.terminal(p.stdout) {
		c.to, c.log.view = humanView(c.to), true
	}
	t, err := p.newTurn(flags, flags.Args().Slice())
	if err != nil {
		return err
	}
	if flags.Bool("each") {
		return p.promptEach(flags, c, t, to)
	}
	heard, err := p.hear(flags, t, to.inPlace)
	if err != nil {
		return err
	}
	if heard != nil {
		defer heard.close()
	}
	if err := t.complete(); err != nil {
		return err
	}
	c.operations = append(t.operations, t.extend)
	if flags.String("stdin") != "conversation" {
		c.admit = contextOnly
	}
	if to.inPlace != "" {
		if err := beginnable(to.inPlace); err != nil {
			return err
		}
	}
	return c.run(to, func(edited *input) error {
		if edited != nil {
			heard = edited
		}
		return c.promptInput(heard)
	})
}

// promptEach begins a conversation for each record.
func (p *program) promptEach(flags *flagReader, c *conversion, t *turn, to targets) error {
	e, err := p.newEach(flags, c, t, to)
	if err == nil {
		err = e.prepare()
	}
	if err != nil {
		return err
	}
	return c.run(to, func(*input) error { return e.run() })
}

// humanView is the format that people read, if there is one, else the given.
func humanView(otherwise *conv.Format) *conv.Format {
	if f, err := providers.Lookup("text"); err == nil && f.Write != nil {
		return f
	}
	return otherwise
}

// promptInput extends what is in an input; if that is nothing, it begins a
// conversation.
func (c *conversion) promptInput(in *input) error {
	if in == nil {
		return c.begin()
	}
	first, err := in.first()
	if err != nil {
		return err
	}
	if isBlank(first) {
		return c.begin()
	}
	return c.source(in)
}

// begin makes the operations' result of no conversation.
func (c *conversion) begin() error {
	native := conv.Native()
	notes := &conv.Notes{All: c.p.verbose}
	w := rawjson.NewWriter(c.destination())
	err := c.conversation(&conv.Conversation{}, passage{from: &native, notes: notes}, w)
	c.log.add(located{}, notes.List())
	return errors.Join(w.Flush(), err)
}

// contextOnly refuses a conversation that is in a format of another program
// and was not said to be a conversation: it may be meant as text.
func contextOnly(s *source) error {
	switch s.from.Name {
	case "convo", "or", "pi":
		return nil
	}
	f := &failure{code: exitUnreadable, file: s.name, what: "is in the format " + s.from.Name + ", and may be a conversation to extend or text to talk about"}
	if s.name != stdinName {
		f.what = "is in the format " + s.from.Name
		return f.withHint("to make a conversation of it: -f %s", s.from.Name)
	}
	return f.withHint("to extend it: -f %s; to talk about it: --stdin text", s.from.Name)
}

// beginnable explains that -i needs a file that is there.
func beginnable(name string) error {
	_, err := os.Stat(name)
	if !errors.Is(err, fs.ErrNotExist) {
		return nil
	}
	return fileFailure(exitUnreadable, name, err).withHint("-o %s begins a conversation there", name)
}
