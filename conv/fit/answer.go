package fit

import (
	"slices"

	"convo/conv"
	"convo/conv/extension"
	"convo/conv/format"
	"convo/conv/note"
)

// assistant fits an answer.
func (f *Fitter) assistant(m *conv.AssistantMessage) conv.Message {
	x := *m
	f.answered = f.Answered != nil && m.Protocol != ""
	defer func() { f.answered = false }()
	var same, kept bool
	x.Meta, same = f.Meta(&m.Meta)
	x.Content, kept = fitBlocks(f, m.Content, f.Assistant)
	if f.Assistant&format.OneString != 0 {
		x.Content, kept = f.joinTexts(m, x.Content, kept)
	}
	if !f.Has(format.BlockOrder) {
		var ordered bool
		if x.Content, ordered = f.order(m, x.Content); !ordered {
			kept = false
		}
	}
	f.origin(&x)
	f.ending(&x)
	if same && kept && equalFields(&x, m) {
		return m
	}
	fit := x // x itself stays off the heap
	return &fit
}

func equalFields(m, o *conv.AssistantMessage) bool {
	return m.Protocol == o.Protocol && m.Provider == o.Provider && m.Model == o.Model &&
		m.ResponseModel == o.ResponseModel && m.ResponseID == o.ResponseID && m.ProviderRequestID == o.ProviderRequestID &&
		m.Usage == o.Usage && m.StopReason == o.StopReason && m.StopDetail == o.StopDetail &&
		m.ErrorMessage == o.ErrorMessage && len(m.Diagnostics) == len(o.Diagnostics)
}

// drop empties a value that is not held and notes it.
func drop[T comparable](f *Fitter, v *T, held format.Features, n *conv.Node, code note.Code, what string) {
	var none T
	if *v != none && !f.Has(held) {
		f.lose(code, note.Dropped, n, what, "")
		*v = none
	}
}

// origin fits who answered.
func (f *Fitter) origin(m *conv.AssistantMessage) {
	n := &m.Node
	switch {
	case f.Protocol == "" && f.Has(format.Protocols), f.Protocol == "" && m.Protocol == "":
	case f.Protocol == "":
		f.lose(note.CodeModel, note.Dropped, n, "protocol of an answer", string(m.Protocol))
		m.Protocol = ""
	default:
		if m.Protocol != f.Protocol && m.Protocol != "" {
			f.info(note.CodeModel, note.Renamed, n, "protocol of an answer", string(m.Protocol))
		}
		m.Protocol = f.Protocol
	}
	drop(f, &m.Provider, format.Origin, n, note.CodeModel, "provider of an answer")
	drop(f, &m.Model, format.Models, n, note.CodeModel, "model of an answer")
	drop(f, &m.ResponseModel, format.ResponseDetails, n, note.CodeModel, "response model of an answer")
	drop(f, &m.ResponseID, format.ResponseIDs, n, note.CodeID, "response id")
	drop(f, &m.ProviderRequestID, format.ResponseDetails, n, note.CodeID, "request id")
	if len(m.Diagnostics) > 0 && !f.Has(format.ResponseDetails) {
		if slices.ContainsFunc(m.Diagnostics, func(d conv.Diagnostic) bool { return !d.IsRecovery() }) {
			f.lose(note.CodeExtension, note.Dropped, n, "diagnostics of an answer", "")
		}
		m.Diagnostics = f.keepRecovered(m)
	}
}

// keepRecovered is the diagnostics that reading the answer again will make.
func (f *Fitter) keepRecovered(m *conv.AssistantMessage) []conv.Diagnostic {
	if !f.Has(format.ArgumentTexts | format.BrokenArguments) {
		return nil
	}
	var again conv.AssistantMessage
	for _, b := range m.Content {
		if t, ok := b.(*conv.ToolCall); ok && t.ArgumentsText != nil {
			x := *t
			x.SetArguments(*t.ArgumentsText, &again)
		}
	}
	return again.Diagnostics
}

