package commands

import (
	"errors"
	"io"
	"io/fs"
	"os"
	"slices"
	"strings"

	"convo/commands/internal/frame"
	"convo/commands/internal/terminal"
	"convo/conv"
	"convo/conv/format"

	"github.com/urfave/cli/v2"
)

const askHelp = `Asks a model a question and prints the text of its answer, as it arrives. It is
short for convo prompt | convo reply -t text. --explain prints that line and
asks nothing. Each TEXT is a line of the question. Other text on stdin comes
after it; a conversation on stdin is continued.

-i continues the conversation in FILE: the question and the answer are added
when the answer is complete. If FILE does not exist, a new conversation begins.
With -i, stdin is read only for -, or if there is no TEXT. Without -i nothing
is kept.

The model is chosen as convo reply does: -m, the model of the conversation,
CONVO_MODEL, or the first vendor whose key is set. See convo help prompt and
convo help reply for what the flags do, and for the exit codes.

examples:
  convo ask "Why is the sea salty?"
  convo ask -i sea.json "And the lakes?"
  git diff | convo ask -s "Be brief." "Review this change."
  convo ask -a chart.png -m google/gemini-3-flash "Where is the harbour?"
  convo ask --explain -i sea.json -p temperature=0 "And the rivers?"`

const askUsage = "convo ask [FLAG]… [TEXT]…"

// askOfPrompt are the flags of ask that convo prompt takes; the other ones are
// those of convo reply.
var askOfPrompt = [...]string{"system", "file", "attach", "template", "var", "vars", "from", "at", "undo"}

// askCommand asks a question, for people.
func askCommand(p *frame.Program) *cli.Command {
	taken := func(c *cli.Command, names ...string) []cli.Flag {
		return slices.DeleteFunc(slices.Clone(c.Flags), func(f cli.Flag) bool { return !slices.Contains(names, f.Names()[0]) })
	}
	return &cli.Command{
		Name:        "ask",
		Usage:       "ask a question and print the answer",
		UsageText:   askUsage,
		Description: askHelp,
		Flags: slices.Concat(taken(promptCommand(p), askOfPrompt[:]...), taken(replyCommand(p),
			"model", "fallback", "base-url", "protocol", "key-file", "insecure", "param", "max-tokens", "effort", "tools", "tool-choice",
			"schema", "schema-retries", "drop-params", "no-stream", "retry", "max-usd", "timeout", "idle-timeout", "cassette", "cassette-mode",
			"run-tools", "max-steps", "allow-tool", "tool-timeout", "tool-env", "accept"), []cli.Flag{
			&cli.StringFlag{Name: "in-place", Aliases: []string{"i"}, Category: frame.GroupInput, Usage: "go on with the conversation in `FILE`, or begin it"},
			&cli.BoolFlag{Name: "no-input", Aliases: []string{"n"}, Category: frame.GroupInput, Usage: "do not read stdin"},
			&cli.BoolFlag{Name: "explain", Category: frame.GroupMessages, Usage: "print the commands that this is short for, and do nothing"},
		}, frame.MessageFlags()),
		Action: func(ctx *cli.Context) error {
			code, err := ask(p, &frame.Flags{Context: ctx})
			switch {
			case err != nil:
				return frame.Misused(ctx.Command, err)
			case code != frame.ExitOK:
				return &frame.Failure{Code: code} // the command that failed has said why
			}
			return nil
		},
	}
}

// question is the two commands that ask stands for.
type question struct {
	p             *frame.Program
	table         []cli.Flag
	prompt, reply []frame.Setting
	texts         []string
	file          string // of -i, "" for none
	fresh         bool   // it is not there yet
}

// ask asks, and returns the exit code of the command that failed, if one did.
func ask(p *frame.Program, flags *frame.Flags) (frame.ExitCode, error) {
	q := &question{p: p, table: flags.Command.Flags, texts: flags.Args().Slice(), file: flags.String("in-place")}
	for _, s := range p.Parsed.Settings {
		switch {
		case s.Name == "in-place" || s.Name == "explain":
		case s.Name == "no-input" || slices.Contains(askOfPrompt[:], s.Name):
			q.prompt = append(q.prompt, s)
		case slices.Contains([]string{"quiet", "verbose", "errors", "offline"}, s.Name):
			q.prompt, q.reply = append(q.prompt, s), append(q.reply, s)
		default:
			q.reply = append(q.reply, s)
		}
	}
	if err := q.goOn(flags); err != nil {
		return 0, err
	}
	if flags.Bool("explain") {
		return 0, p.Show(q.String())
	}
	return q.run()
}

