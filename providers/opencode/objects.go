package opencode

import (
	"sync"

	"convo/conv"
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
	*o = described{
		text: part("text", func(b *conv.TextContent) *conv.Node { return &b.Node }).
			Text("text", func(b *conv.TextContent) *string { return &b.Text }).
			KnownAll(nil, "synthetic", "ignored", "time", "metadata"),
		thinking: part("reasoning", func(b *conv.ThinkingContent) *conv.Node { return &b.Node }).
			Text("text", func(b *conv.ThinkingContent) *string { return &b.Thinking }).
			KnownAll(nil, "time", "metadata"),
		file: part("file", func(b *conv.Media) *conv.Node { return &b.Node }).
			Str("mime", func(b *conv.Media) *string { return &b.MIMEType }).
			OptStr("filename", func(b *conv.Media) *string { return &b.Name }).
			Field("url", (*decoder).address, writeAddress).
			KnownAll(nil, "source", "synthetic", "metadata"),
	}
	o.messages()
}

// part is the record of a part of a type, which has an id, and the ids of its
// message and its session.
func part[T any](typ string, node func(T) *conv.Node) *record.Record[*decoder, T] {
	return record.New[*decoder](own, typ, node).Lenient().
		Field("id", func(d *decoder, t T) { d.partID(node(t)) }, nil).
		Field("sessionID", func(d *decoder, t T) { d.implied(node(t), "sessionID", d.out.ID) }, nil).
		Field("messageID", func(d *decoder, t T) { d.implied(node(t), "messageID", d.id) }, nil).
		Word("type", typ)
}

func (o *described) messages() {
	o.session = record.New[*decoder](own, "session", func(c *conv.Conversation) *conv.Node { return &c.Node }).Unplaced().Lenient().
		Str("id", func(c *conv.Conversation) *string { return &c.ID }).
		Str("title", func(c *conv.Conversation) *string { return &c.Title }).
		Str("version", func(c *conv.Conversation) *string { return &c.Session.AgentVersion }).
		Str("directory", func(c *conv.Conversation) *string { return &c.Session.Cwd }).
		Field("parentID", (*decoder).parent, writeParent).Of(rawjson.String).
		Field("time", (*decoder).sessionTime, writeSessionTime).Of(rawjson.Object).
		KnownAll(nil, "slug", "projectID", "workspaceID", "path", "agent", "model", "summary", "share", "cost", "tokens", "permission", "revert", "metadata")
	o.user = info("user", func(m *conv.UserMessage) *conv.Meta { return &m.Meta }).
		KnownAll(nil, "agent", "model", "system", "tools", "format", "summary", "variant")
	o.assistant = info("assistant", func(m *conv.AssistantMessage) *conv.Meta { return &m.Meta }).
		Field("parentID", func(d *decoder, m *conv.AssistantMessage) { d.implied(&m.Node, "parentID", d.asked) }, nil).
		Str("modelID", func(m *conv.AssistantMessage) *string { return &m.Model }).
		Str("providerID", func(m *conv.AssistantMessage) *string { return &m.Provider }).
		Field("tokens", func(d *decoder, m *conv.AssistantMessage) { own.Set(&m.Node, hintTokens, d.Raw()) }, nil).
		Field("cost", func(d *decoder, m *conv.AssistantMessage) { own.Set(&m.Node, hintCost, d.Raw()) }, nil).
		Field("finish", func(d *decoder, m *conv.AssistantMessage) { d.stop(m, d.Str()) }, nil).Of(rawjson.String).
		KnownAll(nil, "mode", "agent", "path", "summary", "structured", "variant", "error", "system")
}

// info is the record of what a message says besides its parts.
func info[T any](role string, meta func(T) *conv.Meta) *record.Record[*decoder, T] {
	return record.New[*decoder](own, role, func(t T) *conv.Node { return &meta(t).Node }).Unplaced().Lenient().
		Field("role", func(d *decoder, _ T) { d.Skip() }, nil).
		Field("id", func(d *decoder, t T) { meta(t).ID = d.messageID(&meta(t).Node) }, nil).Of(rawjson.String).
		Field("sessionID", func(d *decoder, t T) { d.implied(&meta(t).Node, "sessionID", d.out.ID) }, nil).
		Field("time", func(d *decoder, t T) { readTime(&meta(t).Node, d.Raw(), "created", &meta(t).Timestamp) }, nil).Of(rawjson.Object)
}
