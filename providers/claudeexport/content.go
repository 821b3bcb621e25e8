package claudeexport

import (
	"cmp"
	"path"
	"strconv"
	"strings"

	"convo/conv"
	"convo/conv/note"
	"convo/conv/parts"
	"convo/conv/rawjson"
)

// blocks passes the blocks of a message. Its text is read only where there are none:
// it says the same in other words.
func (r *reading) blocks(read func(kind string, raw conv.Raw, at int)) {
	some := false
	if r.content >= 0 {
		r.Rewind(r.content)
		switch k := r.Kind(); k {
		case rawjson.Null:
		case rawjson.Array:
			for range r.Elements {
				at := r.decoder.Offset()
				if !r.WantObject("a block") {
					return
				}
				some = true
				raw := r.Raw()
				read(raw.Lookup("type").Text(), raw, at)
			}
		default:
			r.Fail(r.content, "want a list of blocks, got %s", k)
		}
	}
	if !some && r.text != "" {
		read("text", conv.Raw(`{"text":`+rawjson.Quoted(r.text)+"}"), r.nodes[r.at].Offset)
	}
}

// rest keeps the other fields of a block. The keys that were read are words of one string.
func rest(n *conv.Node, at int, raw conv.Raw, read string) {
	n.SetOffset(at)
	parts.Left(own, n, raw, "type "+read)
}

// human reads what a person said, after the files that came along.
func (r *reading) human() {
	m := &conv.UserMessage{}
	for file := range r.attachments.Elements {
		m.Content = append(m.Content, r.attachment(file))
	}
	for file := range r.files.Elements {
		m.Content = append(m.Content, r.file(file))
	}
	r.blocks(func(kind string, raw conv.Raw, at int) {
		switch kind {
		case "text", "voice_note":
			if t := text(raw, at); t.Text != "" {
				m.Content = append(m.Content, t)
			}
		default:
			m.Content = append(m.Content, r.opaque(kind, raw, at))
		}
	})
	if len(m.Content) > 0 && r.Err() == nil {
		r.add(m)
	}
}

// attachment reads a text that was pasted or uploaded.
func (r *reading) attachment(file conv.Raw) *conv.DocumentContent {
	m := &conv.DocumentContent{Name: file.Lookup("file_name").Text(), Text: file.Lookup("extracted_content").Text(), MIMEType: file.Lookup("file_type").Text()}
	rest(&m.Node, r.nodes[r.at].Offset, file, "file_name extracted_content file_type")
	if !strings.HasPrefix(m.MIMEType, "text/") {
		if m.MIMEType != "" && m.MIMEType != "txt" {
			m.Extensions.Set(family, "file_type", rawjson.Quoted(m.MIMEType))
		}
		m.MIMEType = "text/plain" // as the text is; the file may have been a PDF
	}
	return m
}

// file reads the name of a file that is not in the export.
func (r *reading) file(file conv.Raw) conv.UserContent {
	m := &conv.Media{Name: file.Lookup("file_name").Text(), FileID: file.Lookup("file_uuid").Text(), Provider: provider}
	m.FileID = cmp.Or(m.FileID, m.Name)
	rest(&m.Node, r.nodes[r.at].Offset, file, "file_name file_uuid")
	kind := "document"
	switch strings.ToLower(path.Ext(m.Name)) {
	case ".png", ".jpg", ".jpeg", ".gif", ".webp":
		kind = "image"
	}
	return m.Block(kind).(conv.UserContent)
}

func text(raw conv.Raw, at int) *conv.TextContent {
	t := &conv.TextContent{Text: raw.Lookup("text").Text()}
	rest(&t.Node, at, raw, "text")
	return t
}

func (r *reading) opaque(kind string, raw conv.Raw, at int) *conv.Opaque {
	r.Notes.Unknown(at, "block", kind)
	o := &conv.Opaque{Family: family, Raw: raw}
	o.SetOffset(at)
	return o
}

