package agentthreads

import (
	"cmp"
	"iter"
	"strings"

	"convo/conv"
	"convo/conv/note"
	"convo/conv/parts"
	"convo/conv/rawjson"
	"convo/conv/session"
)

type decoder struct {
	*parts.Builder
	calls  map[string]string      // of OpenHands, by the ids of their events
	answer string                 // that made the last call
	said   *conv.AssistantMessage // the answer
}

func decode(data []byte, notes *note.Notes) iter.Seq2[*conv.Conversation, error] {
	d := &decoder{Builder: parts.NewBuilder(own, data, notes), calls: map[string]string{}}
	d.C.Session = &conv.Session{Agent: family}
	root := d.Raw()
	if d.Err() == nil && (strings.HasPrefix(string(root), "[") || parts.At(root, threads) != "") {
		return d.several(root)
	}
	return session.Objects(data, notes, "a line of a session", "not a session of an agent: no line is a message", d.line, d.end)
}

// end is what was read, nil without a message.
func (d *decoder) end() *conv.Conversation {
	if len(d.C.Messages) == 0 && d.C.ID == "" {
		return nil
	}
	parts.Prompt(own, d.C)
	return d.C
}

// threads are the fields that hold a thread. That of SWE-agent has another, which says the
// same again.
const threads = "messages history trajectory"

// several reads threads, one after the other.
func (d *decoder) several(root conv.Raw) iter.Seq2[*conv.Conversation, error] {
	return func(yield func(*conv.Conversation, error) bool) {
		for d.Err() == nil {
			if !yield(d.thread(root), nil) {
				return
			}
			if d.Kind() == rawjson.Invalid {
				break
			}
			d.Begin()
			d.C.Session, d.calls, d.answer = &conv.Session{Agent: family}, map[string]string{}, ""
			root = d.Raw()
		}
		if err := d.End(); err != nil {
			yield(nil, err)
		}
	}
}

// thread reads a thread of Amp, a trajectory of SWE-agent, or events of OpenHands.
func (d *decoder) thread(root conv.Raw) *conv.Conversation {
	s := d.C.Session
	d.C.ID, d.C.Title = parts.Str(root, "id"), parts.Str(root, "title")
	s.Cwd = strings.TrimPrefix(root.Lookup("env.initial.trees.0.uri").Text(), "file://")
	s.Started, _ = conv.Number(root.Lookup("created")).Int()
	switch {
	case root.Lookup("messages") != "":
		s.Agent = "amp"
	case root.Lookup("trajectory") != "" && root.Lookup("history") != "":
		s.Agent = "swe-agent"
		d.Notes.Loss(note.CodeExtension, note.Dropped, 0, "steps, which say the history again", "trajectory")
	}
	d.Tools(root.Lookup("tools"), -1)
	d.Rest(&d.C.Node, root, "id title created tools messages history trajectory")
	list := parts.At(root, threads)
	if strings.HasPrefix(string(root), "[") {
		list = root
	}
	for m := range list.Elements {
		if m.Lookup("source") != "" {
			d.event(m, -1)
		} else {
			d.message(m, m, -1)
		}
	}
	parts.Prompt(own, d.C)
	return d.C
}

func (d *decoder) line(raw conv.Raw, at int) {
	s, kind, role := d.C.Session, parts.Str(raw, "type"), parts.Str(raw, "role")
	switch {
	case raw.Lookup("source") != "" && kind == "":
		d.event(raw, at)
	case raw.Lookup("creationReason") != "":
		s.Agent, d.C.ID, s.Started = "zencoder", parts.Str(raw, "id"), session.ISOTime(parts.Str(raw, "createdAt"))
		d.Rest(&d.C.Node, raw, "id createdAt")
	case kind == "session_start" && d.C.ID == "":
		s.Agent, d.C.ID, d.C.Title = "droid", parts.Str(raw, "id"), parts.Str(raw, "sessionTitle title")
		s.Cwd = parts.Str(raw, "cwd")
		d.Rest(&d.C.Node, raw, "type id title cwd")
	case kind == "message":
		d.message(raw.Lookup("message"), raw, at)
	case kind == "compaction_state" && parts.Str(raw, "summaryText") != "":
		m := &conv.CompactionSummary{Summary: parts.Str(raw, "summaryText")}
		d.Add(m, at)
		d.Rest(&m.Node, raw, "type summaryText")
	case strings.HasPrefix(role, "_"):
		if s.Agent = "kimi"; role == "_system_prompt" {
			d.Text(d.Open("system", at), parts.Str(raw, "content"), at)
			d.Lose(raw, at, "role content")
			return
		}
		d.Custom(role[1:], raw, true, at)
	case role != "":
		d.message(raw, raw, at)
	default:
		d.Custom(cmp.Or(kind, "line"), raw, true, at)
	}
}

