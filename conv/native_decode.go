package conv

import (
	"convo/conv/extension"
	"convo/conv/rawjson"
)

// decoder reads conversation.json in any of its dialects. It also accepts the
// spellings of the documents that it grew out of.
type decoder struct{ *Reader }

// conversation reads the document, which must have messages.
func (d decoder) conversation() *Conversation {
	c, messages := d.document()
	if !messages {
		d.Fail(c.Offset(), "a conversation without messages")
	}
	return c
}

// document reads the document, and reports whether it has messages.
func (d decoder) document() (c *Conversation, messages bool) {
	c = &Conversation{}
	c.SetOffset(d.Offset())
	if k := d.Kind(); k != rawjson.Object && k != rawjson.Invalid {
		d.Fail(d.Offset(), "want an object with messages, got %s", k)
	}
	for key := range d.Fields {
		switch key {
		case "convo":
			d.version()
		case "id":
			c.ID = d.Str()
		case "title":
			c.Title = d.Str()
		case "messages":
			messages = true
			c.Messages = nil
			for range d.Elements {
				c.Messages = append(c.Messages, d.message(""))
			}
		default:
			d.head(c, key)
		}
	}
	return c, messages
}

func (d decoder) head(c *Conversation, key string) {
	switch key {
	case "systemPrompt":
		c.SystemPrompt = d.Text(&c.Node)
	case "tools":
		c.Tools = nil
		for range d.Elements {
			c.Tools = append(c.Tools, *d.tool())
		}
	case "request":
		if !d.null() {
			c.Request = d.request()
		}
	case "state":
		c.State = d.Raw()
	case "context":
		c.Context = d.Raw()
	case "session":
		c.Session = d.session()
	default:
		d.member(&c.Node, key)
	}
}

func (d decoder) version() {
	at := d.Offset()
	if v := d.Number(); v != "1" {
		d.Fail(at, "unknown version %s of conversation.json: this convo reads version 1", v)
	}
}

// null reads a null.
func (d decoder) null() bool {
	if d.Kind() != rawjson.Null {
		return false
	}
	d.Skip()
	return true
}

// member reads a field that the model lacks: extensions, or residue.
func (d decoder) member(n *Node, key string) {
	if key != "extensions" || d.Kind() != rawjson.Object {
		d.Keep(n, key)
		return
	}
	n.Extensions.Read(d.Cursor)
}

// fields holds every field that a message of any role may have. The role decides
// which of them count, in any order.
type fields struct {
	Meta
	role                                Role
	content                             int // offset of content that waits for the role, else -1
	said                                []UserContent
	answered                            []AssistantContent
	resulted                            []ToolResultContent
	instructed                          []SystemContent
	answer                              AssistantMessage
	toolCallID, toolName                string
	isError, terminate                  bool
	details, data                       Raw
	customType, summary, fromID, keptID string
	tokensBefore                        Number
}

// message reads a message. role is the default if the message has none.
func (d decoder) message(role Role) Message {
	f := fields{content: -1, role: role}
	start := d.Offset()
	if k := d.Kind(); k != rawjson.Object {
		d.Fail(start, "want a message, got %s", k)
		return nil
	}
	f.SetOffset(start)
	roleAt := -1
	for key := range d.Fields {
		switch key {
		case "role":
			roleAt = d.Offset()
			f.role = Role(d.Str())
		case "content":
			f.content = d.Offset()
			d.content(&f)
		default:
			d.field(&f, key)
		}
	}
	end := d.Offset()
	if d.Err() != nil {
		return nil
	}
	if f.role == "" {
		d.Fail(max(roleAt, start), "a message without a role")
		return nil
	}
	m := d.build(&f, start)
	if d.Err() == nil {
		d.Rewind(end)
	}
	return m
}

