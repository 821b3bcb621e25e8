package pisession

import (
	"convo/conv"
	"convo/conv/session"
)

// compaction reads the summary of earlier messages.
func (d decoder) compaction(env *session.Envelope) conv.Message {
	m := &conv.CompactionSummary{}
	for key := range d.In.Fields {
		switch key {
		case "summary":
			m.Summary = d.In.Str()
		case "firstKeptEntryId":
			m.FirstKeptID = d.In.Str()
		case "tokensBefore":
			m.TokensBefore = d.In.Number()
		case "details":
			m.Details = d.In.Raw()
		case "usage":
			m.Usage = conv.Native.ReadUsage(d.In)
		case "fromHook":
			d.In.KeepQuietly(&env.Node, key)
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
	for key := range d.In.Fields {
		switch key {
		case "summary":
			m.Summary = d.In.Str()
		case "fromId":
			m.FromID = d.In.Str()
		case "details":
			m.Details = d.In.Raw()
		case "usage":
			m.Usage = conv.Native.ReadUsage(d.In)
		case "fromHook":
			d.In.KeepQuietly(&env.Node, key)
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
	for key := range d.In.Fields {
		switch key {
		case "content":
			m.Content = conv.Native.ReadContent(d.In)
		case "customType", "display", "details":
			d.In.KeepQuietly(&env.Node, key)
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
	for key := range d.In.Fields {
		switch key {
		case "customType":
			m.CustomType = d.In.Str()
		case "data":
			m.Data = d.In.Raw()
		case "content":
			m.Content = conv.Native.ReadContent(d.In)
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
		conv.Native.ReadMeta(d.In, &env.Meta, key)
	}
}
