package bedrock

import (
	"cmp"
	"iter"
	"strings"

	"convo/conv"
	"convo/conv/note"
	"convo/conv/parts"
	"convo/conv/rawjson"
	"convo/conv/record"
	"convo/conv/session"
)

// own is the residue of the format.
var own = &record.Family{Name: family, Gathered: true}

// The fields of a request that have parameters, and these.
const (
	inference = "maxTokens=maxTokens temperature=temperature topP=topP stop=stopSequences"
	more      = "additionalModelRequestFields" // which only some models take
	topK      = "topK=top_k"
)

type decoder struct{ *parts.Builder }

func newDecoder(data []byte, notes *note.Notes) *decoder {
	return &decoder{parts.NewPlain(own, data, notes)}
}

func decode(data []byte, notes *note.Notes) iter.Seq2[*conv.Conversation, error] {
	d := newDecoder(data, notes)
	at := d.Offset()
	if d.Kind() == rawjson.Array {
		d.Each(d.Skipped(), "messages", d.message)
	} else if d.WantOneOf("a request or an answer of Converse", "messages", "output") {
		list := d.Ahead("messages")
		switch raw := d.Raw(); {
		case d.Err() != nil:
		case list >= 0:
			d.request(raw, at)
			d.Each(list, "messages", d.message)
		default:
			d.answer(raw, at)
		}
	}
	return d.One(d.C)
}

func decodeLog(data []byte, notes *note.Notes) iter.Seq2[*conv.Conversation, error] {
	d := newDecoder(data, notes)
	if at := d.Offset(); d.WantOneOf("the log of a call of Converse", "input") {
		if raw := d.Raw(); d.Err() == nil {
			d.log(raw, at)
		}
	}
	return d.One(d.C)
}

// log reads the record of a call, with its request and its answer.
func (d *decoder) log(raw conv.Raw, at int) {
	body := raw.Lookup("input.inputBodyJson")
	d.request(body, at)
	for m := range body.Lookup("messages").Elements {
		d.message(m, at)
	}
	if d.C.ID = parts.Str(raw, "requestId"); d.C.Request == nil {
		d.C.Request = &conv.Request{}
	}
	d.C.Request.Model = parts.Str(raw, "modelId")
	d.Rest(&d.C.Node, raw, "requestId modelId timestamp input output operation schemaType schemaVersion")
	d.Object(&d.C.Node, "input", raw.Lookup("input"), "inputBodyJson inputContentType inputTokenCount")
	d.Object(&d.C.Node, "output", raw.Lookup("output"), "outputBodyJson outputContentType outputTokenCount")
	if said := raw.Lookup("output.outputBodyJson"); said != "" {
		m := d.answer(said, at)
		m.Model, m.Timestamp = d.C.Request.Model, session.ISOTime(parts.Str(raw, "timestamp"))
	}
}

// request reads what a request has besides its messages.
func (d *decoder) request(raw conv.Raw, at int) {
	r := &conv.Request{Model: parts.Str(raw, "modelId")}
	d.C.Request = r
	if at >= 0 {
		r.SetOffset(at)
	}
	if system := raw.Lookup("system"); system != "" && system != "[]" {
		m := d.Open("system", at)
		for block := range system.Elements {
			d.block(m, block, at)
		}
		parts.Prompt(own, d.C)
	}
	parts.Ask(own, r, "inferenceConfig", raw.Lookup("inferenceConfig"), inference)
	some := raw.Lookup(more)
	if think := parts.At(some, "thinking reasoning_config"); think.Lookup("budget_tokens") != "" || parts.Str(think, "type") == "disabled" {
		on := parts.Str(think, "type") != "disabled"
		r.Reasoning = &conv.Reasoning{BudgetTokens: conv.Number(think.Lookup("budget_tokens")), Enabled: &on}
		d.Lose(think, at, "type budget_tokens")
		if some = some.Without("thinking", "reasoning_config"); some == "{}" {
			some = ""
		}
	}
	parts.Ask(own, r, more, some, topK)
	d.tools(raw.Lookup("toolConfig"), at)
	wanted := raw.Lookup("outputConfig")
	if schema := parts.At(wanted, "textFormat.structure.jsonSchema"); schema != "" {
		r.ResponseFormat = parts.Schema(parts.Decoded(schema.Lookup("schema")))
		r.ResponseFormat.Name, r.ResponseFormat.Description = parts.Str(schema, "name"), parts.Str(schema, "description")
		d.Lose(schema, at, "schema name description")
		d.Lose(wanted.Lookup("textFormat.structure"), at, "jsonSchema")
		d.Lose(wanted.Lookup("textFormat"), at, "type structure")
		wanted = wanted.Without("textFormat")
	}
	d.Object(&r.Node, "outputConfig", wanted, "")
	d.Rest(&r.Node, raw, "modelId messages system inferenceConfig additionalModelRequestFields toolConfig outputConfig")
	if raw.Lookup("system") == "[]" {
		own.SetBlank(&r.Node, "system", "[]")
	}
	if r.IsEmpty() {
		d.C.Request = nil
	}
}

