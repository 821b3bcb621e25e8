package providers

import (
	"bufio"
	"bytes"
	"context"
	"errors"
	"io"
	"reflect"
	"sync"
	"time"

	"convo/conv"
	"convo/conv/fit"
	"convo/conv/format"
	"convo/conv/note"
	"convo/conv/rawjson"
	"convo/providers/internal/protocol"
	"convo/providers/internal/wire"
)

// Call is one call of a model: where it goes and what it may do.
type Call struct {
	Protocol *protocol.Protocol
	Provider string // of the answer
	Model    string
	BaseURL  string // as the vendor's own SDK takes it
	Key      string // "": none is sent
	Streamed bool
	// PlainText allows http to another machine.
	PlainText bool

	// What a vendor does differently; see [catalog.Vendor].
	Auth    protocol.Header
	Header  []protocol.Header
	Limit   string
	NoUsage bool
}

// The parts of a call that belong to package wire.
type (
	// Limits say how long and how often to try.
	Limits = wire.Limits
	// Retry reports a wait before another attempt.
	Retry = wire.Retry
	// WireError says why there is no answer, or only a part of one.
	WireError = wire.Error
	// Client sends over the network. Its Transport can be another one.
	Client = wire.Client
	// WireRequest is a request as it goes to a server.
	WireRequest = wire.Request
	// WireResponse is a server's answer. Its Body must be closed.
	WireResponse = wire.Response
	// Exchange sends a request and returns its answer: a *Client, a cassette, or
	// a stand-in for tests.
	Exchange interface {
		Do(context.Context, *WireRequest) (*WireResponse, error)
	}
	// ExchangeFunc is a function as an [Exchange].
	ExchangeFunc func(context.Context, *WireRequest) (*WireResponse, error)
)

// Do implements [Exchange].
func (f ExchangeFunc) Do(ctx context.Context, r *WireRequest) (*WireResponse, error) {
	return f(ctx, r)
}

// Closed is an exchange that sends nothing and fails with Err.
type Closed struct{ Err error }

// Do implements [Exchange]: it returns Err.
func (c Closed) Do(context.Context, *wire.Request) (*wire.Response, error) { return nil, c.Err }

// NewClient returns a client of the network.
func NewClient(limits Limits) *Client { return wire.New(limits) }

// UsualLimits are those of a call if nobody sets others.
func UsualLimits() Limits {
	return Limits{Retries: 3, Connect: 15 * time.Second, MaxWait: time.Minute, Whole: 120 * time.Second, Idle: 60 * time.Second, Event: 64e6, Answer: 256e6}
}

// Reply asks a model for its next message. The conversation must be adapted and
// fit to the protocol: it is sent as it is. on, if not nil, gets each event of
// the answer as it comes. If the answer breaks off, Reply returns what came,
// and an error. The error is a *CallError, a *WireError, or says that the
// answer is invalid.
func Reply(ctx context.Context, x Exchange, call *Call, c *conv.Conversation, on func(conv.Event)) (*conv.AssistantMessage, error) {
	request, err := call.Request(c)
	if err != nil {
		return nil, err
	}
	resp, err := x.Do(ctx, request)
	if err != nil {
		return nil, err
	}
	defer resp.Body.Close()
	private := request.Private()
	if resp.Status >= 400 {
		return nil, failed(resp, private)
	}
	if on == nil {
		on = func(conv.Event) {}
	}
	masks := &masking{private.Long(), on, map[int]*maskedDelta{}}
	m, err := call.Read(&untilDone{ctx, resp.Body}, masks.event)
	masks.flush()
	if m != nil {
		masks.hide(reflect.ValueOf(m))
		m.ProviderRequestID = private.Mask(requestID(resp.Header))
		m.ErrorMessage = private.Mask(m.ErrorMessage)
	}
	return m, maskedErr(err, private)
}

// Model is a built-in model.
type Model struct {
	Call
	Exchange Exchange
}

// Replier answers: a called model, or a stand-in. The conversation must be
// adapted and fit for it; see [Reply].
type Replier interface {
	Reply(ctx context.Context, c *conv.Conversation, on func(conv.Event)) (*conv.AssistantMessage, error)
}

// Reply calls the model.
func (m *Model) Reply(ctx context.Context, c *conv.Conversation, on func(conv.Event)) (*conv.AssistantMessage, error) {
	return Reply(ctx, m.Exchange, &m.Call, c, on)
}

// Request is what a call sends. It fails if the model's name cannot be part of
// the address.
func (call *Call) Request(c *conv.Conversation) (*wire.Request, error) {
	address, err := call.Protocol.Address(call.BaseURL, call.Model, call.Streamed)
	if err != nil {
		return nil, err
	}
	r := call.to("POST", address)
	r.Header.Set("Content-Type", "application/json")
	r.Streamed, r.Body = call.Streamed, call.Body(c)
	return r, nil
}

// Body is the body of a call's request. It names the model of the call where
// the protocol has a place for it.
func (call *Call) Body(c *conv.Conversation) []byte {
	f, err := shared(call.Protocol.Format)
	if err != nil {
		panic("providers: a protocol without a format: " + err.Error())
	}
	w := rawjson.NewWriter(nil)
	f.Write(w, withModel(c, call.Model, nil))
	return w.Bytes()
}

