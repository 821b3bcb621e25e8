package providers

import (
	"cmp"
	"context"
	"fmt"
	"iter"
	"strings"
	"time"

	"convo/conv"
	"convo/conv/format"
	"convo/conv/note"
	"convo/providers/catalog"
	"convo/providers/internal/environment"
)

// CallOptions are options of [Complete] and [Stream]. The zero value asks the
// vendor's own servers, with the key in the vendor's variable. The parameters
// of the request, such as the token limit, are in [conv.Conversation].Request.
type CallOptions struct {
	// Getenv returns the variables with keys and addresses; nil: those of the
	// process.
	Getenv func(string) string

	Key      string // instead of the key in the vendor's variable
	BaseURL  string // as in [Address]
	Protocol string // as in [Address]

	// Exchange sends the request. nil: the network, with the limits of
	// [UsualLimits] and a connection that is closed after the answer. A Client
	// for several calls keeps its connections.
	Exchange Exchange

	Whole     bool // ask for the answer in one piece, not as a stream
	PlainText bool // allow http to another machine

	// What the model sees of the conversation; see [format.TargetModel].
	Project  []conv.Projection
	Thinking format.ThinkingPolicy
	Repair   format.RepairPolicy
	From     conv.Protocol

	WholeHistory bool // send all messages, also those that a summary replaced

	// Notes, if not nil, gets what the call changed in the history for the model.
	Notes *note.Notes
}

// Complete asks a model for the next message of a conversation: it finds the
// vendor, its address and key, adapts a copy of the conversation to the model,
// sends it, and returns the answer with the names of tools as the conversation
// has them. The conversation is not changed.
//
// model is VENDOR/MODEL, or MODEL if the catalog knows it. "" is the model of
// the conversation's request, or that of its last answer, or CONVO_MODEL, or a
// model of the first vendor whose key is set. local: is a server on this
// machine; see [FindLocal].
//
// The error is an *[AskError] with the cause inside. If an answer broke off,
// what came of it is returned too. How the model itself ended its answer, by
// its token limit or a refusal for example, is not an error: see StopReason and
// StopDetail. The cost of an answer is by the prices that are built in, nil if
// they do not know it.
func Complete(ctx context.Context, model string, c *conv.Conversation, o CallOptions) (*conv.AssistantMessage, error) {
	return o.ask(ctx, model, c, nil)
}

// Stream asks as [Complete] does and returns the answer as it comes. A
// [conv.Assembler] makes of the events the message that Complete returns. The
// last event is a done or an error event; with an error event comes the error
// of Complete, unless the model itself reports it. Leaving the loop ends the call.
// Each loop over the events is a call of its own.
func Stream(ctx context.Context, model string, c *conv.Conversation, o CallOptions) iter.Seq2[conv.Event, error] {
	return func(yield func(conv.Event, error) bool) {
		ctx, cancel := context.WithCancel(ctx)
		defer cancel()
		var last *conv.AssistantMessage
		goesOn := true
		m, err := o.ask(ctx, model, c, func(e conv.Event) {
			switch {
			case !goesOn:
			case e.Type == conv.EventDone, e.Type == conv.EventError:
				last = e.Message // it is returned when it is known how the answer ended
			default:
				if goesOn = yield(e, nil); !goesOn {
					cancel()
				}
			}
		})
		if goesOn {
			yield(lastEvent(m, last, err), err)
		}
	}
}

// lastEvent is the event that ends an answer. A nil m is no answer. said is what
// the stream knew at its end, nil if it broke off.
func lastEvent(m, said *conv.AssistantMessage, err error) conv.Event {
	if m == nil {
		return conv.Event{Type: conv.EventError, Message: &conv.AssistantMessage{StopReason: conv.StopError, ErrorMessage: err.Error()}}
	}
	end := *m
	end.Content, end.Diagnostics = nil, retries(m)
	if said != nil {
		end.Diagnostics = append(said.Diagnostics[:len(said.Diagnostics):len(said.Diagnostics)], end.Diagnostics...)
	}
	e := conv.Event{Type: conv.EventDone, Message: &end}
	if err != nil || m.StopReason == conv.StopAborted || m.StopReason == conv.StopError && m.ErrorMessage != "" {
		e.Type = conv.EventError
	}
	return e
}

// ask makes the call, and adds to an error who was asked.
func (o *CallOptions) ask(ctx context.Context, model string, c *conv.Conversation, on func(conv.Event)) (*conv.AssistantMessage, error) {
	c = cmp.Or(c, &conv.Conversation{})
	endpoint, err := o.callee(ctx, model, c)
	if err != nil {
		return nil, &AskError{Err: err}
	}
	m, err := o.call(ctx, endpoint, c, on)
	if err == nil {
		if err = endedEarly(m); err == nil {
			return m, nil
		}
		return m, &AskError{Callee: endpoint, Err: err}
	}
	return m, &AskError{Callee: endpoint, Err: err, During: m != nil}
}