func (d *decoder) tools(config conv.Raw, at int) {
	for tool := range config.Lookup("tools").Elements {
		spec := tool.Lookup("toolSpec")
		t := conv.ToolDefinition{Name: parts.Str(spec, "name"), Description: parts.Str(spec, "description"), Parameters: parts.At(spec, "inputSchema.json")}
		if strict := spec.Lookup("strict"); strict == "true" || strict == "false" {
			on := strict == "true"
			t.Strict = &on
		}
		if spec == "" { // one of the server, or a place to cache
			t = conv.ToolDefinition{Family: family, Raw: tool}
		}
		if t.Raw == "" {
			d.Rest(&t.Node, tool, "toolSpec")
			d.Object(&t.Node, "inputSchema", spec.Lookup("inputSchema"), "json")
			d.Rest(&t.Node, spec, "name description inputSchema strict")
		}
		if at >= 0 {
			t.SetOffset(at)
		}
		d.C.Tools = append(d.C.Tools, t)
	}
	r := d.C.Request
	for word, v := range config.Lookup("toolChoice").Fields {
		switch word {
		case "auto":
			r.ToolChoice = &conv.ToolChoice{Mode: conv.ChoiceAuto}
		case "any":
			r.ToolChoice = &conv.ToolChoice{Mode: conv.ChoiceRequired}
		case "tool":
			r.ToolChoice = &conv.ToolChoice{Mode: conv.ChoiceTool, Name: parts.Str(v, "name")}
		}
		d.Lose(v, at, "name")
	}
	d.Lose(config.Lookup("toolChoice"), at, "auto any tool")
	d.Object(&r.Node, "toolConfig", config, "tools toolChoice")
	if config == "{}" || config.Without("tools") == "{}" && config.Lookup("tools") == "[]" {
		own.SetBlank(&r.Node, "toolConfig", config)
	}
}

// message reads a message. Its results are messages of their own.
func (d *decoder) message(raw conv.Raw, at int) {
	role, first := parts.Str(raw, "role"), len(d.C.Messages)
	if raw[0] != '{' {
		d.Fail(at, "want a message as an object")
		return
	}
	var m conv.Message
	for block := range raw.Lookup("content").Elements {
		if result := block.Lookup("toolResult"); role == "user" && result.Lookup("toolUseId") != "" {
			d.result(result, at)
			d.Left(block, "toolResult type")
			m = nil
			continue
		}
		if m == nil {
			m = d.Open(role, at)
		}
		if m == nil {
			break
		}
		d.block(m, block, at)
	}
	if len(d.C.Messages) == first && d.Open(role, at) == nil {
		d.Custom(cmp.Or(role, "message"), raw, false, at)
		return
	}
	d.Group(first, "message")
	if n := &conv.MetaOf(d.C.Messages[first]).Node; conv.RoleOf(d.C.Messages[first]) == conv.RoleToolResult {
		d.Object(n, "message", raw, "role content")
	} else {
		d.Rest(n, raw, "role content")
	}
}

func (d *decoder) result(result conv.Raw, at int) {
	m := d.Result(parts.Str(result, "toolUseId"), "", at)
	m.ToolName = "" // the call says it
	switch m.IsError = parts.Str(result, "status") == "error"; result.Lookup("status") {
	case "", `"error"`:
	default:
		own.SetHint(&m.Node, "status", result.Lookup("status"))
	}
	d.Rest(&m.Node, result, "toolUseId status content type")
	for block := range result.Lookup("content").Elements {
		if value := block.Lookup("json"); value != "" {
			d.formed(m, string(value), "json", at)
			d.Left(block, "json type")
			continue
		}
		d.block(m, block, at)
	}
}

// formed adds a text that stood in another form than others.
func (d *decoder) formed(m conv.Message, text, form string, at int) {
	t := &conv.TextContent{Text: text}
	own.Set(&t.Node, hintForm, rawjson.Quoted(form))
	d.Say(m, t, "", at)
}

