package providers_test

import (
	"context"
	"errors"
	"fmt"
	"net/http"
	"slices"
	"strings"
	"testing"

	"convo/conv"
	"convo/providers"
)

// Every error says who was asked and what is wrong, and its cause has a type.
func TestCompleteErrors(t *testing.T) {
	pending := conv.NewConversation(conv.UserText("hi"), &conv.AssistantMessage{Content: []conv.AssistantContent{&conv.ToolCall{ID: "c1", Name: "tides"}}})
	const chunk = `data: {"id":"c","object":"chat.completion.chunk","created":1,"model":"m","choices":[{"index":0,"delta":{"content":"High"},"finish_reason":null}]}` + "\n\n"
	hi, ds := conv.Prompt("hi"), "deepseek/deepseek-chat"
	for _, test := range []struct {
		model      string
		c          *conv.Conversation
		o          providers.CallOptions
		is         func(error) bool
		want, hint string
		temporary  bool
		partial    string
	}{
		{"acme/m-1", hi, providers.CallOptions{}, as[*providers.UnknownTarget], `unknown vendor or model "acme/m-1"`, "want VENDOR/MODEL", false, ""},
		{"anthropic", hi, providers.CallOptions{}, as[*providers.NoModel], "anthropic is a vendor, not a model", "for example anthropic/", false, ""},
		{"azure-openai/gpt", hi, providers.CallOptions{}, as[*providers.NoAddress], "azure-openai needs an address", "AZURE_", false, ""},
		{ds, hi, providers.CallOptions{Protocol: "morse"}, as[*providers.UnknownProtocol], `unknown protocol "morse"`, "the protocols are", false, ""},
		{"", hi, providers.CallOptions{}, is(providers.ErrNobodyToAsk), "no model: name one, or set CONVO_MODEL or a vendor's API key", "", false, ""},
		{ds, hi, providers.CallOptions{}, as[*providers.NoKey], ds + ": no key: DEEPSEEK_API_KEY is not set", "set it with export DEEPSEEK_API_KEY=…", false, ""},
		{ds, nil, providers.CallOptions{Key: "k"}, is(providers.ErrNoMessage), ds + ": no message to reply to", "", false, ""},
		{ds, &conv.Conversation{}, providers.CallOptions{Key: "k"}, is(providers.ErrNoMessage), ds + ": no message to reply to", "", false, ""},
		{ds, pending, providers.CallOptions{Key: "k"}, as[*providers.Unanswered], ds + ": no result for 1 tool call at the end of the conversation", "", false, ""},
		{ds, hi, providers.CallOptions{Key: "sk-planted", Exchange: &standIn{status: 401, answer: `{"error":{"message":"Incorrect API key: sk-planted","code":"invalid_api_key"}}`}}, as[*providers.CallError], ds + ": HTTP 401: Incorrect API key: *** (invalid_api_key)", "check the key in DEEPSEEK_API_KEY", false, ""},
		{ds, hi, providers.CallOptions{Key: "k", Exchange: &standIn{status: 503}}, as[*providers.CallError], ds + ": HTTP 503: Service Unavailable", "", true, ""},
		{ds, hi, providers.CallOptions{Key: "k", Exchange: &standIn{}}, always, ds + ": the answer is empty", "", false, ""},
		{ds, hi, providers.CallOptions{Key: "k", BaseURL: "http://203.0.113.1/v1"}, as[*providers.WireError], ds + ": plain http to 203.0.113.1 is not encrypted", "use https", false, ""},
		{ds, hi, providers.CallOptions{Key: "k", Exchange: &standIn{answer: chunk}}, as[*providers.CutOff], ds + ": the stream was cut off; the answer is incomplete", "", false, "High"},
		{ds, hi, providers.CallOptions{Key: "k", Exchange: &standIn{answer: chunk + `data: {"error":{"message":"upstream died","code":502}}` + "\n\n"}}, as[*providers.CallError], ds + ": the stream reported an error: upstream died", "", false, "High"},
		{ds, hi, providers.CallOptions{Key: "k", Exchange: &standIn{answer: `data: {"error":{"message":"upstream died","code":502}}` + "\n\n"}}, as[*providers.CallError], ds + ": upstream died", "", true, ""},
	} {
		if test.o.Getenv = only("", ""); test.o.Exchange == nil && test.o.BaseURL == "" {
			test.o.Exchange = providers.Closed{Err: errors.New("the network is used")}
		}
		m, err := providers.Complete(t.Context(), test.model, test.c, test.o)
		var failed *providers.AskError
		if !errors.As(err, &failed) || !strings.HasPrefix(err.Error(), test.want) || !test.is(err) {
			t.Errorf("%T %v, want %s", errors.Unwrap(err), err, test.want)
			continue
		}
		if hint := failed.Hint(); !strings.Contains(hint, test.hint) || test.hint == "" && hint != "" {
			t.Errorf("%v: hint %q, want %q", err, hint, test.hint)
		}
		if failed.Temporary() != test.temporary || m.Text() != test.partial {
			t.Errorf("%v: temporary %t, partial %q", err, failed.Temporary(), m.Text())
		}
		var last error
		for e, err := range providers.Stream(t.Context(), test.model, test.c, test.o) {
			if last = err; err != nil && (e.Type != conv.EventError || e.Message.StopReason == "") {
				t.Errorf("%v: event %+v", err, e)
			}
		}
		if fmt.Sprint(last) != err.Error() {
			t.Errorf("the stream says %v, not %v", last, err)
		}
	}
}

