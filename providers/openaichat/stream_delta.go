package openaichat

import (
	"slices"
	"strings"

	"convo/conv"
	"convo/conv/rawjson"
)

// choiceReader makes events of the deltas of one choice. Text, refusal and
// reasoning are open one at a time; calls stay open to the end, for their
// pieces may interleave.
type choiceReader struct {
	draft    *answerDraft
	index    int64
	send     func(conv.Event)
	all      *conv.Assembler // of a choice that is not the first
	next     int             // index of the next block
	open     openBlock
	calls    []*callReader
	legacy   legacyCalls
	lists    []growingList
	probs    []growingList
	blank    bool // an empty content
	finished bool
}

// openBlock is the text, refusal or reasoning that is open.
type openBlock struct {
	field string // content, refusal or the field of reasoning; "" is none
	index int
}

// delta reads what a chunk adds. An empty string begins a block only if it
// is all that the delta says: many servers send one beside other things.
func (c *choiceReader) delta(d *decoder, finished bool) {
	if d.Kind() != rawjson.Object {
		d.Skip()
		return
	}
	var said []piece
	alone := !finished
	for key := range d.Fields {
		switch {
		case d.isNull():
		case !isPiece(key):
			alone = false
			c.say(said)
			said = nil
			c.member(d, key)
		case d.Kind() != rawjson.String:
			alone = false
			c.say(said)
			said = nil
			c.parts(d, key)
		default:
			s := d.Str()
			c.blank = c.blank || key == "content" && s == ""
			said = append(said, piece{key, s})
		}
	}
	if alone && len(said) == 1 && said[0].text == "" {
		c.text(said[0].field, "", "")
	}
	c.say(said)
}

// piece is what a delta adds to a field.
type piece struct{ field, text string }

func isPiece(key string) bool { return key == "content" || key == "refusal" || isField(key) }

// say adds pieces to their blocks. A field of reasoning that repeats another
// is only remembered: vLLM sends one text under two names.
func (c *choiceReader) say(said []piece) {
	for i, p := range said {
		if p.text == "" || isField(p.field) && slices.ContainsFunc(said[:i], p.repeats) && c.open.field != p.field {
			continue
		}
		same := ""
		if j := slices.IndexFunc(said[i+1:], p.repeats); j >= 0 && isField(p.field) {
			same = said[i+1+j].field
		}
		c.text(p.field, p.text, same)
	}
}

func (p piece) repeats(other piece) bool {
	return isField(other.field) && other.field != p.field && other.text == p.text
}

func (c *choiceReader) member(d *decoder, key string) {
	switch {
	case key == "role":
		d.Skip()
	case key == "tool_calls" && d.Kind() == rawjson.Array:
		for range d.Elements {
			c.call(d)
		}
	case key == "function_call" && d.Kind() == rawjson.Object:
		c.functionCall(d)
	case key == "reasoning_details" || key == "thinking_blocks" || key == "annotations" || key == "images" || key == "audio":
		c.lists = grow(c.lists, key, d.Raw())
	case key == "provider_metadata" || key == "extra_content":
		d.known(&c.draft.message.Node, key)
	default:
		d.keep(&c.draft.message.Node, key)
	}
}

// text adds to the block of a field, which begins if it is not open. Another
// field may say the same.
func (c *choiceReader) text(field, s, same string) {
	if c.open.field != field {
		c.close()
		c.open = openBlock{field, c.take()}
		c.send(conv.Event{Type: startOf(field), Index: c.open.index, Block: blockOf(field, same)})
	}
	if s != "" {
		c.send(conv.Event{Type: deltaOf(field), Index: c.open.index, Delta: s})
	}
}

func (c *choiceReader) take() int {
	c.next++
	return c.next - 1
}

// close ends the block that is open.
func (c *choiceReader) close() {
	if c.open.field != "" {
		end := conv.EventTextEnd
		if isField(c.open.field) {
			end = conv.EventThinkingEnd
		}
		c.send(conv.Event{Type: end, Index: c.open.index})
	}
	c.open = openBlock{}
}

func startOf(field string) conv.EventType {
	if isField(field) {
		return conv.EventThinkingStart
	}
	return conv.EventTextStart
}

func deltaOf(field string) conv.EventType {
	if isField(field) {
		return conv.EventThinkingDelta
	}
	return conv.EventTextDelta
}

func blockOf(field, same string) conv.AssistantContent {
	if isField(field) {
		t := &conv.ThinkingContent{ThinkingSignature: field}
		if same != "" {
			hint(&t.Node, hintSame, quoted(same))
		}
		return t
	}
	return &conv.TextContent{Refusal: field == "refusal"}
}

