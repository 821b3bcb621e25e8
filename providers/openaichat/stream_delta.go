package openaichat

import (
	"slices"
	"strings"

	"convo/conv"
	"convo/conv/format"
	"convo/conv/note"
	"convo/conv/rawjson"
)

// choiceReader turns the deltas of one choice into events. Only one text,
// refusal or reasoning is open at a time. Calls stay open to the end, because
// their pieces may interleave.
type choiceReader struct {
	draft    *answerDraft
	index    int64
	send     func(conv.Event)
	all      *conv.Assembler // of a choice other than the first
	next     int             // index of the next block
	order    *liveOrder      // nil if somebody puts the blocks in order later
	open     openBlock
	begun    []string // the fields whose text began
	calls    []*callReader
	known    map[callName]*callReader
	legacy   legacyCalls
	lists    growingLists
	probs    growingLists
	oddProbs conv.Raw // what stood in their place
	blank    bool     // an empty content came
	finished bool
	notes    *note.Notes
	repeats  bool // a message is being read, which repeats the deltas before it
	said     []*saidField
	pieces   []piece // room for those of a delta
}

// saidField is the text of a field so far.
type saidField struct {
	field string
	text  rawjson.Pieces
}

// saidOf is the text of a field so far.
func (c *choiceReader) saidOf(field string) *rawjson.Pieces {
	for _, s := range c.said {
		if s.field == field {
			return &s.text
		}
	}
	c.said = append(c.said, &saidField{field: field})
	return &c.said[len(c.said)-1].text
}

// unsaid is what a text adds to the deltas before it, if it is the whole text.
func (c *choiceReader) unsaid(said *rawjson.Pieces, text string) string {
	if !c.repeats || said.Len() == 0 || text == "" {
		return text
	}
	rest, extends := strings.CutPrefix(text, said.String())
	if !extends {
		c.notes.Loss(note.CodeExtension, note.Dropped, -1, "message of a stream that differs from its deltas", "")
		return ""
	}
	return rest
}

// openBlock is the open text, refusal or reasoning.
type openBlock struct {
	field string // content, refusal or a reasoning field; "": nothing is open
	index int
}

// delta reads what a chunk adds. An empty string starts a block only if the
// delta has nothing else: many servers send one along with other fields.
func (c *choiceReader) delta(d *decoder, finished bool) {
	if d.in.Kind() != rawjson.Object {
		d.in.Skip()
		return
	}
	said := c.pieces[:0]
	alone := !finished
	for key := range d.in.Fields {
		switch {
		case d.in.IsNull():
		case !isPiece(key):
			alone = false
			c.say(said)
			said = said[:0]
			c.member(d, key)
		case d.in.Kind() != rawjson.String:
			alone = false
			c.say(said)
			said = said[:0]
			c.parts(d, key)
		default:
			s := d.in.Str()
			c.blank = c.blank || key == "content" && s == ""
			said = append(said, piece{key, s})
		}
	}
	if alone && len(said) == 1 && said[0].text == "" {
		c.text(said[0].field, "", "")
	}
	c.say(said)
	c.pieces = said
}

// piece is what a delta adds to a field.
type piece struct{ field, text string }

func isPiece(key string) bool {
	return key == "content" || key == "refusal" || format.IsReasoningField(key)
}

// say adds pieces to their blocks. A reasoning field that repeats another is
// only remembered: vLLM sends one text under two names.
func (c *choiceReader) say(said []piece) {
	for i, p := range said {
		if p.text == "" || format.IsReasoningField(p.field) && slices.ContainsFunc(said[:i], p.repeats) && c.open.field != p.field {
			continue
		}
		same := ""
		if j := slices.IndexFunc(said[i+1:], p.repeats); j >= 0 && format.IsReasoningField(p.field) {
			same = said[i+1+j].field
		}
		c.text(p.field, p.text, same)
	}
}

func (p piece) repeats(other piece) bool {
	return format.IsReasoningField(other.field) && other.field != p.field && other.text == p.text
}

func (c *choiceReader) member(d *decoder, key string) {
	switch {
	case key == "role":
		d.in.Skip()
	case key == "tool_calls" && d.in.Kind() == rawjson.Array:
		for range d.in.Elements {
			c.call(d)
		}
	case key == "function_call" && d.in.Kind() == rawjson.Object:
		c.functionCall(d)
	case key == "reasoning_details" || key == "thinking_blocks" || key == "annotations" || key == "images" || key == "audio":
		c.lists.grow(key, d.in.Raw())
	case key == "provider_metadata" || key == "extra_content":
		d.in.Known(&c.draft.message.Node, key)
	default:
		d.Keep(&c.draft.message.Node, key)
	}
}

