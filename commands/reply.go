package commands

import (
	"cmp"
	"errors"
	"time"

	"convo/conv"
	"convo/providers"

	"github.com/urfave/cli/v2"
)

const replyHelp = `Asks a model for the next message of each conversation and appends it. Where
the output is a file or a pipe, that is the conversation, once it is complete,
and the text runs over stderr meanwhile if that is a terminal. On a terminal
the text itself is the output. An answer that breaks off is kept as far as it
came, with exit code 6 or that of the signal; asked again, it is replaced.

The model is the one of -m, else the one that the conversation names or that
answered last, else CONVO_MODEL, else a usual one of the first vendor whose key
is set. Keys are in the vendors' own variables (OPENAI_API_KEY and so on). The
history is adapted to the model as transform --for does; what is stored stays
as it was. -p, --tools and the like are for this call only: convo prompt
records them.

local: is the first model of the Ollama, llama.cpp, LM Studio or vLLM that
answers on this machine, where OLLAMA_HOST, LLAMA_CPP_HOST, LMSTUDIO_HOST,
VLLM_HOST or the usual port say; local:MODEL is a certain one.

--run-tools runs the tools that the model calls and asks it again: the programs
convo-tool-NAME on PATH, which convo help tool run tells about. --schema asks
for JSON, checks the answer, whatever the model promises, and exits 7 if it is
something else; -t data writes the JSON alone.

-t text writes the answer's text alone, as it comes, and a format of streams
its events, each at once. --dry-run shows the request that would be sent and
--response takes an answer from elsewhere, so that anything can send it.

JSON Lines are answered in order, up to -j at once; a server that says when to
come again is left alone until then. With --resume FILE each answer is on the
disk before it is used: whatever ends the run, the same command begun again
asks only for what is missing and writes all of the output.

examples:
  convo reply -m openai/gpt-5.4-mini a.json > b.json
  convo prompt "Why is the sea salty?" | convo reply | convo prompt "Sure?"
  convo prompt "Check that." < b.json | convo reply -m mistral/mistral-large-4
  convo reply -i chat.json
  convo reply -t text -p temperature=0 --max-tokens 200 < a.json
  convo reply --schema 'name, year int' -t data < a.json | jq .year
  convo reply -i a.json --tools tools.json --run-tools --allow-tool 'git-*'
  convo reply -m acme-7b --base-url http://localhost:8000/v1 < a.json
  convo reply -m local: a.json
  convo reply -m xai/grok-4.7 --fallback mistral/mistral-large-4 a.json
  convo reply -t anthropic-stream < a.json
  convo reply -j 8 --on-error skip --resume run.journal in.jsonl > out.jsonl
  convo reply --samples 5 -p temperature=1 a.json > five.jsonl
  convo reply --cassette tides.jsonl a.json     # see convo help cassette
  convo reply -m script:turns.jsonl a.json      # see convo help script
  convo reply --dry-run -t curl -m openai/gpt-5.4 a.json > call.sh
  sh call.sh | convo reply --response - -m openai/gpt-5.4 a.json`

