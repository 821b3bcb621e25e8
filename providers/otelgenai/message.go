package otelgenai

import (
	"cmp"
	"slices"
	"strings"

	"convo/conv"
	"convo/conv/extension"
	"convo/conv/format"
	"convo/conv/media"
	"convo/conv/note"
	"convo/conv/parts"
	"convo/conv/rawjson"
)

// pass makes the conversation of a span, and passes it on.
func (d *decoder) pass(s *span) {
	if d.Err() != nil || !d.more {
		return
	}
	d.translate(s)
	input, output, system := s.take(inputKey), s.take(outputKey), s.take(systemKey)
	if input == "" && output == "" && system == "" && len(s.said) == 0 {
		d.Notes.Info(note.CodeHistory, note.Dropped, s.at, "span without messages", "")
		return
	}
	end := d.Offset()
	d.Begin()
	d.C.SetOffset(s.at)
	d.C.ID = s.text(idKey)
	d.tools(s)
	m := &conv.SystemMessage{}
	if d.parts(m, system, s.at); len(m.Content) > 0 {
		d.Add(m, s.at)
	}
	d.messages(input, "user", s.at)
	given := answerOf(d.C)
	if given != nil && output == "" && len(s.said) == 0 && !s.alone {
		own.Set(&given.Node, hintInput, "true")
	}
	for _, read := range s.said {
		read()
	}
	d.messages(output, "assistant", s.at)
	d.request(s)
	if d.answered(s); given != nil && answerOf(d.C) != nil {
		own.Drop(&given.Node, hintInput)
	}
	d.rest(s)
	if list := d.C.Messages; len(list) > 0 && conv.RoleOf(list[0]) == conv.RoleSystem && len(m.Content) == 0 {
		own.Set(&d.C.Node, hintPrompt, "true")
	}
	parts.Prompt(own, d.C)
	d.C.Messages = parts.Grouped(d.C.Messages, "message", joins)
	d.more = d.yield(d.C, nil)
	d.Rewind(end)
}

// tools reads the definitions of tools.
func (d *decoder) tools(s *span) {
	list := embedded(s.attributes[toolsKey])
	if !strings.HasPrefix(string(list), "[") || list == "[]" {
		return // an attribute like others
	}
	delete(s.attributes, toolsKey)
	d.Tools(list, s.at)
}

// rest keeps what the model of conversations lacks.
func (d *decoder) rest(s *span) {
	n := &d.C.Node
	operation := s.attributes[operationKey]
	for _, key := range s.order {
		switch v := s.attributes[key]; {
		case v == "" || key == operationKey && v.Text() == chat:
		case parts.IsWord(rests, key):
			d.Notes.Loss(note.CodeExtension, note.Dropped, s.at, "attribute", key)
		default:
			if isInt(v) && s.doubles[key] {
				v += ".0"
			}
			own.Set(n, extension.ResidueKey(key), v)
		}
	}
	name := nameOf(cmp.Or(operation.Text(), chat), modelOf(d.C))
	s.fields = slices.DeleteFunc(s.fields, func(m rawjson.Member) bool { return m.Key == "name" && m.Value.Text() == name })
	slices.SortStableFunc(s.fields, func(a, b rawjson.Member) int { return strings.Compare(a.Key, b.Key) }) // they are written in any order
	s.fields = slices.CompactFunc(s.fields, func(a, b rawjson.Member) bool { return a.Key == b.Key })
	if len(s.fields) > 0 {
		own.Set(n, spanRest, rawjson.ObjectOf(s.fields))
	}
	d.Object(n, scopeRest, s.scope, "")
	d.Object(n, resourceRest, s.resource, "")
}

// messages reads a list of messages, or one. What is no JSON was cut off.
func (d *decoder) messages(list conv.Raw, role string, at int) {
	switch {
	case list == "" || list == "null":
	case list[0] == '[':
		for m := range list.Elements {
			d.message(m, role, at)
		}
	default:
		if text := list.Text(); list[0] == '"' && text != "" && (text[0] == '[' || text[0] == '{') {
			d.Notes.Loss(note.CodeHistory, note.Recovered, at, "messages that were cut off", "")
		}
		d.message(list, role, at)
	}
}

// The roles that are known, and the fields of messages that are texts.
const (
	roles        = "system developer user human assistant model ai tool function"
	messageTexts = "role name finish_reason id tool_call_id"
)

