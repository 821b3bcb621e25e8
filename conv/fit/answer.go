package fit

import (
	"slices"

	"convo/conv"
)

// assistant fits an answer.
func (f *Fitter) assistant(m *conv.AssistantMessage) conv.Message {
	x := *m
	var same, kept bool
	x.Meta, same = f.Meta(&m.Meta)
	x.Content, kept = fitBlocks(f, m.Content, f.Assistant)
	if !f.Has(conv.SeveralTexts) {
		x.Content, kept = f.JoinTexts(m, x.Content, kept)
	}
	if !f.Has(conv.BlockOrder) {
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

// clear empties a string that is not held and notes it.
func (f *Fitter) clear(s *string, held conv.Features, n *conv.Node, code conv.Code, what string) {
	if *s != "" && !f.Has(held) {
		f.lose(code, conv.Dropped, n, what, "")
		*s = ""
	}
}

// origin fits who answered.
func (f *Fitter) origin(m *conv.AssistantMessage) {
	n := &m.Node
	protocol := string(m.Protocol)
	if f.Protocol != "" {
		if m.Protocol != f.Protocol && m.Protocol != "" {
			f.info(conv.CodeModel, conv.Renamed, n, "protocol of an answer", protocol)
		}
		protocol = string(f.Protocol)
	} else {
		f.clear(&protocol, conv.Origin, n, conv.CodeModel, "protocol of an answer")
	}
	m.Protocol = conv.Protocol(protocol)
	f.clear(&m.Provider, conv.Origin, n, conv.CodeModel, "provider of an answer")
	f.clear(&m.Model, conv.Models, n, conv.CodeModel, "model of an answer")
	f.clear(&m.ResponseModel, conv.ResponseDetails, n, conv.CodeModel, "response model of an answer")
	f.clear(&m.ResponseID, conv.ResponseIDs, n, conv.CodeID, "response id")
	f.clear(&m.ProviderRequestID, conv.ResponseDetails, n, conv.CodeID, "request id")
	if len(m.Diagnostics) > 0 && !f.Has(conv.ResponseDetails) {
		if !slices.ContainsFunc(m.Diagnostics, func(d conv.Diagnostic) bool { return !d.IsRecovery() }) {
			m.Diagnostics = f.keepRecovered(m)
			return
		}
		f.lose(conv.CodeExtension, conv.Dropped, n, "diagnostics of an answer", "")
		m.Diagnostics = f.keepRecovered(m)
	}
}

// keepRecovered is the diagnostics that reading the answer again will make.
func (f *Fitter) keepRecovered(m *conv.AssistantMessage) []conv.Diagnostic {
	if !f.Has(conv.ArgumentTexts | conv.BrokenArguments) {
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
	case m.Usage != nil && !f.Has(conv.Usages):
		if !m.Usage.IsZero() {
			f.lose(conv.CodeUsage, conv.Dropped, n, "usage", "")
		}
		m.Usage = nil
	case m.Usage != nil:
		m.Usage = f.usage(m.Usage)
	case f.demands(conv.Usages, n):
		f.info(conv.CodeUsage, conv.Synthesized, n, "usage of zero tokens", "")
		m.Usage = f.usage(&conv.Usage{})
	}
	f.clear(&m.ErrorMessage, conv.ErrorMessages, n, conv.CodeStop, "error message")
	if m.ErrorMessage != "" && f.Protocol != "" && m.StopReason != conv.StopError && m.StopReason != conv.StopAborted {
		f.lose(conv.CodeStop, conv.Dropped, n, "error message of an answer that did not fail", "")
		m.ErrorMessage = ""
	}
	if !f.Has(conv.StopReasons) {
		if r := m.StopReason; r == conv.StopLength || r == conv.StopError || r == conv.StopAborted {
			f.lose(conv.CodeStop, conv.Dropped, n, "stop reason", string(r))
		}
		if m.StopDetail != nil {
			f.LoseMembers(&m.Node, m.StopDetail.Extensions)
		}
		m.StopReason, m.StopDetail = "", nil
		return
	}
	if m.StopReason == "" && f.demands(conv.StopReasons, n) && !f.saidNone(m.StopDetail) {
		m.StopReason = conv.StopNormal
		if m.HasCalls() {
			m.StopReason = conv.StopToolUse
		}
		f.info(conv.CodeStop, conv.Synthesized, n, "stop reason", string(m.StopReason))
	}
	if f.Limits&conv.CallsStop != 0 {
		f.callsStop(m)
	}
	f.stopWord(m)
}

// demands reports whether a message must have a thing. One that the format
// itself gave without it is left as it was.
func (f *Fitter) demands(x conv.Features, n *conv.Node) bool {
	return f.Demands&x != 0 && n.Extensions.Get(f.family, conv.Partial) == ""
}

// callsStop lets the calls of an answer say whether it stopped for them.
func (f *Fitter) callsStop(m *conv.AssistantMessage) {
	calls := m.HasCalls()
	switch {
	case m.StopReason == conv.StopNormal && calls:
		f.info(conv.CodeStop, conv.Renamed, &m.Node, "stop reason of an answer with calls", string(m.StopReason))
		m.StopReason = conv.StopToolUse
	case m.StopReason == conv.StopToolUse && !calls:
		f.lose(conv.CodeStop, conv.Downgraded, &m.Node, "stop reason of an answer without calls", string(m.StopReason))
		m.StopReason = conv.StopNormal
	}
}

// saidNone reports whether an answer of the format itself came without a stop.
func (f *Fitter) saidNone(d *conv.StopDetail) bool {
	return d != nil && len(d.Extensions.Of(f.family)) > 0
}

// stopWord puts the format's own word for a stop in the place of another's.
func (f *Fitter) stopWord(m *conv.AssistantMessage) {
	if len(f.StopWords) == 0 {
		f.anyStop(m)
		return
	}
	if m.StopReason == "" && m.StopDetail == nil {
		return
	}
	var d conv.StopDetail
	if m.StopDetail != nil {
		d = *m.StopDetail
	}
	d.Extensions = f.residue(&d.Node)
	if d.Extensions.Get(f.family, conv.UnknownStop) != "" {
		return
	}
	if m.StopReason == "" && d.Raw == "" && d.Kind == "" && f.saidNone(&d) {
		if len(d.Extensions) != len(m.StopDetail.Extensions) {
			m.StopDetail = &conv.StopDetail{Node: conv.Node{Extensions: d.Extensions}}
		}
		return
	}
	f.byContent(m)
	word, ok := f.word(m.StopReason, d.Kind, d.Raw)
	if !ok {
		if m.StopReason != "" || d.Raw != "" {
			f.lose(conv.CodeStop, conv.Dropped, &m.Node, "stop reason", string(m.StopReason))
		}
		m.StopReason, m.StopDetail = "", nil
		return
	}
	if word.Reason != m.StopReason || word.Kind != d.Kind {
		f.lose(conv.CodeStop, conv.Downgraded, &m.Node, "stop reason", string(d.Kind))
	}
	m.StopReason = word.Reason
	if m.StopDetail == nil || d.Raw != word.Raw || d.Kind != word.Kind || len(d.Extensions) != len(m.StopDetail.Extensions) {
		m.StopDetail = &conv.StopDetail{Node: conv.Node{Extensions: d.Extensions}, Raw: word.Raw, Kind: word.Kind}
	}
}

// anyStop leaves a stop its word, where the format takes each one's.
func (f *Fitter) anyStop(m *conv.AssistantMessage) {
	if m.StopDetail == nil {
		return
	}
	d := conv.StopDetail{Raw: m.StopDetail.Raw, Kind: m.StopDetail.Kind}
	d.Extensions = f.residue(&m.StopDetail.Node)
	switch {
	case d.Raw == "" && d.Kind == "" && d.Extensions == nil:
		m.StopDetail = nil
	case len(d.Extensions) != len(m.StopDetail.Extensions):
		m.StopDetail = &d
	}
}

// word finds the format's word: the very same, else of the same kind, else
// the usual one for the reason.
func (f *Fitter) word(reason conv.StopReason, kind conv.StopKind, raw string) (conv.StopWord, bool) {
	best, found := conv.StopWord{}, 0
	for _, w := range f.StopWords {
		grade := 0
		switch {
		case w.Reason == reason && w.Raw == raw && w.Kind == kind:
			grade = 4
		case w.Reason == reason && w.Kind == kind:
			grade = 3
		case w.Kind == kind && kind != "":
			grade = 2
		case w.Reason == reason:
			grade = 1
		}
		if grade > found {
			best, found = w, grade
		}
	}
	return best, found > 0
}

// usage fits token counts.
func (f *Fitter) usage(u *conv.Usage) *conv.Usage {
	u = f.cacheWrites(u)
	ext := f.residue(&u.Node)
	cost := u.Cost
	if cost != nil && !f.Has(conv.Costs) {
		f.lose(conv.CodeCost, conv.Dropped, &u.Node, "cost", "")
		cost = nil
	}
	if cost == nil && f.demands(conv.Costs, &u.Node) {
		cost = &conv.UsageCost{Input: "0", Output: "0", CacheRead: "0", CacheWrite: "0", Total: "0"}
	}
	plain := !f.Has(conv.UsageTotals) && (u.TotalTokens != 0 || u.InputAudio != 0 || u.OutputAudio != 0 || u.InputUnknown)
	if len(ext) == len(u.Extensions) && cost == u.Cost && !plain {
		return u
	}
	x := *u
	x.Extensions, x.Cost = ext, cost
	if plain {
		f.plainUsage(&x)
	}
	return &x
}

// plainUsage leaves out the counts that not every wire has. A total that is
// the sum of the others is no loss.
func (f *Fitter) plainUsage(u *conv.Usage) {
	if u.InputAudio != 0 || u.OutputAudio != 0 || u.InputUnknown || u.TotalTokens != 0 && u.TotalTokens != u.Context() {
		f.lose(conv.CodeUsage, conv.Dropped, &u.Node, "part of usage", "")
	}
	u.TotalTokens, u.InputAudio, u.OutputAudio, u.InputUnknown = 0, 0, 0, false
}

// order puts an answer's blocks where a wire that has one place for each
// kind puts them: reasoning, then text, then calls. It tells whether they
// were there.
func (f *Fitter) order(m *conv.AssistantMessage, in []conv.AssistantContent) ([]conv.AssistantContent, bool) {
	sorted := slices.IsSortedFunc(in, byPlace)
	if sorted {
		return in, true
	}
	out := slices.Clone(in)
	slices.SortStableFunc(out, byPlace)
	f.lose(conv.CodeOrder, conv.Downgraded, &m.Node, "order of text and calls in an answer", "")
	return out, false
}

func byPlace(a, b conv.AssistantContent) int { return place(a) - place(b) }

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

// JoinTexts makes one block of an answer's texts and one of its refusals,
// which come behind it. Texts that stood side by side are joined as they are,
// others by a blank line. Beside an opaque block nothing is joined.
func (f *Fitter) JoinTexts(m *conv.AssistantMessage, in []conv.AssistantContent, kept bool) ([]conv.AssistantContent, bool) {
	var texts [2][]int // places of texts and of refusals
	late := false      // a text behind a refusal
	for i, b := range in {
		switch b := b.(type) {
		case *conv.TextContent:
			k := 0
			if b.Refusal {
				k = 1
			}
			late = late || k == 0 && len(texts[1]) > 0
			texts[k] = append(texts[k], i)
		case *conv.Opaque:
			return in, kept
		}
	}
	if len(texts[0]) < 2 && len(texts[1]) < 2 && !late {
		return in, kept
	}
	f.lose(conv.CodeMerge, conv.Merged, &m.Node, "text blocks of an answer", "")
	first := min(append(texts[0], texts[1]...)[0], append(texts[1], texts[0]...)[0])
	var out []conv.AssistantContent
	for i, b := range in {
		if i == first {
			for _, places := range texts {
				if len(places) > 0 {
					out = append(out, joined(in, places))
				}
			}
		}
		if _, ok := b.(*conv.TextContent); !ok {
			out = append(out, b)
		}
	}
	return out, false
}

// joined is the texts at some places of an answer as one block.
func joined(in []conv.AssistantContent, places []int) *conv.TextContent {
	x := *in[places[0]].(*conv.TextContent)
	for i, at := range places[1:] {
		if at > places[i]+1 {
			x.Text += "\n\n"
		}
		x.Text += in[at].(*conv.TextContent).Text
	}
	return &x
}
