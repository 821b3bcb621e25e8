package gemini

import (
	"slices"

	"convo/conv"
	"convo/conv/fit"
	"convo/conv/rawjson"
	"convo/conv/record"
)

// unsigned drops the hints that only a signature needs from blocks that have lost it:
// that the part had no text, and how the name was spelled. A part is never empty.
func unsigned(c *conv.Conversation) {
	fit.Blocks(c, func(_ conv.Message, b conv.Block) conv.Block {
		switch b := b.(type) {
		case *conv.TextContent:
			if n := withoutSignature(&b.Node, b.TextSignature); n != nil {
				x := *b
				x.Node = *n
				return &x
			}
		case *conv.ToolCall:
			if n := withoutSignature(&b.Node, b.ThoughtSignature); n != nil {
				x := *b
				x.Node = *n
				return &x
			}
		}
		return b
	})
}

// withoutSignature is a node without the hints, nil if there is nothing to drop.
func withoutSignature(n *conv.Node, signature string) *conv.Node {
	const name = "thoughtSignature"
	if signature != "" || len(n.Extensions) == 0 || residue.Hint(n, name) != "" || residue.Get(n, name) != "" {
		return nil
	}
	spelled := slices.Collect(residue.Get(n, record.HintSnake).Elements)
	rest := slices.DeleteFunc(slices.Clone(spelled), func(raw conv.Raw) bool { return raw.Text() == record.Snake(name) })
	noText := residue.Hint(n, "text") == "null"
	if !noText && len(rest) == len(spelled) {
		return nil
	}
	x := *n
	if noText {
		residue.Drop(&x, "~text")
	}
	if len(rest) < len(spelled) {
		residue.Drop(&x, record.HintSnake)
		if len(rest) > 0 {
			residue.Set(&x, record.HintSnake, rawjson.ArrayOf(rest))
			residue.Settle(&x)
		}
	}
	return &x
}
