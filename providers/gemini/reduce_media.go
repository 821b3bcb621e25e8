package gemini

import (
	"strings"

	"convo/conv"
	"convo/conv/fit"
	"convo/conv/media"
	"convo/conv/note"
)

// reduceMedia gives media a MIME type, which the format demands, and makes of
// each the block that its type says: nothing else tells kinds apart.
func reduceMedia(c *conv.Conversation, notes *note.Notes) {
	fit.Blocks(c, func(m conv.Message, b conv.Block) conv.Block {
		if conv.MediaOf(b) == nil {
			return b
		}
		b = typed(b, notes)
		x := conv.MediaOf(b)
		kind := media.Kind(x.MIMEType)
		if kind == b.BlockType() {
			return b
		}
		out := x.Block(kind)
		held := userBlocks
		if conv.RoleOf(m) == conv.RoleAssistant {
			held = ownBlocks
		}
		if !held.Has(out) {
			notes.Loss(fit.MediaCode(b), note.Downgraded, x.Offset(), b.BlockType()+" of type", x.MIMEType)
			return fit.Omitted(b, held)
		}
		notes.Loss(fit.MediaCode(b), note.Downgraded, x.Offset(), b.BlockType()+", by its type now "+kind+", of type", x.MIMEType)
		return out
	})
}

// typed is media with a MIME type: its own, that of its bytes or of its
// address, else the usual one for its kind.
func typed(b conv.Block, notes *note.Notes) conv.Block {
	x, kind := *conv.MediaOf(b), b.BlockType()
	if x.MIMEType != "" && !strings.HasSuffix(x.MIMEType, "*") {
		return b
	}
	is := media.Type64(x.Data)
	if x.Data == "" {
		is = media.TypeOfName(x.URL + x.FileID)
	}
	if is == "" || media.Kind(is) != kind {
		is = usualType(kind)
	}
	notes.Info(fit.MediaCode(b), note.Synthesized, x.Offset(), "type of "+kind+", which the format demands:", is)
	x.MIMEType = is
	return x.Block(kind)
}

// usualType is the MIME type of media of which nothing is known.
func usualType(kind string) string {
	switch kind {
	case "image":
		return "image/jpeg"
	case "audio":
		return "audio/mpeg"
	case "video":
		return "video/mp4"
	case "document":
		return "application/pdf"
	}
	return ""
}