// field reads a field of a message, except role and content.
func (d decoder) field(f *fields, key string) {
	a := &f.answer
	switch key {
	case "id":
		f.ID = d.Str()
	case "name":
		f.Name = d.Str()
	case "timestamp":
		at := d.Offset()
		if f.Timestamp = d.Int(); f.Timestamp == 0 && d.Family == nativeFamily {
			d.Rewind(at)
			d.KeepQuietly(&f.Node, key)
		}
	case "group":
		f.Group = d.Str()
	case "encryptedValue":
		f.EncryptedValue = d.Str()
	case "protocol", "api":
		a.Protocol = Protocol(d.Str())
	case "provider":
		a.Provider = d.Str()
	case "model":
		a.Model = d.Str()
	case "responseModel":
		a.ResponseModel = d.Str()
	case "responseId":
		a.ResponseID = d.Str()
	case "providerRequestId":
		a.ProviderRequestID = d.Str()
	case "usage":
		if !d.null() {
			a.Usage = d.usage()
		}
	case "stopReason":
		a.StopReason = StopReason(d.Str())
		switch {
		case d.Family == nativeFamily:
		case a.StopReason == "":
			f.Extensions.Set(d.Family, extension.Partial, "true")
		default: // it may have been null before
			f.Extensions.Remove(d.Family, extension.Partial)
		}
	case "stopDetail":
		if !d.null() {
			a.StopDetail = d.stopDetail()
		}
	case "errorMessage":
		a.ErrorMessage = d.Str()
	case "diagnostics":
		a.Diagnostics = nil
		for range d.Elements {
			a.Diagnostics = append(a.Diagnostics, *d.diagnostic())
		}
	case "toolCallId":
		f.toolCallID = d.Str()
	case "toolName":
		f.toolName = d.Str()
	case "isError":
		f.isError = d.Bool()
	case "details":
		f.details = d.Raw()
	case "terminate":
		f.terminate = d.Bool()
	case "customType":
		f.customType = d.Str()
	case "data":
		f.data = d.Raw()
	case "summary":
		f.summary = d.Str()
	case "fromId":
		f.fromID = d.Str()
	case "tokensBefore":
		f.tokensBefore = d.Number()
	case "firstKeptId":
		f.keptID = d.Str()
	default:
		if !d.place(&f.Meta, key) {
			d.member(&f.Node, key)
		}
	}
}

// content reads a message's content if the role is already known, and otherwise
// leaves it for later.
func (d decoder) content(f *fields) {
	switch f.role {
	case RoleUser, RoleCustom:
		f.said = blocks[UserContent](d, f.role)
	case RoleAssistant:
		f.answered = blocks[AssistantContent](d, f.role)
	case RoleToolResult:
		f.resulted = blocks[ToolResultContent](d, f.role)
	case RoleSystem, RoleDeveloper:
		f.instructed = blocks[SystemContent](d, f.role)
	default:
		d.Skip()
		return
	}
	f.content = -1
}

// build returns the message that the role requires.
func (d decoder) build(f *fields, start int) Message {
	if f.content >= 0 {
		d.Rewind(f.content)
		d.content(f)
	}
	d.misplaced(f)
	switch f.role {
	case RoleUser:
		return &UserMessage{Meta: f.Meta, Content: f.said}
	case RoleAssistant:
		m := f.answer
		m.Meta, m.Content = f.Meta, f.answered
		return &m
	case RoleToolResult:
		return &ToolResultMessage{
			Meta: f.Meta, ToolCallID: f.toolCallID, ToolName: f.toolName,
			Content: f.resulted, IsError: f.isError, Details: f.details, Terminate: f.terminate,
		}
	case RoleSystem, RoleDeveloper:
		return &SystemMessage{Meta: f.Meta, Role: f.role, Content: f.instructed}
	case RoleCustom:
		return &CustomMessage{Meta: f.Meta, CustomType: f.customType, Data: f.data, Content: f.said}
	case RoleBranchSummary:
		return &BranchSummary{Meta: f.Meta, Summary: f.summary, FromID: f.fromID, Details: f.details, Usage: f.answer.Usage}
	case RoleCompactionSummary:
		return &CompactionSummary{
			Meta: f.Meta, Summary: f.summary, TokensBefore: f.tokensBefore,
			FirstKeptID: f.keptID, Details: f.details, Usage: f.answer.Usage,
		}
	default:
		d.Rewind(start)
		d.Notes.Unknown(start, "role", string(f.role))
		m := &CustomMessage{CustomType: d.Family + "." + string(f.role), Data: d.Raw()}
		m.SetOffset(start)
		return m
	}
}

// misplaced keeps fields that a message of this role lacks as residue, and marks
// roles that only some readers of a family's documents accept.
func (d decoder) misplaced(f *fields) {
	private := f.role == RoleToolResult || f.role == RoleBranchSummary || f.role == RoleCompactionSummary
	if f.details != "" && !private {
		f.Extensions.Set(d.Family, "details", f.details)
	}
	if f.data != "" && f.role != RoleCustom {
		f.Extensions.Set(d.Family, "data", f.data)
	}
	if d.Family == nativeFamily {
		return
	}
	switch f.role {
	case RoleCustom, RoleBranchSummary, RoleCompactionSummary:
		f.Extensions.Set(d.Family, extension.OwnRole, "true")
	case RoleUser, RoleAssistant, RoleToolResult, RoleSystem, RoleDeveloper:
	}
}