// assistant reads an answer, which results of tools part into several.
func (r *reading) assistant() {
	r.blocks(func(kind string, raw conv.Raw, at int) {
		switch kind {
		case "text", "voice_note":
			if t := text(raw, at); t.Text != "" {
				r.says(t)
			}
		case "thinking":
			t := &conv.ThinkingContent{Thinking: raw.Lookup("thinking").Text(), ThinkingSignature: raw.Lookup("signature").Text()}
			rest(&t.Node, at, raw, "thinking signature")
			if t.Thinking == "" { // hidden
				for s := range raw.Lookup("summaries").Elements {
					t.Thinking += "\n\n" + s.Lookup("summary").Text()
				}
				t.Thinking = strings.TrimSpace(t.Thinking)
			}
			r.says(t)
		case "tool_use":
			r.call(raw, at)
		case "tool_result":
			r.result(raw, at)
		case "token_budget", "flag":
			r.Notes.Info(note.CodeUI, note.Dropped, at, "block that only the site shows", kind)
		default:
			r.says(r.opaque(kind, raw, at))
		}
	})
	if r.answer == nil {
		return
	}
	switch r.stop {
	case "end_turn", "stop_sequence":
		r.answer.StopReason = conv.StopNormal
	case "max_tokens":
		r.answer.StopReason = conv.StopLength
	case "user_canceled":
		r.answer.StopReason = conv.StopAborted
	case "", "tool_use":
	default:
		r.answer.Extensions.Set(family, "stop_reason", rawjson.Quoted(r.stop))
	}
}

// says adds a block to the answer.
func (r *reading) says(b conv.AssistantContent) {
	if r.answer == nil {
		r.answer, r.open = &conv.AssistantMessage{}, nil
		r.add(r.answer)
	}
	r.answer.Content = append(r.answer.Content, b)
}

func (r *reading) call(raw conv.Raw, at int) {
	t := &conv.ToolCall{ID: raw.Lookup("id").Text(), Name: raw.Lookup("name").Text(), Arguments: raw.Lookup("input")}
	rest(&t.Node, at, raw, "id name input")
	if r.calls++; t.ID == "" {
		t.ID = r.nodes[r.at].ID + "-" + strconv.Itoa(r.calls)
	}
	switch {
	case t.Arguments == "" || t.Arguments == "null":
		t.Arguments = "{}"
	case t.Arguments[0] != '{':
		t.Arguments = `{"input":` + t.Arguments + "}"
	}
	r.says(t)
	r.answer.StopReason = conv.StopToolUse
	r.open = append(r.open, t)
}

// answered returns the call that a result is of: that of its id, or the first open
// one of its name, or the first. It searches no more than a few.
func (r *reading) answered(id, name string) *conv.ToolCall {
	const most = 64
	found := -1
	for i := range r.open[:min(len(r.open), most)] {
		if r.open[i].ID == id || id == "" && r.open[i].Name == name {
			found = i
			break
		}
	}
	if found < 0 && len(r.open) > 0 && id == "" {
		found = 0
	}
	if found < 0 {
		return nil
	}
	call := r.open[found]
	copy(r.open[1:found+1], r.open[:found])
	r.open = r.open[1:]
	return call
}

func (r *reading) result(raw conv.Raw, at int) {
	m := &conv.ToolResultMessage{ToolCallID: raw.Lookup("tool_use_id").Text(), ToolName: raw.Lookup("name").Text(), IsError: raw.Lookup("is_error") == "true"}
	call := r.answered(m.ToolCallID, m.ToolName)
	if call == nil && m.ToolCallID == "" {
		r.Notes.Info(note.CodeRole, note.Kept, at, "result of a tool that was not called", m.ToolName)
		r.add(&conv.CustomMessage{CustomType: family + ".tool_result", Data: raw})
		r.answer = nil
		return
	}
	said := m.ToolName
	if call != nil {
		m.ToolCallID, m.ToolName = call.ID, call.Name
	}
	rest(&m.Node, at, raw, "tool_use_id name is_error content structured_content")
	if said != "" && said != m.ToolName {
		m.Extensions.Set(family, "name", rawjson.Quoted(said))
	}
	if s := raw.Lookup("structured_content"); strings.HasPrefix(string(s), "{") {
		m.Details = s
	}
	content := raw.Lookup("content")
	if s := content.Text(); s != "" {
		m.Content = append(m.Content, &conv.TextContent{Text: s})
	}
	for part := range content.Elements {
		m.Content = append(m.Content, r.part(part, at))
	}
	r.add(m)
	r.answer = nil
}

// part reads a part of a result.
func (r *reading) part(part conv.Raw, at int) conv.ToolResultContent {
	kind := part.Lookup("type").Text()
	switch {
	case kind == "image":
		m := &conv.ImageContent{Data: part.Lookup("source.data").Text(), MIMEType: part.Lookup("source.media_type").Text()}
		if m.FileID = part.Lookup("file_uuid").Text(); m.FileID != "" {
			m.Provider = provider
		}
		if m.Data != "" || m.FileID != "" {
			rest(&m.Node, at, part, "source file_uuid")
			parts.LeftIn(own, &m.Node, "source", part.Lookup("source"), "type data media_type")
			return m
		}
	case part.Lookup("text").Text() != "":
		return text(part, at)
	}
	return r.opaque(kind, part, at)
}
