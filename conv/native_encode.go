package conv

import (
	"fmt"
	"strings"

	"convo/conv/rawjson"
)

// encoder writes conversation.json in one of its dialects.
type encoder struct {
	*rawjson.Writer
	Dialect
}

// WriteContext writes a conversation in a dialect of conversation.json.
func WriteContext(w *rawjson.Writer, c *Conversation, d Dialect) {
	e := encoder{w, d}
	w.BeginObject()
	if d.Family == nativeFamily {
		w.Key("convo")
		w.Int(1)
	}
	w.OptField("id", c.ID)
	w.OptField("title", c.Title)
	if c.SystemPrompt != "" {
		w.Key("systemPrompt")
		WriteText(w, &c.Node, c.SystemPrompt)
	}
	w.Key("messages")
	w.BeginArray()
	for _, m := range c.Messages {
		e.message(m)
	}
	w.EndArray()
	if len(c.Tools) > 0 {
		w.Key("tools")
		w.BeginArray()
		for i := range c.Tools {
			e.tool(&c.Tools[i])
		}
		w.EndArray()
	}
	if c.Request != nil {
		w.Key("request")
		e.request(c.Request)
	}
	w.OptRaw("state", c.State)
	w.OptRaw("context", c.Context)
	e.residue(&c.Node)
	w.EndObject()
}