// replyCommand asks models.
func (p *program) replyCommand() *cli.Command {
	flags := append([]cli.Flag{
		&cli.StringFlag{Name: "model", Aliases: []string{"m"}, Category: groupAsked, Usage: "ask `VENDOR/MODEL`"},
		&cli.StringSliceFlag{Name: "fallback", Category: groupAsked, Usage: "ask `VENDOR/MODEL` if the one before cannot be reached, is overloaded or does not exist; in the order given"},
		&cli.StringFlag{Name: "base-url", Category: groupAsked, Usage: "the server is at `URL`, written as the vendor's own SDK takes it: https://host/v1"},
		&cli.StringFlag{Name: "protocol", Category: groupAsked, Usage: "it speaks `FORMAT`, such as anthropic; default: the vendor's, or what the URL looks like"},
		&cli.StringFlag{Name: "key-file", Category: groupAsked, Usage: "the key is in `FILE`; default: in the vendor's variable"},
		&cli.BoolFlag{Name: "insecure", Category: groupAsked, Usage: "allow plain http to other machines"},

		&cli.StringSliceFlag{Name: "param", Aliases: []string{"p"}, Category: groupRequest, Usage: "set a parameter of the request: `K=V`, such as temperature=0.2"},
		&cli.StringFlag{Name: "max-tokens", Category: groupRequest, Usage: "the answer has at most `N` tokens"},
		&cli.StringFlag{Name: "effort", Category: groupRequest, Usage: "reason so much: `EFFORT`, such as low or high"},
		&cli.StringSliceFlag{Name: "tools", Category: groupRequest, Usage: "the model may call the tools of `FILE`, a JSON list in the shape of any API"},
		&cli.StringFlag{Name: "tool-choice", Category: groupRequest, Usage: "whether it may, must not or must call one, or the one of a name: `auto|none|required|NAME`"},
		schemaFlags()[0], schemaFlags()[1],
		&cli.BoolFlag{Name: "drop-params", Category: groupRequest, Usage: "leave out parameters that the model does not take"},
		&cli.StringFlag{Name: "adapt", Category: groupRequest, Usage: "adapt the history to the model: `auto|off`"},

		&cli.BoolFlag{Name: "no-stream", Category: groupCall, Usage: "ask for the answer in one piece"},
		&cli.StringFlag{Name: "retry", Category: groupCall, Usage: "try up to `N` times more while nothing was answered; default: 3"},
		&cli.StringFlag{Name: "max-usd", Category: groupCall, Usage: "make no call that could bring what this run costs over `X` dollars: exit 8"},
		&cli.StringFlag{Name: "timeout", Category: groupCall, Usage: "wait for `TIME` for an answer to begin, or with --no-stream for all of it; default: 120s"},
		&cli.StringFlag{Name: "idle-timeout", Category: groupCall, Usage: "wait for `TIME` in mid-answer; default: 60s"},
		&cli.BoolFlag{Name: "dry-run", Category: groupCall, Usage: "send nothing and show the request; -t curl as a command, -t json as JSON"},
		&cli.StringFlag{Name: "response", Category: groupCall, Usage: "send nothing; the answer is in `FILE`, as a server sent it, whole or streamed"},
		&cli.StringFlag{Name: "jobs", Aliases: []string{"j"}, Category: groupCall, Usage: "make up to `N` calls at once; default: 1"},
		&cli.StringFlag{Name: "samples", Category: groupCall, Usage: "ask `N` times, for as many conversations"},
		&cli.StringFlag{Name: "resume", Category: groupCall, Usage: "keep the answers in `FILE`, and ask only for those that it has not"},
		&cli.StringFlag{Name: "cassette", Category: groupCall, Usage: "the answers were recorded in `FILE`, or will be: convo help cassette"},
		&cli.StringFlag{Name: "cassette-mode", Category: groupCall, Usage: "answer from the cassette, or ask and record, or ask what is missing and record that: `replay|record|auto`"},

		&cli.StringSliceFlag{Name: "accept", Category: groupJudgement, Usage: "an answer that ended so is none that failed: `length,refusal,filter`"},
		&cli.StringFlag{Name: "on-error", Category: groupJudgement, Usage: "what a conversation without an answer does: end the run, be left out, become an error object: `stop|skip|emit`"},
		&cli.BoolFlag{Name: "exit-status", Aliases: []string{"e"}, Category: groupJudgement, Usage: "exit 9 if the answer calls tools"},
	}, append(replyToolFlags(), inputFlags()...)...)
	return &cli.Command{
		Name:        "reply",
		Usage:       "ask a model for the next message",
		UsageText:   "convo reply [FLAG]… [FILE]…",
		Description: replyHelp,
		Flags:       append(flags, messageFlags()...),
		Action: func(ctx *cli.Context) error {
			if err := p.reply(&flagReader{Context: ctx}); err != nil {
				return misused(ctx.Command, err)
			}
			return nil
		},
	}
}

// reply asks models for the next messages of conversations.
type reply struct {
	p *program
	c *conversion

	asked     modelChoice
	request   requestChange
	limits    providers.Limits
	purse     *purse
	streamed  bool
	insecure  bool
	keyFile   string
	accepted  []string
	dryRun    string // the way to show requests; "" sends them
	response  *answerFile
	tape      *tape
	exitState bool // -e
	tools     *toolLoop
	asData    bool // -t data: the JSON of the answer alone

	schemaRetries int

	view answerView // of what comes
	run  *replyRun
	at   origin // of the conversation that is answered
}

// reply is the command's action.
func (p *program) reply(flags *flagReader) error {
	flags.others = []string{"curl", "json", "http", "data"}
	c, err := p.newConversion(flags)
	if err != nil {
		return err
	}
	r, err := p.newReply(flags, c)
	if err != nil {
		return err
	}
	if err := r.bulk(flags); err != nil {
		return err
	}
	to, err := targetsOf(flags)
	if err != nil {
		return err
	}
	if err := errors.Join(r.chooseView(flags, to), r.run.journal.apartFrom(to)); err != nil {
		return err
	}
	operands := flags.Args().Slice()
	switch {
	case to.inPlace != "" && len(operands) > 0:
		return usageError("-i reads and replaces its one FILE: no -o, no other FILE")
	case to.inPlace == "":
		if operands, err = p.inputs(operands, flags.Bool("no-input") || r.response.isStdin()); err != nil {
			return r.response.explained(err)
		}
	}
	if err := r.complete(); err != nil {
		return err
	}
	err = c.run(to, func(edited *input) error {
		if edited != nil {
			return c.source(edited)
		}
		return c.sources(operands)
	})
	for _, end := range []error{r.run.finish(p), r.tape.close()} {
		if end != nil {
			asFailure(end).report(p.stderr, p.errorsAsJSON)
			r.run.endWith(asFailure(end))
		}
	}
	return r.run.verdict(c, err)
}

