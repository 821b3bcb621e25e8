package openaichat

import (
	"cmp"
	"slices"

	"convo/conv"
	"convo/conv/extension"
	"convo/conv/format"
	"convo/conv/rawjson"
	"convo/conv/record"
)

// emit writes events as chunks. A stream that is cut off simply ends.
func emit(w *rawjson.Writer) format.EventWriter { return &emitter{w: w, index: "0"} }

// emitter writes the chunks of one choice. For the first choice, it also writes
// the rest of the stream.
type emitter struct {
	w      *rawjson.Writer
	index  conv.Raw // of the choice
	head   conv.AssistantMessage
	blocks record.Open[int64, *emitted] // by the index of their events, which may be any number
	calls  int64
	latest string   // the field of the latest text, "" if another block came after it
	texts  []string // content and refusal, if a text of it began
	ended  bool

	started bool // the first chunk was written
}

// emitted is what has been written of a block.
type emitted struct {
	call    *conv.ToolCall
	wire    conv.Raw // index of a call in the stream
	held    []byte   // arguments of a call that is written at once
	field   string   // content, refusal or a reasoning field
	same    string   // another field with the same text
	written bool
}

// Close ends a stream that was cut off. Nothing marks the end: a reader sees
// what is missing.
func (e *emitter) Close() {}

// Event writes what an event adds.
func (e *emitter) Event(v conv.Event) {
	if e.ended {
		return
	}
	switch v.Type {
	case conv.EventStart:
		e.start(v.Message)
	case conv.EventTextStart, conv.EventThinkingStart, conv.EventToolCallStart:
		e.begin(v)
	case conv.EventTextDelta, conv.EventThinkingDelta, conv.EventToolCallDelta:
		e.add(v)
	case conv.EventTextEnd, conv.EventThinkingEnd, conv.EventToolCallEnd:
		e.endBlock(v)
	case conv.EventBlock:
		e.whole(v)
	case conv.EventDone, conv.EventError:
		e.end(v.Message)
	default:
		panic("openaichat: unknown event " + string(v.Type))
	}
}

func (e *emitter) start(m *conv.AssistantMessage) {
	e.started = true
	if m != nil {
		e.head = *m
	}
	e.delta(func() { e.w.Field("role", "assistant") })
}

// frame starts a chunk, up to its choices.
func (e *emitter) frame() {
	id := cmp.Or(e.head.ResponseID, placeholderID)
	record.BeginFrame(e.w, "")
	e.w.Field("id", id)
	e.w.Field("object", "chat.completion.chunk")
	e.w.IntField("created", e.head.Timestamp/1000)
	e.w.Field("model", e.head.Model)
	e.w.ArrayField("choices")
}

// delta writes a chunk with one delta.
func (e *emitter) delta(members func()) {
	e.frame()
	e.w.BeginObject()
	e.w.RawField("index", e.index)
	e.w.ObjectField("delta")
	members()
	e.w.EndObject()
	e.w.RawField("finish_reason", "null")
	e.w.EndObject()
	e.w.EndArray()
	record.EndFrame(e.w)
}

// block is what has been written of a block.
func (e *emitter) block(index int) *emitted {
	b, ok := e.blocks.Find(int64(index))
	if !ok {
		b = &emitted{}
		e.blocks.Add(int64(index), b)
	}
	return b
}

func (e *emitter) begin(v conv.Event) {
	b := e.block(v.Index)
	switch block := record.Begun(v).(type) {
	case *conv.ToolCall:
		e.beginCall(b, block)
	case *conv.ThinkingContent:
		b.field, b.same = block.ThinkingSignature, residue.Text(&block.Node, hintSame)
		e.latest = ""
	case *conv.TextContent:
		b.field = "content"
		if block.Refusal {
			b.field = "refusal"
		}
		e.beginText(b, residue.Get(&block.Node, format.Continued) != "")
		e.say(b, block.Text)
	}
}

// beginText separates a text by a blank line from an earlier one of its field,
// if another block stands between them and it does not go on with that text.
func (e *emitter) beginText(b *emitted, goesOn bool) {
	switch {
	case !slices.Contains(e.texts, b.field):
		e.texts = append(e.texts, b.field)
	case e.latest != b.field && !goesOn:
		e.say(b, "\n\n")
	}
	e.latest = b.field
}

// longestField is longer than the name of any reasoning field.
const longestField = 64

// say writes a piece of a text or of reasoning. Reasoning without a field is
// dropped.
func (e *emitter) say(b *emitted, s string) {
	if s == "" || b.field != "content" && b.field != "refusal" && !format.IsReasoningField(b.field) {
		return
	}
	b.written = true
	if b.field == format.ThinkingPart {
		e.part(&conv.ThinkingContent{Thinking: s, ThinkingSignature: b.field})
		return
	}
	e.delta(func() {
		e.w.Field(b.field, s)
		if format.IsReasoningField(b.same) && b.same != b.field {
			e.w.Field(b.same, s)
		}
	})
}

