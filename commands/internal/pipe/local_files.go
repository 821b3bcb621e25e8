package pipe

import (
	"strings"

	"convo/conv"
	"convo/conv/fit"
)

// localFiles reads the files that media name by a file: address, as
// --allow-files asks: a document may name any file there is, so nobody reads
// them unasked.
func localFiles(c *conv.Conversation, _ Passage) (*conv.Conversation, error) {
	out := *c
	var failed error
	fit.Blocks(&out, func(m conv.Message, b conv.Block) conv.Block {
		switch m.(type) {
		case *conv.AssistantMessage, *conv.SystemMessage:
			return b
		}
		x := conv.MediaOf(b)
		if failed != nil || x == nil || x.Data != "" || !conv.IsLocal(x.URL) {
			return b
		}
		var read conv.MediaContent
		if read, failed = MediaIn(strings.TrimPrefix(x.URL, "file:")); failed != nil {
			return b
		}
		loaded := *conv.MediaOf(read)
		loaded.Extensions = x.Extensions
		loaded.PlaceAt(x.Offset())
		return conv.NewMedia(b.BlockType(), &loaded)
	})
	return &out, failed
}
