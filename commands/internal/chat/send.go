package chat

import (
	"context"
	"fmt"
	"strings"
	"time"

	"convo/commands/internal/frame"
	"convo/commands/internal/pipe"
	"convo/commands/internal/terminal"
	"convo/conv"
	"convo/conv/note"
	"convo/providers"
)

// ask asks one model after the other until one answers. What came of an
// answer that broke off is an answer.
func (r *reply) ask(base *conv.Conversation, notes *note.Notes) (*conv.AssistantMessage, error) {
	if r.response != nil {
		return r.fromFile(base)
	}
	callees, err := r.asked.callees(base)
	if err != nil {
		return nil, aboutCall(nil, err)
	}
	seen, err := r.seen(base, notes)
	if err != nil {
		return nil, err
	}
	for i, endpoint := range callees {
		m, err := r.askOne(endpoint, base, seen, notes)
		if err == nil {
			return m, nil
		}
		f := r.failure(endpoint, base, err)
		if i == len(callees)-1 || !f.Call.Elsewhere || r.run.stopped() != nil {
			return nil, r.noAnswer(f)
		}
		r.p.Note("%s; asking %s", f.LineText(), callees[i+1])
	}
	panic("commands: nobody to ask")
}

// seen is what models see of a conversation, before it is adapted to one.
func (r *reply) seen(base *conv.Conversation, notes *note.Notes) (*conv.Conversation, error) {
	changes := &note.Notes{All: true}
	seen, err := r.plan.Call.Seen(base, pipe.Context{From: r.from, At: r.at, Notes: changes})
	providers.AddChanges(notes, changes, r.p.Verbose)
	return seen, err
}

// noAnswer is the failure of an answer that did not begin.
func (r *reply) noAnswer(f *frame.Failure) error {
	if err := r.view.failed(f); err != nil {
		return err
	}
	return f
}

// askOne asks one model, which sees seen of a conversation. The error is that of an
// answer that did not begin.
func (r *reply) askOne(endpoint *providers.Endpoint, base, seen *conv.Conversation, notes *note.Notes) (*conv.AssistantMessage, error) {
	if endpoint.Own != nil {
		return r.askBuiltIn(endpoint, base, seen)
	}
	if err := r.request.check(endpoint); err != nil {
		return nil, err
	}
	changes := &note.Notes{All: true}
	called := *endpoint
	called.Target = r.plan.Call.Target(endpoint.Target)
	changed := r.request.Apply(seen)
	if err := r.request.checkValues(&called, changed); err != nil {
		return nil, err
	}
	asked := called.Prepare(changed, r.plan.Call.TargetModel(called.Target, r.from), r.streamed, changes)
	asked.Call.PlainText = r.insecure
	providers.AddChanges(notes, changes, r.p.Verbose)
	if r.dryRun != "" && r.batch == nil {
		return nil, r.showRequest(&asked.Call, asked.Sent, r.keyVariable(endpoint))
	}
	settle, err := r.budget.allow(endpoint, asked.Sent)
	if err != nil {
		if r.batch != nil && r.batch.over == nil {
			r.batch.over = err
		}
		return nil, err
	}
	if r.dryRun != "" {
		return nil, r.batch.add(base, asked)
	}
	if r.batch != nil {
		m, err := r.streamAnswer(endpoint, base, func(ctx context.Context, on func(conv.Event)) (*conv.AssistantMessage, error) {
			m, err := asked.Reply(ctx, r.batch.answerTo(base), on)
			return atBatchPrice(m, asked.Call.Protocol.Format), err
		})
		settle(m)
		return m, err
	}
	way := r.pace(endpoint, r.client(endpoint), asked.Sent)
	live := providers.Exchange(way)
	var key *givenKey
	shut := r.p.Online(askNobody)
	if shut == nil {
		key, shut = r.keys.of(endpoint)
	}
	if shut != nil {
		live = providers.Closed{Err: shut} // which a cassette does not mind
	} else {
		asked.Call.Key = key.text
	}
	replayed := false
	m, err := r.streamAnswer(endpoint, base, func(ctx context.Context, on func(conv.Event)) (*conv.AssistantMessage, error) {
		answers := r.tape.around(live)
		m, err := asked.Reply(ctx, answers, on)
		replayed = answers.replayed()
		if m != nil || ctx.Err() != nil || !isRefused(err) {
			return m, err
		}
		switch {
		case answers.replayed(): // a newer key may have had a recorded answer
		case key.renew():
			asked.Call.Key = key.text
		default:
			return m, err
		}
		return asked.Reply(ctx, answers, on)
	})
	settle(m)
	way.came(m)
	if m != nil {
		r.tape.tellReplay(r.p, replayed)
	}
	if m != nil && m.Timestamp == 0 && r.tape == nil { // a replayed answer is the recorded one
		dated := *m
		dated.Timestamp = r.plan.Now()
		m = &dated
	}
	return m, err
}

