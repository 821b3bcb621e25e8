package conv

import (
	"strings"

	"convo/conv/rawjson"
)

// encoder writes conversation.json in one of its dialects.
type encoder struct {
	out *rawjson.Writer
	Dialect
	partial bool // a call without arguments does not have them yet
}

// Write writes a conversation in a dialect of conversation.json.
func (d Dialect) Write(w *rawjson.Writer, c *Conversation) {
	e := encoder{out: w, Dialect: d}
	w.BeginObject()
	if d.Family == nativeFamily {
		w.IntField("convo", 1)
	}
	w.OptField("id", c.ID)
	w.OptField("title", c.Title)
	e.prompt(c)
	w.Key("messages")
	e.messages(c.Messages)
	e.rest(c)
	w.EndObject()
}

func (e encoder) messages(list []Message) {
	e.out.BeginArray()
	for _, m := range list {
		e.message(m)
	}
	e.out.EndArray()
}

func (e encoder) prompt(c *Conversation) {
	if c.SystemPrompt != "" {
		e.out.Key("systemPrompt")
		WriteText(e.out, &c.Node, c.SystemPrompt)
	}
}

// rest writes the fields of a document after its messages.
func (e encoder) rest(c *Conversation) {
	if len(c.Tools) > 0 {
		e.out.ArrayField("tools")
		for i := range c.Tools {
			e.tool(&c.Tools[i])
		}
		e.out.EndArray()
	}
	if c.Request != nil {
		e.out.Key("request")
		e.request(c.Request)
	}
	e.out.OptRaw("state", c.State)
	e.out.OptRaw("context", c.Context)
	if c.Session != nil {
		e.out.Key("session")
		e.session(c.Session)
	}
	e.residue(&c.Node)
}

// residue writes the fields of the dialect's own family in place and those of
// other families under extensions.
func (e encoder) residue(n *Node, written ...string) {
	if len(n.Extensions) == 0 {
		return
	}
	n.Extensions.WriteFamily(e.out, e.Family, written...)
	open := false
	for _, x := range n.Extensions {
		if x.Family == e.Family {
			continue
		}
		if !open {
			e.out.ObjectField("extensions")
			open = true
		}
		x.Write(e.out)
	}
	if open {
		e.out.EndObject()
	}
}

func (e encoder) message(m Message) {
	switch m := m.(type) {
	case *UserMessage:
		e.begin(RoleUser, &m.Meta)
		content(e, m.Content)
		e.end(&m.Meta)
	case *AssistantMessage:
		e.begin(RoleAssistant, &m.Meta)
		content(e, m.Content)
		e.answer(m)
	case *ToolResultMessage:
		e.begin(RoleToolResult, &m.Meta)
		e.result(m)
	case *SystemMessage:
		e.begin(RoleOf(m), &m.Meta)
		content(e, m.Content)
		e.end(&m.Meta)
	case *CustomMessage:
		e.custom(m)
	case *BranchSummary:
		e.begin(RoleBranchSummary, &m.Meta)
		e.out.Field("summary", m.Summary)
		e.out.OptField("fromId", m.FromID)
		e.summary(m.Details, m.Usage, &m.Meta)
	case *CompactionSummary:
		e.begin(RoleCompactionSummary, &m.Meta)
		e.out.Field("summary", m.Summary)
		e.out.OptNumber("tokensBefore", m.TokensBefore)
		e.out.OptField("firstKeptId", m.FirstKeptID)
		e.summary(m.Details, m.Usage, &m.Meta)
	default:
		e.foreign(m)
	}
}

// foreign writes an application's message as [CustomOf] returns it. A writer with
// one that is not JSON fails.
func (e encoder) foreign(m Message) {
	stored, err := CustomOf(m)
	if err != nil {
		e.out.Fail(err)
		stored = &CustomMessage{CustomType: CustomTypeOf(m)}
	}
	e.custom(stored)
}

func (e encoder) begin(role Role, m *Meta) {
	e.out.BeginObject()
	e.out.Field("role", string(role))
	e.out.OptField("id", m.ID)
	e.out.OptField("name", m.Name)
}

func (e encoder) end(m *Meta) {
	e.out.OptInt("timestamp", m.Timestamp)
	e.meta(m)
}

// meta writes the last fields of every message, except the timestamp.
func (e encoder) meta(m *Meta) {
	e.out.OptField("group", m.Group)
	e.out.OptField("encryptedValue", m.EncryptedValue)
	e.place(m)
	if m.Timestamp != 0 || e.Filled {
		e.residue(&m.Node, "timestamp")
	} else {
		e.residue(&m.Node)
	}
	e.out.EndObject()
}

func (e encoder) result(m *ToolResultMessage) {
	e.out.Field("toolCallId", m.ToolCallID)
	if e.Filled {
		e.out.Field("toolName", m.ToolName)
	} else {
		e.out.OptField("toolName", m.ToolName)
	}
	content(e, m.Content)
	if e.ByTime {
		e.out.OptRaw("details", m.Details)
	}
	if m.IsError || e.Filled {
		e.out.BoolField("isError", m.IsError)
	}
	if !e.ByTime {
		e.out.OptRaw("details", m.Details)
	}
	if m.Terminate {
		e.out.BoolField("terminate", true)
	}
	e.end(&m.Meta)
}

// custom writes an application's message. If its role belongs to the dialect's own
// family and convo does not know it, the message is written as it was.
func (e encoder) custom(m *CustomMessage) {
	if role, ok := strings.CutPrefix(m.CustomType, e.Family+"."); ok && role != "" && m.Data != "" && !Role(role).isKnown() && tag(m.Data, "role") == role {
		e.out.Raw(m.Data)
		return
	}
	e.begin(RoleCustom, &m.Meta)
	e.out.Field("customType", m.CustomType)
	e.out.OptRaw("data", m.Data)
	if m.Content != nil {
		content(e, m.Content)
	}
	e.end(&m.Meta)
}

func (e encoder) summary(details Raw, u *Usage, m *Meta) {
	e.out.OptRaw("details", details)
	e.WriteUsage(e.out, u)
	e.end(m)
}

// tag returns the text of a field of an object, as a decoder reads it.
func tag(object Raw, key string) (text string) {
	c := rawjson.NewCursor([]byte(object))
	for k := range c.FieldsOnly {
		if k == key {
			text = c.Str()
		}
	}
	if c.End() != nil {
		return ""
	}
	return text
}
