package chatgptexport

import (
	"cmp"
	"strings"

	"convo/conv"
	"convo/conv/note"
	"convo/conv/rawjson"
)

// reading is a node whose message is being read.
type reading struct {
	*walk
	at    int
	state *state // after the node before it, which becomes that after this one

	residue    conv.Node // what stays with the message, or with its first block
	role, name string
	recipient  string
	created    conv.Raw
	content    conv.Raw
	metadata   conv.Raw
	hidden     bool
	unsent     bool // it has no weight
	files      map[string]conv.Raw
}

// read reads the message of the node.
func (r *reading) read() {
	r.Rewind(r.message[r.at])
	if !r.WantObject("a message") {
		return
	}
	for key := range r.Fields {
		r.field(key)
	}
	if r.Err() != nil {
		return
	}
	if r.role != "assistant" && r.recipient != "" && r.recipient != "all" {
		r.residue.Extensions.Set(family, "recipient", rawjson.Quoted(r.recipient))
	}
	switch kind := r.content.Lookup("content_type").Text(); {
	case kind == "user_editable_context" || kind == "model_editable_context":
		r.hidden = true
		r.system()
	case r.role == "user":
		r.user()
	case r.role == "assistant":
		r.assistant(kind)
	case r.role == "system":
		r.system()
	case r.role == "tool":
		r.tool(kind)
	default:
		r.Notes.Unknown(r.message[r.at], "role", r.role)
		r.custom(r.role)
	}
}

func (r *reading) field(key string) {
	n := &r.residue
	switch key {
	case "id":
		if id := r.Raw(); id != "null" && id.Text() != r.nodes[r.at].ID { // the node is named by its key
			n.Extensions.Set(family, "message.id", id)
		}
	case "author":
		r.author()
	case "create_time":
		r.created = r.Raw()
	case "content":
		r.content = r.Raw()
	case "metadata":
		r.meta()
	case "recipient":
		r.recipient = r.StrOnly()
	case "weight":
		r.unsent = strings.Trim(string(r.Raw()), "0.") == ""
	case "end_turn":
		r.Skip() // finish_details says more
	case "status":
		if s := r.Raw(); s != `"finished_successfully"` && s != "null" {
			n.Extensions.Set(family, key, s)
		}
	case "update_time", "channel":
		r.KnownIfSaid(n, key)
	default:
		r.Keep(n, key)
	}
}

func (r *reading) author() {
	for key := range r.FieldsOnly {
		switch key {
		case "role":
			r.role = r.StrOnly()
		case "name":
			r.name = r.StrOnly()
		case "metadata":
			raw := r.Raw()
			if isObject(raw) && raw != "{}" {
				r.residue.Extensions.Set(family, "author.metadata", raw)
			}
		default:
			r.Keep(&r.residue, "author."+key)
		}
	}
}

// meta reads the metadata. What the model has no place for stays, unknown fields
// too: there are new ones every month.
func (r *reading) meta() {
	if r.Kind() != rawjson.Object {
		r.Skip()
		return
	}
	r.metadata = r.Raw()
	for key, value := range r.metadata.Fields {
		switch {
		case key == "is_visually_hidden_from_conversation":
			r.hidden = value == "true"
		case key == "attachments":
			for file := range value.Elements {
				if id := file.Lookup("id").Text(); id != "" {
					if r.files == nil {
						r.files = map[string]conv.Raw{}
					}
					r.files[id] = file
				}
			}
			r.residue.Extensions.Set(family, "metadata."+key, value)
		case key == "model_slug" || value == "false" || saysNothing(value):
		case key == "finish_details":
			if rest := value.Without("type", "stop_tokens"); stopOf(value) == "" {
				r.residue.Extensions.Set(family, "metadata."+key, value)
			} else if rest != "{}" {
				r.residue.Extensions.Set(family, "metadata."+key, rest)
			}
		default:
			r.residue.Extensions.Set(family, "metadata."+key, value)
		}
	}
}

// custom keeps a message that no model sees.
func (r *reading) custom(kind string) {
	r.add(&conv.CustomMessage{CustomType: family + "." + cmp.Or(kind, "message"), Data: r.RawAt(r.message[r.at])})
	r.state.answer, r.state.open, r.state.result = nil, nil, nil
}

// user reads what a user said, and the files beside it.
func (r *reading) user() {
	m := &conv.UserMessage{Content: contents[conv.UserContent](r, append(r.blocks(), r.attached()...))}
	if len(m.Content) == 0 && len(r.residue.Extensions) == 0 {
		return
	}
	r.add(m)
	r.state.answer, r.state.open, r.state.result = nil, nil, nil
}

