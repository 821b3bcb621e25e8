// Package chat asks models: it chooses the model, sends the request, shows the
// answer as it arrives, runs the tools that are called, and saves the answers.
package chat

import (
	"cmp"
	"errors"

	"convo/commands/internal/frame"
	"convo/commands/internal/pipe"
	"convo/conv"
	"convo/conv/format"
	"convo/conv/note"
	"convo/providers"
)

// reply asks models for the next messages of conversations.
type reply struct {
	p    *frame.Program
	plan *pipe.Plan
	pipe *pipe.Run // of the plan, when that is complete

	asked     modelChoice
	request   requestChange
	limits    providers.Limits
	budget    *budget
	streamed  bool
	insecure  bool
	keys      *keys
	accepted  []string
	dryRun    string // the way to show requests; "" sends them
	response  *answerFile
	batch     *batch // that is submitted or fetched; nil: models are called
	tape      *cassetteFile
	exitState bool // -e
	tools     *toolLoop
	edited    string // the file of -i
	asData    bool   // -t data: the JSON of the answer alone

	schemaRetries int

	view answerView // of what comes
	run  *replyRun
	from *format.Format // of the conversation that is answered
	at   pipe.Origin
}

// Run is convo reply: it asks a model for the next message of each
// conversation.
func Run(p *frame.Program, flags *frame.Flags) error {
	flags.Others = []string{"curl", "json", "http", "data"}
	plan, err := pipe.ReadCallPlan(p, flags)
	if err != nil {
		return err
	}
	r, err := newReply(p, flags, plan)
	if err != nil {
		return err
	}
	to, inputs, err := r.begin(flags)
	if err != nil {
		return err
	}
	r.edited = to.InPlace
	r.watch(inputs)
	err = r.pipe.Do(to, func(edited *frame.Input) error {
		if err := r.pipe.All(edited, inputs); err != nil {
			return err
		}
		return r.leftSome()
	})
	for _, end := range []error{r.run.finish(p), r.tape.close()} {
		if end != nil {
			frame.AsFailure(end).Report(p.Stderr, p.ErrorsAsJSON)
			r.run.endWith(frame.AsFailure(end))
		}
	}
	p.Finish(r.pipe.Work, r.run.ending(err))
	if stop := r.run.stopped(); stop != nil && r.pipe.Work != nil {
		return &frame.Failure{Code: stop.Code} // all was said
	}
	return r.run.verdict(r.pipe.Failed, err)
}

// newReply reads the flags that can be judged without reading anything.
func newReply(p *frame.Program, flags *frame.Flags, plan *pipe.Plan) (*reply, error) {
	r := &reply{
		p: p, plan: plan,
		streamed: !flags.Bool("no-stream"), insecure: flags.Bool("insecure"),
		keys: newKeys(p, flags.String("key-file")), exitState: flags.Bool("exit-status"),
	}
	if name := flags.String("response"); name != "" {
		r.response = &answerFile{name: name}
	}
	r.asked = newModelChoice(p, flags)
	r.budget = newBudget(p, flags)
	r.request = newRequestChange(p, flags)
	r.tape = newTape(p, flags)
	r.tools = newToolLoop(p, flags)
	r.schemaRetries = flags.Number("schema-retries", "further answers")
	r.asData = flags.String("to") == "data" && !flags.Bool("dry-run")
	r.accepted = flags.Several("accept", "length", "refusal", "filter")
	r.limits = providers.UsualLimits()
	r.limits.Whole, r.limits.Idle = flags.Timeout("timeout", r.limits.Whole), flags.Timeout("idle-timeout", r.limits.Idle)
	r.limits.Event, r.limits.Answer = flags.Size("max-event", r.limits.Event), flags.Size("max-answer", r.limits.Answer)
	if flags.IsSet("retry") {
		r.limits.Retries = flags.Number("retry", "further attempts")
	}
	r.run = newReplyRun(flags, r.limits)
	if name := flags.String("to"); flags.Bool("dry-run") {
		r.dryRun = cmp.Or(name, "http")
		if plan.To.Name != "convo" || r.dryRun == "convo" || r.dryRun == "data" {
			flags.Fail(frame.UsageError("--dry-run -t %s: want http, curl or json", r.dryRun))
		}
	} else if plan.To.Name == "convo" && name != "" && name != "convo" && !r.asData {
		flags.Fail(frame.UsageError("-t %s needs --dry-run", name))
	}
	if r.dryRun != "" {
		r.tools = nil // nothing is done
	}
	switch {
	case r.dryRun != "" && r.response != nil:
		flags.Fail(frame.UsageError("--dry-run and --response cannot be used together"))
	case r.response != nil && (r.tools != nil || r.schemaRetries > 0):
		flags.Fail(frame.UsageError("--response is a single answer: remove --run-tools and --schema-retries"))
	}
	return r, flags.Err
}

// begin finds out where answers go and what is read, and completes the request.
func (r *reply) begin(flags *frame.Flags) (to pipe.Targets, inputs []string, err error) {
	if err = r.bulk(); err != nil {
		return to, nil, err
	}
	if to, err = pipe.SeveralTargetsOf(r.p, flags); err != nil {
		return to, nil, err
	}
	if err = r.chooseView(flags, to); err != nil {
		return to, nil, err
	}
	inputs, err = to.Inputs(r.p, flags, flags.Bool("no-input") || r.response.isStdin())
	switch {
	case err == nil:
		err = r.complete()
	case to.InPlace == "" && r.response.isStdin():
		err = frame.UsageError("--response - reads stdin: name the conversation as FILE")
	}
	return to, inputs, err
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
	if err := r.request.complete(r.p.Parsed.Settings); err != nil || r.run.journal == nil {
		return err
	}
	return r.run.journal.open(r.p)
}

// answer appends a model's answers. The stored
// conversation is otherwise unchanged.
func (r *reply) answer(doc *conv.Conversation, notes *note.Notes) (*conv.Conversation, error) {
	out, err := r.turns(providers.WithoutPartial(doc), notes)
	if err == nil && r.asData && r.dryRun == "" && r.run.jobs == 1 {
		err = r.writeData(out)
	}
	return out, err
}

// askable refuses a conversation without a message to answer.
func askable(c *conv.Conversation) error {
	err := providers.Answerable(c)
	var open *providers.Unanswered
	switch {
	case errors.Is(err, providers.ErrNoMessage):
		return &frame.Failure{Code: frame.ExitInvalid, What: err.Error(), Hint: `add one: convo prompt "…"`}
	case errors.As(err, &open):
		f := &frame.Failure{Code: frame.ExitPending, What: open.Error()}
		return f.WithHint("run them with convo tool run or convo reply --run-tools, or add results with convo tool result")
	}
	return err
}
