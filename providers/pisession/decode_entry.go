package pisession

import (
	"convo/conv"
	"convo/conv/rawjson"
)

// compaction reads the summary of what came before.
func (d *decoder) compaction(env *envelope) conv.Message {
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
			m.Usage = conv.ReadUsage(d.Reader)
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
func (d *decoder) branchSummary(env *envelope) conv.Message {
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
			m.Usage = conv.ReadUsage(d.Reader)
		case "fromHook":
			d.KeepQuietly(&env.Node, key)
		default:
			d.rest(env, key)
		}
	}
	m.Meta = env.Meta
	return m
}

// customMessage reads what an extension says to the model: pi sends it as
// what the user says.
func (d *decoder) customMessage(env *envelope) conv.Message {
	m := &conv.UserMessage{}
	env.Extensions.Set(family, "customType", `""`)
	for key := range d.Fields {
		switch key {
		case "content":
			m.Content = conv.ReadContent(d.Reader)
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
func (d *decoder) custom(env *envelope) conv.Message {
	m := &conv.CustomMessage{}
	for key := range d.Fields {
		switch key {
		case "customType":
			m.CustomType = d.Str()
		case "data":
			m.Data = d.Raw()
		case "content":
			m.Content = conv.ReadContent(d.Reader)
		default:
			d.rest(env, key)
		}
	}
	m.Meta = env.Meta
	return m
}

// rest reads a member that is not the entry's type's own.
func (d *decoder) rest(env *envelope, key string) {
	if !d.shared(env, key) {
		conv.ReadMeta(d.Reader, &env.Meta, key)
	}
}

// other reads an entry that says nothing to a model: its members are data.
func (d *decoder) other(env *envelope, kind string) conv.Message {
	w := rawjson.NewWriter(nil)
	w.BeginObject()
	w.Field("type", kind)
	var name conv.Raw
	members := 0
	for key := range d.Fields {
		if d.shared(env, key) {
			continue
		}
		v := d.Raw()
		w.OptRaw(key, v)
		if members++; key == "name" {
			name = v
		}
	}
	w.EndObject()
	switch kind {
	case "session_info":
		if d.out.Title = name.Text(); env.ID == "" && !d.Linear && members == 1 && d.out.Title != "" && env.literal == `"`+noTime+`"` {
			return nil
		}
	case "model_change", "thinking_level_change", "label":
	default:
		d.Notes.Unknown(env.Offset(), "entry type", kind)
	}
	return &conv.CustomMessage{Meta: env.Meta, CustomType: family + "." + kind, Data: conv.Raw(w.Bytes())}
}
