package pipe

import (
	"strings"

	"convo/conv"
)

// localFiles reads the files that media name by a file: address, as
// --allow-files asks: a document may name any file there is, so nobody reads
// them unasked.
func localFiles(c *conv.Conversation, _ Passage) (*conv.Conversation, error) {
	out := *c
	out.Messages = make([]conv.Message, len(c.Messages))
	for i, m := range c.Messages {
		var err error
		switch x := m.(type) {
		case *conv.UserMessage:
			y := *x
			y.Content, err = withFiles(x.Content)
			m = &y
		case *conv.ToolResultMessage:
			y := *x
			y.Content, err = withFiles(x.Content)
			m = &y
		case *conv.CustomMessage:
			y := *x
			y.Content, err = withFiles(x.Content)
			m = &y
		}
		if err != nil {
			return nil, err
		}
		out.Messages[i] = m
	}
	return &out, nil
}

// withFiles is blocks with the files that they name in them.
func withFiles[B conv.Block](blocks []B) ([]B, error) {
	out := blocks
	for i, b := range blocks {
		m := conv.MediaOf(b)
		if m == nil || m.Data != "" || !conv.IsLocal(m.URL) {
			continue
		}
		read, err := MediaIn(strings.TrimPrefix(m.URL, "file:"))
		if err != nil {
			return nil, err
		}
		if &out[0] == &blocks[0] {
			out = append([]B(nil), blocks...)
		}
		x := *conv.MediaOf(read)
		x.Extensions = m.Extensions
		x.PlaceAt(m.Offset())
		out[i] = conv.NewMedia(b.BlockType(), &x).(B)
	}
	return out, nil
}