// ending fits how an answer ended and what it took.
func (f *Fitter) ending(m *conv.AssistantMessage) {
	n := &m.Node
	switch {
	case m.Usage != nil && !f.Has(format.Usages):
		if !m.Usage.IsZero() {
			f.lose(note.CodeUsage, note.Dropped, n, "usage", "")
		}
		m.Usage = nil
	case m.Usage != nil:
		m.Usage = f.usage(m.Usage)
	case f.demands(format.Usages, n):
		f.info(note.CodeUsage, note.Synthesized, n, "usage of zero tokens", "")
		m.Usage = f.usage(&conv.Usage{})
	}
	drop(f, &m.ErrorMessage, format.ErrorMessages, n, note.CodeStop, "error message")
	if m.ErrorMessage != "" && f.Protocol != "" && m.StopReason != conv.StopError && m.StopReason != conv.StopAborted {
		f.lose(note.CodeStop, note.Dropped, n, "error message of an answer that did not fail", "")
		m.ErrorMessage = ""
	}
	if !f.Has(format.StopReasons) {
		if r := m.StopReason; r == conv.StopLength || r == conv.StopError || r == conv.StopAborted {
			f.lose(note.CodeStop, note.Dropped, n, "stop reason", string(r))
		}
		if m.StopDetail != nil {
			f.LoseFields(&m.Node, m.StopDetail.Extensions)
		}
		m.StopReason, m.StopDetail = "", nil
		return
	}
	if m.StopReason == "" && f.demands(format.StopReasons, n) && !f.saidNone(m.StopDetail) {
		m.StopReason = conv.StopNormal
		if m.HasCalls() {
			m.StopReason = conv.StopToolUse
		}
		f.info(note.CodeStop, note.Synthesized, n, "stop reason", string(m.StopReason))
	}
	f.stopWord(m)
}

// demands reports whether a message must have a thing. One that the format
// itself gave without it is left as it was.
func (f *Fitter) demands(x format.Features, n *conv.Node) bool {
	return f.Required&x != 0 && n.Extensions.Get(f.family, extension.Partial) == ""
}

// usage fits token counts.
func (f *Fitter) usage(u *conv.Usage) *conv.Usage {
	ext := f.residue(&u.Node)
	cost := u.Cost
	drop(f, &cost, format.Costs, &u.Node, note.CodeCost, "cost")
	if cost == nil && f.demands(format.Costs, &u.Node) {
		cost = &conv.UsageCost{Input: "0", Output: "0", CacheRead: "0", CacheWrite: "0", Total: "0"}
	}
	total := u.TotalTokens
	if total == 0 && !u.InputUnknown && f.demands(format.Costs, &u.Node) {
		total = u.AllTokens()
	}
	plain := !f.Has(format.UsageTotals) && (u.TotalTokens != 0 || u.InputAudio != 0 || u.OutputAudio != 0 || u.InputUnknown)
	if unchanged(ext, u.Extensions) && cost == u.Cost && total == u.TotalTokens && !plain {
		return u
	}
	x := *u
	x.Extensions, x.Cost, x.TotalTokens = ext, cost, total
	if plain {
		f.plainUsage(&x)
	}
	return &x
}

// plainUsage leaves out the counts that not every wire has. A total that is
// the sum of the others is no loss.
func (f *Fitter) plainUsage(u *conv.Usage) {
	if u.InputAudio != 0 || u.OutputAudio != 0 || u.InputUnknown || u.TotalTokens != 0 && u.TotalTokens != u.AllTokens() {
		f.lose(note.CodeUsage, note.Dropped, &u.Node, "part of usage", "")
	}
	u.TotalTokens, u.InputAudio, u.OutputAudio, u.InputUnknown = 0, 0, 0, false
}

// order puts an answer's blocks where a wire that has one place for each
// kind puts them: reasoning, then text, then calls. It tells whether they
// were there.
func (f *Fitter) order(m *conv.AssistantMessage, in []conv.AssistantContent) ([]conv.AssistantContent, bool) {
	if slices.IsSortedFunc(in, ByPlace) {
		return in, true
	}
	out := slices.Clone(in)
	slices.SortStableFunc(out, ByPlace)
	f.lose(note.CodeOrder, note.Downgraded, &m.Node, "order of text and calls in an answer", "")
	return out, false
}

// ByPlace compares the places of two blocks of an answer where reasoning comes first and
// calls come last.
func ByPlace(a, b conv.AssistantContent) int { return place(a) - place(b) }

func place(b conv.AssistantContent) int {
	switch b.(type) {
	case *conv.ThinkingContent:
		return 0
	case *conv.ToolCall:
		return 2
	default:
		return 1
	}
}