// block reads a block, by its field.
func (d *decoder) block(m conv.Message, block conv.Raw, at int) {
	for kind, v := range block.Fields {
		switch kind {
		case "type":
			continue
		case "text":
			d.Text(m, v.Text(), at)
		case "image", "document", "video", "audio":
			d.file(m, kind, v, block, at)
		case "toolUse":
			t := d.Call(m, parts.Str(v, "toolUseId"), parts.Str(v, "name"), v.Lookup("input"), block, at)
			if v.Lookup("type").Text() == "server_tool_use" { // which nobody answers
				own.Set(&t.Node, "type", v.Lookup("type"))
			}
			d.Rest(&t.Node, v, "toolUseId name input type")
		case "reasoningContent":
			d.reasoning(m, v, block, at)
		case "citationsContent":
			var text strings.Builder
			for part := range v.Lookup("content").Elements {
				text.WriteString(parts.Str(part, "text"))
				d.Lose(part, at, "text")
			}
			d.Text(m, text.String(), at)
			d.Left(v, "content")
		case "guardContent":
			if text := parts.Str(v, "text.text"); text != "" {
				d.formed(m, text, kind, at)
				d.Left(v.Lookup("text"), "text")
				d.Left(v, "text")
			} else {
				d.Opaque(m, block, at)
			}
		case "cachePoint":
			d.Left(block, "type")
		case "searchResult", "toolResult", "toolAddition", "toolRemoval":
			d.Opaque(m, block, at)
		default:
			d.Unknown(m, kind, block, at)
		}
		if kind != "cachePoint" {
			d.Left(block, "type "+kind)
		}
		return
	}
}

// file reads a file, whose format is the ending of a name.
func (d *decoder) file(m conv.Message, kind string, v, block conv.Raw, at int) {
	ending, source := parts.Str(v, "format"), v.Lookup("source")
	f := &conv.Media{Name: parts.Str(v, "name"), MIMEType: typeOf(kind, ending)}
	f.Data, f.Text = parts.Str(source, "bytes"), cmp.Or(parts.Str(source, "text"), textOf(source.Lookup("content")))
	if f.FileID = parts.Str(source, "s3Location.uri"); f.FileID != "" { // which no other vendor reads
		f.Provider = provider
	}
	d.Rest(&f.Node, v, "format name source")
	d.Object(&f.Node, "source", source, "bytes s3Location text")
	d.Object(&f.Node, "s3Location", source.Lookup("s3Location"), "uri")
	d.Media(m, kind, f, block, at)
}

// textOf is the text of a document in pieces, which can be cited one by one. It is none if
// one of them is no text.
func textOf(pieces conv.Raw) string {
	var texts []string
	for piece := range pieces.Elements {
		text := piece.Lookup("text")
		if text == "" {
			return ""
		}
		texts = append(texts, text.Text())
	}
	return strings.Join(texts, "\n\n")
}

func (d *decoder) reasoning(m conv.Message, v, block conv.Raw, at int) {
	if hidden := parts.Str(v, "redactedContent"); hidden != "" {
		d.Thinking(m, "", hidden, block, at).Redacted = true
		d.Left(v, "redactedContent")
		return
	}
	d.Thinking(m, parts.Str(v, "reasoningText.text"), parts.Str(v, "reasoningText.signature"), block, at)
	d.LeftIn(v, "reasoningText", "text signature")
	d.Left(v, "reasoningText")
}

// answer reads an answer.
func (d *decoder) answer(raw conv.Raw, at int) *conv.AssistantMessage {
	m := &conv.AssistantMessage{Provider: provider}
	d.Add(m, at)
	message := raw.Lookup("output.message")
	for block := range message.Lookup("content").Elements {
		d.block(m, block, at)
	}
	parts.Stop(m, parts.Str(raw, "stopReason"))
	switch failed := raw.Lookup("exception"); {
	case failed != "":
		m.StopReason, m.ErrorMessage = conv.StopError, cmp.Or(parts.Str(failed, "message"), string(failed))
		m.StopDetail = cmp.Or(m.StopDetail, &conv.StopDetail{})
		d.Lose(failed, at, "message")
	case m.StopReason == "":
		m.StopReason, m.StopDetail = conv.StopAborted, &conv.StopDetail{Kind: conv.KindInterrupted}
	}
	n := &m.StopDetail.Node // so that no request has what only an answer may have
	d.Rest(n, raw, "output stopReason usage exception")
	d.Object(n, "output", raw.Lookup("output"), "message")
	d.Object(n, "message", message, "role content")
	d.usage(m, raw.Lookup("usage"))
	return m
}

// usage reads counts. The input excludes what a cache had.
func (d *decoder) usage(m *conv.AssistantMessage, counts conv.Raw) {
	n := func(keys string) int64 { return record.CountIn(parts.At(counts, keys)) }
	u := &conv.Usage{
		Input: n("inputTokens"), Output: n("outputTokens"), TotalTokens: n("totalTokens"),
		CacheRead: n("cacheReadInputTokens cacheReadInputTokenCount"), CacheWrite: n("cacheWriteInputTokens cacheWriteInputTokenCount"),
	}
	if u.IsZero() {
		return
	}
	d.Rest(&u.Node, counts, "inputTokens outputTokens totalTokens cacheReadInputTokens cacheReadInputTokenCount cacheWriteInputTokens cacheWriteInputTokenCount")
	m.Usage = u
}
