package openaichat

import (
	"convo/conv"
	"convo/conv/rawjson"
	"convo/conv/record"
)

// customPrefix starts the CustomType of a message with an unknown role. The
// role follows.
const customPrefix = family + "."

// messages reads the messages of a request. A leading system or developer
// message becomes the system prompt.
func (d *decoder) messages(c *conv.Conversation) {
	c.Messages = nil
	for i := range d.Elements {
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
	if k := d.Kind(); k != rawjson.Object {
		d.Refuse("want a message as an object, got %s", k)
		return "", false
	}
	if role, ok = d.FindTag("role"); !ok {
		d.Refuse("a message without a role")
	}
	return role, ok
}

func (d *decoder) message(role string) conv.Message {
	switch role {
	case "user":
		return d.user()
	case "assistant":
		return d.assistant()
	case "tool", "function":
		return d.toolResult(role)
	case "system", "developer":
		return d.system(role)
	default:
		m := &conv.CustomMessage{CustomType: customPrefix + role}
		d.Place(&m.Node)
		d.Notes.Unknown(d.Offset(), "role", role)
		m.Data = d.Raw()
		return m
	}
}

// systemPrompt reads the first message. If a string cannot hold all of it, the
// conversation keeps the whole message.
func (d *decoder) systemPrompt(c *conv.Conversation, role string) {
	at := d.Offset()
	m := d.system(role)
	if len(m.Content) == 1 && role == "system" && m.Name == "" && len(m.Extensions) == 0 {
		if t, ok := m.Content[0].(*conv.TextContent); ok && residue.Plain(&t.Node) && t.Text != "" {
			c.SystemPrompt = t.Text
			c.Spell(t.Text, t.Spelling(t.Text))
			return
		}
	}
	c.SystemPrompt = record.PromptOf(m)
	d.Rewind(at)
	key, mark := hintSystem, saidOf(&m.Node)
	for _, b := range m.Content {
		if t, ok := b.(*conv.TextContent); ok && mark.more == "" {
			mark.add(&t.Node)
		} else if !ok {
			key = "system"
		}
	}
	if guest := d.thread.Guest; guest != "" && m.Extensions.Of(guest) != nil {
		c.Extensions.Set(guest, hintSystem, d.Raw())
		return
	}
	if m.Name != "" || mark.more != "" {
		key = "system"
	} else if mark.cache != "" {
		residue.Set(&c.Node, "cache_control", mark.cache)
	}
	d.KeepQuietly(&c.Node, key)
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
		case conv.IsHint(m.Key):
		case m.Key == "cache_control":
			b.cache = m.Value
		default:
			b.more = m.Value
		}
	}
}

func (d *decoder) system(role string) *conv.SystemMessage {
	m := &conv.SystemMessage{Role: conv.Role(role)}
	d.Place(&m.Node)
	found := false
	for key := range d.Fields {
		switch key {
		case "role":
			d.Same(role)
		case "content":
			found = true
			m.Content = content[conv.SystemContent](d, &m.Node, inSystem)
		default:
			d.common(&m.Meta, key)
		}
	}
	lackContent(&m.Node, found)
	residue.Settle(&m.Node)
	return m
}

func (d *decoder) user() *conv.UserMessage {
	m := &conv.UserMessage{}
	d.Place(&m.Node)
	found := false
	for key := range d.Fields {
		switch key {
		case "role":
			d.Same("user")
		case "content":
			found = true
			m.Content = content[conv.UserContent](d, &m.Node, inUser)
		default:
			d.common(&m.Meta, key)
		}
	}
	lackContent(&m.Node, found)
	residue.Settle(&m.Node)
	return m
}

// toolResult reads the message of a tool, or of a function in the old form.
func (d *decoder) toolResult(role string) *conv.ToolResultMessage {
	m := &conv.ToolResultMessage{}
	d.Place(&m.Node)
	found := false
	for key := range d.Fields {
		switch {
		case key == "role":
			d.Same(role)
		case key == "content":
			found = true
			m.Content = content[conv.ToolResultContent](d, &m.Node, inResult)
		case key == "tool_call_id" && role == "tool":
			d.optString(&m.Node, key, &m.ToolCallID)
		default:
			d.common(&m.Meta, key)
		}
	}
	lackContent(&m.Node, found)
	if role == "function" {
		m.ToolCallID = d.thread.legacy.result(m.Name)
		residue.Set(&m.Node, hintLegacy, "true")
	}
	residue.Settle(&m.Node)
	return m
}

// lackContent marks a message without content. Servers that accept it treat it
// as null.
func lackContent(n *conv.Node, found bool) {
	if !found {
		residue.SetBlank(n, "content", "null")
	}
}

// common reads a field that any message may have. Clients send back what an
// answer had, so the fields of an answer are known in every message.
func (d *decoder) common(m *conv.Meta, key string) {
	switch key {
	case "name":
		d.optString(&m.Node, key, &m.Name)
	case "annotations", "audio", "cache_control", "extra_content", "function_call", "prefix", "provider_metadata",
		"reasoning", "reasoning_content", "reasoning_details", "reasoning_text", "refusal", "thinking_blocks",
		"tool_call_id", "tool_calls", "prompt_cache_breakpoint":
		if d.IsNull() {
			return
		}
		switch raw := d.Raw(); raw {
		case "[]", "{}", `""`:
			residue.SetBlank(&m.Node, key, raw)
		default:
			residue.Set(&m.Node, key, raw)
		}
	default:
		if !d.thread.own(d.Base().Reader, &m.Node, key) {
			d.Keep(&m.Node, key)
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