func as[E error](err error) bool {
	var e E
	return errors.As(err, &e)
}

func is(want error) func(error) bool { return func(err error) bool { return errors.Is(err, want) } }

func always(error) bool { return true }

// How the model itself ended its answer is not an error.
func TestTheModelsOwnEndIsNoError(t *testing.T) {
	for reason, want := range map[string]conv.StopReason{"length": conv.StopLength, "content_filter": conv.StopError, "tool_calls": conv.StopToolUse} {
		x := &standIn{answer: strings.Replace(brief, `"stop"`, `"`+reason+`"`, 1)}
		m, err := providers.Complete(t.Context(), "deepseek/deepseek-chat", conv.Prompt("hi"), providers.CallOptions{Exchange: x, Key: "k"})
		if err != nil || m.StopReason != want {
			t.Errorf("%s: %+v, %v", reason, m, err)
		}
	}
}

// If the caller ends the call, what came so far is returned.
func TestCompleteAborted(t *testing.T) {
	ctx, cancel := context.WithCancel(t.Context())
	url := server(t, func(w http.ResponseWriter, r *http.Request) {
		fmt.Fprint(w, `data: {"id":"c","object":"chat.completion.chunk","created":1,"model":"m","choices":[{"index":0,"delta":{"content":"High"},"finish_reason":null}]}`+"\n\n")
		w.(http.Flusher).Flush()
		<-r.Context().Done()
	})
	var types []conv.EventType
	var a conv.Assembler
	for e, err := range providers.Stream(ctx, "deepseek/deepseek-chat", conv.Prompt("hi"), providers.CallOptions{BaseURL: url, Key: "k"}) {
		a.Add(e)
		if types = append(types, e.Type); e.Type == conv.EventTextDelta {
			cancel()
		}
		if e.Type == conv.EventError && (err == nil || err.Error() != "deepseek/deepseek-chat: aborted during the answer" || !errors.Is(err, context.Canceled)) {
			t.Error(err)
		}
	}
	if m := a.Message(); m.Text() != "High" || m.StopReason != conv.StopAborted || m.ErrorMessage != "" || !slices.Contains(types, conv.EventError) {
		t.Errorf("%v, %+v", types, m)
	}
	cancel()
}
