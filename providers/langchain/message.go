package langchain

import (
	"cmp"
	"slices"
	"strconv"
	"strings"

	"convo/conv"
	"convo/conv/parts"
	"convo/conv/rawjson"
)

// reading is a message that is being read.
type reading struct {
	*decoder
	node                 conv.Node // what is kept of its fields
	at                   int
	role                 string
	class                string         // the last of its names, in a dump
	path                 conv.Raw       // of the class, without its name
	dumped               bool           // it is the dump of an object
	fields               map[string]int // offsets of the fields that are read
	additional, response conv.Raw

	made   []*conv.ToolCall // the calls; nil: the content has said it
	places map[string]int   // of the calls, by id
}

// place is the offset of a field, -1 without it.
func (r *reading) place(key string) int {
	if at, ok := r.fields[key]; ok {
		return at
	}
	return -1
}

// raw is the value of a field, "" without it.
func (r *reading) raw(key string) conv.Raw {
	if at, ok := r.fields[key]; ok {
		return r.RawAt(at)
	}
	return ""
}

// message reads a message in one of its wrappings.
func (d *decoder) message() {
	r := &reading{decoder: d, at: d.Offset(), fields: map[string]int{}}
	if !d.WantObject("a message") {
		return
	}
	r.object()
	r.role = r.raw("type").Text()
	end, inside := d.Offset(), r.place("data")
	switch {
	case d.Err() != nil:
		return
	case inside >= 0 && r.place("content") < 0:
		if r.class != "" {
			r.role = r.class
			delete(r.fields, "name")
		}
		if d.Rewind(inside); d.Kind() == rawjson.Object && d.Ahead("messages") >= 0 {
			d.whole() // a prompt value
			own.Drop(&d.C.Node, hintState)
		} else if d.WantObject("the fields of a message") {
			r.object()
			r.role = cmp.Or(r.role, r.raw("type").Text())
			r.form(r.path)
			r.add()
		}
	case r.dumped:
		d.Builder.Custom(cmp.Or(r.role, "message"), r.RawAt(r.at), false, r.at)
	case r.role == "" && r.raw("role").Text() == "":
		d.Fail(r.at, "not a message of LangChain: lc, type and role are missing")
	default:
		if inside >= 0 {
			own.Set(&r.node, "data", r.RawAt(inside))
		}
		r.form(`"flat"`)
		r.add()
	}
	d.Rewind(end)
}

// form remembers how the first message was wrapped; "" is as most are.
func (r *reading) form(form conv.Raw) {
	if len(r.C.Messages) == 0 && form != "" {
		own.Set(&r.C.Node, hintForm, form)
	}
}

// The fields of a message: those that are read, and those of a library alone.
const (
	readFields = "content type role id name tool_calls invalid_tool_calls tool_call_id status artifact" +
		" additional_kwargs response_metadata usage_metadata"
	libraryFields = "tool_call_chunks chunk_position example lc_direct_tool_output"
)

// object reads the fields of the message itself, or of what is around it.
func (r *reading) object() {
	for key := range r.Fields {
		switch {
		case key == "lc" || key == "graph":
			r.dumped = true
			r.Skip()
		case key == "kwargs" || key == "data":
			r.fields["data"] = r.Skipped()
		case key == "id" && r.Kind() == rawjson.Array:
			path := slices.Collect(r.Raw().Elements)
			if last := len(path) - 1; last >= 0 {
				r.class, r.path = path[last].Text(), rawjson.ArrayOf(path[:last])
			}
		case parts.IsWord(readFields, key):
			r.fields[key] = r.Skipped()
		case parts.IsWord(libraryFields, key):
			own.SetHint(&r.node, key, r.Raw())
		case key == "repr":
			r.Skip() // it stands in what cannot be read, and that is kept
		default:
			r.Keep(&r.node, key)
		}
	}
}

// add makes the message of what was read.
func (r *reading) add() {
	if r.Err() != nil {
		return
	}
	r.additional, r.response = r.raw("additional_kwargs"), r.raw("response_metadata")
	role := strings.ToLower(strings.TrimSuffix(strings.TrimSuffix(r.role, "Chunk"), "Message"))
	if role == "" || role == "chat" {
		role = r.raw("role").Text()
	}
	var m conv.Message
	switch {
	case role == "tool" || role == "function":
		m = r.result(role)
	case parts.IsWord("human user ai assistant system developer", role):
		m = r.Open(role, r.at)
		conv.MetaOf(m).Name = r.raw("name").Text()
	default:
		r.Custom(cmp.Or(role, "message"), r.RawAt(r.at), role == "remove", r.at)
		return
	}
	meta := conv.MetaOf(m)
	meta.ID, meta.Extensions = r.raw("id").Text(), r.node.Extensions
	read := "__openai_role__"
	switch m := m.(type) {
	case *conv.SystemMessage:
		if parts.Str(r.additional, read) == "developer" {
			m.Role = conv.RoleDeveloper
		}
	case *conv.AssistantMessage:
		read += " tool_calls function_call reasoning_content"
		r.answer(m)
	case *conv.ToolResultMessage:
		read += " tool_call_id"
	}
	r.rest(m, read)
	r.contents(m)
	for _, t := range r.made {
		if t != nil {
			r.Say(m, t, "", t.Offset())
		}
	}
	r.lacks(m)
}

