package chat

import (
	"slices"
	"sync"

	"convo/commands/internal/frame"
	"convo/commands/internal/pipe"
	"convo/conv"
	"convo/conv/format"
	"convo/conv/lint"
	"convo/conv/note"
	"convo/providers"
)

// replyRun is what all the answers of a run share, which may come at once.
type replyRun struct {
	jobs    int // calls at once
	samples int // answers to each conversation
	journal *journal
	client  *providers.Client
	slots   chan struct{} // one for each call that is made

	rpm, tpm int64 // calls and tokens a minute, to each server; 0: as many as may be
	calls    sync.WaitGroup

	mu       sync.Mutex
	stop     *frame.Failure // by a signal
	end      *frame.Failure // the error of a run that wrote all its output
	answered int
	whole    int              // answers that are complete, also of an earlier run
	left     int              // conversations that had an answer already
	leftAt   pipe.Origin      // the first of them
	over     bool             // no more calls are made
	lanes    map[string]*lane // by server
}

// newReplyRun reads the flags about many answers.
func newReplyRun(flags *frame.Flags, limits providers.Limits) *replyRun {
	run := &replyRun{
		jobs: max(flags.Number("jobs", "calls at once"), 1), samples: max(flags.Number("samples", "answers"), 1),
		client: providers.NewClient(limits), lanes: map[string]*lane{},
	}
	if name := flags.String("resume"); name != "" {
		run.journal = &journal{name: name}
	}
	run.rpm, run.tpm = readRates(flags)
	run.slots = make(chan struct{}, run.jobs)
	return run
}

// bulk prepares the plan for many answers.
func (r *reply) bulk() error {
	switch run := r.run; {
	case (r.dryRun != "" || r.response != nil) && (run.samples > 1 || run.journal != nil):
		return frame.UsageError("--samples and --resume need calls: remove --dry-run or --response")
	case run.jobs > 1 && r.dryRun == "" && (r.plan.To.Name == "text" || r.plan.To.Emit != nil):
		return frame.UsageError("-t %s shows one answer as it arrives: it cannot be used with -j", r.plan.To.Name).WithHint("remove -j, or use -t convo | convo transform -t %s", r.plan.To.Name)
	}
	plan := r.plan
	plan.Apart = true
	plan.Workers = r.run.jobs
	if r.dryRun != "" {
		plan.Workers = 1
	}
	plan.Several = plan.Several || r.run.samples > 1
	plan.Answers = r.answers
	plan.Paid = r.run.journal == nil && r.dryRun == ""
	if r.asData && r.run.jobs > 1 {
		plan.Show = r.writeDataTo
	}
	plan.Halt = func() { r.run.halt(r.p) }
	plan.Stopped = func() bool { return r.pipe.Output.ToStdout && r.run.stopped() != nil }
	return nil
}

// stopped is the signal that ended the run, nil if none did.
func (run *replyRun) stopped() *frame.Failure {
	run.mu.Lock()
	defer run.mu.Unlock()
	return run.stop
}

// interrupt ends the run by a signal.
func (run *replyRun) interrupt(f *frame.Failure) {
	run.mu.Lock()
	defer run.mu.Unlock()
	run.stop = f
}

// endWith makes the run end with f, unless it ends with something else; a
// signal counts before all.
func (run *replyRun) endWith(f *frame.Failure) {
	run.mu.Lock()
	defer run.mu.Unlock()
	if run.end == nil || run.stop != nil {
		run.end = f
	}
}

// begin waits until one more call may be made. done ends the call.
func (run *replyRun) begin() (done func(), err error) {
	run.slots <- struct{}{}
	run.mu.Lock()
	defer run.mu.Unlock()
	switch {
	case run.stop != nil:
		err = run.stop
	case run.over:
		err = &frame.Failure{Code: frame.ExitOther, What: "the run is over"}
	}
	if err != nil {
		<-run.slots
		return nil, err
	}
	run.calls.Add(1)
	return func() { <-run.slots; run.calls.Done() }, nil
}

// halt makes no more calls. Those that run are waited for.
func (run *replyRun) halt(p *frame.Program) {
	run.mu.Lock()
	defer run.mu.Unlock()
	run.over = true
	if n := len(run.slots); n > 0 && run.stop == nil {
		p.Note("waiting for %s that the models have begun", frame.Plural(n, "answer"))
	}
}

// finish makes no more calls. It waits for running calls only if their answers
// are kept.
func (run *replyRun) finish(p *frame.Program) error {
	run.mu.Lock()
	run.over = true
	run.mu.Unlock()
	if run.journal == nil {
		return nil
	}
	if n := len(run.slots); n > 0 && run.stopped() == nil {
		p.Note("waiting for %s to save in %s", frame.Plural(n, "answer"), run.journal.name)
	}
	run.calls.Wait()
	return run.journal.close(p, run.stopped() == nil)
}

