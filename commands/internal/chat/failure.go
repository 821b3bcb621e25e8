package chat

import (
	"errors"
	"slices"
	"strings"

	"convo/commands/internal/frame"
	"convo/conv"
	"convo/conv/lint"
	"convo/providers"
)

// aboutCall makes a failure one of a call.
func aboutCall(endpoint *providers.Endpoint, err error) *frame.Failure {
	if endpoint == nil {
		endpoint = &providers.Endpoint{}
	}
	f := *frame.AsFailure(err)
	f.Call = &frame.CallFacts{Callee: endpoint}
	return &f
}

// failure is why there is no answer, for people and scripts.
func (r *reply) failure(endpoint *providers.Endpoint, base *conv.Conversation, err error) *frame.Failure {
	var own *frame.Failure
	if errors.As(err, &own) {
		return aboutCall(endpoint, own)
	}
	if stopped := r.run.stopped(); stopped != nil {
		return aboutCall(endpoint, stopped)
	}
	f := &frame.Failure{Code: frame.ExitRejected, Call: &frame.CallFacts{Callee: endpoint}, What: hideSentences(err.Error(), base)}
	var missed *providers.Miss
	var refused *providers.CallError
	var wire *providers.WireError
	switch {
	case errors.As(err, &missed):
		f.Code, f.What, f.Hint = frame.ExitOffline, missed.What, missed.Advice
		if endpoint.Own == nil {
			f.Hint = r.tape.toAsk()
		}
	case errors.As(err, &refused):
		f.Call.Status, f.Call.Attempts = refused.Status, refused.Attempts
		f.Call.RequestID, f.Call.RetryAfter = refused.RequestID, refused.RetryAfter
		f.Hint = (&providers.AskError{Callee: endpoint, Err: refused}).Hint()
		explain(f, refused.Kind)
		if refused.Kind == providers.Auth {
			if source := r.keys.source(endpoint); source != "" {
				f.Hint = "check the key in " + source
			}
		}
	case errors.As(err, &wire):
		f.OfWire(wire)
		f.Call.Elsewhere = f.Code == frame.ExitTemporary
	}
	return f
}

// explain sets what a kind of failure leads to.
func explain(f *frame.Failure, kind providers.FailureKind) {
	switch kind {
	case providers.Rejected, providers.Overflow:
	case providers.Auth, providers.Credit:
		f.Code = frame.ExitAuth
	case providers.NotFound:
		f.Call.Elsewhere = true
	case providers.Temporary:
		f.Code, f.Call.Elsewhere = frame.ExitTemporary, true
	}
}

// judge decides what an answer that was kept leads to.
func (r *reply) judge(endpoint *providers.Endpoint, base *conv.Conversation, m *conv.AssistantMessage, err error) {
	f := &frame.Failure{Code: frame.ExitIncomplete, Call: &frame.CallFacts{Callee: endpoint, RequestID: m.ProviderRequestID}}
	kind := conv.StopKind("")
	if m.StopDetail != nil {
		kind = m.StopDetail.Kind
	}
	stopped := r.run.stopped()
	switch {
	case stopped != nil:
		f.Code, f.What = stopped.Code, stopped.What+"; the partial answer is kept"
	case err != nil:
		f.What = hideSentences(err.Error(), base) + " during the answer; the partial answer is kept"
		if wire := (*providers.WireError)(nil); errors.As(err, &wire) {
			f.Hint = wire.Hint
		}
	case kind == conv.KindRefusal || refuses(m):
		f.What = r.unless("refusal", "the model refused to answer")
	case kind == conv.KindFilter:
		f.What = r.unless("filter", "the answer was filtered")
	case m.StopReason == conv.StopLength || kind == conv.KindWindow:
		f.What = r.unless("length", "the answer reached its token limit")
		if f.Hint = "raise the limit with --max-tokens, or accept such answers with --accept length"; len(m.Content) == 0 {
			f.Hint = providers.AdviceTooLong // nothing is left of the context, or of the limit
		}
	case m.StopReason == conv.StopError, m.StopReason == conv.StopAborted:
		f.What = hideSentences(providers.WhyIncomplete(m), base) + "; the partial answer is kept"
	case r.exitState && r.tools == nil && len(m.ToolCalls()) > 0:
		f.Code, f.What = frame.ExitPending, frame.Plural(len(m.ToolCalls()), "tool call")+" to run"
	}
	if f.What == "" {
		return
	}
	r.kept(f)
}

// refuses reports whether an answer says so itself.
func refuses(m *conv.AssistantMessage) bool {
	return slices.ContainsFunc(m.Content, func(b conv.AssistantContent) bool {
		t, ok := b.(*conv.TextContent)
		return ok && t.Refusal
	})
}

// unless is what, or "" for an ending that --accept accepts.
func (r *reply) unless(accepted, what string) string {
	if slices.Contains(r.accepted, accepted) {
		return ""
	}
	return what
}

// hideSentences is a server's message, or the beginning of a long one, without
// what it quotes of the conversation.
func hideSentences(message string, c *conv.Conversation) string {
	const long = 24 // bytes of a quotation that say more than a word
	const most = 2000
	if len(message) > most {
		message = strings.ToValidUTF8(message[:most], "") + "…"
	}
	if len(message) < long {
		return message
	}
	places := map[string][]int{}
	for i := 0; i+long <= len(message); i++ {
		places[message[i:i+long]] = append(places[message[i:i+long]], i)
	}
	hidden := make([]bool, len(message))
	eachText(c, func(text string) {
		for i := 0; i+long <= len(text); i++ {
			for _, at := range places[text[i:i+long]] {
				for j := range long {
					hidden[at+j] = true
				}
			}
		}
	})
	var out strings.Builder
	for i := range len(message) {
		switch {
		case !hidden[i]:
			out.WriteByte(message[i])
		case i == 0 || !hidden[i-1]:
			out.WriteString("[…]")
		}
	}
	return strings.ToValidUTF8(out.String(), "")
}

// eachText tells visit of each text that people, models and tools said.
func eachText(c *conv.Conversation, visit func(string)) {
	visit(c.SystemPrompt)
	for _, m := range c.Messages {
		switch m := m.(type) {
		case *conv.CustomMessage:
			visit(string(m.Data))
		case *conv.BranchSummary:
			visit(m.Summary)
		case *conv.CompactionSummary:
			visit(m.Summary)
		}
	}
	lint.EachBlock(c, func(_ conv.Message, b conv.Block) {
		switch b := b.(type) {
		case *conv.TextContent:
			visit(b.Text)
		case *conv.ThinkingContent:
			visit(b.Thinking)
		case *conv.ToolCall:
			visit(b.ArgumentsString())
		case *conv.DocumentContent:
			visit(b.Text)
		case *conv.Opaque:
			visit(string(b.Raw))
		}
	})
}
