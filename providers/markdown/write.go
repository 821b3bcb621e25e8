package markdown

import (
	"fmt"
	"slices"
	"strings"

	"convo/conv"
	"convo/conv/ansi"
	"convo/conv/rawjson"
)

// writer writes one conversation.
type writer struct {
	*rawjson.Writer
	scratch    *rawjson.Writer // a node, whose fields are read with reader
	fields     *rawjson.Writer // those of them that a comment has
	reader     rawjson.Cursor
	modelShown bool // the front matter has the request's model
	noComments bool
	called     map[string]string // names of tools, by the ids of their calls
}

func write(out *rawjson.Writer, c *conv.Conversation) {
	(&writer{Writer: out, scratch: rawjson.NewWriter(nil), fields: rawjson.NewWriter(nil)}).document(c)
}

// writeShown writes a conversation without comments.
func writeShown(out *rawjson.Writer, c *conv.Conversation) {
	(&writer{Writer: out, noComments: true}).document(c)
}

func (w *writer) document(c *conv.Conversation) {
	w.front(c)
	if c.SystemPrompt != "" {
		w.Text("\n## system\n")
		w.text(&conv.TextContent{Text: c.SystemPrompt}, false)
	}
	for i, m := range c.Messages {
		w.message(m, i == 0 && c.SystemPrompt == "")
	}
}

// message writes a message. A leading system message that is not the system
// prompt has its role in a comment.
func (w *writer) message(m conv.Message, first bool) {
	w.Text("\n")
	switch m := m.(type) {
	case *conv.UserMessage:
		w.head(heading{role: conv.RoleUser}, m.WithContent(nil), nil)
		w.blocks(m)
	case *conv.AssistantMessage:
		w.head(heading{role: conv.RoleAssistant}, m.WithContent(nil), nil)
		w.blocks(m)
	case *conv.ToolResultMessage:
		h := heading{role: conv.RoleToolResult, name: m.ToolName, id: m.ToolCallID, failed: m.IsError}
		if m.ToolName == "" {
			h.call = w.called[m.ToolCallID]
		}
		w.head(h, m.WithContent(nil), nil)
		w.results(m.Content)
	case *conv.SystemMessage:
		x := *m
		x.Content = nil
		var role []rawjson.Member
		if first && conv.RoleOf(m) == conv.RoleSystem {
			role = []rawjson.Member{{Key: "role", Value: `"system"`}}
		}
		w.head(heading{role: conv.RoleOf(m)}, &x, role)
		w.blocks(m)
	case *conv.CustomMessage:
		w.custom(m)
	case *conv.BranchSummary:
		x := *m
		x.Summary = ""
		w.head(heading{role: conv.RoleBranchSummary}, &x, nil)
		w.summary(m.Summary)
	case *conv.CompactionSummary:
		x := *m
		x.Summary = ""
		w.head(heading{role: conv.RoleCompactionSummary}, &x, nil)
		w.summary(m.Summary)
	default:
		panic(fmt.Sprintf("markdown: unknown message %T", m))
	}
}

// head writes a heading, and in a comment the fields that it does not show.
// The message comes without its content.
func (w *writer) head(h heading, m conv.Message, hints []rawjson.Member) {
	line, whole := h.line()
	w.Text(line + "\n")
	said := []string{"role", "content", "summary", "isError", "toolCallId", "toolName", "customType"}
	if !whole {
		said = said[:4]
	}
	w.hidden(func(s *rawjson.Writer) { conv.Native.WriteMessage(s, m) }, hints, said...)
}

// custom writes a message of an application, with its data shown.
func (w *writer) custom(m *conv.CustomMessage) {
	x := *m
	x.Content, x.Data = nil, ""
	var empty []rawjson.Member
	if m.Content != nil && len(m.Content) == 0 {
		empty = []rawjson.Member{{Key: "content", Value: "[]"}}
	}
	w.head(heading{role: conv.RoleCustom, name: m.CustomType}, &x, empty)
	if m.Data != "" {
		w.Text("\n```" + dataInfo + "\n")
		w.Text(ansi.Escaped(string(m.Data)))
		w.Text("\n```\n")
	}
	w.blocks(m)
}

func (w *writer) summary(s string) {
	if s != "" {
		w.text(&conv.TextContent{Text: s}, false)
	}
}

// front writes the front matter, and in a comment the fields that it does not
// show.
func (w *writer) front(c *conv.Conversation) {
	w.Text("---\n" + versionKey + " 1\n")
	w.frontField("id", c.ID)
	w.frontField("title", c.Title)
	x := conv.Conversation{Node: c.Node, Tools: c.Tools, Request: c.Request, State: c.State, Context: c.Context, Session: c.Session}
	if r := c.Request; r != nil && r.Model != "" {
		w.frontField("model", r.Model)
		plain := *r
		plain.Model = ""
		x.Request, w.modelShown = &plain, true
	}
	if own, rest := ownFields(c.Extensions); own != nil {
		x.Extensions = rest
		for _, m := range own {
			text, _ := unquoted(string(m.Value))
			w.Text(frontLine(m.Key, text))
		}
	}
	w.Text("---\n")
	w.hidden(func(s *rawjson.Writer) { conv.Native.Write(s, &x) }, nil, "convo", "messages")
	w.modelShown = false
}

// blocks writes the content of a message.
func (w *writer) blocks(m conv.Message) {
	list := slices.Collect(conv.BlocksOf(m))
	for i, b := range list {
		next := false
		if i+1 < len(list) {
			_, next = list[i+1].(*conv.TextContent)
		}
		w.block(b, next)
	}
}

// results writes the content of a tool result.
func (w *writer) results(list []conv.ToolResultContent) {
	for _, b := range list {
		if t, ok := b.(*conv.TextContent); ok {
			w.result(t)
			continue
		}
		w.block(b, false)
	}
}

// lines writes a text and puts a backslash before lines that need one.
func (w *writer) lines(s string, ours func(string) bool) {
	from := 0
	for i := 0; i < len(s); {
		end := strings.IndexByte(s[i:], '\n') + i + 1
		if end == i {
			end = len(s)
		}
		if ours(strings.TrimLeft(strings.TrimSuffix(s[i:end], "\n"), `\`)) {
			w.Text(s[from:i])
			w.Text(`\`)
			from = i
		}
		i = end
	}
	w.Text(s[from:])
	w.Text("\n")
}