// system reads an instruction. Those without a text say nothing.
func (r *reading) system() {
	m := &conv.SystemMessage{Content: contents[conv.SystemContent](r, r.blocks())}
	if context := r.metadata.Lookup("user_context_message_data"); len(m.Content) == 0 {
		m.Content = contents[conv.SystemContent](r, r.texts(context, "about_user_message", "about_model_message"))
	}
	if len(m.Content) == 0 {
		if of := own.Object(&r.residue); of != "" {
			r.c.Session.Extensions.Set(family, "mapping."+r.nodes[r.at].ID, of)
		}
		return
	}
	r.add(m)
	r.state.answer = nil
}

// join keeps the name and the time of a node that is read into the message before it.
func (r *reading) join() {
	r.residue.Extensions.Set(family, "id", rawjson.Quoted(r.nodes[r.at].ID))
	if r.created != "" && r.created != "null" {
		r.residue.Extensions.Set(family, "create_time", r.created)
	}
}

// assistant reads a part of an answer: a call, or what is said, or thought.
func (r *reading) assistant(kind string) {
	model := r.metadata.Lookup("model_slug").Text()
	m := r.state.answer
	if kind == "reasoning_recap" && m != nil { // it is only shown
		n := conv.NodeOf(m.Content[len(m.Content)-1])
		n.Extensions.Set(family, kind, r.content.Lookup("content"))
		rest(&r.residue, r.content, "content")
		r.join()
		for _, x := range own.Of(&r.residue) {
			n.Extensions.Set(family, kind+"."+x.Key, x.Value)
		}
		return
	}
	if kind == "reasoning_recap" {
		r.custom(kind)
		return
	}
	content := r.answer(kind)
	if m == nil || r.unsent || model != "" && m.Model != "" && m.Model != model {
		if len(content) == 0 && len(r.residue.Extensions) == 0 && kind != "system_error" {
			return
		}
		m = &conv.AssistantMessage{}
		r.add(m)
		r.state.open = nil
	} else if len(content) > 0 {
		r.join()
		conv.NodeOf(content[0]).Extensions.Merge(r.residue.Extensions)
	} else {
		m.Extensions.Merge(r.residue.Extensions)
	}
	if model != "" {
		m.Provider, m.Model = "openai", model
	}
	m.Content = append(m.Content, content...)
	r.stop(m, kind)
	r.state.result = nil
	if r.state.answer = m; r.unsent || len(m.Content) == 0 {
		r.state.answer = nil
	}
	for _, b := range content {
		if call, ok := b.(*conv.ToolCall); ok && !r.unsent {
			r.state.open = &calls{call, r.state.open}
		}
	}
}

// stop reads why the answer ended.
func (r *reading) stop(m *conv.AssistantMessage, kind string) {
	m.StopReason, m.StopDetail = stopOf(r.metadata.Lookup("finish_details")), nil
	if m.HasCalls() {
		if m.StopReason != "" && m.StopReason != conv.StopNormal {
			m.StopDetail = &conv.StopDetail{Raw: r.metadata.Lookup("finish_details.type").Text()}
		}
		m.StopReason = conv.StopToolUse
	}
	if kind == "system_error" {
		m.StopReason = conv.StopError
		m.ErrorMessage = joined(": ", r.content.Lookup("name").Text(), r.content.Lookup("text").Text())
	}
}

func stopOf(details conv.Raw) conv.StopReason {
	switch details.Lookup("type").Text() {
	case "stop":
		return conv.StopNormal
	case "max_tokens":
		return conv.StopLength
	case "interrupted":
		return conv.StopAborted
	}
	return ""
}

// tool reads what a tool said: the result of the call before it, or more of that.
// A tool that nobody called speaks to the user.
func (r *reading) tool(kind string) {
	call, rest := r.state.open.take(r.name)
	content := contents[conv.ToolResultContent](r, append(r.blocks(), r.attached()...))
	if m := r.state.result; call == nil && m != nil {
		if r.IsAlone(r.at) && !r.unsent {
			n := &m.Node
			if len(content) > 0 {
				r.join()
				n = conv.NodeOf(content[0])
			}
			n.Extensions.Merge(r.residue.Extensions)
			m.Content = append(m.Content, content...)
			m.IsError = m.IsError || kind == "system_error"
			return
		}
		call = &conv.ToolCall{ID: m.ToolCallID, Name: m.ToolName}
	}
	if call == nil {
		r.Notes.Info(note.CodeRole, note.Kept, r.message[r.at], "message of a tool that was not called", r.name)
		r.custom("tool")
		return
	}
	if r.name != "" && r.name != call.Name {
		r.residue.Extensions.Set(family, "author.name", rawjson.Quoted(r.name))
	}
	m := &conv.ToolResultMessage{ToolCallID: call.ID, ToolName: call.Name, Content: content, IsError: kind == "system_error"}
	r.add(m)
	if !r.unsent {
		r.state.open, r.state.answer, r.state.result = rest, nil, m
	}
}

// joined joins texts, those that are there.
func joined(by string, texts ...string) string {
	var all []string
	for _, t := range texts {
		if t != "" {
			all = append(all, t)
		}
	}
	return strings.Join(all, by)
}
