package orcontext

import (
	"iter"
	"slices"
	"strings"

	"convo/conv"
	"convo/conv/fit"
	"convo/conv/format"
	"convo/conv/note"
	"convo/conv/rawjson"
	"convo/conv/record"
	"convo/conv/session"
)

// Lines are the messages of the three dialects alone: one message a line, which
// programs append to, one message by itself, or a list.
func Lines() []format.Format {
	return []format.Format{
		nativeLines().format(),
		contextLines("or").format(),
		contextLines("pi").format(),
	}
}

// lines is a dialect whose messages stand alone.
type lines struct {
	conv.Dialect
	name, about string
	holds       format.Capabilities
	roles       []string
	stamp       func(c *conv.Conversation, first int, at int64, notes *note.Notes)
	prompt      bool // a leading system message is the system prompt
	isOwn       func(p *format.Probe, at string) bool
}

func nativeLines() *lines {
	return &lines{
		Dialect: conv.Dialect{Family: conv.Native.Family},
		name:    "convo-lines", about: "messages of conversation.json, one a line",
		holds: format.NativeCapabilities(), roles: nativeRoles, prompt: true,
		isOwn: func(p *format.Probe, at string) bool {
			return p.Shows(marksAt(at, nativeMarks)...) || p.Is(at+"role", "system", "developer") && p.Shows(marksAt(at, messageMarks)...) ||
				!p.Has(at+"usage.cost") && p.Shows(at+"protocol & "+at+"model") // or writes a cost, known or not
		},
	}
}

func contextLines(name string) *lines {
	stamp := stampOr
	if name == "pi" {
		stamp = stampPi
	}
	return &lines{
		Dialect: conv.Dialect{Family: "or", Filled: true, API: name == "pi"},
		name:    name + "-lines", about: "messages of " + name + ", one a line",
		holds: holds(), roles: roles, stamp: stamp,
		isOwn: func(p *format.Probe, at string) bool {
			switch {
			case name == "pi":
				return p.Shows(at + "api & " + at + "model")
			case p.Has(at + "protocol"):
				return p.Has(at+"usage.cost") && p.Shows(at+"protocol & "+at+"model")
			}
			return !p.Has(at+"api") && p.Shows(marksAt(at, messageMarks)...)
		},
	}
}

// nativeRoles are the roles of conversation.json.
var nativeRoles = []string{
	"user", "assistant", "toolResult", "system", "developer", "custom", "branchSummary", "compactionSummary",
}

// messageMarks are fields that only messages of the three dialects have.
var messageMarks = []string{
	"role = toolResult", "content[].type = toolCall", "content[].thinkingSignature", "content[].textSignature",
	"role = assistant & stopReason & content is array", "content[].data & content[].mimeType",
}

// nativeMarks are fields that only messages of conversation.json have.
var nativeMarks = []string{
	"role = custom & customType", "role = branchSummary|compactionSummary & summary", "extensions is object",
	"content[].fileId", "content[].type = opaque & content[].raw",
}

// marksAt are the marks of fields below a path.
func marksAt(at string, marks []string) []string {
	all := make([]string, len(marks))
	for i, m := range marks {
		all[i] = at + strings.ReplaceAll(m, " & ", " & "+at)
	}
	return all
}

func (l *lines) format() format.Format {
	h := l.holds
	h.Features &^= format.DocumentID | format.DocumentTitle | format.RunState | format.Tools | format.StrictTools
	h.Params = 0
	if !l.prompt {
		h.Features &^= format.SystemPrompt
	}
	return format.Format{
		Name: l.name, Family: l.Family, About: l.about,
		Unit:         format.SessionUnit,
		Separator:    session.Separator,
		Capabilities: h,
		Reduce:       l.reduce,
		Complete:     l.stamp,
		Detect:       l.detect,
		Decode:       l.decode,
		Write:        l.write,
	}
}

// detect recognizes messages by fields that only messages of the dialect have. Texts
// alone could be of the dialect.
func (l *lines) detect(p *format.Probe) format.Grade {
	at := ""
	if p.Has("[]") {
		at = "[]."
	}
	isMessage := p.IsJSON() && p.Has(at+"role") && p.Within(at+"role", l.roles...) && !p.Has(at+"type") && !p.Has(at+"messages")
	switch {
	case !isMessage:
		return format.No
	case l.isOwn(p, at):
		return format.Own
	case isPlain(p, at):
		return format.Could
	}
	return format.No
}

