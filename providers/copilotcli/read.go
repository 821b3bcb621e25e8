package copilotcli

import (
	"cmp"
	"iter"
	"slices"
	"strings"

	"convo/conv"
	"convo/conv/note"
	"convo/conv/parts"
	"convo/conv/rawjson"
	"convo/conv/session"
)

type decoder struct {
	*parts.Builder
	model   string                 // of answers that name none
	thought string                 // reasoning of the next answer, if that does not say it
	called  map[string]conv.Raw    // the arguments of calls by their ids
	early   *conv.AssistantMessage // of calls that began before the answer that asks for them
}

func decode(data []byte, notes *note.Notes) iter.Seq2[*conv.Conversation, error] {
	d := &decoder{Builder: parts.NewBuilder(own, data, notes), called: map[string]conv.Raw{}}
	d.C.Session = &conv.Session{Agent: family}
	return session.Objects(data, notes, "an event of Copilot CLI", "not a session of Copilot CLI: no event begins it, and none is a message", d.event, d.end)
}

// end is what was read, with reasoning that no answer came after; nil without a session.
func (d *decoder) end() *conv.Conversation {
	if d.thought != "" {
		m := &conv.AssistantMessage{Model: d.model}
		d.Add(m, -1)
		d.Thinking(m, d.thought, "", "", -1)
	}
	if len(d.C.Messages) == 0 && d.C.ID == "" {
		return nil
	}
	return d.C
}

func (d *decoder) event(raw conv.Raw, at int) {
	kind, data := parts.Str(raw, "type"), raw.Lookup("data")
	switch {
	case raw.Lookup("ephemeral") == "true": // another event says all of it
		d.Notes.Info(note.CodeExtension, note.Dropped, at, "passing event of the program", kind)
		return
	case parts.Str(raw, "agentId") != "" || parts.Str(data, "parentToolCallId") != "":
		d.Custom(kind, raw, true, at)
		return
	}
	switch kind {
	case "session.start":
		d.start(raw, data, at)
	case "session.model_change":
		d.model = parts.Str(data, "newModel")
		d.pass(raw, data, at, "newModel previousModel")
	case "user.message":
		d.question(raw, data, at)
	case "system.message":
		m := d.message(cmp.Or(parts.Str(data, "role"), "system"), raw, at)
		d.Text(m, parts.Str(data, "content"), at)
		d.Rest(&conv.MetaOf(m).Node, data, "content role")
	case "assistant.message":
		d.answer(raw, data, at)
	case "tool.execution_start":
		d.begun(raw, data, at)
	case "tool.execution_complete":
		d.result(raw, data, at)
	case "session.compaction_complete":
		d.summary(raw, data, at)
	case "abort":
		m := d.ended(raw, conv.StopAborted, parts.Str(data, "reason"), at)
		d.Rest(&m.Node, data, "reason")
	case "session.error":
		m := d.ended(raw, conv.StopError, parts.Str(data, "errorType"), at)
		m.ErrorMessage = parts.Str(data, "message")
		d.Rest(&m.Node, data, "errorType message")
	case "assistant.reasoning":
		if text := parts.Str(data, "content"); !d.said(text) {
			d.instead(text, at)
		}
		d.pass(raw, data, at, "content reasoningId rte")
	case "assistant.turn_start", "assistant.turn_end":
		d.pass(raw, data, at, "turnId interactionId model rte")
	default:
		d.Notes.Loss(note.CodeExtension, note.Dropped, at, "event of the program", kind)
	}
}

// envelope are the fields of an event around its data.
const envelope = "type data id timestamp parentId ephemeral"

// pass notes the fields of an event that no message keeps.
func (d *decoder) pass(raw, data conv.Raw, at int, read string) {
	d.Lose(raw, at, envelope)
	d.Lose(data, at, read)
}

// message adds an empty message with what an event says of itself.
func (d *decoder) message(role string, raw conv.Raw, at int) conv.Message {
	m := d.Open(role, at)
	if m == nil {
		m = d.Open("system", at)
		own.Set(&conv.MetaOf(m).Node, "role", rawjson.Quoted(role))
	}
	d.dated(conv.MetaOf(m), raw)
	return m
}