// residue writes the members of the dialect's own family in place and those
// of other families under extensions.
func (e encoder) residue(n *Node, written ...string) {
	if len(n.Extensions) == 0 {
		return
	}
	WriteResidue(e.Writer, n, e.Family, written...)
	open := false
	for _, x := range n.Extensions {
		if x.Family == e.Family {
			continue
		}
		if !open {
			e.Key("extensions")
			e.BeginObject()
			open = true
		}
		e.Key(x.Family)
		e.BeginObject()
		for _, m := range x.Members {
			e.OptRaw(m.Key, m.Value)
		}
		e.EndObject()
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
		panic(fmt.Sprintf("conv: a %T is no message that can be written; see Customs", m))
	}
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

// meta writes what ends every message but the timestamp.
func (e encoder) meta(m *Meta) {
	e.OptField("group", m.Group)
	e.OptField("encryptedValue", m.EncryptedValue)
	if m.Timestamp != 0 || e.Filled {
		e.residue(&m.Node, "timestamp")
	} else {
		e.residue(&m.Node)
	}
	e.EndObject()
}

func (e encoder) answer(m *AssistantMessage) {
	field := e.OptField
	if e.Filled {
		field = e.Field
	}
	protocol := "protocol"
	if e.API {
		protocol = "api"
	}
	field(protocol, string(m.Protocol))
	field("provider", m.Provider)
	field("model", m.Model)
	e.OptField("responseModel", m.ResponseModel)
	e.OptField("responseId", m.ResponseID)
	e.OptField("providerRequestId", m.ProviderRequestID)
	if m.Usage != nil {
		e.Key("usage")
		e.usage(m.Usage)
	}
	e.OptField("stopReason", string(m.StopReason))
	if d := m.StopDetail; d != nil {
		e.Key("stopDetail")
		e.BeginObject()
		e.OptField("raw", d.Raw)
		e.OptField("kind", string(d.Kind))
		e.residue(&d.Node)
		e.EndObject()
	}
	e.OptField("errorMessage", m.ErrorMessage)
	if len(m.Diagnostics) > 0 {
		e.Key("diagnostics")
		e.BeginArray()
		for _, d := range m.Diagnostics {
			e.diagnostic(d)
		}
		e.EndArray()
	}
	if e.Filled {
		e.Key("timestamp")
		e.Int(m.Timestamp)
		e.meta(&m.Meta)
		return
	}
	e.end(&m.Meta)
}

func (e encoder) diagnostic(d Diagnostic) {
	e.BeginObject()
	e.Field("type", d.Type)
	e.OptInt("timestamp", d.Timestamp)
	e.OptField("message", d.Message)
	e.OptRaw("details", d.Details)
	e.EndObject()
}

func (e encoder) usage(u *Usage) {
	e.BeginObject()
	for _, c := range u.counters() {
		if c.always || *c.value != 0 {
			e.Key(c.key)
			e.Int(*c.value)
		}
	}
	if u.InputUnknown {
		e.Key("inputUnknown")
		e.Bool(true)
	}
	if cost := u.Cost; cost != nil {
		e.Key("cost")
		e.BeginObject()
		e.OptNumber("input", cost.Input)
		e.OptNumber("output", cost.Output)
		e.OptNumber("cacheRead", cost.CacheRead)
		e.OptNumber("cacheWrite", cost.CacheWrite)
		e.OptNumber("total", cost.Total)
		e.EndObject()
	}
	e.residue(&u.Node)
	e.EndObject()
}

// counter is a token count and its key; some are always written.
type counter struct {
	key    string
	value  *int64
	always bool
}

func (u *Usage) counters() [9]counter {
	return [9]counter{
		{"input", &u.Input, true}, {"output", &u.Output, true},
		{"cacheRead", &u.CacheRead, true}, {"cacheWrite", &u.CacheWrite, true},
		{"totalTokens", &u.TotalTokens, true},
		{"reasoning", &u.Reasoning, false}, {"cacheWrite1h", &u.CacheWrite1h, false},
		{"inputAudio", &u.InputAudio, false}, {"outputAudio", &u.OutputAudio, false},
	}
}

func (e encoder) result(m *ToolResultMessage) {
	e.Field("toolCallId", m.ToolCallID)
	if e.Filled {
		e.Field("toolName", m.ToolName)
	} else {
		e.OptField("toolName", m.ToolName)
	}
	content(e, m.Content)
	if m.IsError || e.Filled {
		e.Key("isError")
		e.Bool(m.IsError)
	}
	e.OptRaw("details", m.Details)
	if m.Terminate {
		e.Key("terminate")
		e.Bool(true)
	}
	e.end(&m.Meta)
}

// custom writes an application's message; one of a role that the dialect's
// own family has and convo does not know goes back as it was.
func (e encoder) custom(m *CustomMessage) {
	if _, ok := strings.CutPrefix(m.CustomType, e.Family+"."); ok && m.Data != "" {
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
	if u != nil {
		e.Key("usage")
		e.usage(u)
	}
	e.end(m)
}

func content[B Block](e encoder, blocks []B) {
	e.Key("content")
	e.BeginArray()
	for _, b := range blocks {
		e.block(b)
	}
	e.EndArray()
}

func (e encoder) block(b Block) {
	switch b := b.(type) {
	case *TextContent:
		e.BeginObject()
		e.Field("type", "text")
		e.Key("text")
		WriteText(e.Writer, &b.Node, b.Text)
		e.OptField("textSignature", b.TextSignature)
		if b.Refusal {
			e.Key("refusal")
			e.Bool(true)
		}
	case *ImageContent, *AudioContent, *VideoContent, *DocumentContent:
		e.media(b.BlockType(), MediaOf(b))
	case *ThinkingContent:
		e.BeginObject()
		e.Field("type", "thinking")
		e.Key("thinking")
		WriteText(e.Writer, &b.Node, b.Thinking)
		e.OptField("thinkingSignature", b.ThinkingSignature)
		if b.Redacted {
			e.Key("redacted")
			e.Bool(true)
		}
	case *ToolCall:
		e.call(b)
	case *Opaque:
		if b.Family == e.Family {
			e.Raw(b.Raw)
			return
		}
		e.BeginObject()
		e.Field("type", "opaque")
		e.Field("family", b.Family)
		e.OptRaw("raw", b.Raw)
	default:
		panic(fmt.Sprintf("conv: a %T is no block", b))
	}
	e.residue(b.node())
	e.EndObject()
}

func (e encoder) media(typ string, m *Media) {
	e.BeginObject()
	e.Field("type", typ)
	if m.Data != "" {
		e.Key("data")
		WriteText(e.Writer, &m.Node, m.Data)
	}
	e.OptField("mimeType", m.MIMEType)
	e.OptField("url", m.URL)
	e.OptField("fileId", m.FileID)
	e.OptField("provider", m.Provider)
	e.OptField("text", m.Text)
	e.OptField("name", m.Name)
	e.OptField("detail", m.Detail)
}

func (e encoder) call(t *ToolCall) {
	e.BeginObject()
	e.Field("type", "toolCall")
	e.Field("id", t.ID)
	e.Field("name", t.Name)
	e.Key("arguments")
	if t.Arguments == "" {
		e.Raw("{}")
	} else {
		e.Raw(t.Arguments)
	}
	if t.ArgumentsText != nil {
		e.Key("argumentsText")
		WriteText(e.Writer, &t.Node, *t.ArgumentsText)
	}
	e.OptField("thoughtSignature", t.ThoughtSignature)
	e.OptField("kind", t.Kind)
}

func (e encoder) tool(t *ToolDefinition) {
	e.BeginObject()
	if t.Family != "" {
		e.OptField("name", t.Name)
		e.Field("family", t.Family)
		e.OptRaw("raw", t.Raw)
		e.residue(&t.Node)
		e.EndObject()
		return
	}
	e.Field("name", t.Name)
	if t.Description != "" || e.Filled {
		e.Key("description")
		WriteText(e.Writer, &t.Node, t.Description)
	}
	e.OptRaw("parameters", t.Parameters)
	e.OptBool("strict", t.Strict)
	e.residue(&t.Node)
	e.EndObject()
}

func (e encoder) request(r *Request) {
	e.BeginObject()
	e.OptField("model", r.Model)
	for _, p := range r.numbers() {
		e.OptNumber(p.key, *p.value)
	}
	if r.Stop != nil {
		e.Key("stop")
		e.BeginArray()
		for _, s := range r.Stop {
			e.Str(s)
		}
		e.EndArray()
	}
	if t := r.ToolChoice; t != nil {
		e.Key("toolChoice")
		e.BeginObject()
		e.OptField("mode", string(t.Mode))
		e.OptField("name", t.Name)
		e.residue(&t.Node)
		e.EndObject()
	}
	e.OptBool("parallelToolCalls", r.ParallelToolCalls)
	if f := r.ResponseFormat; f != nil {
		e.Key("responseFormat")
		e.BeginObject()
		e.OptField("type", f.Type)
		e.OptField("name", f.Name)
		e.OptField("description", f.Description)
		e.OptRaw("schema", f.Schema)
		e.OptBool("strict", f.Strict)
		e.residue(&f.Node)
		e.EndObject()
	}
	if x := r.Reasoning; x != nil {
		e.Key("reasoning")
		e.BeginObject()
		e.OptField("effort", x.Effort)
		e.OptNumber("budgetTokens", x.BudgetTokens)
		e.OptBool("enabled", x.Enabled)
		e.residue(&x.Node)
		e.EndObject()
	}
	e.OptBool("stream", r.Stream)
	e.OptField("user", r.User)
	e.residue(&r.Node)
	e.EndObject()
}

// parameter is a numeric request parameter and its key.
type parameter struct {
	key   string
	value *Number
}

func (r *Request) numbers() [7]parameter {
	return [7]parameter{
		{"maxTokens", &r.MaxTokens}, {"temperature", &r.Temperature}, {"topP", &r.TopP}, {"topK", &r.TopK},
		{"seed", &r.Seed}, {"frequencyPenalty", &r.FrequencyPenalty}, {"presencePenalty", &r.PresencePenalty},
	}
}

// MediaOf is what image, audio, video and document blocks share, nil for
// other blocks.
func MediaOf(b Block) *Media {
	switch b := b.(type) {
	case *ImageContent:
		return (*Media)(b)
	case *AudioContent:
		return (*Media)(b)
	case *VideoContent:
		return (*Media)(b)
	case *DocumentContent:
		return (*Media)(b)
	default:
		return nil
	}
}