// message reads a message, which has an envelope.
func (d *decoder) message(m, envelope conv.Raw, at int) {
	d.Start(parts.Str(m, "role"), at)
	first := len(d.C.Messages)
	content := parts.At(m, "content text system_prompt")
	switch listed := strings.HasPrefix(string(content), "["); {
	case d.Role == "tool" && content.Lookup("0.type").Text() == "tool-result":
	case d.Role == "tool":
		d.Now = d.Result(cmp.Or(parts.Str(m, "tool_call_id"), m.Lookup("tool_call_ids.0").Text()), parts.Str(m, "name"), at)
	case d.Role == "user" && listed && content != "[]": // results may come first
	case d.To() == nil:
		d.Custom(cmp.Or(d.Role, "message"), envelope, false, at)
		return
	}
	for part := range m.Lookup("thinking_blocks").Elements {
		d.part(part)
	}
	d.content(content)
	for call := range m.Lookup("tool_calls").Elements {
		d.Call(d.To(), parts.Str(call, "id"), parts.Str(call, "function.name"), call.Lookup("function.arguments"), call, at)
		d.Left(call, "id type function index")
		d.LeftIn(call, "function", "name arguments")
	}
	if len(d.C.Messages) == first {
		d.To()
	}
	time, _ := conv.Number(parts.At(m, "meta.sentAt")).Int()
	if text := parts.Str(envelope, "timestamp usage.timestamp"); text != "" {
		time = session.ISOTime(text)
	}
	hidden := m.Lookup("visibility") == `"llm_only"`
	for _, x := range d.C.Messages[first:] {
		meta := conv.MetaOf(x)
		meta.Timestamp, meta.Injected = time, meta.Injected || hidden
	}
	meta := conv.MetaOf(d.C.Messages[first])
	if a, ok := d.C.Messages[first].(*conv.AssistantMessage); ok {
		usage := m.Lookup("usage")
		a.Model = parts.Str(usage, "model")
		parts.Usage(a, func(name string) conv.Raw { return usage.Lookup(name) }, "totalInputTokens outputTokens - cacheReadInputTokens cacheCreationInputTokens")
		parts.Stop(a, parts.Str(m, "state.stopReason"))
		d.Object(&meta.Node, "usage", usage, "model totalInputTokens inputTokens outputTokens cacheReadInputTokens cacheCreationInputTokens timestamp")
	}
	meta.ID = parts.Str(envelope, "id")
	d.Object(&meta.Node, "state", m.Lookup("state"), "stopReason")
	d.Object(&meta.Node, "meta", m.Lookup("meta"), "sentAt")
	said := "role content "
	if parts.At(m, "content") == "" { // as rows of nebius/SWE-agent-trajectories
		said += "text system_prompt "
	}
	d.Rest(&meta.Node, m, said+"thinking_blocks tool_calls tool_call_id tool_call_ids name usage state meta id type message timestamp visibility parentId")
	if m != envelope {
		read := "id type message parentId timestamp"
		if time == 0 { // OpenHands names no zone
			read = "id type message parentId"
		}
		d.Rest(&meta.Node, envelope, read)
	}
}

// content adds a text or parts.
func (d *decoder) content(content conv.Raw) {
	if !strings.HasPrefix(string(content), "[") {
		d.Value(d.Now, content, d.Here)
		return
	}
	for part := range content.Elements {
		d.part(part)
	}
}

func (d *decoder) part(part conv.Raw) {
	switch kind := parts.Str(part, "type"); kind {
	case "text":
		d.text(parts.Str(part, "text"))
		d.Left(part, "type text")
	case "thinking", "think", "reasoning":
		d.Thinking(d.To(), parts.Str(part, "thinking think text"), parts.Str(part, "signature"), part, d.Here)
		d.Left(part, "type thinking think text signature")
	case "tool_use", "tool-call":
		d.Call(d.To(), parts.Str(part, "id toolCallId"), parts.Str(part, "name toolName"), part.Lookup("input"), part, d.Here)
		d.Left(part, "type id toolCallId name toolName input complete")
	case "tool_result", "tool-result":
		d.result(part)
	case "image", "image_url":
		d.Media(d.To(), "image", &conv.Media{
			Data: parts.Str(part, "source.data"), MIMEType: parts.Str(part, "source.media_type source.mediaType"), URL: parts.Str(part, "source.url image_url.url"),
		}, part, d.Here)
		d.Left(part, "type source image_url")
		d.LeftIn(part, "source", "type data media_type mediaType url")
		d.LeftIn(part, "image_url", "url")
	default:
		d.Unknown(d.To(), kind, part, d.Here)
	}
}

// text adds a text. One of the program to a question is a message of its own.
func (d *decoder) text(text string) {
	added := strings.HasPrefix(text, "<system-reminder>")
	if u, ok := d.To().(*conv.UserMessage); ok && u.Injected != added && len(u.Content) > 0 {
		d.Now = nil
	}
	if u, ok := d.To().(*conv.UserMessage); ok {
		u.Injected = added
	}
	d.Text(d.Now, text, d.Here)
}

// result reads a result among what a user said. That of Amp is what ran.
func (d *decoder) result(part conv.Raw) {
	run := part.Lookup("run")
	m := d.Result(parts.Str(part, "tool_use_id toolUseID toolCallId"), parts.Str(part, "toolName"), d.Here)
	content := parts.At(part, "content output.value output run.result.output run.result.content run.result run.error.message")
	d.Now = m
	if d.content(content); d.Role != "assistant" {
		d.Now = nil
	}
	if result := run.Lookup("result"); strings.HasPrefix(string(result), "{") {
		m.Details = result
	}
	status := parts.Str(run, "status")
	m.IsError = parts.At(part, "is_error isError") == "true" || status != "" && status != "done" || strings.HasPrefix(parts.Str(part, "output.type"), "error")
	d.Rest(&m.Node, part, "type tool_use_id toolUseID toolCallId toolName content output run is_error isError")
	d.Object(&m.Node, "output", part.Lookup("output"), "type value")
	d.Object(&m.Node, "run", run, "status result error")
	d.Object(&m.Node, "run.error", run.Lookup("error"), "message")
}
