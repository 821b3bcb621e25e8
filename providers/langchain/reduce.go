package langchain

import (
	"cmp"
	"slices"
	"strings"

	"convo/conv"
	"convo/conv/fit"
	"convo/conv/media"
	"convo/conv/note"
)

// reduce does what holds cannot say: no text is empty, an answer ends for a reason that
// vendors have a word for, and calls without ids of their own stand last.
func reduce(c *conv.Conversation, notes *note.Notes) *conv.Conversation {
	fit.Blocks(c, func(m conv.Message, b conv.Block) conv.Block { return reduceBlock(m, b, notes) })
	out := make([]conv.Message, 0, len(c.Messages))
	for _, m := range c.Messages {
		switch m := m.(type) {
		case *conv.AssistantMessage:
			out = append(out, reduceAnswer(m, notes))
		case *conv.ToolResultMessage:
			out = append(out, reduceResult(m, notes))
		case *conv.CustomMessage:
			if isOwn(m) {
				out = append(out, &conv.CustomMessage{CustomType: m.CustomType, Data: m.Data})
			} else {
				notes.Loss(note.CodeUI, note.Dropped, m.Offset(), "custom message", m.CustomType)
			}
		default:
			out = append(out, m)
		}
	}
	return c.WithMessages(out)
}

// reduceBlock drops what says nothing, and parts that would be read as something else.
func reduceBlock(m conv.Message, b conv.Block, notes *note.Notes) conv.Block {
	switch b := b.(type) {
	case *conv.TextContent:
		if b.Text == "" {
			notes.Info(note.CodeSynthesized, note.Dropped, b.Offset(), "empty text", "")
			return nil
		}
	case *conv.ThinkingContent:
		if b.ThinkingSignature == "" && (b.Thinking == "" || b.Redacted) {
			notes.Info(note.CodeSynthesized, note.Dropped, b.Offset(), "empty reasoning", "")
			return nil
		}
	case *conv.Opaque:
		r := &reading{decoder: newDecoder(nil, nil), at: -1}
		x := r.Open(string(conv.RoleOf(m)), -1)
		if x == nil {
			x = &conv.ToolResultMessage{}
		}
		r.block(x, b.Raw, -1)
		for y := range conv.BlocksOf(x) {
			if o, ok := y.(*conv.Opaque); ok && o.Raw == b.Raw {
				return b
			}
		}
		notes.Loss(note.CodeUI, note.Dropped, b.Offset(), "part that the format reads as something else", "")
		return nil
	default:
		if f := conv.MediaOf(b); f != nil {
			return plainMedia(b, f)
		}
	}
	return b
}

// plainMedia is a file whose data is standard base64 in its own field.
func plainMedia(b conv.Block, f *conv.Media) conv.Block {
	y := *f
	if mime, data, ok := media.DataURL(f.URL); ok && data != "" {
		y.URL, y.Data, y.MIMEType = "", data, cmp.Or(f.MIMEType, mime)
	}
	if data, ok := media.Base64(y.Data); ok {
		y.Data = data
	}
	if y.URL == f.URL && y.Data == f.Data {
		return b
	}
	return y.Block(b.BlockType())
}

// reduceAnswer fits how an answer ended, and where its calls stand.
func reduceAnswer(m *conv.AssistantMessage, notes *note.Notes) *conv.AssistantMessage {
	x := *m
	if x.Protocol != "" {
		notes.Loss(note.CodeModel, note.Dropped, m.Offset(), "protocol of an answer", string(m.Protocol))
		x.Protocol = ""
	}
	if strings.HasPrefix(x.ResponseID, "run-") {
		notes.Loss(note.CodeID, note.Dropped, m.Offset(), "response id", "")
		x.ResponseID = ""
	}
	if x.Usage != nil && x.Usage.IsZero() {
		x.Usage = nil
	}
	word := wordOf(m)
	x.StopReason, x.StopDetail = "", nil
	switch stop(&x, word); {
	case x.StopReason != "" && x.StopReason != m.StopReason:
		notes.Loss(note.CodeStop, note.Downgraded, m.Offset(), "stop reason", string(m.StopReason))
	case kindOf(&x) != kindOf(m):
		notes.Loss(note.CodeStop, note.Downgraded, m.Offset(), "stop reason", string(kindOf(m)))
	}
	seen := map[string]bool{}
	if callsAtEnd(blocksOf(&x)) < 0 && slices.ContainsFunc(x.Content, func(b conv.AssistantContent) bool {
		t, ok := b.(*conv.ToolCall)
		again := ok && (t.ID == "" || seen[t.ID])
		if ok {
			seen[t.ID] = true
		}
		return again
	}) {
		notes.Loss(note.CodeOrder, note.Downgraded, m.Offset(), "order of text and calls in an answer", "")
		x.Content = slices.Clone(x.Content)
		slices.SortStableFunc(x.Content, func(a, b conv.AssistantContent) int { return place(a) - place(b) })
	}
	return &x
}

func blocksOf(m *conv.AssistantMessage) (all []conv.Block) {
	for b := range conv.BlocksOf(m) {
		all = append(all, b)
	}
	return all
}

// place is where a block stands in an answer whose calls come last.
func place(b conv.AssistantContent) int {
	t, ok := b.(*conv.ToolCall)
	switch {
	case !ok:
		return 0
	case isBroken(t):
		return 2
	}
	return 1
}

// reduceResult drops what no result of a tool has.
func reduceResult(m *conv.ToolResultMessage, notes *note.Notes) *conv.ToolResultMessage {
	x := *m
	if x.Name != "" && x.Name != x.ToolName {
		notes.Loss(note.CodeName, note.Dropped, m.Offset(), "name", "")
	}
	if x.Terminate {
		notes.Loss(note.CodePrivate, note.Dropped, m.Offset(), "terminate flag of a tool result", "")
	}
	x.Name, x.Terminate = "", false
	return &x
}

// isOwn reports whether a custom message is read as one.
func isOwn(m *conv.CustomMessage) bool {
	d := newDecoder([]byte(m.Data), nil)
	d.message()
	if d.Err() != nil || len(d.C.Messages) != 1 {
		return false
	}
	x, ok := d.C.Messages[0].(*conv.CustomMessage)
	return ok && x.CustomType == m.CustomType && x.Data == m.Data
}
