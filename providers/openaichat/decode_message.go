package openaichat

import (
	"convo/conv"
	"convo/conv/extension"
	"convo/conv/rawjson"
	"convo/conv/record"
)

// messages reads the messages of a request. A leading system or developer
// message becomes the system prompt.
func (d *decoder) messages(c *conv.Conversation) {
	for i := range d.in.Elements {
		d.add(c, i == 0)
	}
}

// add reads the next message into a conversation.
func (d *decoder) add(c *conv.Conversation, first bool) {
	role, ok := d.role()
	switch {
	case !ok:
	case first && (role == "system" || role == "developer"):
		d.systemPrompt(c, role)
	default:
		c.Messages = append(c.Messages, d.message(role))
	}
}

// next reads the next message. It returns nil if d failed.
func (d *decoder) next() conv.Message {
	if role, ok := d.role(); ok {
		return d.message(role)
	}
	return nil
}

// role returns the role of the next message without reading the message.
func (d *decoder) role() (role string, ok bool) {
	if k := d.in.Kind(); k != rawjson.Object {
		d.in.Refuse("want a message as an object, got %s", k)
		return "", false
	}
	if role, ok = d.in.FindTag("role"); !ok {
		d.in.Refuse("a message without a role")
	}
	return role, ok
}

func (d *decoder) message(role string) conv.Message {
	o, in := objects(), d.inMessage()
	switch role {
	case "user":
		m := d.nodes().users.New()
		record.Read(o.user, in, m)
		return m
	case "assistant":
		m := d.nodes().answers.New()
		d.said = said{AssistantMessage: m}
		record.Read(o.assistant, in, &d.said)
		return m
	case "tool":
		m := d.nodes().results.New()
		record.Read(o.result, in, m)
		return m
	case "function":
		m := d.nodes().results.New()
		record.Read(o.oldResult, in, m)
		m.ToolCallID = d.thread.legacy.result(m.Name)
		residue.Set(&m.Node, hintLegacy, "true")
		residue.Settle(&m.Node)
		return m
	case "system", "developer":
		return d.system(role)
	default:
		return d.in.Custom(role)
	}
}

func (d *decoder) system(role string) *conv.SystemMessage {
	m := &conv.SystemMessage{Role: conv.Role(role)}
	record.Read(objects().system, d.inMessage(), m)
	return m
}

// systemPrompt reads the first message. If a string cannot hold all of it, the
// conversation keeps the whole message.
func (d *decoder) systemPrompt(c *conv.Conversation, role string) {
	at := d.in.Offset()
	m := d.system(role)
	if len(m.Content) == 1 && role == "system" && m.Name == "" && len(m.Extensions) == 0 {
		if t, ok := m.Content[0].(*conv.TextContent); ok && residue.Plain(&t.Node) && t.Text != "" {
			c.SystemPrompt = t.Text
			c.Spelled().Set(t.Text, t.Spelled().Of(t.Text))
			return
		}
	}
	c.SystemPrompt = record.PromptOf(m)
	d.in.Rewind(at)
	key, mark := hintSystem, saidOf(&m.Node)
	for _, b := range m.Content {
		if t, ok := b.(*conv.TextContent); ok && mark.more == "" {
			mark.add(&t.Node)
		} else if !ok {
			key = "system"
		}
	}
	if guest := d.thread.Guest; guest != "" && m.Extensions.Of(guest) != nil {
		c.Extensions.Set(guest, hintSystem, d.in.Raw())
		return
	}
	if m.Name != "" || mark.more != "" {
		key = "system"
	} else if mark.cache != "" {
		residue.Set(&c.Node, "cache_control", mark.cache)
	}
	d.in.KeepQuietly(&c.Node, key)
}

// beside returns what nodes hold apart from their text: a cache mark, for
// example.
type beside struct{ cache, more conv.Raw }

func saidOf(n *conv.Node) (b beside) {
	b.add(n)
	return b
}

func (b *beside) add(n *conv.Node) {
	for _, m := range n.Extensions.Of(family) {
		switch {
		case extension.IsHint(m.Key):
		case m.Key == "cache_control":
			b.cache = m.Value
		default:
			b.more = m.Value
		}
	}
}

// legacyCalls makes up ids for calls of the old form, which has none. Reader
// and writer count alike, so the writer recognizes such an id.
type legacyCalls struct {
	count int
	open  string // id of the last call
	name  string // its name
}

// call is the id of the next call.
func (l *legacyCalls) call(name string) string {
	l.open, l.name = l.next(), name
	return l.open
}

// result returns the id of the call that a function's message answers: the last
// call if it has that name, else a new id.
func (l *legacyCalls) result(name string) string {
	if l.open != "" && l.name == name {
		return l.open
	}
	return l.next()
}

func (l *legacyCalls) next() string {
	l.count++
	return "call_fn_" + string(rawjson.NumberOf(int64(l.count)))
}