// dated gives a message the id and the time of its event.
func (d *decoder) dated(meta *conv.Meta, raw conv.Raw) {
	meta.ID = parts.Str(raw, "id")
	switch at := raw.Lookup("timestamp"); {
	case strings.HasPrefix(string(at), `"`):
		meta.Timestamp = session.ISOTime(at.Text())
	default:
		meta.Timestamp, _ = conv.Number(at).Int()
	}
	d.Rest(&meta.Node, raw, envelope)
}

// ended adds an answer that came to nothing. The one before it may be whole.
func (d *decoder) ended(raw conv.Raw, reason conv.StopReason, word string, at int) *conv.AssistantMessage {
	m := d.message("assistant", raw, at).(*conv.AssistantMessage)
	m.StopReason, m.StopDetail = reason, &conv.StopDetail{Raw: word}
	return m
}

// start reads what a session begins with.
func (d *decoder) start(raw, data conv.Raw, at int) {
	s, context := d.C.Session, data.Lookup("context")
	if d.C.ID != "" {
		d.Notes.Loss(note.CodeExtension, note.Dropped, at, "event of the program", "session.start that is not the first")
		return
	}
	d.C.ID, s.AgentVersion = parts.Str(data, "sessionId"), parts.Str(data, "copilotVersion")
	s.Cwd, s.Branch = parts.Str(context, "cwd"), parts.Str(context, "branch")
	s.Started = session.ISOTime(parts.Str(data, "startTime"))
	d.model = parts.Str(data, "selectedModel")
	s.Model = d.model
	d.Lose(raw, at, envelope)
	d.Rest(&s.Node, data, "sessionId copilotVersion startTime selectedModel context")
	d.Object(&s.Node, "context", context, "cwd branch")
}

// question reads what a user said or, if it names a source, what the program did for one.
func (d *decoder) question(raw, data conv.Raw, at int) {
	m := d.message("user", raw, at).(*conv.UserMessage)
	source := parts.Str(data, "source")
	m.Injected = source != "" && source != "user"
	d.Text(m, parts.Str(data, "content"), at)
	var named []conv.Raw
	for file := range data.Lookup("attachments").Elements {
		if parts.Str(file, "type") != "blob" {
			named = append(named, file)
			continue
		}
		d.Media(m, "", &conv.Media{Data: parts.Str(file, "data"), MIMEType: parts.Str(file, "mimeType"), Name: parts.Str(file, "displayName")}, file, at)
		d.Left(file, "type data mimeType displayName")
	}
	if len(named) > 0 {
		own.Set(&m.Node, "attachments", rawjson.ArrayOf(named))
	}
	d.Rest(&m.Node, data, "content interactionId attachments")
}

// said reports whether the last answer has this reasoning.
func (d *decoder) said(text string) bool {
	n := len(d.C.Messages)
	if n == 0 {
		return false
	}
	m, ok := d.C.Messages[n-1].(*conv.AssistantMessage)
	if !ok || len(m.Content) == 0 {
		return false
	}
	t, ok := m.Content[0].(*conv.ThinkingContent)
	return ok && t.Thinking == text
}

// instead keeps reasoning for the next answer, in the place of what was kept.
func (d *decoder) instead(text string, at int) (was string) {
	if was, d.thought = d.thought, text; was != "" && text != "" && was != text {
		d.Notes.Loss(note.CodeThinking, note.Dropped, at, "reasoning that no answer came after", "")
	}
	return was
}

func (d *decoder) answer(raw, data conv.Raw, at int) {
	m := d.asked(data)
	if m == nil {
		m = d.message("assistant", raw, at).(*conv.AssistantMessage)
	} else {
		d.dated(&m.Meta, raw)
	}
	begun := m.Content
	m.Content = nil
	m.Model = cmp.Or(parts.Str(data, "model"), d.model)
	thought := parts.Str(data, "reasoningText")
	thought = cmp.Or(thought, d.instead(thought, at))
	d.thought = ""
	d.Thinking(m, thought, parts.Str(data, "reasoningOpaque"), "", at)
	d.Text(m, parts.Str(data, "content"), at)
	m.Content = append(m.Content, begun...)
	for call := range data.Lookup("toolRequests").Elements {
		if call[0] != '{' {
			d.Unknown(m, "call", call, at)
			continue
		}
		id := parts.Str(call, "toolCallId")
		if len(begun) > 0 && id != "" && d.again(id, call.Lookup("arguments"), at) {
			d.Lose(call, at, "toolCallId name toolName arguments type")
			continue
		}
		t := d.Call(m, id, parts.Str(call, "name toolName"), call.Lookup("arguments"), call, at)
		d.called[id] = t.Arguments
		d.Rest(&t.Node, call, "toolCallId name toolName arguments type")
	}
	parts.Usage(m, func(name string) conv.Raw { return data.Lookup(name) }, "- outputTokens")
	if m.Usage != nil {
		m.Usage.InputUnknown = true
	}
	d.Rest(&m.Node, data, "model reasoningText reasoningOpaque content toolRequests outputTokens turnId interactionId rte")
}