// message reads a message: a role with parts, or, as in events, in the words of
// OpenAI's API, or a text. What is not of the role, as results in what a user says, is a
// message of its own.
func (d *decoder) message(raw conv.Raw, role string, at int) {
	if raw[0] != '{' {
		raw = rawjson.ObjectOf([]rawjson.Member{{Key: "content", Value: raw}})
	}
	said := parts.Str(raw, "role")
	role = cmp.Or(said, role)
	list, content := parts.At(raw, "parts"), parts.At(raw, "content contents text")
	isTool := role == "tool" || role == "function" || role == "user" && parts.Str(raw, "tool_call_id") != ""
	if !parts.IsWord(roles, role) || !parts.AreTexts(raw, messageTexts) || list != "" && list[0] != '[' || isTool && !areResults(list) {
		if said == "" {
			raw = rawjson.ObjectOf(append([]rawjson.Member{{Key: "role", Value: rawjson.Quoted(role)}}, raw.Without("role").Members()...))
		}
		d.Custom(role, raw, false, at)
		return
	}
	first := len(d.C.Messages)
	read := "role name gen_ai.system event.name content contents text tool_calls function_call_name function_call_arguments_json"
	if list != "" {
		content, read = "", "role name parts"
	}
	var m conv.Message
	for part := range list.Elements {
		if isResponse(part) {
			d.result(part, at)
			m = nil
			continue
		}
		if m == nil {
			m = d.Open(role, at)
		}
		d.part(m, part, at)
	}
	name := parts.Str(raw, "name")
	if len(d.C.Messages) == first && isTool {
		if list := embedded(content); list.Lookup("0.type") == `"text"` && list.Lookup("1") == "" {
			content = list.Lookup("0.text")
		}
		d.Value(d.Result(parts.Str(raw, "id tool_call_id"), name, at), content, at)
		name, read = "", read+" id tool_call_id"
	} else if len(d.C.Messages) == first {
		d.spoken(d.Open(role, at), raw, content, at)
	}
	if d.stop(parts.Str(raw, "finish_reason")) {
		read += " finish_reason"
	}
	conv.MetaOf(d.C.Messages[first]).Name = name
	d.around(d.C.Messages[first:], raw, role, read)
	d.Group(first, "message")
}

// areResults reports whether all parts are results of calls.
func areResults(list conv.Raw) bool {
	for part := range list.Elements {
		if !isResponse(part) {
			return false
		}
	}
	return true
}

// around keeps what is left of a message, and its role if that has another word.
func (d *decoder) around(list []conv.Message, raw conv.Raw, role, read string) {
	n := &conv.MetaOf(list[0]).Node
	if conv.RoleOf(list[0]) == conv.RoleToolResult {
		d.Object(n, "message", raw, read)
	} else {
		d.Rest(n, raw, read)
	}
	for _, m := range list {
		if role != parts.RoleOf(m) {
			own.Set(&conv.MetaOf(m).Node, hintRole, rawjson.Quoted(role))
		}
	}
}

// spoken reads the content and the calls of an event.
func (d *decoder) spoken(m conv.Message, raw, content conv.Raw, at int) {
	d.parts(m, content, at)
	if name := parts.Str(raw, "function_call_name"); name != "" {
		d.Call(m, "", name, raw.Field("function_call_arguments_json"), raw, at)
	}
	for c := range embedded(raw.Lookup("tool_calls")).Elements {
		d.call(m, c, at)
	}
}

// call reads a call in the words of OpenAI's API, unless its message has it.
func (d *decoder) call(m conv.Message, call conv.Raw, at int) {
	id := parts.Str(call, "id")
	a, _ := m.(*conv.AssistantMessage)
	for t := range a.Calls {
		if t.ID == id && id != "" {
			return
		}
	}
	t := d.Call(m, id, parts.Str(call, "function.name name"), parts.At(call, "function.arguments arguments"), call, at)
	d.Rest(&t.Node, call, "id type name arguments function")
}

// event reads the body of an event with a message.
func (d *decoder) event(role string, body conv.Raw, at int) {
	switch role {
	case "choice":
		if i := body.Lookup("index"); i != "" && i != "0" {
			d.Notes.Loss(note.CodeBranch, note.Dropped, at, "another answer", "")
			return
		}
		d.message(cmp.Or(embedded(body.Lookup("message")), body), "assistant", at)
		d.stop(parts.Str(body, "finish_reason"))
	case "content.prompt":
		d.messages(body, "user", at)
	case "content.completion":
		d.messages(body, "assistant", at)
	default:
		d.message(body, role, at)
	}
}

// parts reads the parts of a message that has no results.
func (d *decoder) parts(m conv.Message, list conv.Raw, at int) {
	if !strings.HasPrefix(string(list), "[") {
		d.Value(m, list, at)
		return
	}
	for part := range list.Elements {
		d.part(m, part, at)
	}
}

