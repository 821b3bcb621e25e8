package opencode

import (
	"sync"

	"convo/conv"
	"convo/conv/format"
	"convo/conv/rawjson"
	"convo/conv/record"
)

// described is opencode's objects, each described once. The ids and the fields
// that depend on the messages around are written by [writer].
type described struct {
	text     *record.Record[*decoder, *conv.TextContent]
	thinking *record.Record[*decoder, *conv.ThinkingContent]
	file     *record.Record[*decoder, *conv.Media]

	session   *record.Record[*decoder, *conv.Conversation]
	user      *record.Record[*decoder, *conv.UserMessage]
	assistant *record.Record[*decoder, *conv.AssistantMessage]
}

var (
	all      described
	describe sync.Once
)

func objects() *described {
	describe.Do(func() { all.blocks() })
	return &all
}

// blocks describes the parts, and then the rest.
func (o *described) blocks() {
	o.text = part("text", func(b *conv.TextContent) *conv.Node { return &b.Node })
	record.Text(o.text, "text", func(b *conv.TextContent) *string { return &b.Text })
	record.KnownAll(o.text, nil, "synthetic", "ignored", "time", "metadata")
	o.thinking = part("reasoning", func(b *conv.ThinkingContent) *conv.Node { return &b.Node })
	record.Text(o.thinking, "text", func(b *conv.ThinkingContent) *string { return &b.Thinking })
	record.KnownAll(o.thinking, nil, "time", "metadata")
	o.file = part("file", func(b *conv.Media) *conv.Node { return &b.Node })
	record.Str(o.file, "mime", func(b *conv.Media) *string { return &b.MIMEType })
	record.OptStr(o.file, "filename", func(b *conv.Media) *string { return &b.Name })
	record.Field(o.file, "url", (*decoder).address, writeAddress)
	record.KnownAll(o.file, nil, "source", "synthetic", "metadata")
	o.messages()
}

// part is the record of a part of a type, which has an id, and the ids of its
// message and its session.
func part[T any](typ string, node func(T) *conv.Node) *record.Record[*decoder, T] {
	r := record.New[*decoder](own, typ, node)
	record.Field(r, "id", func(d *decoder, t T) { d.partID(node(t)) }, nil)
	record.Field(r, "sessionID", func(d *decoder, t T) { d.implied(node(t), "sessionID", d.out.ID) }, nil)
	record.Field(r, "messageID", func(d *decoder, t T) { d.implied(node(t), "messageID", d.id) }, nil)
	record.Word(r, "type", typ)
	return r
}

func (o *described) messages() {
	o.session = record.New[*decoder](own, "session", func(c *conv.Conversation) *conv.Node { return &c.Node })
	o.session.Unplaced = true
	record.Str(o.session, "id", func(c *conv.Conversation) *string { return &c.ID })
	record.Str(o.session, "title", func(c *conv.Conversation) *string { return &c.Title })
	record.Str(o.session, "version", func(c *conv.Conversation) *string { return &c.Session.AgentVersion })
	record.Str(o.session, "directory", func(c *conv.Conversation) *string { return &c.Session.Cwd })
	record.Field(o.session, "parentID", (*decoder).parent, writeParent).Of(rawjson.String)
	record.Field(o.session, "time", (*decoder).sessionTime, writeSessionTime).Of(rawjson.Object)
	record.KnownAll(o.session, nil, "slug", "projectID", "workspaceID", "path", "agent", "model", "summary", "share", "cost", "tokens", "permission", "revert", "metadata")
	o.user = info("user", func(m *conv.UserMessage) *conv.Meta { return &m.Meta })
	record.KnownAll(o.user, nil, "agent", "model", "system", "tools", "format", "summary", "variant")
	o.assistant = info("assistant", func(m *conv.AssistantMessage) *conv.Meta { return &m.Meta })
	record.Field(o.assistant, "parentID", func(d *decoder, m *conv.AssistantMessage) { d.implied(&m.Node, "parentID", d.asked) }, nil)
	record.Str(o.assistant, "modelID", func(m *conv.AssistantMessage) *string { return &m.Model })
	record.Str(o.assistant, "providerID", func(m *conv.AssistantMessage) *string { return &m.Provider })
	record.Field(o.assistant, "tokens", func(d *decoder, _ *conv.AssistantMessage) { d.tokens = d.in.Raw() }, nil)
	record.Field(o.assistant, "cost", func(d *decoder, _ *conv.AssistantMessage) { d.cost = d.in.Raw() }, nil)
	record.Field(o.assistant, "finish", func(d *decoder, m *conv.AssistantMessage) {
		m.StopReason, m.StopDetail = format.ReadStop(family, holds.StopWords, d.in.Str())
	}, nil).Of(rawjson.String)
	record.KnownAll(o.assistant, nil, "mode", "agent", "path", "summary", "structured", "variant", "error", "system")
}

// info is the record of what a message says besides its parts.
func info[T any](role string, meta func(T) *conv.Meta) *record.Record[*decoder, T] {
	r := record.New[*decoder](own, role, func(t T) *conv.Node { return &meta(t).Node })
	r.Unplaced = true
	record.Field(r, "role", func(d *decoder, _ T) { d.in.Skip() }, nil)
	record.Field(r, "id", func(d *decoder, t T) {
		d.id = d.in.Str()
		meta(t).ID = d.id
	}, nil).Of(rawjson.String)
	record.Field(r, "sessionID", func(d *decoder, t T) { d.implied(&meta(t).Node, "sessionID", d.out.ID) }, nil)
	record.Field(r, "time", func(d *decoder, t T) { d.readTime(&meta(t).Node, "created", &meta(t).Timestamp) }, nil).Of(rawjson.Object)
	return r
}
