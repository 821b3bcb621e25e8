package adapt

import (
	"slices"

	"convo/conv"
	"convo/conv/fit"
	"convo/conv/format"
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
	return rebuilt(in, func(m conv.Message) conv.Message {
		switch m := m.(type) {
		case *conv.UserMessage:
			if content := blinded(a, m.Content, ""); content != nil {
				return m.WithContent(content)
			}
		case *conv.ToolResultMessage:
			if content := blinded(a, m.Content, "tool "); content != nil {
				return m.WithContent(content)
			}
		}
		return m
	})
}

// doubtMedia notes the first medium for a model of which nothing is known.
func (a *adapter) doubtMedia(in []conv.Message) {
	for _, m := range in {
		switch m := m.(type) {
		case *conv.UserMessage:
			if doubted(a, m.Content) {
				return
			}
		case *conv.ToolResultMessage:
			if doubted(a, m.Content) {
				return
			}
		}
	}
}

func doubted[B conv.Block](a *adapter, content []B) bool {
	i := slices.IndexFunc(content, func(b B) bool { return anyMedia.Has(b) })
	if i < 0 {
		return false
	}
	b := content[i]
	a.notes.Add(conv.Note{
		Severity: conv.Warning, Kind: conv.Kept, Code: fit.MediaCode(b), Offset: conv.MediaOf(b).Offset(),
		What: "media that the model may not take:", Name: b.BlockType(),
	})
	return true
}

const anyMedia = format.ImageBlock | format.AudioBlock | format.VideoBlock | format.DocumentBlock

// blinded returns content without the media that the model does not accept, nil
// if no such block is in it.
func blinded[B conv.Block](a *adapter, content []B, whose string) []B {
	var out []B
	for i, b := range content {
		if !(anyMedia &^ a.target.Input).Has(b) {
			if out != nil {
				out = append(out, b)
			}
			continue
		}
		if out == nil {
			out = append(make([]B, 0, len(content)), content[:i]...)
		}
		text := a.unseen(b, whose)
		if last := len(out) - 1; last >= 0 && textOf(out[last]) == text.Text {
			continue
		}
		out = append(out, conv.Block(text).(B))
	}
	return out
}

// unseen returns the text that replaces a block of media.
func (a *adapter) unseen(b conv.Block, whose string) *conv.TextContent {
	m := conv.MediaOf(b)
	code := fit.MediaCode(b)
	if m.Text != "" {
		a.lose(code, conv.Downgraded, &m.Node, "document, now the text of it", "")
		return &conv.TextContent{Text: m.Text}
	}
	a.lose(code, conv.Downgraded, &m.Node, "media that the model does not take:", b.BlockType())
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
	var out []conv.Message
	var moved []conv.UserContent
	for i, m := range in {
		if _, result := m.(*conv.ToolResultMessage); !result && moved != nil {
			out = append(out, &conv.UserMessage{Content: moved})
			moved = nil
		}
		x, ok := m.(*conv.AssistantMessage)
		if ok {
			if kept, media := a.splitAnswer(x, movable); media != nil {
				if out == nil {
					out = append(make([]conv.Message, 0, len(in)+1), in[:i]...)
				}
				m, moved = kept, media
			}
		}
		if out != nil {
			out = append(out, m)
		}
	}
	switch {
	case out == nil:
		return in
	case moved != nil:
		return append(out, &conv.UserMessage{Content: moved})
	}
	return out
}

// splitAnswer splits an answer into what it can hold and the media that a user
// message can hold. Without such media it returns nil.
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
		a.lose(conv.CodeImage, conv.Downgraded, conv.NodeOf(b), "block of an answer, now in a user message, of type", b.BlockType())
		media = append(media, u)
	}
	if media == nil {
		return nil, nil
	}
	return m.WithContent(kept), media
}
