package pisession

import (
	"convo/conv"
	"convo/conv/session"
)

// compaction reads the summary of earlier messages.
func (d decoder) compaction(env *session.Envelope) conv.Message {
	m := &conv.CompactionSummary{}
	for key := range d.Fields {
		switch key {
		case "summary":
			m.Summary = d.Str()
		case "firstKeptEntryId":
			m.FirstKeptID = d.Str()
		case "tokensBefore":
			m.TokensBefore = d.Number()
		case "details":
			m.Details = d.Raw()
		case "usage":
			m.Usage = conv.Native.ReadUsage(d.Reader)
		case "fromHook":
			d.KeepQuietly(&env.Node, key)
		default:
			d.rest(env, key)
		}
	}
	m.Meta = env.Meta
	return m
}

// branchSummary reads the summary of a branch that was left.
func (d decoder) branchSummary(env *session.Envelope) conv.Message {
	m := &conv.BranchSummary{}
	for key := range d.Fields {
		switch key {
		case "summary":
			m.Summary = d.Str()
		case "fromId":
			m.FromID = d.Str()
		case "details":
			m.Details = d.Raw()
		case "usage":
			m.Usage = conv.Native.ReadUsage(d.Reader)
		case "fromHook":
			d.KeepQuietly(&env.Node, key)
		default:
			d.rest(env, key)
		}
	}
	m.Meta = env.Meta
	return m
}

// customMessage reads a message of an extension to the model. pi sends it as a
// message of the user.
func (d decoder) customMessage(env *session.Envelope) conv.Message {
	m := &conv.UserMessage{}
	env.Extensions.Set(family, "customType", `""`)
	for key := range d.Fields {
		switch key {
		case "content":
			m.Content = conv.Native.ReadContent(d.Reader)
		case "customType", "display", "details":
			d.KeepQuietly(&env.Node, key)
		default:
			d.rest(env, key)
		}
	}
	m.Meta = env.Meta
	return m
}

// custom reads an extension's own data, which no model sees.
func (d decoder) custom(env *session.Envelope) conv.Message {
	m := &conv.CustomMessage{}
	for key := range d.Fields {
		switch key {
		case "customType":
			m.CustomType = d.Str()
		case "data":
			m.Data = d.Raw()
		case "content":
			m.Content = conv.Native.ReadContent(d.Reader)
		default:
			d.rest(env, key)
		}
	}
	m.Meta = env.Meta
	return m
}

// rest reads a field that entries of other types have too.
func (d decoder) rest(env *session.Envelope, key string) {
	if !d.Shared(env, key) {
		conv.Native.ReadMeta(d.Reader, &env.Meta, key)
	}
}
