package aisdkui

import (
	"cmp"
	"strings"

	"convo/conv"
	"convo/conv/extension"
	"convo/conv/format"
	"convo/conv/media"
	"convo/conv/note"
	"convo/conv/parts"
	"convo/conv/rawjson"
	"convo/conv/record"
)

// spelled are the fields of parts that Python spells in snake case.
var spelled = &record.Aliases{Camel: "providerMetadata callProviderMetadata resultProviderMetadata providerExecuted toolCallId toolName" +
	" toolMetadata errorText rawInput mediaType sourceId"}

// usual is a part with the usual names, and without fields that are null. The input and
// the output of a tool may be null.
func usual(part conv.Raw) conv.Raw {
	var out []rawjson.Member
	same := true
	for key, v := range part.Fields {
		name := spelled.Usual(key)
		if said := v != "null" || key == "input" || key == "output" || key == "data"; said {
			out = append(out, rawjson.Member{Key: name, Value: v})
			same = same && name == key
		} else {
			same = false
		}
	}
	if same {
		return part
	}
	return rawjson.ObjectOf(out)
}

// The fields of parts that the model has. Names of version 4 are among them.
const (
	textFields = "type text reasoning state"
	fileFields = "type url data mediaType mimeType contentType filename name"
	callFields = "type toolCallId toolName input args state step"
	doneFields = " output result errorText"
)

// part reads a part.
func (r *reading) part(part conv.Raw, at int) {
	part = usual(part)
	kind := parts.Str(part, "type")
	switch {
	case kind == "text" || kind == "reasoning" && r.role == "assistant":
		r.answers()
		r.says(r.own.text(part), at)
	case kind == "step-start" && r.role == "assistant":
		r.step()
		r.Lose(part, -1, "type")
		if r.marked {
			r.Notes.Info(note.CodeHistory, note.Dropped, at, "step without parts", "")
		}
		r.marked, r.steps = true, true
	case kind == "file":
		r.file(part, at)
	case kind == "tool-invocation":
		call := part.Lookup("toolInvocation")
		r.Lose(part, -1, "type toolInvocation")
		r.call(part, call, parts.Str(call, "toolName"), at)
	case kind == "dynamic-tool":
		r.call(part, part, parts.Str(part, "toolName"), at)
	case strings.HasPrefix(kind, "tool-"):
		r.call(part, part, strings.TrimPrefix(kind, "tool-"), at)
	default:
		if !strings.HasPrefix(kind, "data-") && !strings.HasPrefix(kind, "source") && kind != "custom" {
			r.Notes.Unknown(at, "part", kind)
		}
		r.opaque(part, at)
	}
}

// opaque keeps a part as it is.
func (r *reading) opaque(part conv.Raw, at int) {
	r.says(&conv.Opaque{Family: family, Raw: part}, at)
}

// rest keeps the other fields of a part, and its state as a hint.
func (own dialect) rest(n *conv.Node, part conv.Raw, read string) {
	for key, v := range part.Fields {
		switch {
		case key == "state" && strings.HasPrefix(read, textFields):
			own.Set(n, hintState, v)
		case v != "null" && !parts.IsWord(read, key):
			own.Set(n, extension.ResidueKey(key), v)
		}
	}
	own.Settle(n)
}

// answers begins an answer: something is said after a result. Where steps are marked,
// only what the vendor ran has a result before the step ends.
func (r *reading) answers() {
	if len(r.results) > 0 && (!r.steps || r.hosted) {
		r.step()
	}
}

// text reads a text, or reasoning.
func (own dialect) text(part conv.Raw) conv.Block {
	text := parts.Str(part, "text reasoning")
	if parts.Str(part, "type") == "text" {
		t := &conv.TextContent{Text: text}
		own.rest(&t.Node, part, textFields)
		return t
	}
	t := &conv.ThinkingContent{Thinking: text}
	own.rest(&t.Node, part, textFields)
	own.sign(t)
	return t
}

// file reads a file by its address, or its data.
func (r *reading) file(part conv.Raw, at int) {
	m := &conv.Media{Name: parts.Str(part, "filename name")}
	if url := parts.Str(part, "url"); url != "" {
		own.SetURL(m, url, record.DataHints{Whole: hintURL, Prefix: hintURL})
	} else {
		m.Data = parts.Str(part, "data")
	}
	m.MIMEType = cmp.Or(parts.Str(part, "mediaType mimeType contentType"), m.MIMEType)
	own.rest(&m.Node, part, fileFields)
	b := m.Block(media.Kind(m.MIMEType))
	if _, ok := b.(conv.AssistantContent); m.URL == "" && m.Data == "" || !ok && r.role == "assistant" || r.role == "system" {
		r.opaque(part, at)
		return
	}
	r.answers()
	r.says(b, at)
}

