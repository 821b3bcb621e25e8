package pipe

import (
	"io"
	"strings"

	"convo/commands/internal/frame"
	"convo/conv"
	"convo/conv/fit"
)

// MediaIn reads a file.
func MediaIn(name string) (conv.MediaContent, error) {
	f, size, err := frame.OpenFile(name)
	if err != nil {
		return nil, err
	}
	defer f.Close()
	if size == 0 {
		return Spooled(name, f)
	}
	m, err := conv.MediaFromReader(f, size)
	if err != nil {
		return nil, frame.FileFailure(frame.ExitUnreadable, name, err)
	}
	return m, nil
}

// Spooled reads what has no size yet: it is held back until it has, so that
// it is not held twice in memory.
func Spooled(name string, r io.Reader) (conv.MediaContent, error) {
	s := &frame.Spool{}
	defer s.Close()
	if _, err := io.Copy(s, r); err != nil {
		return nil, frame.FileFailure(frame.ExitUnreadable, name, err)
	}
	all, size, err := s.Reader()
	if err != nil {
		return nil, err
	}
	return conv.MediaFromReader(all, size)
}

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