// verdict is what the run ends with, where err was found.
func (run *replyRun) verdict(failed pipe.Tally, err error) error {
	run.mu.Lock()
	defer run.mu.Unlock()
	switch {
	case err == nil && run.end != nil:
		return &frame.Failure{Code: run.end.Code}
	case err != nil && frame.AsFailure(err).Code == frame.ExitPartial && run.answered == 0 && failed.Code != frame.ExitPartial:
		f := &frame.Failure{Code: failed.Code, What: "all " + frame.Plural(failed.Count, "conversation") + " failed"}
		if failed.Count == 1 {
			f.What = ""
		}
		return f
	}
	return err
}

// answers are a conversation with an answer, or several of it.
func (r *reply) answers(doc *conv.Conversation, in pipe.Context) ([]*conv.Conversation, error) {
	if r.leave(doc, in.At) {
		return []*conv.Conversation{doc}, nil
	}
	one := *r
	one.from, one.at = in.From, in.At
	n := one.run.samples
	made, errs, notes := make([]*conv.Conversation, n), make([]error, n), make([]note.Notes, n)
	var all sync.WaitGroup
	for i := range n {
		notes[i].All = in.Notes.All
		sample := func() { made[i], errs[i] = one.sample(doc, i+1, &notes[i]) }
		if one.run.jobs > 1 && n > 1 {
			all.Go(sample)
			continue
		}
		if sample(); errs[i] != nil && one.run.stopped() != nil {
			break
		}
	}
	all.Wait()
	var out []*conv.Conversation
	var failed error
	for i := range n {
		for _, note := range notes[i].List() {
			in.Notes.Add(note)
		}
		if made[i] != nil {
			out = append(out, made[i])
		}
		if failed == nil {
			failed = errs[i]
		}
	}
	return out, failed
}

// sample is a conversation with its nth answer, of the journal if that has
// it. Beside an error it is an answer that could not be kept there.
func (r *reply) sample(doc *conv.Conversation, n int, notes *note.Notes) (*conv.Conversation, error) {
	base, j := providers.WithoutPartial(doc), r.run.journal
	var key entryKey
	if j != nil {
		var err error
		if key, err = r.keyOf(base, n); err != nil {
			return nil, err
		}
		if messages, err := j.find(key, r); err != nil || messages != nil {
			return r.replayAnswer(base, messages, err)
		}
	}
	done, err := r.run.begin()
	if err != nil {
		return nil, err
	}
	defer done()
	out, err := r.answer(doc, notes)
	if err != nil {
		return nil, err
	}
	finished := r.finished(out)
	if j != nil && finished {
		err = j.add(key, out.Messages[len(base.Messages):])
	}
	r.run.count(finished && err == nil)
	return out, err
}

// count counts an answer.
func (run *replyRun) count(whole bool) {
	run.mu.Lock()
	defer run.mu.Unlock()
	if run.answered++; whole {
		run.whole++
	}
}

// finished reports whether nothing more would have come of an answer: it did
// not break off, and neither did the steps that follow it.
func (r *reply) finished(c *conv.Conversation) bool {
	switch m := c.Messages[len(c.Messages)-1].(type) {
	case *conv.AssistantMessage:
		broke := m.StopReason == conv.StopAborted || m.StopReason == conv.StopError
		return !broke && (r.tools == nil || !goesOn(m) || r.run.stopped() == nil)
	case *conv.ToolResultMessage:
		return m.Terminate || len(c.PendingCalls()) > 0
	}
	return false
}

// replayAnswer is an answer of an earlier run, shown and judged as it was then.
func (r *reply) replayAnswer(base *conv.Conversation, messages []conv.Message, err error) (*conv.Conversation, error) {
	if err != nil {
		return nil, err
	}
	callees, err := r.asked.callees(base)
	if err != nil {
		return nil, err
	}
	out := base.WithMessages(slices.Concat(base.Messages, messages))
	r.run.count(true)
	m := lint.LastAnswer(out.Messages)
	if m == nil {
		return out, nil
	}
	for e := range format.Replay(m) {
		if e.Type == conv.EventDone || e.Type == conv.EventError {
			continue
		}
		if err := r.view.event(e); err != nil {
			return nil, err
		}
	}
	if err := r.view.end(m); err != nil {
		return nil, err
	}
	r.judge(callees[0], base, m, nil)
	return out, nil
}