// call reads a call, and what came of it.
func (r *reading) call(part, call conv.Raw, name string, at int) {
	if r.role != "assistant" {
		r.opaque(part, at)
		return
	}
	t := &conv.ToolCall{ID: parts.Str(call, "toolCallId"), Name: name}
	r.says(t, at)
	r.input(t, call)
	if parts.Str(part, "type") == "dynamic-tool" && name != oldName {
		own.Set(&t.Node, hintDynamic, "true")
	}
	if r.Streamed {
		r.answer.StopReason = conv.StopToolUse
	}
	m := &conv.ToolResultMessage{ToolCallID: t.ID, ToolName: name}
	text, state, output := "", parts.Str(call, "state"), cmp.Or(call.Lookup("output"), call.Lookup("result"))
	waits := call.Lookup("preliminary") == "true"
	switch {
	case waits:
	case state == "output-available" || state == "result" || state == "" && output != "":
		switch text = output.Text(); {
		case output == "" || output == "null":
			own.Set(&m.Node, hintOutput, `"null"`)
		case output[0] != '"':
			text = string(output)
			own.Set(&m.Node, hintOutput, `"json"`)
		}
	case state == "output-error":
		m.IsError, text = true, parts.Str(call, "errorText")
	case state == "output-denied":
		m.IsError, text = true, parts.Str(call, "approval.reason")
		own.Set(&m.Node, hintState, rawjson.Quoted(state))
	default:
		waits = true
	}
	if waits {
		if state != "input-available" && state != "call" {
			own.Set(&t.Node, hintState, rawjson.Quoted(state))
		}
		own.rest(&t.Node, call, callFields+" rawInput")
		return
	}
	if state == "" {
		own.Set(&m.Node, hintState, `""`)
	}
	own.rest(&t.Node, call, callFields+doneFields+" rawInput")
	m.SetOffset(at)
	r.Text(m, text, at)
	r.results = append(r.results, m)
	r.hosted = r.hosted || isHosted(t)
}

// isHosted reports whether the vendor ran a call itself, within the answer.
func isHosted(t *conv.ToolCall) bool { return own.Get(&t.Node, "providerExecuted") == "true" }

// oldName is the name of a tool whose type would be that of a part of version 4.
const oldName = "invocation"

// input reads the input of a call: an object, another value, or what a model wrote
// instead.
func (r *reading) input(t *conv.ToolCall, call conv.Raw) {
	input, raw := cmp.Or(call.Lookup("input"), call.Lookup("args")), call.Lookup("rawInput")
	if strings.HasPrefix(string(raw), `"`) {
		x := conv.ToolCall{}
		x.SetArguments(raw.Text(), nil)
		if broken := x.Mended() != rawjson.Strict; broken && (input == "" || input == x.Arguments) {
			t.SetArguments(raw.Text(), r.answer)
			raw = ""
		} else if !broken && input == "" {
			if t.SetArguments(raw.Text(), nil); r.Streamed {
				raw = "" // the pieces of the input
			} else {
				t.ArgumentsText = nil
			}
		}
	}
	if input != "" || !r.Streamed {
		own.setInput(t, input)
	}
	t.Arguments = cmp.Or(t.Arguments, "{}")
	if raw != "" {
		own.Set(&t.Node, "rawInput", raw)
	}
}

// setInput makes arguments of an input: an object, or a hint that says what else it was.
func (own dialect) setInput(t *conv.ToolCall, input conv.Raw) {
	switch {
	case input == "":
		own.Set(&t.Node, hintInput, "[]")
		t.Arguments = cmp.Or(t.Arguments, "{}")
	case input[0] != '{':
		own.Set(&t.Node, hintInput, "["+input+"]")
		t.Arguments = inputOf(input)
	case t.ArgumentsText == nil:
		t.Arguments = input
	}
}

// inputOf is an input as arguments, which are an object.
func inputOf(input conv.Raw) conv.Raw {
	if input == "null" || input == `""` {
		return "{}"
	}
	return format.InputArguments(input)
}
