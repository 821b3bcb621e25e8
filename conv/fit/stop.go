package fit

import (
	"convo/conv"
	"convo/conv/format"
	"convo/conv/note"
)

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
	if d.Extensions.Get(f.family, format.UnknownStop) != "" {
		return
	}
	if m.StopReason == "" && d.Raw == "" && d.Kind == "" && f.saidNone(&d) {
		if !unchanged(d.Extensions, m.StopDetail.Extensions) {
			m.StopDetail = &conv.StopDetail{Node: conv.Node{Extensions: d.Extensions}}
		}
		return
	}
	f.byContent(m)
	word, ok := f.word(m.StopReason, d.Kind, d.Raw)
	if !ok {
		if m.StopReason != "" || d.Raw != "" {
			f.lose(note.CodeStop, note.Dropped, &m.Node, "stop reason", string(m.StopReason))
		}
		m.StopReason, m.StopDetail = "", nil
		return
	}
	if word.Reason != m.StopReason || word.Kind != d.Kind {
		f.lose(note.CodeStop, note.Downgraded, &m.Node, "stop reason", string(d.Kind))
	}
	m.StopReason = word.Reason
	if m.StopDetail == nil || d.Raw != word.Raw || d.Kind != word.Kind || !unchanged(d.Extensions, m.StopDetail.Extensions) {
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
	case !unchanged(d.Extensions, m.StopDetail.Extensions):
		m.StopDetail = &d
	}
}

// word finds the format's word: the very same, else of the same kind, else
// the usual one for the reason.
func (f *Fitter) word(reason conv.StopReason, kind conv.StopKind, raw string) (format.StopWord, bool) {
	best, found := format.StopWord{}, 0
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

// byContent sets a stop for which the format has one word, whether tools are
// called or not: the calls tell.
func (f *Fitter) byContent(m *conv.AssistantMessage) {
	is := conv.StopNormal
	if m.HasCalls() {
		is = conv.StopToolUse
	}
	if m.StopReason == is || m.StopReason != conv.StopNormal && m.StopReason != conv.StopToolUse || !f.oneStop() {
		return
	}
	if is == conv.StopNormal {
		f.lose(note.CodeStop, note.Downgraded, &m.Node, "stop reason of an answer without calls", string(m.StopReason))
	} else {
		f.info(note.CodeStop, note.Renamed, &m.Node, "stop reason of an answer with calls", string(m.StopReason))
	}
	m.StopReason = is
}

// oneStop reports whether the format has one word for a normal stop and for
// one at a call.
func (f *Fitter) oneStop() bool {
	word := format.UsualStop(f.StopWords, conv.StopNormal)
	return word != "" && word == format.UsualStop(f.StopWords, conv.StopToolUse)
}
