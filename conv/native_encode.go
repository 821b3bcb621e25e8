package conv

import (
	"strings"

	"convo/conv/rawjson"
)

// encoder writes conversation.json in one of its dialects.
type encoder struct {
	*rawjson.Writer
	Dialect
	partial bool // a call without arguments does not have them yet
}

// Write writes a conversation in a dialect of conversation.json.
func (d Dialect) Write(w *rawjson.Writer, c *Conversation) {
	e := encoder{Writer: w, Dialect: d}
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
	e.BeginArray()
	for _, m := range list {
		e.message(m)
	}
	e.EndArray()
}

func (e encoder) prompt(c *Conversation) {
	if c.SystemPrompt != "" {
		e.Key("systemPrompt")
		WriteText(e.Writer, &c.Node, c.SystemPrompt)
	}
}

// rest writes the fields of a document after its messages.
func (e encoder) rest(c *Conversation) {
	if len(c.Tools) > 0 {
		e.ArrayField("tools")
		for i := range c.Tools {
			e.tool(&c.Tools[i])
		}
		e.EndArray()
	}
	if c.Request != nil {
		e.Key("request")
		e.request(c.Request)
	}
	e.OptRaw("state", c.State)
	e.OptRaw("context", c.Context)
	if c.Session != nil {
		e.Key("session")
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
	n.Extensions.WriteFamily(e.Writer, e.Family, written...)
	open := false
	for _, x := range n.Extensions {
		if x.Family == e.Family {
			continue
		}
		if !open {
			e.ObjectField("extensions")
			open = true
		}
		x.Write(e.Writer)
	}
	if open {
		e.EndObject()
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
		role := m.Role
		if role == "" {
			role = RoleSystem
		}
		e.begin(role, &m.Meta)
		content(e, m.Content)
		e.end(&m.Meta)
	case *CustomMessage:
		e.custom(m)
	case *BranchSummary:
		e.begin(RoleBranchSummary, &m.Meta)
		e.Field("summary", m.Summary)
		e.OptField("fromId", m.FromID)
		e.summary(m.Details, m.Usage, &m.Meta)
	case *CompactionSummary:
		e.begin(RoleCompactionSummary, &m.Meta)
		e.Field("summary", m.Summary)
		e.OptNumber("tokensBefore", m.TokensBefore)
		e.OptField("firstKeptId", m.FirstKeptID)
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
		e.Fail(err)
		stored = &CustomMessage{CustomType: CustomTypeOf(m)}
	}
	e.custom(stored)
}

func (e encoder) begin(role Role, m *Meta) {
	e.BeginObject()
	e.Field("role", string(role))
	e.OptField("id", m.ID)
	e.OptField("name", m.Name)
}

func (e encoder) end(m *Meta) {
	e.OptInt("timestamp", m.Timestamp)
	e.meta(m)
}

// meta writes the last fields of every message, except the timestamp.
func (e encoder) meta(m *Meta) {
	e.OptField("group", m.Group)
	e.OptField("encryptedValue", m.EncryptedValue)
	e.place(m)
	if m.Timestamp != 0 || e.Filled {
		e.residue(&m.Node, "timestamp")
	} else {
		e.residue(&m.Node)
	}
	e.EndObject()
}

func (e encoder) result(m *ToolResultMessage) {
	e.Field("toolCallId", m.ToolCallID)
	if e.Filled {
		e.Field("toolName", m.ToolName)
	} else {
		e.OptField("toolName", m.ToolName)
	}
	content(e, m.Content)
	if e.ByTime {
		e.OptRaw("details", m.Details)
	}
	if m.IsError || e.Filled {
		e.BoolField("isError", m.IsError)
	}
	if !e.ByTime {
		e.OptRaw("details", m.Details)
	}
	if m.Terminate {
		e.BoolField("terminate", true)
	}
	e.end(&m.Meta)
}

// custom writes an application's message. If its role belongs to the dialect's own
// family and convo does not know it, the message is written as it was.
func (e encoder) custom(m *CustomMessage) {
	if role, ok := strings.CutPrefix(m.CustomType, e.Family+"."); ok && role != "" && m.Data != "" && !Role(role).isKnown() && tag(m.Data, "role") == role {
		e.Raw(m.Data)
		return
	}
	e.begin(RoleCustom, &m.Meta)
	e.Field("customType", m.CustomType)
	e.OptRaw("data", m.Data)
	if m.Content != nil {
		content(e, m.Content)
	}
	e.end(&m.Meta)
}

func (e encoder) summary(details Raw, u *Usage, m *Meta) {
	e.OptRaw("details", details)
	e.WriteUsage(e.Writer, u)
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