// asked is the message of calls that began before the answer that asks for them, nil if
// this is another answer.
func (d *decoder) asked(data conv.Raw) *conv.AssistantMessage {
	m := d.early
	if d.early = nil; m == nil {
		return nil
	}
	for _, x := range slices.Backward(d.C.Messages) {
		if x == conv.Message(m) {
			break
		}
		if _, ok := x.(*conv.ToolResultMessage); !ok {
			return nil
		}
	}
	for call := range data.Lookup("toolRequests").Elements {
		if id := parts.Str(call, "toolCallId"); id != "" && id == m.Content[0].(*conv.ToolCall).ID {
			return m
		}
	}
	return nil
}

// again reports whether a call stands already, and notes other arguments.
func (d *decoder) again(id string, arguments conv.Raw, at int) bool {
	before, ok := d.called[id]
	if ok && strings.HasPrefix(string(arguments), "{") && arguments != before {
		d.Notes.Loss(note.CodeExtension, note.Dropped, at, "arguments that a call was carried out with", id)
	}
	return ok
}

// begun reads that a call is carried out, which no answer may have asked for.
func (d *decoder) begun(raw, data conv.Raw, at int) {
	const read = "toolCallId toolName arguments turnId interactionId model rte"
	id, arguments := parts.Str(data, "toolCallId"), data.Lookup("arguments")
	if d.again(id, arguments, at) {
		d.pass(raw, data, at, read)
		return
	}
	var m *conv.AssistantMessage
	if n := len(d.C.Messages); n > 0 {
		m, _ = d.C.Messages[n-1].(*conv.AssistantMessage)
	}
	if m == nil {
		m = d.message("assistant", raw, at).(*conv.AssistantMessage)
		m.Model = cmp.Or(parts.Str(data, "model"), d.model)
		d.early = m
	} else {
		d.Lose(raw, at, envelope)
	}
	t := d.Call(m, id, parts.Str(data, "toolName"), arguments, data, at)
	d.called[id] = t.Arguments
	d.Rest(&t.Node, data, read)
}

func (d *decoder) result(raw, data conv.Raw, at int) {
	m := d.Result(parts.Str(data, "toolCallId"), parts.Str(data, "toolName"), at)
	d.dated(&m.Meta, raw)
	result, failed := data.Lookup("result"), data.Lookup("error")
	content := result
	if strings.HasPrefix(string(result), "{") && result.Lookup("content") != "" {
		content = result.Lookup("content")
		read := "content"
		if result.Lookup("detailedContent") == content {
			read = "content detailedContent"
		}
		d.Object(&m.Node, "result", result, read)
	}
	d.Value(m, content, at)
	m.IsError = data.Lookup("success") == "false"
	said, read := parts.Str(failed, "message"), ""
	if len(m.Content) == 0 && said != "" {
		d.Text(m, said, at)
		read = "message"
	}
	d.Object(&m.Node, "error", failed, read)
	d.Rest(&m.Node, data, "toolCallId toolName result error success turnId interactionId model rte")
}

// summary reads what a compaction left of the messages before it.
func (d *decoder) summary(raw, data conv.Raw, at int) {
	text := parts.Str(data, "summaryContent")
	if text == "" {
		d.Notes.Loss(note.CodeExtension, note.Dropped, at, "event of the program", "compaction without a summary")
		return
	}
	m := &conv.CompactionSummary{Summary: text, TokensBefore: conv.Number(parts.At(data, "preCompactionTokens"))}
	d.Add(m, at)
	d.dated(&m.Meta, raw)
	d.Rest(&m.Node, data, "summaryContent preCompactionTokens success")
}