// result is the result of a call, without its content.
func (r *reading) result(role string) *conv.ToolResultMessage {
	id := cmp.Or(r.raw("tool_call_id").Text(), parts.Str(r.additional, "tool_call_id"))
	if role == "function" && id == "" && r.legacy > 0 {
		id = r.legacyID()
	}
	m := r.Result(id, r.raw("name").Text(), r.at)
	m.IsError = r.raw("status").Text() == "error"
	if m.Details = r.raw("artifact"); m.Details == "null" {
		m.Details = ""
	}
	return m
}

// lacks remembers which usual fields a message lacks.
func (r *reading) lacks(m conv.Message) {
	n := &conv.MetaOf(m).Node
	usual := []string{"additional_kwargs", "response_metadata"}
	switch m := m.(type) {
	case *conv.AssistantMessage:
		if len(callsOf(m, false)) == 0 {
			usual = append(usual, "tool_calls")
		}
		if len(callsOf(m, true)) == 0 {
			usual = append(usual, "invalid_tool_calls")
		}
	case *conv.ToolResultMessage:
		usual = append(usual, "status")
	}
	own.SetLacks(n, slices.DeleteFunc(usual, func(key string) bool { return r.place(key) >= 0 })...)
	own.Settle(n)
}

// rest keeps what the vendor said besides.
func (r *reading) rest(m conv.Message, read string) {
	n := &conv.MetaOf(m).Node
	r.Object(n, "additional_kwargs", r.additional, read)
	said := ""
	if conv.RoleOf(m) == conv.RoleAssistant {
		said = "model_provider id"
		for _, keys := range [...]string{modelKeys, stopKeys} {
			usual, _, _ := strings.Cut(keys, " ")
			key := r.spelled(keys)
			if said += " " + key; key != usual {
				own.SetHint(n, usual, rawjson.Quoted(key))
			}
		}
	}
	r.Object(n, "response_metadata", r.response, said)
}

// What vendors call the model, and why an answer ended, the usual word first.
const (
	modelKeys = "model_name model"
	stopKeys  = "finish_reason stop_reason done_reason"
)

// spelled is the first of some words that the vendor said something under, else the usual one.
func (r *reading) spelled(keys string) string {
	for key := range strings.FieldsSeq(keys) {
		if parts.Str(r.response, key) != "" {
			return key
		}
	}
	usual, _, _ := strings.Cut(keys, " ")
	return usual
}

// answer reads what is known of an answer, its reasoning and its calls. What the content
// does not say of these comes last.
func (r *reading) answer(m *conv.AssistantMessage) {
	m.Model, m.Provider = parts.Str(r.response, modelKeys), parts.Str(r.response, "model_provider")
	stop(m, parts.Str(r.response, stopKeys))
	if id := parts.Str(r.response, "id"); !strings.HasPrefix(id, "run-") {
		m.ResponseID = id
	}
	raw := r.raw("usage_metadata")
	if readUsage(m, raw); raw != "" && raw != "null" && raw != usageOf(m.Usage) {
		own.SetHint(&m.Node, "usage_metadata", raw)
	}
	r.Thinking(m, parts.Str(r.additional, "reasoning_content"), "", "", r.at)
	r.called(m)
}

// stop says why an answer ended. That it was stopped no vendor says, but this is written
// in place of such a word.
func stop(m *conv.AssistantMessage, word string) {
	if parts.Stop(m, word); word == string(conv.StopAborted) {
		m.StopReason = conv.StopAborted
	}
}

// readUsage reads counts of tokens.
func readUsage(m *conv.AssistantMessage, raw conv.Raw) {
	parts.Usage(m, raw.Lookup, "input_tokens output_tokens total_tokens input_token_details.cache_read input_token_details.cache_creation"+
		" output_token_details.reasoning input_token_details.audio output_token_details.audio")
}

// called reads the calls. If the vendor's own words say the same, the text is theirs.
func (r *reading) called(m *conv.AssistantMessage) {
	r.places = map[string]int{}
	written := map[string]string{}
	for call := range r.additional.Lookup("tool_calls").Elements {
		written[parts.Str(call, "id")] = parts.Str(call, "function.arguments")
	}
	for _, kind := range []string{"tool_calls", "invalid_tool_calls"} {
		r.Each(r.place(kind), "calls", func(call conv.Raw, at int) {
			t := r.NewCall(m, parts.Str(call, "id"), parts.Str(call, "name"), call.Lookup("args"))
			t.SetOffset(at)
			r.places[t.ID] = len(r.made)
			r.made = append(r.made, t)
			r.Rest(&t.Node, call, "id name args type")
			if text := written[t.ID]; text != "" && kind == "tool_calls" {
				c := rawjson.NewCursor([]byte(text))
				if object := c.Raw(); c.End() == nil && object == t.Arguments {
					t.SetRead(object, text)
				}
			}
		})
	}
	list := r.additional.Lookup("tool_calls")
	if strings.HasPrefix(string(list), "[{") && areWritten(r.made, list) && !slices.ContainsFunc(r.made, hasText) {
		own.Set(&m.Node, hintWritten, list)
	}
	if f := r.additional.Lookup("function_call"); len(r.made) == 0 && f.Lookup("name") != "" { // of the time before ids
		r.legacy++
		t := r.NewCall(m, r.legacyID(), parts.Str(f, "name"), f.Lookup("arguments"))
		t.SetOffset(r.at)
		r.made = append(r.made, t)
	}
}

// legacyID is the id of the last call without one.
func (d *decoder) legacyID() string { return "function_call-" + strconv.Itoa(d.legacy) }