// newReply reads the flags that can be judged without reading anything.
func (p *program) newReply(flags *flagReader, c *conversion) (*reply, error) {
	r := &reply{
		p: p, c: c,
		streamed: !flags.Bool("no-stream"), insecure: flags.Bool("insecure"),
		keyFile: flags.String("key-file"), exitState: flags.Bool("exit-status"),
		response: newAnswerFile(flags.String("response")),
	}
	r.asked = p.newModelChoice(flags)
	r.purse = p.newPurse(flags)
	r.request = p.newRequestChange(flags)
	r.tape = p.newTape(flags)
	r.tools = p.newToolLoop(flags)
	r.schemaRetries = flags.number("schema-retries", "further answers")
	r.asData = flags.String("to") == "data" && !flags.Bool("dry-run")
	r.accepted = flags.several("accept", "length", "refusal", "filter")
	r.limits = providers.Limits{
		Retries: 3, Connect: 15 * time.Second, MaxWait: time.Minute,
		Whole: flags.duration("timeout", 120*time.Second), Idle: flags.duration("idle-timeout", 60*time.Second),
	}
	if flags.IsSet("retry") {
		r.limits.Retries = flags.number("retry", "further attempts")
	}
	r.run = newReplyRun(flags, r.limits)
	if name := flags.String("to"); flags.Bool("dry-run") {
		r.dryRun = cmp.Or(name, "http")
		if c.to.Name != "convo" || r.dryRun == "convo" || r.dryRun == "data" {
			flags.fail(usageError("--dry-run -t %s: want http, curl or json", r.dryRun))
		}
	} else if c.to.Name == "convo" && name != "" && name != "convo" && !r.asData {
		flags.fail(usageError("-t %s is for --dry-run", name))
	}
	if r.dryRun != "" {
		r.tools = nil // nothing is done
	}
	switch {
	case r.dryRun != "" && r.response != nil:
		flags.fail(usageError("--dry-run shows a request, --response sends none: give one of them"))
	case r.response != nil && (r.tools != nil || r.schemaRetries > 0):
		flags.fail(usageError("--response has one answer, and --run-tools and --schema-retries ask again"))
	}
	return r, flags.err
}

// complete reads what the request is made of.
func (r *reply) complete() error {
	if r.response != nil {
		if err := r.response.read(r.p); err != nil {
			return err
		}
	}
	if r.dryRun == "" && r.response == nil && r.tape != nil {
		if err := r.tape.open(r.p); err != nil {
			return err
		}
	}
	if err := r.request.complete(r.p.parsed.settings); err != nil || r.run.journal == nil {
		return err
	}
	return r.run.journal.open(r.p)
}

// answer appends a model's answers. What is stored is
// the conversation as it was, with them behind.
func (r *reply) answer(doc *conv.Conversation, notes *conv.Notes) (*conv.Conversation, error) {
	out, err := r.turns(withoutPartial(doc), notes)
	if err == nil && r.asData && r.dryRun == "" && r.run.jobs == 1 {
		err = r.writeData(out)
	}
	return out, err
}

// withoutPartial is c without an answer at its end that broke off, which a
// new one replaces.
func withoutPartial(c *conv.Conversation) *conv.Conversation {
	m := lastAnswer(c)
	if m == nil || m.StopReason != conv.StopAborted && m.StopReason != conv.StopError {
		return c
	}
	out := *c
	out.Messages = c.Messages[:len(c.Messages)-1]
	return &out
}

// askable refuses a conversation that there is nothing to say to.
func askable(c *conv.Conversation) error {
	if len(c.Messages) == 0 {
		return &failure{code: exitInvalid, what: "there is no message to reply to", hint: `convo prompt "…" adds one`}
	}
	if pending := c.PendingCalls(); len(pending) > 0 {
		f := &failure{code: exitPending, what: plural(len(pending), "tool call") + " at the end of the conversation without a result"}
		return f.withHint("convo tool list shows what waits; convo tool run and reply --run-tools run it, convo tool result adds results")
	}
	return nil
}