// partTexts are the fields of parts that are texts.
const partTexts = "type id name text signature mime_type modality uri file_id"

// isResponse reports whether a part is the result of a call.
func isResponse(part conv.Raw) bool {
	return parts.Str(part, "type") == "tool_call_response" && parts.AreTexts(part, "id name")
}

// result reads the result of a call.
func (d *decoder) result(part conv.Raw, at int) {
	r := d.Result(parts.Str(part, "id"), parts.Str(part, "name"), at)
	value := parts.At(part, "response result content")
	if d.Value(r, value, at); value != "" && value[0] != '"' {
		own.Set(&r.Node, hintValue, "true")
	}
	d.Rest(&r.Node, part, "type id name response result content")
}

func (d *decoder) part(m conv.Message, part conv.Raw, at int) {
	kind := parts.Str(part, "type")
	if c := part.Field("tool_call"); strings.HasPrefix(string(c), "{") {
		d.call(m, c, at)
		return
	}
	if !parts.AreTexts(part, partTexts) || kind != "tool_call" && !parts.AreTexts(part, "content data") {
		d.Unknown(m, kind, part, at)
		return
	}
	switch kind {
	case "text", "input_text", "output_text":
		d.Say(m, &conv.TextContent{Text: parts.Str(part, "content text")}, part, at)
		d.Left(part, "type content text")
	case "reasoning", "thinking":
		t := &conv.ThinkingContent{Thinking: parts.Str(part, "content text"), ThinkingSignature: parts.Str(part, "signature")}
		d.Rest(&t.Node, part, "type content text signature")
		d.Say(m, t, part, at)
	case "tool_call":
		t := d.Call(m, parts.Str(part, "id"), parts.Str(part, "name"), parts.At(part, "arguments"), part, at)
		d.Rest(&t.Node, part, "type id name arguments")
	case "blob", "uri", "file":
		d.file(m, kind, part, at)
	case "image", "image_url", "audio": // of OpenInference, and of OpenAI
		d.linked(m, kind, part, at)
	case "server_tool_call", "server_tool_call_response", "compaction":
		d.Opaque(m, part, at)
	default:
		d.Unknown(m, kind, part, at)
	}
}

// file reads a file by its data, its address or its id.
func (d *decoder) file(m conv.Message, kind string, part conv.Raw, at int) {
	f := &conv.Media{MIMEType: parts.Str(part, "mime_type")}
	read := "type mime_type modality "
	switch kind {
	case "blob":
		f.Data = parts.Str(part, "content data")
		read += "content data"
	case "uri":
		setURL(f, parts.Str(part, "uri"))
		read += kind
	case "file":
		f.FileID = parts.Str(part, "file_id")
		read += "file_id"
	}
	if kind = parts.Str(part, "modality"); !parts.IsWord("image audio video document", kind) {
		kind, read = "", strings.Replace(read, " modality", "", 1)
	}
	d.Rest(&f.Node, part, read)
	d.Media(m, kind, f, part, at)
}

// linked reads a file by its address in the words of others.
func (d *decoder) linked(m conv.Message, kind string, part conv.Raw, at int) {
	url := parts.Str(part, "image.image.url image.url image_url.url audio.audio.url audio.url")
	if url == "" {
		d.Unknown(m, kind, part, at)
		return
	}
	f := &conv.Media{MIMEType: parts.Str(part, "audio.audio.mime_type audio.mime_type")}
	setURL(f, url)
	d.Rest(&f.Node, part, "type image image_url audio")
	d.Media(m, strings.TrimSuffix(kind, "_url"), f, part, at)
}

// setURL sets the address of a file, or the data in it.
func setURL(f *conv.Media, url string) {
	if mime, data, ok := media.DataURL(url); ok && data != "" {
		f.Data, f.MIMEType = data, cmp.Or(f.MIMEType, mime)
	} else {
		f.URL = url
	}
}

// stop says why the last message ended, if it is an answer and does not say so yet.
func (d *decoder) stop(word string) bool {
	m, ok := d.C.Messages[len(d.C.Messages)-1].(*conv.AssistantMessage)
	if ok = ok && word != "" && m.StopDetail == nil; ok {
		stop(m, word)
	}
	return ok
}

// stop says why an answer ended. A word that Fit must not replace is marked.
func stop(m *conv.AssistantMessage, word string) {
	if parts.Stop(m, word); word == aborted {
		m.StopReason = conv.StopAborted
	}
	if _, known := format.FindStop(holds.StopWords, word); !known {
		own.Set(&m.StopDetail.Node, format.UnknownStop, "true")
	}
}