// endpoint finds the model to ask.
func (o *CallOptions) callee(ctx context.Context, model string, c *conv.Conversation) (*Endpoint, error) {
	getenv, a := o.getenv(), Address{Model: model, BaseURL: o.BaseURL, Protocol: o.Protocol}
	if strings.HasPrefix(model, LocalPrefix) {
		found, err := o.local(ctx, model)
		if err != nil {
			return nil, err
		}
		a.Model, a.BaseURL = found.Vendor+"/"+found.Model, found.BaseURL
	}
	if model == "" {
		if a.Model, _ = ModelOf(c, o.BaseURL, getenv); a.Model == "" {
			a.Model, _ = Usual(getenv)
		}
	}
	if a.Model == "" {
		return nil, ErrNobodyToAsk
	}
	return a.Endpoint(getenv)
}

func (o *CallOptions) local(ctx context.Context, model string) (*LocalModel, error) {
	x := o.Exchange
	if x == nil {
		client := NewClient(LocalLimits())
		defer client.CloseIdle()
		x = client
	}
	return FindLocal(ctx, x, model, o.getenv())
}

func (o *CallOptions) getenv() func(string) string {
	if o.Getenv != nil {
		return o.Getenv
	}
	return environment.Variable
}

// call asks a model. What came of an answer that broke off is returned with the
// error.
func (o *CallOptions) call(ctx context.Context, endpoint *Endpoint, c *conv.Conversation, on func(conv.Event)) (*conv.AssistantMessage, error) {
	c = WithoutPartial(c)
	if err := Answerable(c); err != nil {
		return nil, err
	}
	target := endpoint.Target.Model
	target.From, target.Thinking, target.Repair, target.Project = o.From, o.Thinking, o.Repair, o.Project
	if o.WholeHistory {
		called := *endpoint
		called.Target = endpoint.Target.WithWholeHistory()
		endpoint = &called
	}
	changes := &note.Notes{}
	p := endpoint.Prepare(c, &target, !o.Whole, changes)
	AddChanges(o.Notes, changes, true)
	p.Call.PlainText, p.Call.Key = o.PlainText, o.Key
	if o.Key == "" {
		var err error
		if p.Call.Key, err = endpoint.Key(o.getenv()); err != nil {
			return nil, err
		}
	}
	x, end := o.exchange(endpoint)
	m, err := p.Reply(ctx, x, on)
	again := end()
	if err := NothingCame(m, err); err != nil {
		return nil, err
	}
	if err != nil {
		m = BrokenOff(m, err)
	}
	m = o.settled(m)
	if again != nil {
		whole := *m
		whole.Diagnostics = append(whole.Diagnostics[:len(whole.Diagnostics):len(whole.Diagnostics)], again...)
		m = &whole
	}
	return m, err
}

// settled returns an answer with the time at which it came, if its server gave
// none and a [Client] got it, and with what it cost by the built-in prices, if
// they know.
func (o *CallOptions) settled(m *conv.AssistantMessage) *conv.AssistantMessage {
	own := *m
	client, ok := o.Exchange.(*Client)
	switch {
	case own.Timestamp != 0:
	case ok:
		own.Timestamp = client.Now().UnixMilli()
	case o.Exchange == nil:
		own.Timestamp = NewClient(Limits{}).Now().UnixMilli()
	}
	if m.Usage == nil || m.Usage.Cost != nil {
		return &own
	}
	price := catalog.BuiltInPrices().Find(m.Provider, cmp.Or(m.ResponseModel, m.Model))
	if price == nil {
		price = catalog.BuiltInPrices().Find(m.Provider, m.Model)
	}
	terms, unknown := catalog.TermsOf(m)
	if price == nil || unknown != "" {
		return &own
	}
	usage := *m.Usage
	usage.Cost, _ = price.At(time.UnixMilli(own.Timestamp)).Cost(m.Usage, terms)
	own.Usage = &usage
	return &own
}

// callRetried is the type of the diagnostic of an attempt that failed.
const callRetried = "call_retried"

// exchange returns what sends the request. end releases it, and returns the
// attempts that failed.
func (o *CallOptions) exchange(endpoint *Endpoint) (x Exchange, end func() []conv.Diagnostic) {
	if o.Exchange != nil {
		return o.Exchange, func() []conv.Diagnostic { return nil }
	}
	var failed []conv.Diagnostic
	client := NewClient(UsualLimits())
	client.Notify = func(r Retry) time.Duration {
		failed = append(failed, conv.Diagnostic{
			Type: callRetried, Timestamp: client.Now().UnixMilli(),
			Message: fmt.Sprintf("%s: %s; attempt %d of %d in %s", endpoint, r.Why(), r.Next, r.Of, r.Wait.Round(time.Millisecond)),
		})
		return 0
	}
	return client, func() []conv.Diagnostic {
		client.CloseIdle()
		return failed
	}
}

// retries returns the diagnostics of attempts that failed.
func retries(m *conv.AssistantMessage) (again []conv.Diagnostic) {
	for _, d := range m.Diagnostics {
		if d.Type == callRetried {
			again = append(again, d)
		}
	}
	return again
}
