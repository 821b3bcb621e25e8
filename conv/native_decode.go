package conv

import (
	"convo/conv/rawjson"
)

// decoder reads conversation.json in any of its dialects: it takes what or
// and pi documents spell in their own way as it comes.
type decoder struct{ *Reader }

// DecodeContext reads a conversation.json, or a context document of or or
// pi; what the neutral model does not know becomes residue of the family.
func DecodeContext(data []byte, family string, notes *Notes) (*Conversation, error) {
	d := decoder{NewReader(data, family, notes)}
	c := &Conversation{}
	c.PlaceAt(d.Offset())
	if k := d.Kind(); k != rawjson.Object && k != rawjson.Invalid {
		d.Fail(d.Offset(), "want an object with messages, got %s", k)
	}
	messages := false
	for key := range d.Fields {
		switch key {
		case "convo":
			d.version()
		case "id":
			c.ID = d.Str()
		case "title":
			c.Title = d.Str()
		case "systemPrompt":
			c.SystemPrompt = d.Text(&c.Node)
		case "messages":
			messages = true
			c.Messages = nil
			for range d.Elements {
				c.Messages = append(c.Messages, d.message())
			}
		case "tools":
			c.Tools = nil
			for range d.Elements {
				c.Tools = append(c.Tools, d.tool())
			}
		case "request":
			if !d.null() {
				c.Request = d.request()
			}
		case "state":
			c.State = d.Raw()
		case "context":
			c.Context = d.Raw()
		default:
			d.member(&c.Node, key)
		}
	}
	if !messages {
		d.Fail(c.Offset(), "a conversation without messages")
	}
	if err := d.End(); err != nil {
		return nil, err
	}
	return c, nil
}

func (d decoder) version() {
	at := d.Offset()
	if v := d.Number(); v != "1" {
		d.Fail(at, "version %s of conversation.json is not known; this convo reads version 1", v)
	}
}

// null takes a null.
func (d decoder) null() bool {
	if d.Kind() != rawjson.Null {
		return false
	}
	d.Skip()
	return true
}

// member reads a member that has no field: extensions, or residue.
func (d decoder) member(n *Node, key string) {
	if key != "extensions" || d.Kind() != rawjson.Object {
		d.Keep(n, key)
		return
	}
	for family := range d.Fields {
		if d.Kind() != rawjson.Object {
			d.Fail(d.Offset(), "want an object of %s fields, got %s", family, d.Kind())
			return
		}
		for key := range d.Fields {
			n.Extensions.Set(family, key, d.Raw())
		}
	}
}

// fields is every member that a message of any role may have; the role says
// which of them count, whatever their order.
type fields struct {
	Meta
	role                                Role
	content                             int // offset, -1 if absent
	answer                              AssistantMessage
	toolCallID, toolName                string
	isError, terminate                  bool
	details, data                       Raw
	customType, summary, fromID, keptID string
	tokensBefore                        Number
}