// parts reads content that comes as parts: texts and blocks of the server's own.
func (c *choiceReader) parts(d *decoder, key string) {
	if key != "content" || d.Kind() != rawjson.Array {
		d.keep(&c.draft.message.Node, key)
		return
	}
	for range d.Elements {
		b := d.part(inAssistant)
		t, ok := b.(*conv.TextContent)
		switch {
		case ok && t.Refusal:
			c.text("refusal", t.Text, "")
		case ok && plain(&t.Node):
			c.text("content", t.Text, "")
		default:
			c.close()
			c.send(conv.Event{Type: conv.EventBlock, Index: c.take(), Block: b.(conv.AssistantContent)})
		}
	}
}

// end ends all blocks. An answer of which only an empty content was seen has
// an empty text.
func (c *choiceReader) end() {
	if c.next == 0 && len(c.calls) == 0 && c.blank {
		c.text("content", "", "")
	}
	c.close()
	for _, call := range c.calls {
		call.end(c)
	}
}

// logprobs adds to the lists of what the tokens were.
func (c *choiceReader) logprobs(d *decoder) {
	for key := range d.Fields {
		if !d.isNull() {
			c.probs = grow(c.probs, key, d.Raw())
		}
	}
}

// residue adds what the deltas brought that the model has no place for.
func (c *choiceReader) residue(to conv.Extensions) conv.Extensions {
	for i := range c.lists {
		raw := c.lists[i].raw()
		if c.lists[i].key == "audio" {
			m := &conv.AssistantMessage{}
			m.Extensions = to
			keepAudio(m, raw, true)
			to = m.Extensions
			continue
		}
		if raw == "[]" {
			n := conv.Node{Extensions: to}
			setBlank(&n, c.lists[i].key, raw)
			to = n.Extensions
			continue
		}
		to.Set(family, c.lists[i].key, raw)
	}
	if len(c.probs) > 0 {
		w := rawjson.NewWriter(nil)
		w.BeginObject()
		for i := range c.probs {
			w.Key(c.probs[i].key)
			w.Raw(c.probs[i].raw())
		}
		w.EndObject()
		c.draft.detail.Extensions.Set(family, "logprobs", conv.Raw(w.Bytes()))
		c.draft.message.StopDetail = c.draft.detail
	}
	return to
}

// whole is a choice that is not the first, as an answer at rest has it.
func (c *choiceReader) whole() conv.Raw {
	c.end()
	c.send(conv.Event{Type: conv.EventDone})
	m := c.draft.message
	m.Content = inOrder(c.all.Message().Content)
	m.Extensions = c.residue(m.Extensions)
	dropRepeated(m)
	c.draft.extras = withMember(c.draft.extras, "index", conv.Raw(rawjson.NumberOf(c.index)))
	c.draft.finish()
	m.StopDetail = c.draft.detail
	w := rawjson.NewWriter(nil)
	newResponseWriter(w, m).choice()
	return conv.Raw(w.Bytes())
}

// inOrder puts blocks where an answer at rest has them, joining texts,
// refusals and reasoning of one field that came in several pieces.
func inOrder(in []conv.AssistantContent) []conv.AssistantContent {
	var places [4][]conv.AssistantContent
	for _, b := range in {
		k := 1
		switch b := b.(type) {
		case *conv.ThinkingContent:
			k = 0
		case *conv.TextContent:
			if b.Refusal {
				k = 2
			}
		case *conv.ToolCall:
			k = 3
			settle(&b.Node)
		}
		places[k] = joinTo(places[k], b)
	}
	var out []conv.AssistantContent
	for _, p := range places {
		out = append(out, p...)
	}
	return out
}

// dropRepeated makes residue of a field of reasoning that says what another
// says, as it is in an answer at rest.
func dropRepeated(m *conv.AssistantMessage) {
	var first *conv.ThinkingContent
	for i, b := range m.Content {
		t, ok := b.(*conv.ThinkingContent)
		if !ok {
			continue
		}
		if first == nil {
			first = t
		} else if t.Thinking == first.Thinking {
			hint(&first.Node, hintSame, quoted(t.ThinkingSignature))
			m.Content = slices.Delete(m.Content, i, i+1)
			return
		}
	}
}

