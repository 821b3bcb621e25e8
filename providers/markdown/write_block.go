package markdown

import (
	"fmt"
	"slices"

	"convo/conv"
	"convo/conv/ansi"
	"convo/conv/rawjson"
	"convo/conv/record"
)

// block writes a block. Two adjacent texts are kept apart.
func (w *writer) block(b conv.Block, nextIsText bool) {
	switch b := b.(type) {
	case *conv.TextContent:
		w.text(b, nextIsText)
	case *conv.ThinkingContent:
		w.thinking(b)
	case *conv.ToolCall:
		if w.called == nil {
			w.called = map[string]string{}
		}
		w.called[b.ID] = b.Name
		w.call(b)
	case *conv.Opaque:
		w.opaque(b)
	case *conv.ImageContent, *conv.AudioContent, *conv.VideoContent, *conv.DocumentContent:
		w.media(b.BlockType(), conv.MediaOf(b))
	default:
		panic(fmt.Sprintf("markdown: unknown block %T", b))
	}
}

// text writes a text as it is. A text that shows nothing is only a comment.
func (w *writer) text(b *conv.TextContent, nextIsText bool) {
	w.Text("\n")
	x := *b
	hints, said, inside := w.prose(&x.Text, "text")
	if inside == "" {
		w.hidden(func(s *rawjson.Writer) { conv.Native.WriteBlock(s, b) }, nil, ifEmpty(b.Text, "text")...)
		return
	}
	w.lines(inside, isOurs)
	commented := w.hidden(func(s *rawjson.Writer) { conv.Native.WriteBlock(s, &x) }, hints, said...)
	if nextIsText && !commented {
		w.comment("{}")
	}
}

// isBare reports whether a text block has nothing but its text.
func isBare(b *conv.TextContent) bool {
	return len(b.Extensions) == 0 && b.TextSignature == "" && !b.Refusal
}

func ifEmpty(s, key string) []string {
	if s == "" {
		return []string{key}
	}
	return nil
}

// prose splits a text into the shown part and hints for the rest. If the shown
// part differs from the text, the text stays among the hidden fields; else it
// is emptied there.
func (w *writer) prose(text *string, key string) (hints []rawjson.Member, said []string, inside string) {
	if !isClean(*text) {
		return nil, []string{"type"}, visible(*text)
	}
	before, inside, after := edges(*text)
	*text = ""
	for _, h := range [...]struct{ key, value string }{{beforeHint, before}, {afterHint, after}} {
		if h.value != "" {
			hints = append(hints, rawjson.Member{Key: h.key, Value: conv.Raw(rawjson.AppendQuoted(nil, h.value))})
		}
	}
	return hints, []string{"type", key}, inside
}

// thinking writes reasoning, folded away.
func (w *writer) thinking(b *conv.ThinkingContent) {
	start := thinkingStart
	if b.Redacted {
		start = redactedStart
	}
	w.Text("\n" + start + "\n\n")
	x := *b
	hints, said, inside := w.prose(&x.Thinking, "thinking")
	if inside != "" {
		w.lines(inside, isDetailsEnd)
		w.Text("\n")
	}
	w.Text(detailsEnd + "\n")
	w.hidden(func(s *rawjson.Writer) { conv.Native.WriteBlock(s, &x) }, hints, append(said, "redacted")...)
}

// call writes a call: the text of its arguments, fenced.
func (w *writer) call(b *conv.ToolCall) {
	text := b.ArgumentsString()
	said := []string{"type", "id", "name"}
	x := *b
	seen := shown(text)
	if seen == text && comesBack(b, text) {
		x.Arguments, x.ArgumentsText = "", nil
		said = append(said, "arguments")
	}
	info := appendAttribute(appendAttribute([]byte(callInfo), "id", b.ID), "name", b.Name)
	w.fenced(string(info), seen)
	w.hidden(func(s *rawjson.Writer) { conv.Native.WriteBlock(s, &x) }, nil, said...)
}

// comesBack reports whether the arguments of a call are what their text is read as.
func comesBack(b *conv.ToolCall, text string) bool {
	if b.AsRead() {
		return true
	}
	var again conv.ToolCall
	again.SetArguments(text, nil)
	return again.Arguments == record.ArgumentsOf(b) && equal(again.ArgumentsText, b.ArgumentsText)
}

func equal(a, b *string) bool {
	if a == nil || b == nil {
		return a == b
	}
	return *a == *b
}

// result writes a text of a tool result, fenced.
func (w *writer) result(b *conv.TextContent) {
	said := []string{"type"}
	x := *b
	seen := shown(b.Text)
	if seen == b.Text {
		x.Text = ""
		said = append(said, "text")
	}
	w.fenced("", seen)
	w.hidden(func(s *rawjson.Writer) { conv.Native.WriteBlock(s, &x) }, nil, said...)
}

// opaque writes the JSON of a foreign block.
func (w *writer) opaque(b *conv.Opaque) {
	if b.Raw == "" {
		w.Text("\n")
		w.hidden(func(s *rawjson.Writer) { conv.Native.WriteBlock(s, b) }, nil)
		return
	}
	w.fenced(string(appendAttribute([]byte(opaqueInfo), "family", b.Family)), ansi.Escaped(string(b.Raw)))
	if b.Family != nativeFamily {
		x := *b
		x.Raw = ""
		w.hidden(func(s *rawjson.Writer) { conv.Native.WriteBlock(s, &x) }, nil, "type", "family")
	}
}

// media writes an image, a link, or the text of a document.
func (w *writer) media(blockType string, m *conv.Media) {
	said := []string{"type"}
	x := *m
	switch {
	case blockType == "document" && m.Text != "" && m.Data == "" && m.URL == "" && isClean(m.Text):
		info := appendAttribute([]byte(documentInfo), "name", m.Name)
		if m.Name == "" {
			info = []byte(documentInfo)
		}
		w.fenced(string(info), m.Text)
		x.Text, x.Name = "", ""
	default:
		line, members := mediaLine(blockType, m)
		w.Text("\n")
		w.Text(line)
		w.Text("\n")
		if said = slices.Concat(said, members); slices.Contains(said, "data") {
			x.Data = ""
		}
	}
	w.hidden(func(s *rawjson.Writer) { conv.Native.WriteBlock(s, x.Block(blockType)) }, nil, said...)
}

// fenced writes a text between fences.
func (w *writer) fenced(info, text string) {
	fence := fenceFor(text)
	w.Text("\n")
	w.Text(fence)
	w.Text(info)
	w.Text("\n")
	if text != "" {
		w.Text(text)
		w.Text("\n")
	}
	w.Text(fence)
	w.Text("\n")
}
