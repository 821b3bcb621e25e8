package openairesponses

import (
	"fmt"

	"convo/conv"
	"convo/conv/rawjson"
	"convo/conv/record"
)

// writeContent writes the content of a message or an output. One plain text is
// a string. An empty string and an empty list mean different things for
// different roles (see content).
func writeContent[T conv.Block](w *rawjson.Writer, n *conv.Node, blocks []T, in speaker) {
	key := contentKey(in)
	if raw := residue.Blank(n, key); len(blocks) == 0 && raw != "" {
		w.OptRaw(key, raw)
		return
	}
	w.Key(key)
	if len(blocks) == 0 && in != inUser {
		w.Str("")
		return
	}
	if len(blocks) == 1 {
		t, ok := conv.Block(blocks[0]).(*conv.TextContent)
		if ok && isString(t, in) {
			conv.WriteText(w, &t.Node, t.Text)
			return
		}
	}
	writeList(w, blocks)
}

func writeList[T conv.Block](w *rawjson.Writer, blocks []T) {
	w.BeginArray()
	for _, b := range blocks {
		writePart(w, b)
	}
	w.EndArray()
}

// isString reports whether a text that is alone is written as a string.
func isString(t *conv.TextContent, in speaker) bool {
	return (t.Text != "" || in == inUser) && residue.Plain(&t.Node)
}

// writePart writes a content part. Fit left only these kinds.
func writePart(w *rawjson.Writer, b conv.Block) {
	switch b := b.(type) {
	case *conv.TextContent:
		record.Write(objects().text, w, b)
	case *conv.ImageContent:
		record.Write(objects().image, w, &mediaPart{Media: (*conv.Media)(b)})
	case *conv.DocumentContent:
		record.Write(objects().file, w, &mediaPart{Media: (*conv.Media)(b)})
	case *conv.Opaque:
		w.Raw(b.Raw)
	default:
		panic(fmt.Sprintf("openairesponses: unexpected part %T", b))
	}
}
