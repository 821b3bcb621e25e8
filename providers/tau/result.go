package tau

import (
	"cmp"
	"slices"
	"strings"

	"convo/conv"
	"convo/conv/rawjson"
	"convo/conv/record"
)

// result is a tool result: its texts as one, its media beside them, and, where
// that is not all, its whole contents in their order.
type result struct {
	*conv.ToolResultMessage
	whole []conv.ToolResultContent
}

func resultRecord() *record.Record[*decoder, *result] {
	r := record.New[*decoder](residue, "tool_result", func(m *result) *conv.Node { return &m.Node })
	record.Word(r, "type", "tool_result")
	record.Str(r, "id", func(m *result) *string { return &m.ToolCallID })
	record.Field(r, "content", (*decoder).resultText, func(w *rawjson.Writer, m *result) {
		text, _ := resultText(m.ToolResultMessage)
		w.Field("content", text)
	})
	record.Usual(r, func(m *result) bool {
		text, _ := resultText(m.ToolResultMessage)
		return text == ""
	})
	record.OptStr(r, "tool_name", func(m *result) *string { return &m.ToolName })
	flag(r, "is_error", func(m *result) *bool { return &m.IsError })
	record.Field(r, "metadata",
		func(d *decoder, m *result) {
			if m.Details = d.in.OptRaw(); m.Details == "{}" {
				m.Details = ""
			}
		},
		func(w *rawjson.Writer, m *result) {
			w.OptRaw("metadata", cmp.Or(m.Details, "{}"))
		})
	record.Usual(r, func(m *result) bool { return m.Details == "" })
	flag(r, "terminate", func(m *result) *bool { return &m.Terminate })
	for _, typ := range [...]string{"image", "audio", "video"} {
		record.Field(r, typ,
			func(d *decoder, m *result) {
				if !d.in.IsNull() {
					m.Content = appendBlocks(d, m.Content, typ)
				}
			},
			func(w *rawjson.Writer, m *result) { writeResultMedia(w, m, typ) })
	}
	record.Field(r, keyContents,
		func(d *decoder, m *result) {
			for range d.in.Elements {
				m.whole = appendBlocks(d, m.whole, d.in.Tag("type"))
			}
		},
		func(w *rawjson.Writer, m *result) {
			if _, plain := resultText(m.ToolResultMessage); !plain {
				w.Key(keyContents)
				writeList(w, m.Content)
			}
		})
	record.Known(r, "terminate_message", nil)
	return r
}

// flag adds true or false, which Tau always writes.
func flag(r *record.Record[*decoder, *result], key string, at func(*result) *bool) {
	record.Field(r, key,
		func(d *decoder, m *result) { *at(m) = d.in.Bool() },
		func(w *rawjson.Writer, m *result) {
			w.BoolField(key, *at(m))
		})
	record.Usual(r, func(m *result) bool { return !*at(m) })
}

// result reads the result of one call.
func (d *decoder) result() *conv.ToolResultMessage {
	m := &result{ToolResultMessage: d.results.New()}
	m.Content = []conv.ToolResultContent{}
	record.Read(objects().result, d, m)
	if m.whole != nil {
		m.Content = m.whole
	}
	return m.ToolResultMessage
}

// resultText reads the text of a result, which comes before its media.
func (d *decoder) resultText(m *result) {
	t := d.texts.New()
	t.SetOffset(d.in.Offset())
	if t.Text = d.in.Text(&t.Node); t.Text != "" {
		m.Content = slices.Insert(m.Content, 0, conv.ToolResultContent(t))
	}
}

// writeResultMedia writes all media of a type in one block.
func writeResultMedia(w *rawjson.Writer, m *result, typ string) {
	var first conv.Block
	for _, b := range m.Content {
		if b.BlockType() == typ {
			first = b
			break
		}
	}
	if first == nil {
		return
	}
	w.Key(typ)
	writeMedia(w, first, func(yield func(*conv.Media) bool) {
		for _, b := range m.Content {
			if b.BlockType() == typ && !yield(conv.MediaOf(b)) {
				return
			}
		}
	})
}

// mediaOrder is the order in which a result's media are read, 0 for what is not
// media of a result.
func mediaOrder(typ string) int {
	return 1 + slices.Index([]string{"image", "audio", "video"}, typ)
}

// resultText is the text of a result, and whether text and media beside it
// are all that it is: one text first, then a list of each type.
func resultText(m *conv.ToolResultMessage) (text string, plain bool) {
	plain = true
	var texts []string
	last := ""
	for i, b := range m.Content {
		switch b := b.(type) {
		case *conv.TextContent:
			texts = append(texts, b.Text)
			plain = plain && i == 0 && b.Text != "" && len(b.Extensions) == 0
		case *conv.ImageContent, *conv.AudioContent, *conv.VideoContent:
			typ := b.BlockType()
			joined := last == typ
			plain = plain && mediaOrder(last) <= mediaOrder(typ) && joined == (i > 0 && isListed(m.Content[i-1], b))
			last = typ
		default:
			plain = false
		}
	}
	return strings.Join(texts, "\n"), plain
}