func (d decoder) message() Message {
	f := fields{content: -1}
	start := d.Offset()
	if k := d.Kind(); k != rawjson.Object {
		d.Fail(start, "want a message, got %s", k)
		return nil
	}
	f.PlaceAt(start)
	roleAt := -1
	for key := range d.Fields {
		switch key {
		case "role":
			roleAt = d.Offset()
			f.role = Role(d.Str())
		case "content":
			f.content = d.Offset()
			d.Skip()
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

// field reads a member of a message but role and content.
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
	case "stopDetail":
		if !d.null() {
			a.StopDetail = d.stopDetail()
		}
	case "errorMessage":
		a.ErrorMessage = d.Str()
	case "diagnostics":
		a.Diagnostics = nil
		for range d.Elements {
			a.Diagnostics = append(a.Diagnostics, d.diagnostic())
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
		d.member(&f.Node, key)
	}
}

// build makes the message that its role asks for. It reads the content anew
// now that the role says what may stand in it.
func (d decoder) build(f *fields, start int) Message {
	switch f.role {
	case RoleUser:
		m := &UserMessage{Meta: f.Meta}
		m.Content = blocks[UserContent](d, f, "a user message")
		return m
	case RoleAssistant:
		m := f.answer
		m.Meta = f.Meta
		m.Content = blocks[AssistantContent](d, f, "an assistant message")
		return &m
	case RoleToolResult:
		m := &ToolResultMessage{Meta: f.Meta, ToolCallID: f.toolCallID, ToolName: f.toolName,
			IsError: f.isError, Details: f.details, Terminate: f.terminate}
		m.Content = blocks[ToolResultContent](d, f, "a tool result")
		return m
	case RoleSystem, RoleDeveloper:
		m := &SystemMessage{Meta: f.Meta, Role: f.role}
		m.Content = blocks[SystemContent](d, f, "a system message")
		return m
	case RoleCustom:
		m := &CustomMessage{Meta: f.Meta, CustomType: f.customType, Data: f.data}
		if f.content >= 0 {
			m.Content = blocks[UserContent](d, f, "a custom message")
		}
		return m
	case RoleBranchSummary:
		return &BranchSummary{Meta: f.Meta, Summary: f.summary, FromID: f.fromID, Details: f.details, Usage: f.answer.Usage}
	case RoleCompactionSummary:
		return &CompactionSummary{Meta: f.Meta, Summary: f.summary, TokensBefore: f.tokensBefore,
			FirstKeptID: f.keptID, Details: f.details, Usage: f.answer.Usage}
	default:
		d.Rewind(start)
		d.Notes.Unknown(start, "role", string(f.role))
		m := &CustomMessage{CustomType: d.Family + "." + string(f.role), Data: d.Raw()}
		m.PlaceAt(start)
		return m
	}
}

// blocks reads a message's content: an array of blocks, or a string, which
// is one text.
func blocks[B Block](d decoder, f *fields, where string) []B {
	if f.content < 0 {
		return nil
	}
	d.Rewind(f.content)
	if d.Kind() == rawjson.String {
		t := &TextContent{}
		t.PlaceAt(f.content)
		t.Text = d.Text(&t.Node)
		return []B{any(t).(B)}
	}
	list := []B{}
	for range d.Elements {
		at := d.Offset()
		b := d.block()
		fit, ok := b.(B)
		if !ok && d.Err() == nil {
			d.Fail(at, "%s cannot stand in %s", b.BlockType(), where)
		}
		if d.Err() != nil {
			return nil
		}
		list = append(list, fit)
	}
	return list
}

// parts is every member that a block of any type may have.
type parts struct {
	Node
	typ                                 string
	text, textSignature, thinking       string
	thinkingSignature, thoughtSignature string
	refusal, redacted                   bool
	media                               Media
	id, family                          string
	arguments                           Raw
	argumentsText                       *string
	kind                                string
	raw                                 Raw
}

func (d decoder) block() Block {
	var p parts
	start := d.Offset()
	if k := d.Kind(); k != rawjson.Object {
		d.Fail(start, "want a content block, got %s", k)
		return nil
	}
	for key := range d.Fields {
		d.part(&p, key)
	}
	if d.Err() != nil {
		return nil
	}
	if p.typ == "" {
		d.Fail(start, "a content block without a type")
		return nil
	}
	p.PlaceAt(start)
	end := d.Offset()
	b := d.typed(&p, start)
	d.Rewind(end)
	return b
}

func (d decoder) part(p *parts, key string) {
	switch key {
	case "type":
		p.typ = d.Str()
	case "text":
		p.text = d.Text(&p.Node)
	case "textSignature":
		p.textSignature = d.Str()
	case "refusal":
		if d.Kind() != rawjson.Bool {
			d.member(&p.Node, key)
			return
		}
		p.refusal = d.Bool()
	case "thinking":
		p.thinking = d.Text(&p.Node)
	case "thinkingSignature":
		p.thinkingSignature = d.Str()
	case "redacted":
		p.redacted = d.Bool()
	case "data":
		p.media.Data = d.Text(&p.Node)
	case "mimeType":
		p.media.MIMEType = d.Str()
	case "url":
		p.media.URL = d.Str()
	case "fileId":
		p.media.FileID = d.Str()
	case "provider":
		p.media.Provider = d.Str()
	case "name":
		p.media.Name = d.Str()
	case "detail":
		p.media.Detail = d.Str()
	case "id":
		p.id = d.Str()
	case "arguments":
		p.arguments = d.arguments()
	case "argumentsText":
		p.argumentsText = nil
		if !d.null() {
			s := d.Text(&p.Node)
			p.argumentsText = &s
		}
	case "thoughtSignature":
		p.thoughtSignature = d.Str()
	case "kind":
		p.kind = d.Str()
	case "family":
		p.family = d.Str()
	case "raw":
		p.raw = d.Raw()
	default:
		d.member(&p.Node, key)
	}
}

// arguments reads a call's arguments, which are an object; null is {}.
func (d decoder) arguments() Raw {
	if d.null() {
		return "{}"
	}
	if k := d.Kind(); k != rawjson.Object {
		d.Fail(d.Offset(), "arguments must be an object, got %s", k)
	}
	return d.Raw()
}

func (d decoder) typed(p *parts, start int) Block {
	switch p.typ {
	case "text":
		return &TextContent{Node: p.Node, Text: p.text, TextSignature: p.textSignature, Refusal: p.refusal}
	case "image", "audio", "video", "document":
		m := p.media
		m.Node, m.Text = p.Node, p.text
		return NewMedia(p.typ, &m)
	case "thinking":
		return &ThinkingContent{Node: p.Node, Thinking: p.thinking, ThinkingSignature: p.thinkingSignature, Redacted: p.redacted}
	case "toolCall":
		t := &ToolCall{Node: p.Node, ID: p.id, Name: p.media.Name, Arguments: p.arguments,
			ArgumentsText: p.argumentsText, ThoughtSignature: p.thoughtSignature, Kind: p.kind}
		if t.Arguments == "" {
			t.Arguments = "{}"
		}
		return t
	case "opaque":
		return &Opaque{Node: p.Node, Family: p.family, Raw: p.raw}
	default:
		d.Rewind(start)
		d.Notes.Unknown(start, "block type", p.typ)
		o := &Opaque{Family: d.Family, Raw: d.Raw()}
		o.PlaceAt(start)
		return o
	}
}

// NewMedia is m as a block of a type: image, audio, video or document.
func NewMedia(blockType string, m *Media) Block {
	switch blockType {
	case "image":
		return (*ImageContent)(m)
	case "audio":
		return (*AudioContent)(m)
	case "video":
		return (*VideoContent)(m)
	case "document":
		return (*DocumentContent)(m)
	default:
		panic("conv: " + blockType + " is no type of media")
	}
}

func (d decoder) usage() *Usage {
	u := &Usage{}
	u.PlaceAt(d.Offset())
	counters := u.counters()
	for key := range d.Fields {
		switch key {
		case "cost":
			if !d.null() {
				u.Cost = d.cost()
			}
			continue
		case "inputUnknown":
			u.InputUnknown = d.Bool()
			continue
		}
		known := false
		for _, c := range counters {
			if c.key == key {
				*c.value, known = d.Int(), true
			}
		}
		if !known {
			d.member(&u.Node, key)
		}
	}
	return u
}

func (d decoder) cost() *UsageCost {
	c := &UsageCost{}
	for key := range d.Fields {
		switch key {
		case "input":
			c.Input = d.Number()
		case "output":
			c.Output = d.Number()
		case "cacheRead":
			c.CacheRead = d.Number()
		case "cacheWrite":
			c.CacheWrite = d.Number()
		case "total":
			c.Total = d.Number()
		}
	}
	return c
}

func (d decoder) stopDetail() *StopDetail {
	s := &StopDetail{}
	for key := range d.Fields {
		switch key {
		case "raw":
			s.Raw = d.Str()
		case "kind":
			s.Kind = StopKind(d.Str())
		default:
			d.member(&s.Node, key)
		}
	}
	return s
}

func (d decoder) diagnostic() Diagnostic {
	var x Diagnostic
	for key := range d.Fields {
		switch key {
		case "type":
			x.Type = d.Str()
		case "timestamp":
			x.Timestamp = d.Int()
		case "message":
			x.Message = d.Str()
		case "details":
			x.Details = d.Raw()
		}
	}
	return x
}

func (d decoder) tool() ToolDefinition {
	var t ToolDefinition
	t.PlaceAt(d.Offset())
	if k := d.Kind(); k != rawjson.Object {
		d.Fail(d.Offset(), "want a tool definition, got %s", k)
		return t
	}
	for key := range d.Fields {
		switch key {
		case "name":
			t.Name = d.Str()
		case "description":
			t.Description = d.Text(&t.Node)
		case "parameters":
			t.Parameters = d.Raw()
		case "strict":
			t.Strict = d.OptBool()
		case "family":
			t.Family = d.Str()
		case "raw":
			t.Raw = d.Raw()
		default:
			d.member(&t.Node, key)
		}
	}
	return t
}

func (d decoder) request() *Request {
	r := &Request{}
	r.PlaceAt(d.Offset())
	numbers := r.numbers()
	for key := range d.Fields {
		switch key {
		case "model":
			r.Model = d.Str()
		case "stop":
			r.Stop = []string{}
			for range d.Elements {
				r.Stop = append(r.Stop, d.Str())
			}
		case "toolChoice":
			if !d.null() {
				r.ToolChoice = d.toolChoice()
			}
		case "parallelToolCalls":
			r.ParallelToolCalls = d.OptBool()
		case "responseFormat":
			if !d.null() {
				r.ResponseFormat = d.responseFormat()
			}
		case "reasoning":
			if !d.null() {
				r.Reasoning = d.reasoning()
			}
		case "stream":
			r.Stream = d.OptBool()
		case "user":
			r.User = d.Str()
		default:
			known := false
			for _, p := range numbers {
				if p.key == key {
					*p.value, known = d.Number(), true
				}
			}
			if !known {
				d.member(&r.Node, key)
			}
		}
	}
	return r
}

func (d decoder) toolChoice() *ToolChoice {
	t := &ToolChoice{}
	for key := range d.Fields {
		switch key {
		case "mode":
			t.Mode = ChoiceMode(d.Str())
		case "name":
			t.Name = d.Str()
		default:
			d.member(&t.Node, key)
		}
	}
	return t
}

func (d decoder) responseFormat() *ResponseFormat {
	f := &ResponseFormat{}
	for key := range d.Fields {
		switch key {
		case "type":
			f.Type = d.Str()
		case "name":
			f.Name = d.Str()
		case "description":
			f.Description = d.Str()
		case "schema":
			f.Schema = d.Raw()
		case "strict":
			f.Strict = d.OptBool()
		default:
			d.member(&f.Node, key)
		}
	}
	return f
}

func (d decoder) reasoning() *Reasoning {
	x := &Reasoning{}
	for key := range d.Fields {
		switch key {
		case "effort":
			x.Effort = d.Str()
		case "budgetTokens":
			x.BudgetTokens = d.Number()
		case "enabled":
			x.Enabled = d.OptBool()
		default:
			d.member(&x.Node, key)
		}
	}
	return x
}
