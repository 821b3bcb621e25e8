package commands

import (
	"errors"
	"runtime"
	"runtime/debug"

	"convo/conv"
	"convo/conv/rawjson"

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
func (p *program) transformCommand() *cli.Command {
	flags := append(inputFlags(),
		&cli.StringSliceFlag{Name: "slice", Category: groupChange, Usage: "keep messages `A:B`, from 0, B not included, negative from the end"},
		&cli.StringSliceFlag{Name: "last", Category: groupChange, Usage: "keep the last `N` messages"},
		&cli.StringSliceFlag{Name: "trim", Category: groupChange, Usage: "fit it into `N` tokens, such as 50k, or into what its model sees: old tool results go first, then old answers; auto is for the model of --for, or its own"},
		&cli.StringSliceFlag{Name: "drop", Category: groupChange, Usage: "leave out `WHAT`: " + dropNames()},
		&cli.StringSliceFlag{Name: "redact", Category: groupChange, Usage: "replace by placeholders what is not to be shared, in the order given: `WHAT`: secrets, paths, emails; structure: all that was said; or the rules of a FILE, a regular expression a line"},
		&cli.StringSliceFlag{Name: "append", Category: groupChange, Usage: "add the messages of the conversation in `FILE`, in any format, behind"},
		&cli.StringSliceFlag{Name: "filter", Category: groupChange, Usage: "pass it through a program, without a shell: conversation.json on its stdin and stdout; `CMD`, such as 'jq -c .'"},
		&cli.StringFlag{Name: "split", Category: groupChange, Usage: "one conversation for each answer, which ends in it, or only the last of them: `turns|final`"},
		&cli.StringSliceFlag{Name: "for", Category: groupModel, Usage: "make it what a call of `MODEL` would send; or of a vendor, or in a protocol: anthropic/claude-sonnet-5, mistral, openai-chat"},
		&cli.StringSliceFlag{Name: "project", Category: groupModel, Usage: "what the model sees of custom messages: `TYPE=drop|keep|TEMPLATE`"},
		&cli.StringSliceFlag{Name: "repair", Category: groupModel, Usage: "tool calls without a result, results without a call: leave them out, answer the calls, or exit 4: `drop|stub|error`"},
		&cli.StringFlag{Name: "thinking", Category: groupModel, Usage: "reasoning that the target cannot take, or all if there is no target: `drop|text`"},
		&cli.BoolFlag{Name: "flatten-tools", Category: groupModel, Usage: "say tool calls and results in text, and leave the tools out"},
		&cli.BoolFlag{Name: "allow-files", Category: groupChange, Usage: "read the files that file: addresses in the conversation name, before all else"},
		&cli.StringFlag{Name: "branches", Category: groupChange, Usage: "of a file that is a tree, the way to the entry that was gone on with, or one conversation a leaf: `active|all`"},
		&cli.StringFlag{Name: "agui-field", Category: groupChange, Usage: "the field of AG-UI messages with their opaque value: `encryptedContent|encryptedValue`; default: that which it was read from"},
		&cli.StringFlag{Name: "adapt", Category: groupModel, Usage: "adapt to the rules of the target's servers: `auto|off`"},
		&cli.BoolFlag{Name: "strict", Category: groupJudgement, Usage: "write nothing and exit 5 if anything is lost that no flag asked for"},
		&cli.BoolFlag{Name: "verify", Category: groupJudgement, Usage: "read back what was written and exit 1 if it is not the same"},
		&cli.StringFlag{Name: "report", Category: groupJudgement, Usage: "write the notes to `FILE` as JSON; - is stdout"},
		&cli.StringFlag{Name: "on-error", Category: groupJudgement, Usage: "what a conversation that fails does: end the run, be left out, become an error object: `stop|skip|emit`"},
		&cli.StringFlag{Name: "jobs", Aliases: []string{"j"}, Category: groupInput, Usage: "convert up to `N` at once; default: one a core"},
		&cli.BoolFlag{Name: "list", Category: groupMessages, Usage: "list the formats, as convo formats does"},
	)
	return &cli.Command{
		Name:        "transform",
		Usage:       "convert conversations from any format to any other",
		UsageText:   "convo transform [FLAG]… [FILE]…",
		Description: transformHelp,
		Flags:       append(flags, messageFlags()...),
		Action:      p.transform,
	}
}

// transform is the command's action.
func (p *program) transform(ctx *cli.Context) error {
	if ctx.Bool("list") {
		return p.listFormats(ctx, nil)
	}
	c, err := p.newConversion(&flagReader{Context: ctx})
	if err == nil {
		err = c.transform(ctx)
	}
	if err != nil {
		return misused(ctx.Command, err)
	}
	return nil
}

// newConversion reads the flags that say what to do.
func (p *program) newConversion(flags *flagReader) (*conversion, error) {
	c := &conversion{
		p: p, log: noteLog{p: p},
		from: flags.format("from"), to: flags.format("to"),
		strict: flags.Bool("strict"), verify: flags.Bool("verify"),
		onError:   flags.choice("on-error", "stop", "skip", "emit"),
		color:     flags.choice("color", "auto", "always", "never"),
		compact:   flags.Bool("compact"),
		adapt:     flags.choice("adapt", "auto", "off") == "auto",
		workers:   flags.number("jobs", "conversations at once"),
		thinking:  thinkingNamed(flags),
		aguiField: aguiFieldNamed(flags),
	}
	c.branches = flags.choice("branches", "active", "all") == "all"
	if flags.Bool("allow-files") {
		c.operations = append(c.operations, localFiles)
	}
	flags.fail(c.plan(p.parsed.settings))
	c.streamed = c.branches || c.split != nil && !c.split.final
	if flags.err == nil {
		flags.fail(c.check())
	}
	return c, flags.err
}

// check completes the conversion with its defaults and checks that the
// formats can do what is asked of them.
func (c *conversion) check() error {
	if c.to == nil {
		native := conv.Native()
		c.to = &native
	}
	c.log.brief = c.to.Brief
	cores := runtime.GOMAXPROCS(0)
	if c.workers == 0 {
		c.workers = cores
	}
	c.workers = min(c.workers, 4*cores) // more only cost memory
	switch {
	case c.from != nil && c.from.Decode == nil:
		return usageError("%s can be written, but not read", c.from.Name)
	case c.to.Write == nil:
		return usageError("%s can be read, but not written", c.to.Name)
	case c.verify && c.to.Decode == nil:
		return usageError("--verify: %s cannot be read back", c.to.Name)
	case c.aguiField != "" && c.to.Family != "ag-ui":
		return usageError("--agui-field: %s is no AG-UI", c.to.Name)
	}
	return nil
}

// transform converts what the command line names.
func (c *conversion) transform(ctx *cli.Context) error {
	to, err := targetsOf(ctx)
	if err != nil {
		return err
	}
	var inputs []string
	switch {
	case to.inPlace != "" && ctx.NArg() > 0:
		return usageError("-i reads and replaces its one FILE: no -o, no other FILE")
	case to.inPlace == "":
		if inputs, err = c.p.inputs(ctx.Args().Slice(), ctx.Bool("no-input")); err != nil {
			return err
		}
	}
	if err := c.stdinFor(inputs, ctx.Bool("no-input")); err != nil {
		return err
	}
	return c.run(to, func(edited *input) error {
		if err := c.loadAppended(); err != nil {
			return err
		}
		if edited != nil {
			return c.source(edited)
		}
		return c.sources(inputs)
	})
}

// targets is where a command writes: the names of files, "" for none.
type targets struct {
	inPlace, output string // stdout if both are ""
	report          string
}

// targetsOf reads the flags that say where to write.
func targetsOf(ctx *cli.Context) (targets, error) {
	to := targets{ctx.String("in-place"), ctx.String("output"), ctx.String("report")}
	if isStdout(to.output) {
		to.output = ""
	}
	toFile := to.inPlace != "" || to.output != ""
	switch {
	case to.inPlace == "-":
		return to, usageError("-i replaces a FILE, and stdin is none")
	case ctx.IsSet("in-place") && ctx.IsSet("output"):
		return to, usageError("-i reads and replaces its one FILE: no -o, no other FILE")
	case isStdout(to.report) && !toFile:
		return to, usageError("--report -: stdout has the conversation").withHint("write that with -o FILE")
	case to.report != "" && (sameFile(to.report, to.output) || sameFile(to.report, to.inPlace)):
		return to, usageError("--report %s: the conversation is written there", to.report)
	}
	return to, nil
}

// run does a command's work between opening what it writes and the verdict.
// work gets the file that is edited in place, nil if none is.
func (c *conversion) run(to targets, work func(edited *input) error) error {
	report, err := c.openReport(to.report)
	if err != nil {
		return err
	}
	err = c.produce(to, work)
	c.log.finish()
	if err == nil {
		err = c.verdict()
	}
	return errors.Join(err, report())
}

// openReport starts the report, which the function that it returns ends.
func (c *conversion) openReport(name string) (end func() error, err error) {
	if name == "" {
		return func() error { return nil }, nil
	}
	out, err := c.p.fileProduct(name)
	if err != nil {
		return nil, err
	}
	w := rawjson.NewWriter(out)
	w.BeginArray()
	c.log.report = w
	return func() error {
		w.EndArray()
		w.Text("\n")
		if err := w.Flush(); err != nil {
			out.discard()
			return err
		}
		return out.commit()
	}, nil
}

// produce does the work into the product, which is kept only if all went
// well.
func (c *conversion) produce(to targets, work func(edited *input) error) (err error) {
	var edited *input
	out := c.p.stdoutProduct()
	switch {
	case to.inPlace != "":
		edited, out, err = c.p.edit(to.inPlace)
	case to.output != "":
		out, err = c.p.fileProduct(to.output)
	default:
		c.toStdout = true
	}
	if err != nil {
		return err
	}
	if (c.strict || c.verify) && c.onError == "stop" && out.direct {
		out = heldBack(out)
	}
	c.out = out
	if err := work(edited); err != nil {
		out.discard()
		return err
	}
	return out.commit()
}

// sources converts several inputs, in order.
func (c *conversion) sources(names []string) error {
	c.streamed = c.streamed || len(names) > 1
	for _, name := range names {
		in, err := c.p.open(name)
		if err != nil {
			err = c.inputFailure(err)
		} else {
			err = c.source(in)
			in.close()
		}
		if err != nil || c.over() {
			return err
		}
	}
	return nil
}

// source converts one input.
func (c *conversion) source(in *input) error {
	defer debug.SetPanicOnFault(debug.SetPanicOnFault(true)) // see isFault
	s, err := c.p.recognise(in, c.from)
	if err == nil && c.from == nil && c.admit != nil {
		err = c.admit(s)
	}
	if err != nil {
		return c.inputFailure(err)
	}
	c.family = s.from.Family
	c.inputs++
	s.number = c.inputs
	if c.branches && s.from.Branches != nil {
		each := *s.from
		each.Decode = each.Branches
		s.from = &each
	}
	if c.isLive(s.from) {
		return c.live(s)
	}
	return c.drain(s)
}

// inputFailure deals with an input none of which can be read.
func (c *conversion) inputFailure(err error) error {
	f := asFailure(err)
	if c.onError == "emit" {
		w := rawjson.NewWriter(c.destination())
		writeErrorObject(w, f)
		if err := w.Flush(); err != nil {
			return err
		}
	}
	return c.failure(f)
}

// verdict is what a run ends with that wrote all there is.
func (c *conversion) verdict() error {
	switch {
	case c.failed > 0:
		return &failure{code: exitPartial, what: plural(c.failed, "conversation") + " failed; the others were written"}
	case c.incomplete:
		return &failure{code: exitIncomplete}
	}
	return nil
}

// aguiFieldNamed is the field of --agui-field, "" if it is not given.
func aguiFieldNamed(flags *flagReader) string {
	if !flags.IsSet("agui-field") {
		return ""
	}
	return flags.choice("agui-field", "encryptedContent", "encryptedValue")
}
