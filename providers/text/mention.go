package text

import (
	"fmt"
	"strings"

	"convo/conv"
	"convo/conv/ansi"
	"convo/conv/rawjson"
	"convo/conv/view"
)

// mention is a line that stands for a block that is not text: what it was, and
// how large. isMention knows it again.
func mention(b conv.Block) string {
	var said []string
	switch b := b.(type) {
	case *conv.Opaque:
		said = append(said, strings.TrimSpace(b.Family+" "+b.Raw.Lookup("type").Text()))
	case *conv.ImageContent, *conv.AudioContent, *conv.VideoContent, *conv.DocumentContent:
		said = mentioned(conv.MediaOf(b))
	default:
		panic(fmt.Sprintf("text: a %T needs no mention", b))
	}
	for i := range said {
		said[i] = strings.Map(oneLine, ansi.Plain(rawjson.ReplaceLoneSurrogates(said[i])))
	}
	return "[" + b.BlockType() + ": " + strings.Join(said, ", ") + "]"
}

// mentioned is what there is to say about media, but for their content.
func mentioned(m *conv.Media) (said []string) {
	for _, s := range []string{m.Name, m.MIMEType, m.URL} {
		if strings.HasPrefix(s, "data:") && len(s) > 100 {
			s = "data URL of " + view.Size(len(s))
		}
		if s != "" {
			said = append(said, s)
		}
	}
	switch {
	case m.FileID != "":
		said = append(said, strings.TrimSpace(m.Provider+" file "+m.FileID))
	case m.Data != "":
		said = append(said, view.Size(len(strings.TrimRight(m.Data, "="))*3/4))
	case m.Text != "":
		said = append(said, view.Size(len(m.Text)))
	case len(said) == 0:
		said = append(said, "empty")
	}
	return said
}

// oneLine maps a character so that a text stays on its line.
func oneLine(r rune) rune {
	if r < 0x20 || r == 0x7f {
		return ' '
	}
	return r
}

// mentionTypes are the blocks that a format may only mention.
var mentionTypes = [...]string{"image", "audio", "video", "document", "opaque"}

// isMention reports whether a text is a line that stands for a block.
func isMention(text string) bool {
	if !strings.HasPrefix(text, "[") || !strings.HasSuffix(text, "]") || strings.IndexByte(text, '\n') >= 0 {
		return false
	}
	word, _, ok := strings.Cut(text[1:], ": ")
	if ok {
		for _, t := range mentionTypes {
			if t == word {
				return true
			}
		}
	}
	return false
}