func (e *emitter) add(v conv.Event) {
	b := e.block(v.Index)
	switch {
	case b.call == nil && v.Type == conv.EventToolCallDelta:
		e.beginCall(b, &conv.ToolCall{})
		fallthrough
	case b.call != nil:
		e.addArguments(b, v.Delta)
	default:
		if len(b.field) < longestField { // a longer one never becomes a field's name
			b.field += v.Signature
		}
		if b.field == "" && v.Type == conv.EventTextDelta {
			b.field = "content"
		}
		e.say(b, v.Delta)
	}
}

// beginCall writes the first piece of a call. Custom and legacy calls are
// written at once when they end.
func (e *emitter) beginCall(b *emitted, t *conv.ToolCall) {
	e.latest = ""
	b.call = t
	if b.whole() {
		return
	}
	b.wire = conv.Raw(rawjson.NumberOf(e.calls))
	e.calls++
	first := *t
	none := ""
	first.ArgumentsText = &none
	if t.Arguments != "" {
		first.ArgumentsText, b.written = t.ArgumentsText, true
	}
	e.writeCall(b, &first)
}

func (b *emitted) whole() bool {
	return residue.Text(&b.call.Node, hintForm) == "custom" || residue.Get(&b.call.Node, hintLegacy) != ""
}

func (e *emitter) writeCall(b *emitted, t *conv.ToolCall) {
	e.delta(func() {
		e.w.ArrayField("tool_calls")
		writeCall(e.w, &call{}, t, b.wire)
		e.w.EndArray()
	})
}

func (e *emitter) addArguments(b *emitted, s string) {
	b.written = b.written || s != ""
	if b.whole() {
		b.held = append(b.held, s...)
		return
	}
	e.delta(func() {
		e.w.ArrayField("tool_calls")
		e.w.BeginObject()
		e.w.OptRaw("index", b.wire)
		e.w.ObjectField("function")
		e.w.Field("arguments", s)
		e.w.EndObject()
		e.w.EndObject()
		e.w.EndArray()
	})
}

func (e *emitter) endBlock(v conv.Event) {
	b := e.block(v.Index)
	switch {
	case b.call != nil && b.whole():
		e.wholeCall(b, v.Extensions)
	case b.call != nil:
		if t, ok := v.Block.(*conv.ToolCall); ok && !b.written && t.ArgumentsString() != "" {
			e.addArguments(b, t.ArgumentsString())
		}
		e.lateResidue(b, v.Extensions)
	case !b.written && (b.field == "content" || format.IsReasoningField(b.field)):
		b.written = true
		e.delta(func() { e.w.Field(b.field, "") })
	}
}

// wholeCall writes a custom or a legacy call, and the residue that came after
// its start.
func (e *emitter) wholeCall(b *emitted, late extension.Extensions) {
	t := *b.call
	t.Extensions = t.Extensions.Clone()
	for _, m := range late.Of(family) {
		t.Extensions.Set(family, m.Key, m.Value)
	}
	if t.Arguments == "" || len(b.held) > 0 {
		t.SetArguments(string(b.held), nil)
	}
	if residue.Get(&t.Node, hintLegacy) != "" && t.ID == (&legacyCalls{}).call(t.Name) {
		e.delta(func() { writeOldCall(e.w, &t) })
		return
	}
	b.wire = conv.Raw(rawjson.NumberOf(e.calls))
	e.calls++
	e.writeCall(b, &t)
}

// lateResidue writes the residue that a call got after its start.
func (e *emitter) lateResidue(b *emitted, x extension.Extensions) {
	n := conv.Node{Extensions: x}
	if residue.Plain(&n) {
		return
	}
	e.delta(func() {
		e.w.ArrayField("tool_calls")
		e.w.BeginObject()
		e.w.OptRaw("index", b.wire)
		residue.Write(e.w, &n, "function", "id", "type")
		if residue.Get(&n, "function") != "" {
			e.w.ObjectField("function")
			residue.WriteInside(e.w, &n, "function", "name", "arguments")
			e.w.EndObject()
		}
		e.w.EndObject()
		e.w.EndArray()
	})
}

// part writes a chunk with a part of the content.
func (e *emitter) part(b conv.AssistantContent) {
	e.delta(func() {
		e.w.Key("content")
		writeParts(e.w, []conv.AssistantContent{b}, nil)
	})
}

// whole writes a block that comes in one event.
func (e *emitter) whole(v conv.Event) {
	if t, ok := v.Block.(*conv.ThinkingContent); ok && isPart(t, nil) {
		e.latest = ""
		e.part(t)
		return
	}
	switch b := v.Block.(type) {
	case *conv.Opaque:
		e.latest, e.texts = "", nil // the texts around it stay apart
		if b.Family == family && isPart(b, nil) {
			e.part(b)
		}
	case *conv.TextContent, *conv.ToolCall, *conv.ThinkingContent:
		for _, piece := range format.ReplayBlock(v.Index, b) {
			e.Event(piece)
		}
	}
}
