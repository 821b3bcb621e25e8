package geminicli

import (
	"hash/maphash"
	"iter"
	"slices"

	"convo/conv"
	"convo/conv/rawjson"
)

// literal is a JSON value that a message says: a string, or a text that is JSON.
type literal struct {
	node *conv.Node // of a string, if it may have a spelling
	text string
	json bool
}

func (x literal) write(w *rawjson.Writer) {
	switch {
	case x.json:
		w.Raw(conv.Raw(x.text))
	case x.node != nil:
		conv.WriteText(w, x.node, x.text)
	default:
		w.Str(x.text)
	}
}

// literals passes what the messages say as JSON, in order.
func literals(c *conv.Conversation) iter.Seq[literal] {
	return func(yield func(literal) bool) {
		fields := func(n *conv.Node) bool {
			return !slices.ContainsFunc(n.Extensions.Of(family), func(x rawjson.Member) bool { return !yield(inJSON(x.Value)) })
		}
		for _, m := range c.Messages {
			if !fields(&conv.MetaOf(m).Node) {
				return
			}
			if x, ok := m.(*conv.CustomMessage); ok && !yield(inJSON(x.Data)) {
				return
			}
			for b := range conv.BlocksOf(m) {
				if !literalsIn(b, yield) {
					return
				}
				if t, ok := b.(*conv.ToolCall); ok && !fields(&t.Node) { // other blocks have no fields of this format
					return
				}
			}
		}
	}
}

func inJSON(raw conv.Raw) literal { return literal{text: string(raw), json: true} }

func literalsIn(b conv.Block, yield func(literal) bool) bool {
	switch b := b.(type) {
	case *conv.TextContent:
		return yield(literal{node: &b.Node, text: b.Text}) && yield(inJSON(conv.Raw(b.Text))) // a result may be an object
	case *conv.ThinkingContent:
		subject, text, _ := subjectOf(b.Thinking)
		return yield(literal{node: &b.Node, text: b.Thinking}) && yield(literal{text: text}) && yield(literal{text: subject})
	case *conv.ToolCall:
		return yield(inJSON(b.ArgumentsObject()))
	case *conv.ImageContent, *conv.AudioContent, *conv.VideoContent, *conv.DocumentContent:
		m := conv.MediaOf(b)
		return yield(literal{node: &m.Node, text: m.Data}) && yield(literal{node: &m.Node, text: m.URL})
	}
	return true
}

// index finds literals by their text. It keeps two hashes of each in place of
// a copy.
type index struct {
	seeds   [2]maphash.Seed
	at      map[[2]uint64]int
	objects map[int]bool // lengths of those that are objects
}

func indexOf(c *conv.Conversation) *index {
	x := &index{[2]maphash.Seed{maphash.MakeSeed(), maphash.MakeSeed()}, make(map[[2]uint64]int, 2*len(c.Messages)), map[int]bool{}}
	w := rawjson.NewWriter(nil)
	n := 0
	for l := range literals(c) {
		raw := l.text
		if l.json && !mayBeJSON(raw) {
			raw = ""
		}
		if len(raw) >= shortest-len(`""`) && !l.json {
			w.Reset()
			l.write(w)
			raw = rawjson.TextOf(w.Bytes()) // until the next one
		}
		if len(raw) >= shortest {
			key := x.key(raw)
			if _, there := x.at[key]; !there {
				x.at[key] = n
			}
			if raw[0] == '{' {
				x.objects[len(raw)] = true
			}
		}
		n++
	}
	return x
}

// mayBeJSON reports whether a text begins as a value that gets a reference.
func mayBeJSON(text string) bool {
	return text != "" && (text[0] == '{' || text[0] == '"' || text[0] == '-' || text[0]-'0' <= 9)
}

func (x *index) key(raw string) [2]uint64 {
	return [2]uint64{maphash.String(x.seeds[0], raw), maphash.String(x.seeds[1], raw)}
}

// find returns the place of a literal.
func (x *index) find(raw conv.Raw) (n int, ok bool) {
	if len(raw) < shortest || raw[0] == '{' && !x.objects[len(raw)] {
		return 0, false
	}
	n, ok = x.at[x.key(string(raw))]
	return n, ok
}
