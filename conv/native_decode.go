package conv

import (
	"convo/conv/extension"
	"convo/conv/rawjson"
)

// decoder reads conversation.json in any of its dialects. It also accepts the
// spellings of the documents that it grew out of.
type decoder struct{ in *Reader }

// conversation reads the document, which must have messages.
func (d decoder) conversation() *Conversation {
	c, messages := d.document()
	if !messages {
		d.in.Fail(c.Offset(), "a conversation without messages")
	}
	return c
}

// document reads the document, and reports whether it has messages.
func (d decoder) document() (c *Conversation, messages bool) {
	c = &Conversation{}
	c.SetOffset(d.in.Offset())
	if k := d.in.Kind(); k != rawjson.Object && k != rawjson.Invalid {
		d.in.Fail(d.in.Offset(), "want an object with messages, got %s", k)
	}
	for key := range d.in.Fields {
		switch key {
		case "convo":
			d.version()
		case "id":
			c.ID = d.in.Str()
		case "title":
			c.Title = d.in.Str()
		case "messages":
			messages = true
			c.Messages = nil
			for range d.in.Elements {
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
		c.SystemPrompt = d.in.Text(&c.Node)
	case "tools":
		c.Tools = nil
		for range d.in.Elements {
			c.Tools = append(c.Tools, *d.tool())
		}
	case "request":
		if !d.null() {
			c.Request = d.request()
		}
	case "state":
		c.State = d.in.Raw()
	case "context":
		c.Context = d.in.Raw()
	case "session":
		c.Session = d.session()
	default:
		d.member(&c.Node, key)
	}
}

func (d decoder) version() {
	at := d.in.Offset()
	if v := d.in.Number(); v != "1" {
		d.in.Fail(at, "unknown version %s of conversation.json: this convo reads version 1", v)
	}
}

// null reads a null.
func (d decoder) null() bool {
	if d.in.Kind() != rawjson.Null {
		return false
	}
	d.in.Skip()
	return true
}

// member reads a field that the model lacks: extensions, or residue.
func (d decoder) member(n *Node, key string) {
	if key != "extensions" || d.in.Kind() != rawjson.Object {
		d.in.Keep(n, key)
		return
	}
	n.Extensions.Read(d.in.Cursor)
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
	start := d.in.Offset()
	if k := d.in.Kind(); k != rawjson.Object {
		d.in.Fail(start, "want a message, got %s", k)
		return nil
	}
	f.SetOffset(start)
	roleAt := -1
	for key := range d.in.Fields {
		switch key {
		case "role":
			roleAt = d.in.Offset()
			f.role = Role(d.in.Str())
		case "content":
			f.content = d.in.Offset()
			d.content(&f)
		default:
			d.field(&f, key)
		}
	}
	end := d.in.Offset()
	if d.in.Err() != nil {
		return nil
	}
	if f.role == "" {
		d.in.Fail(max(roleAt, start), "a message without a role")
		return nil
	}
	m := d.build(&f, start)
	if d.in.Err() == nil {
		d.in.Rewind(end)
	}
	return m
}

// field reads a field of a message, except role and content.
func (d decoder) field(f *fields, key string) {
	a := &f.answer
	switch key {
	case "id":
		f.ID = d.in.Str()
	case "name":
		f.Name = d.in.Str()
	case "timestamp":
		at := d.in.Offset()
		if f.Timestamp = d.in.Int(); f.Timestamp == 0 && d.in.Family == nativeFamily {
			d.in.Rewind(at)
			d.in.KeepQuietly(&f.Node, key)
		}
	case "group":
		f.Group = d.in.Str()
	case "encryptedValue":
		f.EncryptedValue = d.in.Str()
	case "protocol", "api":
		a.Protocol = Protocol(d.in.Str())
	case "provider":
		a.Provider = d.in.Str()
	case "model":
		a.Model = d.in.Str()
	case "responseModel":
		a.ResponseModel = d.in.Str()
	case "responseId":
		a.ResponseID = d.in.Str()
	case "providerRequestId":
		a.ProviderRequestID = d.in.Str()
	case "usage":
		switch {
		case f.role == RoleToolResult && d.in.Family != nativeFamily: // of a model that the tool called
			d.in.KeepQuietly(&f.Node, key)
		case !d.null():
			a.Usage = d.usage()
		}
	case "stopReason":
		a.StopReason = StopReason(d.in.Str())
		switch {
		case d.in.Family == nativeFamily:
		case a.StopReason == "":
			f.Extensions.Set(d.in.Family, extension.Partial, "true")
		default: // it may have been null before
			f.Extensions.Remove(d.in.Family, extension.Partial)
		}
	case "stopDetail":
		if !d.null() {
			a.StopDetail = d.stopDetail()
		}
	case "errorMessage":
		a.ErrorMessage = d.in.Str()
	case "diagnostics":
		a.Diagnostics = nil
		for range d.in.Elements {
			a.Diagnostics = append(a.Diagnostics, *d.diagnostic())
		}
	case "toolCallId":
		f.toolCallID = d.in.Str()
	case "toolName":
		f.toolName = d.in.Str()
	case "isError":
		f.isError = d.in.Bool()
	case "details":
		f.details = d.in.Raw()
	case "terminate":
		f.terminate = d.in.Bool()
	case "customType":
		f.customType = d.in.Str()
	case "data":
		f.data = d.in.Raw()
	case "summary":
		f.summary = d.in.Str()
	case "fromId":
		f.fromID = d.in.Str()
	case "tokensBefore":
		f.tokensBefore = d.in.Number()
	case "firstKeptId":
		f.keptID = d.in.Str()
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
		d.in.Skip()
		return
	}
	f.content = -1
}

// build returns the message that the role requires.
func (d decoder) build(f *fields, start int) Message {
	if f.content >= 0 {
		d.in.Rewind(f.content)
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
		d.in.Rewind(start)
		d.in.Notes.Unknown(start, "role", string(f.role))
		m := &CustomMessage{CustomType: d.in.Family + "." + string(f.role), Data: d.in.Raw()}
		m.SetOffset(start)
		return m
	}
}

// misplaced keeps fields that a message of this role lacks as residue, and marks
// roles that only some readers of a family's documents accept.
func (d decoder) misplaced(f *fields) {
	private := f.role == RoleToolResult || f.role == RoleBranchSummary || f.role == RoleCompactionSummary
	if f.details != "" && !private {
		f.Extensions.Set(d.in.Family, "details", f.details)
	}
	if f.data != "" && f.role != RoleCustom {
		f.Extensions.Set(d.in.Family, "data", f.data)
	}
	if d.in.Family == nativeFamily {
		return
	}
	switch f.role {
	case RoleCustom, RoleBranchSummary, RoleCompactionSummary:
		f.Extensions.Set(d.in.Family, extension.OwnRole, "true")
	case RoleUser, RoleAssistant, RoleToolResult, RoleSystem, RoleDeveloper:
	}
}