// text adds to the block of a field and starts the block if needed. same names
// a field that repeats the text.
func (c *choiceReader) text(field, s, same string) {
	if s != "" {
		said := c.saidOf(field)
		if s = c.unsaid(said, s); s == "" {
			return
		}
		said.Add(s)
	}
	start, delta, _ := eventsOfField(field)
	if c.open.field != field {
		again := slices.Contains(c.begun, field)
		if s == "" && (again || len(c.calls) > 0 || c.next > 0 && format.IsReasoningField(field)) {
			return // the usage often comes with an empty content
		}
		c.close()
		c.order.next(field)
		c.open = openBlock{field, c.take()}
		b := blockOf(field, same)
		if again && c.order != nil {
			residue.Set(conv.NodeOf(b), format.Continued, "true")
		} else if !again {
			c.begun = append(c.begun, field)
		}
		c.send(conv.Event{Type: start, Index: c.open.index, Block: b})
	}
	if s != "" {
		c.send(conv.Event{Type: delta, Index: c.open.index, Delta: s})
	}
}

func (c *choiceReader) take() int {
	c.next++
	return c.next - 1
}

// close ends the open block.
func (c *choiceReader) close() {
	if c.open.field != "" {
		_, _, end := eventsOfField(c.open.field)
		c.send(conv.Event{Type: end, Index: c.open.index})
	}
	c.open = openBlock{}
}

// eventsOfField are the events of the block of a field.
func eventsOfField(field string) (start, delta, end conv.EventType) {
	if format.IsReasoningField(field) {
		return conv.EventThinkingStart, conv.EventThinkingDelta, conv.EventThinkingEnd
	}
	return conv.EventTextStart, conv.EventTextDelta, conv.EventTextEnd
}

func blockOf(field, same string) conv.AssistantContent {
	if format.IsReasoningField(field) {
		t := &conv.ThinkingContent{ThinkingSignature: field}
		if same != "" {
			residue.Set(&t.Node, hintSame, rawjson.Quoted(same))
		}
		return t
	}
	return &conv.TextContent{Refusal: field == "refusal"}
}

// parts reads content that comes as parts: texts, and blocks that only this
// server has.
func (c *choiceReader) parts(d *decoder, key string) {
	if key != "content" || d.in.Kind() != rawjson.Array {
		d.Keep(&c.draft.message.Node, key)
		return
	}
	for range d.in.Elements {
		b := d.part(inAssistant)
		t, ok := b.(*conv.TextContent)
		thought, thinks := b.(*conv.ThinkingContent)
		switch {
		case thinks && thought.Extensions == nil:
			c.text(format.ThinkingPart, thought.Thinking, "")
		case ok && t.Refusal:
			c.text("refusal", t.Text, "")
		case ok && residue.Plain(&t.Node):
			c.text("content", t.Text, "")
		default:
			c.close()
			c.order.next("")
			c.send(conv.Event{Type: conv.EventBlock, Index: c.take(), Block: b.(conv.AssistantContent)})
		}
	}
}

// end ends all blocks. If nothing but an empty content came, the answer has an
// empty text.
func (c *choiceReader) end() {
	if c.next == 0 && len(c.calls) == 0 && c.blank {
		c.text("content", "", "")
	}
	c.close()
	for _, call := range c.calls {
		call.end(c)
	}
}

// logprobs adds to the lists of token probabilities.
func (c *choiceReader) logprobs(d *decoder) {
	if d.in.Kind() != rawjson.Object {
		c.oddProbs = d.in.Raw()
		return
	}
	for key := range d.in.Fields {
		if !d.in.IsNull() {
			c.probs.grow(key, d.in.Raw())
		}
	}
}

// residue adds what the deltas held that the model has no place for.
func (c *choiceReader) residue() {
	m := c.draft.message
	for _, x := range c.lists.members() {
		switch {
		case x.Key == "audio":
			keepAudio(m, x.Value, true)
		case x.Value == "[]":
			residue.SetBlank(&m.Node, x.Key, x.Value)
		default:
			residue.Set(&m.Node, x.Key, x.Value)
		}
	}
	probs := c.oddProbs
	if all := c.probs.members(); len(all) > 0 {
		if probs != "" {
			c.notes.Loss(note.CodeLogprobs, note.Dropped, -1, "token probabilities that are no object", "")
		}
		probs = rawjson.ObjectOf(all)
	}
	if probs != "" {
		residue.Set(&c.draft.detail.Node, "logprobs", probs)
		m.StopDetail = c.draft.detail
	}
}

// whole is a choice other than the first, as a response has it.
func (c *choiceReader) whole() conv.Raw {
	c.end()
	c.send(conv.Event{Type: conv.EventDone})
	m := c.draft.message
	m.Content = inOrder(c.all.Message().Content)
	c.residue()
	dropRepeated(m)
	c.draft.extras = withMember(c.draft.extras, "index", conv.Raw(rawjson.NumberOf(c.index)))
	c.draft.finish()
	m.StopDetail = c.draft.detail
	return rawjson.Written(func(w *rawjson.Writer) { newResponseWriter(w, m).choice() })
}