func (l *lines) decode(data []byte, notes *note.Notes) iter.Seq2[*conv.Conversation, error] {
	r := conv.NewReader(data, l.Family, notes)
	return session.Lines(r, func(c *conv.Conversation) (next, end func()) {
		first := true
		return func() {
			l.message(r, c, first)
			first = false
		}, func() {}
	})
}

// message reads a message into c.
func (l *lines) message(r *conv.Reader, c *conv.Conversation, first bool) {
	if !session.WantRole(r, l.roles) {
		return
	}
	m := conv.Native.ReadMessage(r, "")
	if r.Err() != nil || l.name == "or-lines" && !wantStop(r, m) {
		return
	}
	if s, ok := m.(*conv.SystemMessage); ok && first && l.prompt && isTexts(s) {
		if c.SystemPrompt = record.PromptOf(s); c.SystemPrompt != "" {
			l.keepPrompt(r, c, s)
			return
		}
	}
	c.Messages = append(c.Messages, m)
}

func isTexts(m *conv.SystemMessage) bool {
	return !slices.ContainsFunc(m.Content, func(b conv.SystemContent) bool {
		_, ok := b.(*conv.TextContent)
		return !ok
	})
}

// keepPrompt keeps the message of the system prompt if it is more than a text.
func (l *lines) keepPrompt(r *conv.Reader, c *conv.Conversation, m *conv.SystemMessage) {
	only := m.Content[0].(*conv.TextContent)
	if len(m.Content) == 1 {
		c.Spelled().Set(only.Text, only.Spelled().Of(only.Text))
	}
	end := r.Offset()
	r.Rewind(m.Offset())
	raw := r.Raw()
	r.Rewind(end)
	if raw == l.promptOf(c) {
		return
	}
	key := "system" // a field of its own: other formats lose it
	if m.ID == "" && m.Name == "" && m.Timestamp == 0 && len(m.Extensions) == 0 {
		key = format.PromptMessage
	}
	c.Extensions.Set(l.name, key, raw)
}

// promptOf is the message of a system prompt that is only a text.
func (l *lines) promptOf(c *conv.Conversation) conv.Raw {
	w := rawjson.NewWriter(nil)
	t := &conv.TextContent{Text: c.SystemPrompt}
	t.Spelled().Set(c.SystemPrompt, c.Spelled().Of(c.SystemPrompt))
	l.Dialect.WriteMessage(w, &conv.SystemMessage{Content: []conv.SystemContent{t}})
	return conv.Raw(w.Bytes())
}

func (l *lines) write(w *rawjson.Writer, c *conv.Conversation) {
	if c.SystemPrompt != "" {
		w.Raw(l.keptPrompt(c))
		w.Text("\n")
	}
	for _, m := range c.Messages {
		l.Dialect.WriteMessage(w, m)
		w.Text("\n")
	}
	if c.SystemPrompt == "" && len(c.Messages) == 0 {
		w.Text("[]\n")
	}
}

// keptPrompt is the message that the system prompt was read from, while it still
// says the prompt.
func (l *lines) keptPrompt(c *conv.Conversation) conv.Raw {
	for _, key := range []string{"system", format.PromptMessage} {
		raw := c.Extensions.Get(l.name, key)
		if raw == "" {
			continue
		}
		r := conv.NewReader([]byte(raw), l.Family, nil)
		if m, ok := conv.Native.ReadMessage(r, "").(*conv.SystemMessage); ok && r.End() == nil && record.PromptOf(m) == c.SystemPrompt {
			return raw
		}
	}
	return l.promptOf(c)
}

// reduce drops what only a document holds, and messages of roles that the lines
// lack.
func (l *lines) reduce(c *conv.Conversation, notes *note.Notes) *conv.Conversation {
	fit.Alone(c, l.name, notes)
	if l.name == "or-lines" {
		c = reduceStops(c, notes)
	}
	return session.KnownRoles(c, l.Family, l.roles, notes)
}
