package tau

import (
	"fmt"

	"convo/conv"
	"convo/conv/media"
	"convo/conv/rawjson"
	"convo/conv/record"
)

// writeList writes blocks as an array.
func writeList[B conv.Block](w *rawjson.Writer, blocks []B) {
	w.BeginArray()
	writeBlocks(w, blocks)
	w.EndArray()
}

// writeBlocks writes blocks as elements. Media of one list are one element.
func writeBlocks[B conv.Block](w *rawjson.Writer, blocks []B) {
	list := make([]conv.Block, len(blocks))
	for i, b := range blocks {
		list[i] = b
	}
	writeEach(w, list)
}

func writeEach(w *rawjson.Writer, blocks []conv.Block) {
	for i := 0; i < len(blocks); {
		n := 1
		for i+n < len(blocks) && isListed(blocks[i], blocks[i+n]) {
			n++
		}
		writeBlock(w, blocks[i], func(yield func(*conv.Media) bool) {
			for _, b := range blocks[i : i+n] {
				if !yield(conv.MediaOf(b)) {
					return
				}
			}
		})
		i += n
	}
}

// isListed reports whether media are in one list with the block before them.
func isListed(before, b conv.Block) bool {
	m := conv.MediaOf(b)
	return m != nil && before.BlockType() == b.BlockType() && residue.Get(&m.Node, hintList) != "" && isSniffed(b.BlockType(), m)
}

// writeBlock writes a block; of media, with all that are in its list.
func writeBlock(w *rawjson.Writer, b conv.Block, list func(func(*conv.Media) bool)) {
	switch b := b.(type) {
	case *conv.TextContent:
		record.Write(objects().text, w, b)
	case *conv.ThinkingContent:
		record.Write(objects().thinking, w, b)
	case *conv.ToolCall:
		record.Write(objects().call, w, b)
	case *conv.ImageContent, *conv.AudioContent, *conv.VideoContent, *conv.DocumentContent:
		writeMedia(w, b, list)
	case *conv.Opaque:
		w.Raw(b.Raw)
	default:
		panic(fmt.Sprintf("tau: unknown block %T", b))
	}
}

// wireType is Tau's name for a type of media.
func wireType(blockType string) string {
	if blockType == "document" {
		return "file"
	}
	return blockType
}

// isSniffed reports whether the bytes of media show their MIME type.
func isSniffed(blockType string, m *conv.Media) bool {
	return m.Data == "" || m.MIMEType == sniffed(wireType(blockType), m.Data)
}

func writeMedia(w *rawjson.Writer, b conv.Block, list func(func(*conv.Media) bool)) {
	m := conv.MediaOf(b)
	typ := wireType(b.BlockType())
	key := mediaKeys(typ)[0]
	if said := residue.Get(&m.Node, hintKey).Text(); len(mediaKeys(typ)) > 1 && said == mediaKeys(typ)[1] {
		key = said
	}
	w.BeginObject()
	w.Field("type", typ)
	w.ArrayField(key)
	for x := range list {
		writeMedium(w, x)
	}
	w.EndArray()
	if !isSniffed(b.BlockType(), m) {
		w.Field(keyType, m.MIMEType)
	}
	residue.Write(w, &m.Node)
	w.EndObject()
}

func writeMedium(w *rawjson.Writer, m *conv.Media) {
	switch literal := residue.Get(&m.Node, hintData); {
	case m.Data == "":
		w.Str(m.URL)
	case literal != "" && meant(literal.Text()) == m.Data:
		w.Raw(literal)
	default:
		conv.WriteText(w, &m.Node, m.Data)
	}
}

// meant is the base64 of a data URL or of a text.
func meant(s string) string {
	if _, data, ok := media.DataURL(s); ok {
		return data
	}
	data, _ := media.Base64(s)
	return data
}
