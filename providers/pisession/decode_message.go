package pisession

import (
	"convo/conv"
	"convo/conv/extension"
	"convo/conv/rawjson"
	"convo/conv/session"
)

// message reads an entry that is a message.
func (d decoder) message(env *session.Envelope) conv.Message {
	var m conv.Message
	for key := range d.In.Fields {
		switch {
		case d.Shared(env, key):
		case key == "message":
			m = d.body(env.Entry)
		default:
			at := d.In.Offset()
			env.Extensions.Set(family, entryPrefix+key, d.In.Raw())
			d.In.Notes.Unknown(at, "field", key)
		}
	}
	if m == nil || d.In.Err() != nil {
		d.In.Fail(env.Offset(), "a message entry without a message")
		return nil
	}
	d.settle(m, env)
	return m
}

// body reads the message itself.
func (d decoder) body(e *session.Entry) conv.Message {
	start, role := d.In.Offset(), e.Role
	switch role {
	case "user", "branchSummary", "compactionSummary":
		return conv.Native.ReadMessage(d.In, "")
	case "assistant", "toolResult":
		m := conv.Native.ReadMessage(d.In, "")
		if m != nil && !whole(e) {
			conv.MetaOf(m).Extensions.Set(family, extension.Partial, "true")
		}
		return m
	case "custom":
		m, _ := conv.Native.ReadMessage(d.In, "").(*conv.CustomMessage)
		if m == nil {
			return nil
		}
		if m.Data != "" {
			m.Extensions.Set(family, "data", m.Data)
		}
		m.Extensions.Set(family, "customType", rawjson.Quoted(m.CustomType))
		return &conv.UserMessage{Meta: m.Meta, Content: m.Content}
	case "hookMessage", "developer": // of version 2, and of omp
		return d.other(start)
	case "":
		d.In.Fail(start, "a message without a role")
		return nil
	}
	raw := d.In.Raw()
	m := &conv.CustomMessage{CustomType: family + "." + role, Data: raw}
	m.SetOffset(start)
	m.Extensions.Set(family, extension.OwnRole, "true")
	if role == "bashExecution" {
		if x, shown := execution(raw); shown {
			u := conv.UserText(x.Text())
			u.SetOffset(start)
			u.Extensions.Set(family, hintCommand, raw)
			return u
		}
		return m
	}
	d.In.Notes.Unknown(start, "role", role)
	return m
}

// other reads a message of another role whose content goes to the model.
func (d decoder) other(start int) conv.Message {
	u := &conv.UserMessage{}
	u.SetOffset(start)
	for key := range d.In.Fields {
		switch key {
		case "content":
			u.Content = conv.Native.ReadContent(d.In)
		case "timestamp":
			u.Timestamp, _ = conv.Number(d.In.Raw()).Int()
		default:
			d.In.Skip()
		}
	}
	d.In.Rewind(start)
	u.Extensions.Set(family, hintOther, d.In.Raw())
	return u
}

func execution(raw conv.Raw) (x session.Execution, shown bool) {
	return session.ReadExecution(raw, "exitCode", "excludeFromContext")
}

// settle gives a message what its entry says of it.
func (d decoder) settle(m conv.Message, env *session.Envelope) {
	meta := conv.MetaOf(m)
	if meta.ID != "" {
		meta.Extensions.Set(family, "id", rawjson.Quoted(meta.ID))
	}
	meta.ID, meta.Excluded = env.ID, env.Excluded
	if in := env.TreePosition(); in.Parent != "" || in.Root {
		p := meta.TreePosition()
		p.Parent, p.Root = in.Parent, in.Root
		meta.SetTreePosition(p)
	}
	if meta.Timestamp == 0 && env.Timestamp != 0 {
		meta.Timestamp = env.Timestamp
		meta.Extensions.Set(family, hintUntimed, "true")
	}
	for _, x := range env.Extensions.Of(family) {
		meta.Extensions.Set(family, x.Key, x.Value)
	}
	if a, ok := m.(*conv.AssistantMessage); ok && a.Usage != nil && a.Usage.Cost == nil {
		a.Usage.Extensions.Set(family, extension.Partial, "true")
	}
}

func untimed(m *conv.Meta) bool { return m.Extensions.Get(family, hintUntimed) != "" }
