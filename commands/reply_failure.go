package commands

import (
	"errors"
	"slices"
	"strconv"
	"strings"
	"time"

	"convo/conv"
	"convo/conv/rawjson"
	"convo/providers"
)

// callFacts are what is known of a call that failed.
type callFacts struct {
	callee     *providers.Callee
	status     int
	requestID  string
	retryAfter time.Duration
	elsewhere  bool // another model may answer
}

// aboutCall makes a failure one of a call.
func aboutCall(callee *providers.Callee, err error) *failure {
	if callee == nil {
		callee = &providers.Callee{}
	}
	f := *asFailure(err)
	f.call = &callFacts{callee: callee}
	return &f
}

// writeJSON writes the facts as members of the object of --errors json.
func (c *callFacts) writeJSON(w *rawjson.Writer) {
	if c == nil {
		return
	}
	w.OptField("provider", c.callee.Provider)
	w.OptField("model", c.callee.Model)
	if c.status > 0 {
		w.Key("status")
		w.Int(int64(c.status))
	}
	w.OptField("request_id", c.requestID)
	if c.retryAfter > 0 {
		w.Key("retry_after")
		w.Raw(rawjson.Raw(strconv.FormatFloat(c.retryAfter.Seconds(), 'f', -1, 64)))
	}
}

// worthAnother reports whether another model may answer.
func (f *failure) worthAnother() bool { return f.call != nil && f.call.elsewhere }

// failure is why there is no answer, for people and scripts.
func (r *reply) failure(callee *providers.Callee, base *conv.Conversation, err error) *failure {
	var own *failure
	if errors.As(err, &own) {
		return aboutCall(callee, own)
	}
	if stopped := r.run.stopped(); stopped != nil {
		return aboutCall(callee, stopped)
	}
	f := &failure{code: exitRejected, call: &callFacts{callee: callee}, what: hideSentences(err.Error(), base)}
	var missed *providers.Miss
	var refused *providers.CallError
	var wire *providers.WireError
	switch {
	case errors.As(err, &missed):
		f.code, f.what, f.hint = exitOffline, missed.What, missed.Advice
	case errors.As(err, &refused):
		f.call.status, f.call.requestID, f.call.retryAfter = refused.Status, refused.RequestID, refused.RetryAfter
		f.explain(refused.Kind)
	case errors.As(err, &wire):
		f.ofWire(wire)
		f.call.elsewhere = f.code == exitTemporary
	}
	return f
}

// ofWire is what a failure of the wire leads to, if it is not that of the
// server.
func (f *failure) ofWire(wire *providers.WireError) {
	f.hint = wire.Hint
	switch wire.Kind {
	case providers.Unreachable, providers.TimedOut:
		f.code = exitTemporary
	case providers.Aborted:
		f.code = exitInterrupt
	case providers.Forbidden:
		f.code = exitUsage
	case providers.Misled:
	}
}

const tooLong = "where the conversation is longer than the model's context, convo transform --trim auto shortens it (or --last N, --drop media,thinking); or ask a model with a larger one (convo models)"

// explain sets what a kind of failure leads to.
func (f *failure) explain(kind providers.FailureKind) {
	callee := f.call.callee
	switch kind {
	case providers.Rejected:
	case providers.Overflow:
		f.hint = tooLong
	case providers.Auth:
		f.code = exitAuth
		if len(callee.KeyVars) > 0 {
			f.hint = "is the key in " + strings.Join(callee.KeyVars, " or ") + " the right one?"
		}
	case providers.Credit:
		f.code = exitAuth
		f.hint = "the account at " + callee.Provider + " has nothing left"
	case providers.NotFound:
		f.call.elsewhere = true
		f.hint = "is it a model of " + callee.Where() + "?"
	case providers.Temporary:
		f.code, f.call.elsewhere = exitTemporary, true
	}
}

// nothingCame is the error of an answer that failed before it said anything;
// nil if there is something to keep, or a model that has nothing to say.
func nothingCame(m *conv.AssistantMessage, err error) error {
	switch {
	case m == nil:
		return err
	case len(m.Content) > 0:
		return nil
	case err != nil:
		return err
	case m.StopReason == conv.StopAborted:
		return &providers.WireError{Kind: providers.Unreachable, What: "the answer ended before it said anything"}
	case m.StopReason == conv.StopError && m.ErrorMessage != "" && (m.StopDetail == nil || m.StopDetail.Kind == ""):
		return providers.FailureInStream(m)
	}
	return nil
}

// judge decides what an answer that was kept leads to.
func (r *reply) judge(callee *providers.Callee, base *conv.Conversation, m *conv.AssistantMessage, err error) {
	f := &failure{code: exitIncomplete, call: &callFacts{callee: callee, requestID: m.ProviderRequestID}}
	kind := conv.StopKind("")
	if m.StopDetail != nil {
		kind = m.StopDetail.Kind
	}
	stopped := r.run.stopped()
	switch {
	case stopped != nil:
		f.code, f.what = stopped.code, stopped.what+"; what came of the answer is kept"
	case err != nil:
		f.what = hideSentences(err.Error(), base) + " in mid-answer; what came of it is kept"
		if wire := (*providers.WireError)(nil); errors.As(err, &wire) {
			f.hint = wire.Hint
		}
	case kind == conv.KindRefusal || refuses(m):
		f.what = r.unless("refusal", "the model refused to answer")
	case kind == conv.KindFilter:
		f.what = r.unless("filter", "the answer was filtered")
	case m.StopReason == conv.StopLength || kind == conv.KindWindow:
		f.what = r.unless("length", "the answer was cut at its limit of tokens")
		if f.hint = "--max-tokens sets it; --accept length takes such answers"; len(m.Content) == 0 {
			f.hint = tooLong // nothing is left of the context, or of the limit
		}
	case m.StopReason == conv.StopError, m.StopReason == conv.StopAborted:
		f.what = hideSentences(whyIncomplete(m), base) + "; what came of it is kept"
	case r.exitState && r.tools == nil && len(m.ToolCalls()) > 0:
		f.code, f.what = exitPending, plural(len(m.ToolCalls()), "tool call")+" to run"
	}
	if f.what == "" {
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