// goOn finds out whether there is a conversation to go on with, and a question.
func (q *question) goOn(flags *frame.Flags) error {
	says := len(q.texts) > 0 || flags.IsSet("template") || flags.IsSet("file") || flags.IsSet("attach")
	if !says && (q.p.Terminal(q.p.Stdin) || flags.Bool("no-input")) {
		return frame.UsageError("there is no question: add a TEXT")
	}
	if q.file == "" {
		q.reply = append(q.reply, frame.Setting{Name: "to", Value: "text"})
		return nil
	}
	if q.file == "-" {
		return frame.UsageError("-i needs a FILE, not stdin")
	}
	q.reply = append(q.reply, frame.Setting{Name: "output", Value: q.file})
	_, err := os.Stat(q.file)
	if q.fresh = errors.Is(err, fs.ErrNotExist); q.fresh {
		return nil
	}
	if says && !slices.Contains(q.texts, "-") || flags.Bool("explain") {
		return nil
	}
	heard, err := q.p.StdinText() // which is the file, for convo prompt
	if at := slices.Index(q.texts, "-"); at >= 0 {
		q.texts[at] = heard
	} else {
		q.texts = []string{heard}
	}
	return err
}

// run asks. What convo prompt writes is what convo reply reads.
func (q *question) run() (frame.ExitCode, error) {
	in := q.p.Stdin
	if q.file != "" && !q.fresh {
		f, err := os.Open(q.file)
		if err != nil {
			return 0, frame.Missing(q.file, err)
		}
		defer f.Close()
		in = f
	}
	asked, w, err := os.Pipe()
	if err != nil {
		return 0, err
	}
	var document []byte
	read := make(chan struct{})
	go func() {
		document, _ = io.ReadAll(asked)
		close(read)
	}()
	code := q.part("prompt", q.prompt, q.texts, in, terminal.NewStream(w, false))
	w.Close()
	<-read
	asked.Close()
	if code != frame.ExitOK {
		return code, nil
	}
	question, w, err := os.Pipe()
	if err != nil {
		return 0, err
	}
	go func() {
		_, _ = w.Write(document)
		w.Close()
	}()
	code = q.part("reply", q.reply, nil, question, q.p.Stdout)
	question.Close()
	if q.file != "" && (code == frame.ExitOK || code == frame.ExitIncomplete) {
		if err := q.tell(); err != nil {
			return 0, err
		}
	}
	return code, nil
}

// part runs one of the commands.
func (q *question) part(name string, settings []frame.Setting, texts []string, in *os.File, out *terminal.Stream) frame.ExitCode {
	args := []string{name}
	for _, s := range settings {
		args = append(args, "--"+s.Name+"="+s.Value)
	}
	child := &frame.Program{
		Args: slices.Concat(args, []string{"--"}, texts), Stdin: in, Stdout: out, Stderr: q.p.Stderr,
		Getenv: q.p.Getenv, System: q.p.System, Terminal: q.p.Terminal, Locate: q.p.Locate, Page: q.p.Page,
	}
	child.Commands = func(string) []*cli.Command {
		parts := []*cli.Command{promptCommand(child), replyCommand(child)}
		for _, c := range parts {
			c.UsageText = askUsage // of what was typed
		}
		return parts
	}
	return child.Run()
}

// tell prints the answer that was added to the file, unless it was shown on the
// terminal while it came.
func (q *question) tell() error {
	if q.p.Stdout.Terminal && q.p.Stderr.Terminal && !q.p.Quiet {
		return nil
	}
	data, err := os.ReadFile(q.file)
	if err != nil {
		return frame.FileFailure(frame.ExitOther, q.file, err)
	}
	for c, err := range format.Native().Decode(data, nil) {
		if err != nil || len(c.Messages) == 0 {
			return err
		}
		if a, ok := c.Messages[len(c.Messages)-1].(*conv.AssistantMessage); ok {
			return q.p.Show(strings.TrimSuffix(a.Text(), "\n") + "\n")
		}
	}
	return nil
}

// String is the pipeline, as a shell takes it.
func (q *question) String() string {
	line := "convo prompt" + q.words(q.prompt)
	if slices.ContainsFunc(q.texts, func(text string) bool { return len(text) > 1 && text[0] == '-' }) {
		line += " --"
	}
	if len(q.texts) > 0 {
		line += " " + terminal.ShellCommand(q.texts...)
	}
	if q.file != "" && !q.fresh {
		line += " < " + terminal.ShellFile(q.file)
	}
	return line + " |\n  convo reply" + q.words(q.reply) + "\n"
}

// words are flags as people write them: -m MODEL.
func (q *question) words(settings []frame.Setting) (line string) {
	for _, s := range settings {
		name, plain := "--"+s.Name, false
		switch s.Name {
		case "to":
			name = "-t"
		case "output":
			name = "-o"
		}
		for _, f := range q.table {
			if f.Names()[0] == s.Name {
				if names := f.Names(); len(names) > 1 {
					name = "-" + names[1]
				}
				_, plain = f.(*cli.BoolFlag)
			}
		}
		switch line += " " + name; {
		case plain:
		case strings.HasPrefix(s.Value, "-"):
			line += "=" + terminal.ShellWord(s.Value)
		default:
			line += " " + terminal.ShellWord(s.Value)
		}
	}
	return line
}