// Asked returns c as a call sends it: with what a request adds, and fit to the
// protocol.
func (call *Call) Asked(c *conv.Conversation, notes *note.Notes) *conv.Conversation {
	f, err := shared(call.Protocol.Format)
	if err != nil {
		panic("providers: a protocol without a format: " + err.Error())
	}
	if call.Protocol.Ask != nil {
		c = protocol.Asking(c, func(r *conv.Request) { call.Protocol.Ask(r, call.Streamed) })
	}
	if call.Limit != "" || call.NoUsage {
		c = call.spelled(c)
	}
	return fit.To(c, f, notes)
}

// spelled returns c with the names and fields that a vendor uses in Chat
// Completions.
func (call *Call) spelled(c *conv.Conversation) *conv.Conversation {
	return protocol.Asking(c, func(r *conv.Request) {
		if call.Limit != "" && r.MaxTokens != "" {
			r.Extensions.Set("openai-chat", "~key", rawjson.Raw(`"`+call.Limit+`"`))
		}
		if call.NoUsage {
			r.Extensions = r.Extensions.Without("openai-chat", "stream_options")
		}
	})
}

// Read reads an answer, whole or as a stream. The bytes decide: some servers
// stream unasked, or answer whole when asked to stream.
func (call *Call) Read(r io.Reader, on func(conv.Event)) (*conv.AssistantMessage, error) {
	if on == nil {
		on = func(conv.Event) {}
	}
	in := &remembering{r: r}
	buffered := readers.Get().(*bufio.Reader)
	buffered.Reset(in)
	defer func() {
		buffered.Reset(nil)
		readers.Put(buffered)
	}()
	first, err := firstByte(buffered)
	switch {
	case err != nil && in.err != nil && in.err != io.EOF:
		return nil, in.err
	case err != nil:
		return nil, errors.New("the answer is empty")
	case first == '{':
		return call.readWhole(buffered, on)
	case first == '<':
		return nil, errors.New("the answer is a web page: is the base URL right?")
	}
	return call.readStream(buffered, in, on)
}

// readers are for answers, one after the other: nothing of an answer stays in its
// reader.
var readers = sync.Pool{New: func() any { return bufio.NewReaderSize(nil, 16<<10) }}

// firstByte returns the first byte of an answer that is not white space.
func firstByte(in *bufio.Reader) (byte, error) {
	for n := 1; ; n++ {
		head, err := in.Peek(n)
		if len(head) < n {
			return 0, err
		}
		if c := head[n-1]; c != ' ' && c != '\t' && c != '\r' && c != '\n' {
			return c, nil
		}
	}
}

// readWhole reads an answer in one piece, or a stream of lines.
func (call *Call) readWhole(r io.Reader, on func(conv.Event)) (*conv.AssistantMessage, error) {
	data, err := io.ReadAll(r)
	if err != nil {
		return nil, err
	}
	f, err := shared(call.Protocol.Format + "-response")
	if err != nil {
		return nil, err
	}
	for c, err := range f.Decode(bytes.TrimSpace(data), nil) {
		if err != nil {
			return nil, err
		}
		for _, m := range c.Messages {
			if m, ok := m.(*conv.AssistantMessage); ok {
				for e := range format.Replay(m) {
					on(e)
				}
				return call.signed(m), nil
			}
		}
	}
	return nil, errors.New("the answer has no message")
}

// readStream reads a streamed answer.
func (call *Call) readStream(r io.Reader, in *remembering, on func(conv.Event)) (*conv.AssistantMessage, error) {
	f, err := shared(call.Protocol.Format + "-stream")
	if err != nil {
		return nil, err
	}
	var a conv.Assembler
	begun := false
	for e, err := range f.Events(r, nil) {
		if err != nil {
			if begun {
				return call.signed(a.Message()), err
			}
			return nil, err
		}
		begun = true
		a.Add(e)
		on(e)
		if e.Type == conv.EventDone || e.Type == conv.EventError {
			break
		}
	}
	var broke error
	if in.err != nil && in.err != io.EOF {
		broke = in.err
	}
	switch {
	case begun:
		m := a.Message()
		if broke != nil {
			m.StopReason, m.StopDetail = conv.StopAborted, &conv.StopDetail{Kind: conv.KindInterrupted}
		}
		return call.signed(m), broke
	case broke != nil:
		return nil, broke
	}
	return nil, errors.New("the answer is empty")
}

// signed adds who answered.
func (call *Call) signed(m *conv.AssistantMessage) *conv.AssistantMessage {
	x := *m
	x.Provider = call.Provider
	if call.Model != "" {
		if x.Model != call.Model {
			x.ResponseModel = x.Model
		}
		x.Model = call.Model
	}
	return &x
}

// untilDone ends reading when its context ends, also of a stand-in's body.
type untilDone struct {
	ctx context.Context
	r   io.Reader
}

func (r *untilDone) Read(b []byte) (int, error) {
	if r.ctx.Err() != nil {
		return 0, &WireError{Kind: wire.Aborted, What: "aborted", Err: r.ctx.Err()}
	}
	return r.r.Read(b)
}

// remembering keeps the error that ended reading: the stream itself shows only
// that it was cut off.
type remembering struct {
	r   io.Reader
	err error
}

func (r *remembering) Read(b []byte) (int, error) {
	n, err := r.r.Read(b)
	if err != nil {
		r.err = err
	}
	return n, err
}
