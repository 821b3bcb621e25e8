package codex

import (
	"cmp"
	"strings"

	"convo/conv"
)

// contexts are the model, who serves it and the directory that the lines around
// the items say, and the directory of the last message.
type contexts struct{ model, provider, cwd, workedIn string }

func (r reducer) contexts() *contexts {
	head := r.c.Extensions.Get(family, hintMeta)
	x := &contexts{provider: providerOf(head)}
	if r.c.Session != nil {
		x.workedIn = r.c.Session.Cwd
	} else {
		x.workedIn = head.Lookup("payload.cwd").Text()
	}
	x.cwd = x.workedIn
	x.take(r.c.Extensions.Get(family, hintFirst))
	return x
}

// take follows lines.
func (x *contexts) take(lines conv.Raw) {
	if !mentions(lines, kindContext, settings) {
		return
	}
	for _, l := range elements(lines) {
		l, _ = unguarded(l)
		outlined, payload := keptLine(l)
		x.line(&outlined, payload)
	}
}

// line follows a line with a payload.
func (x *contexts) line(l *line, payload conv.Raw) {
	switch {
	case l.kind == kindContext:
		x.model = cmp.Or(payload.Lookup("model").Text(), x.model)
		x.cwd = cmp.Or(payload.Lookup("cwd").Text(), x.cwd)
	case l.kind == kindEvent && l.what == settings:
		x.provider = cmp.Or(payload.Lookup("thread_settings.model_provider_id").Text(), x.provider)
	}
}

// moved is the directory that a message is the first in, "" if it has not
// changed.
func (x *contexts) moved(m conv.Message) string {
	if !isItem(m) || x.cwd == x.workedIn || x.workedIn == "" {
		return ""
	}
	return x.cwd
}

// after follows the lines after a message.
func (x *contexts) after(m conv.Message) {
	if isItem(m) {
		x.workedIn = x.cwd
	}
	if after := conv.MetaOf(m).Extensions.Get(family, hintAfter); mentions(after, kindContext, settings) {
		for _, lines := range elements(after) {
			x.take(lines)
		}
	}
}

// isItem reports whether a message is an item of the history.
func isItem(m conv.Message) bool {
	switch m := m.(type) {
	case *conv.CustomMessage:
		return !strings.HasPrefix(m.CustomType, family+".")
	case *conv.CompactionSummary:
		return false
	case *conv.UserMessage:
		return isUserItem(m)
	}
	return true
}
