package adapt

import (
	"convo/conv"
	"convo/conv/fit"
	"convo/conv/format"
	"convo/conv/note"
)

// blind replaces media that the model does not accept with a line of text. It
// writes one line for a run of equal ones.
func (a *adapter) blind(in []conv.Message) []conv.Message {
	if a.target == nil || !a.have(in, mediaBlocks) {
		return in
	}
	if !a.target.KnowsInput {
		if a.target.Model != "" {
			a.doubtMedia(in)
		}
		return in
	}
	return format.ChangeMessages(in, func(m conv.Message) conv.Message {
		switch m.(type) {
		case *conv.UserMessage:
			return a.blinded(m, "")
		case *conv.ToolResultMessage:
			return a.blinded(m, "tool ")
		}
		return m
	})
}

// doubtMedia notes the first medium for a model of which nothing is known.
func (a *adapter) doubtMedia(in []conv.Message) {
	for _, m := range in {
		if role := conv.RoleOf(m); role != conv.RoleUser && role != conv.RoleToolResult {
			continue
		}
		for b := range conv.BlocksOf(m) {
			if anyMedia.Has(b) {
				a.notes.Add(note.Note{
					Severity: note.Warning, Kind: note.Kept, Code: fit.MediaCode(b), Offset: conv.MediaOf(b).Offset(),
					What: "media that the model may not take:", Name: b.BlockType(),
				})
				return
			}
		}
	}
}

const anyMedia = format.ImageBlock | format.AudioBlock | format.VideoBlock | format.DocumentBlock

// blinded returns a message without the media that the model does not accept.
func (a *adapter) blinded(m conv.Message, whose string) conv.Message {
	last := "" // the text before the block
	return format.ChangeBlocks(m, func(b conv.Block) conv.Block {
		before := last
		if last = textOf(b); !(anyMedia &^ a.target.Input).Has(b) {
			return b
		}
		text := a.unseen(b, whose)
		if last = text.Text; last == before {
			return nil
		}
		return text
	})
}

// unseen returns the text that replaces a block of media.
func (a *adapter) unseen(b conv.Block, whose string) *conv.TextContent {
	m := conv.MediaOf(b)
	code := fit.MediaCode(b)
	if m.Text != "" {
		a.lose(code, note.Downgraded, &m.Node, "document, now the text of it", "")
		return &conv.TextContent{Text: m.Text}
	}
	a.lose(code, note.Downgraded, &m.Node, "media that the model does not take:", b.BlockType())
	many := b.BlockType()
	switch b.(type) {
	case *conv.ImageContent, *conv.DocumentContent:
		many += "s"
	}
	return &conv.TextContent{Text: "(" + whose + b.BlockType() + " omitted: model does not support " + many + ")"}
}

// textOf returns the text of a text block, "" for other blocks.
func textOf(b conv.Block) string {
	if t, ok := b.(*conv.TextContent); ok {
		return t.Text
	}
	return ""
}

// moveAnswerMedia moves media out of answers if the protocol allows them only in
// user messages: to a new one after the answer and its results.
func (a *adapter) moveAnswerMedia(in []conv.Message) []conv.Message {
	movable := a.fit.User &^ a.fit.Assistant & (format.ImageBlock | format.AudioBlock)
	if movable == 0 || a.fit.Scope != format.Whole || !a.have(in, mediaBlocks) {
		return in
	}
	var moved []conv.UserContent
	out := expanded(in, func(_ int, m conv.Message) (list []conv.Message) {
		if _, result := m.(*conv.ToolResultMessage); !result && moved != nil {
			list = append(list, &conv.UserMessage{Content: moved})
			moved = nil
		}
		x, ok := m.(*conv.AssistantMessage)
		if ok {
			x, moved = a.splitAnswer(x, movable)
		}
		switch {
		case moved != nil && ok:
			return append(list, x)
		case list != nil:
			return append(list, m)
		}
		return nil
	})
	if moved != nil {
		out = append(out, &conv.UserMessage{Content: moved})
	}
	return out
}

// splitAnswer splits an answer into what it can hold and the media that a user
// message can hold, which is nil without such media.
func (a *adapter) splitAnswer(m *conv.AssistantMessage, movable format.Blocks) (*conv.AssistantMessage, []conv.UserContent) {
	var kept []conv.AssistantContent
	var media []conv.UserContent
	for i, b := range m.Content {
		u, ok := b.(conv.UserContent)
		if !ok || !movable.Has(b) || !a.fit.TakesMedia(b) {
			if media != nil {
				kept = append(kept, b)
			}
			continue
		}
		if media == nil {
			kept = append(kept, m.Content[:i]...)
			media = append(media, &conv.TextContent{Text: "Attached media from the answer:"})
		}
		a.lose(note.CodeImage, note.Downgraded, conv.NodeOf(b), "block of an answer, now in a user message, of type", b.BlockType())
		media = append(media, u)
	}
	if media == nil {
		return m, nil
	}
	return m.WithContent(kept), media
}
