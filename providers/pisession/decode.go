package pisession

import (
	"iter"
	"time"

	"convo/conv"
	"convo/conv/rawjson"
	"convo/conv/session"
)

// decode reads the path to each session's last entry.
func decode(data []byte, notes *conv.Notes) iter.Seq2[*conv.Conversation, error] {
	return layout.Decode(data, notes, false, start)
}

// branches reads the paths to every leaf of each session.
func branches(data []byte, notes *conv.Notes) iter.Seq2[*conv.Conversation, error] {
	return layout.Decode(data, notes, true, start)
}

// decoder reads one path through a session.
type decoder struct{ *session.Path }

func start(p *session.Path) func(*session.Envelope) { return decoder{p}.entry }

func (d decoder) entry(env *session.Envelope) {
	var m conv.Message
	switch env.Entry.Kind {
	case "message":
		m = d.message(env)
	case "compaction":
		m = d.compaction(env)
	case "branch_summary":
		m = d.branchSummary(env)
	case "custom_message":
		m = d.customMessage(env)
	case "custom":
		m = d.custom(env)
	default:
		d.Other(env)
		return
	}
	if m != nil && d.Err() == nil {
		d.Append(env, m)
	}
}

// timeOf is a time in a file as Unix milliseconds, 0 if it is not a time.
func timeOf(literal conv.Raw) int64 {
	if len(literal) < 2 || literal[0] != '"' {
		return 0
	}
	t, err := time.Parse(time.RFC3339, string(literal[1:len(literal)-1]))
	if err != nil {
		return 0
	}
	return t.UnixMilli()
}

// canonical is how pi writes a time.
func canonical(ms int64) conv.Raw {
	t := time.UnixMilli(ms).UTC()
	if y := t.Year(); y < 0 || y > 9999 {
		return `"1970-01-01T00:00:00.000Z"`
	}
	var b [32]byte
	return conv.Raw(t.AppendFormat(b[:0], `"2006-01-02T15:04:05.000Z"`))
}

func quoted(s string) conv.Raw { return conv.Raw(rawjson.AppendQuoted(nil, s)) }