// joinTo appends a block, or adds its text to one of the same kind.
func joinTo(to []conv.AssistantContent, b conv.AssistantContent) []conv.AssistantContent {
	for _, old := range to {
		switch b := b.(type) {
		case *conv.ThinkingContent:
			if o := old.(*conv.ThinkingContent); o.ThinkingSignature == b.ThinkingSignature {
				o.Thinking += b.Thinking
				return to
			}
		case *conv.TextContent:
			if o, ok := old.(*conv.TextContent); ok && len(to) == 1 {
				o.Text += b.Text
				return to
			}
		}
	}
	return append(to, b)
}

// growingList is an array, or an object with long strings, that comes in
// pieces.
type growingList struct {
	key     string
	object  bool // audio
	entries [][]growingMember
	other   []byte // entries that are no objects
}

type growingMember struct {
	key   string
	value []byte
}

// grow adds a piece to the list of a key.
func grow(lists []growingList, key string, piece conv.Raw) []growingList {
	at := -1
	for i := range lists {
		if lists[i].key == key {
			at = i
		}
	}
	if at < 0 {
		at = len(lists)
		lists = append(lists, growingList{key: key})
	}
	lists[at].add(piece)
	return lists
}

func (l *growingList) add(piece conv.Raw) {
	c := rawjson.NewCursor([]byte(piece))
	if piece[0] == '{' {
		l.object = true
		if l.entries == nil {
			l.entries = append(l.entries, nil)
		}
		l.entries[0] = mergeEntry(l.entries[0], readEntry(c))
		return
	}
	if piece[0] != '[' {
		l.other = []byte(piece)
		return
	}
	for range c.Elements {
		if c.Kind() != rawjson.Object {
			l.entries = append(l.entries, []growingMember{{value: []byte(c.Raw())}})
			continue
		}
		e := readEntry(c)
		if i := l.same(e); i >= 0 {
			l.entries[i] = mergeEntry(l.entries[i], e)
		} else {
			l.entries = append(l.entries, e)
		}
	}
}

func readEntry(c *rawjson.Cursor) (e []growingMember) {
	for key := range c.Fields {
		e = append(e, growingMember{key, []byte(c.Raw())})
	}
	return e
}

// same is the entry that a piece goes on with, -1 if it is a new one: pieces
// of reasoning say which by index and type, or by the type alone.
func (l *growingList) same(e []growingMember) int {
	if l.key != "reasoning_details" && l.key != "thinking_blocks" {
		return -1
	}
	for i := len(l.entries) - 1; i >= 0; i-- {
		old := l.entries[i]
		indexed := valueOf(e, "index") != ""
		if valueOf(old, "type") == valueOf(e, "type") && valueOf(old, "index") == valueOf(e, "index") &&
			(valueOf(e, "id") == "" || valueOf(e, "id") == "null" || valueOf(old, "id") == valueOf(e, "id")) {
			return i
		}
		if !indexed {
			return -1
		}
	}
	return -1
}

func valueOf(e []growingMember, key string) string {
	for i := range e {
		if e[i].key == key {
			return string(e[i].value)
		}
	}
	return ""
}

// mergeEntry adds the texts of a piece and sets what else it says.
func mergeEntry(to, piece []growingMember) []growingMember {
next:
	for _, m := range piece {
		for i := range to {
			if to[i].key != m.key {
				continue
			}
			if isText(m.key) && len(to[i].value) > 1 && to[i].value[0] == '"' && m.value[0] == '"' {
				to[i].value = append(to[i].value[:len(to[i].value)-1], m.value[1:]...)
			} else if string(m.value) != "null" {
				to[i].value = m.value
			}
			continue next
		}
		to = append(to, m)
	}
	return to
}

// isText reports whether pieces of a member are one text.
func isText(key string) bool {
	switch key {
	case "text", "summary", "thinking", "signature", "data", "transcript":
		return true
	}
	return false
}

func (l *growingList) raw() conv.Raw {
	if l.entries == nil && l.other != nil {
		return conv.Raw(l.other)
	}
	var b strings.Builder
	if !l.object {
		b.WriteByte('[')
	}
	for i, e := range l.entries {
		if i > 0 {
			b.WriteByte(',')
		}
		b.WriteString(entryText(e))
	}
	if !l.object {
		b.WriteByte(']')
	}
	return conv.Raw(b.String())
}

func entryText(e []growingMember) string {
	if len(e) == 1 && e[0].key == "" {
		return string(e[0].value)
	}
	w := rawjson.NewWriter(nil)
	w.BeginObject()
	for _, m := range e {
		w.Key(m.key)
		w.Raw(conv.Raw(m.value))
	}
	w.EndObject()
	return string(w.Bytes())
}