// askBuiltIn asks a model that is built in: nothing is adapted, for nothing is sent.
func (r *reply) askBuiltIn(endpoint *providers.Endpoint, base, seen *conv.Conversation) (*conv.AssistantMessage, error) {
	if r.dryRun != "" {
		return nil, frame.UsageError("--dry-run: %s gets no request", endpoint.Model)
	}
	if err := r.request.checkValues(endpoint, r.request.Apply(base)); err != nil {
		return nil, err
	}
	return r.streamAnswer(endpoint, base, func(ctx context.Context, on func(conv.Event)) (*conv.AssistantMessage, error) {
		return endpoint.Own.Reply(ctx, seen, on)
	})
}

// streamAnswer shows an answer as it comes and judges what came. A signal ends it.
func (r *reply) streamAnswer(endpoint *providers.Endpoint, base *conv.Conversation, listen func(context.Context, func(conv.Event)) (*conv.AssistantMessage, error)) (*conv.AssistantMessage, error) {
	ctx, signal, end := r.p.UntilSignal()
	defer end()
	ctx, cancel := context.WithCancel(ctx)
	defer cancel()
	var broken error
	began := time.Now()
	waited := r.waits(endpoint)
	defer waited()
	m, err := listen(ctx, func(e conv.Event) {
		waited()
		if e.Type == conv.EventDone || e.Type == conv.EventError || broken != nil {
			return // it is ended when it is known how
		}
		if broken = r.view.event(e); broken != nil {
			cancel()
		}
	})
	if broken != nil {
		return nil, broken
	}
	if got := signal(); got != nil {
		r.run.interrupt(frame.Interruption(got))
	}
	if err := providers.NothingCame(m, err); err != nil {
		return nil, err
	}
	m = r.completed(m, err)
	if err := r.view.end(m); err != nil {
		return nil, err
	}
	r.tellUsage(endpoint, m, time.Since(began))
	r.judge(endpoint, base, m, err)
	return m, nil
}

// completed says of an answer that broke off why.
func (r *reply) completed(m *conv.AssistantMessage, err error) *conv.AssistantMessage {
	if err == nil {
		return m
	}
	x := providers.BrokenOff(m, err)
	if r.run.stopped() != nil {
		x.ErrorMessage = "" // nobody is at fault
	}
	return x
}

// client is what sends a call.
func (r *reply) client(endpoint *providers.Endpoint) *providers.Client {
	client := *r.run.client
	client.Notify = func(again providers.Retry) time.Duration {
		if r.p.Verbose {
			fmt.Fprintf(r.p.Stderr, "convo: %s: %s; attempt %d of %d in %s\n", endpoint, terminal.Printable(again.Why()), again.Next, again.Of, again.Wait.Round(time.Millisecond))
		}
		return 0
	}
	if r.p.Wire {
		client.Trace = func(text string) {
			mark := text[:2]
			for line := range strings.Lines(text[2:]) {
				fmt.Fprintf(r.p.Stderr, "%s%s\n", mark, terminal.Printable(strings.TrimRight(line, "\r\n")))
			}
		}
	}
	return &client
}

const askNobody = "no model can be asked"

// tellUsage reports the tokens and the time of an answer.
func (r *reply) tellUsage(endpoint *providers.Endpoint, m *conv.AssistantMessage, took time.Duration) {
	if !r.p.Verbose {
		return
	}
	text := "usage unknown"
	if u := m.Usage; u != nil {
		text = frame.Plural(int(u.Input+u.CacheRead+u.CacheWrite), "token") + " in"
		if u.CacheRead > 0 {
			text += fmt.Sprintf(" (%d cached)", u.CacheRead)
		}
		text += fmt.Sprintf(", %d out", u.Output)
		if u.Reasoning > 0 {
			text += fmt.Sprintf(" (%d reasoning)", u.Reasoning)
		}
	}
	r.p.Note("%s: %s, %s", endpoint, text, took.Round(10*time.Millisecond))
}
