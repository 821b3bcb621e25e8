package redact

import "convo/conv"

// EachFound calls pass for what find finds in the texts of a conversation: the
// node, the kind, and the place in words. It skips raw JSON for which skip
// returns true.
func EachFound(c *conv.Conversation, find Finder, skip func(conv.Raw) bool, pass func(n *conv.Node, kind, place string)) {
	all := texts{skip: skip, once: true}
	all.visit = func(t *Text) {
		for _, s := range t.Spans(find) {
			pass(t.Node, s.Kind, t.Kind.place())
		}
	}
	all.pass(c)
}

// FirstFound returns the index of the first finder that finds something in the
// texts of a conversation, len(finds) if none does. It passes the texts once.
func FirstFound(c *conv.Conversation, finds ...Finder) int {
	first := len(finds)
	all := texts{once: true, skip: func(conv.Raw) bool { return first == 0 }}
	all.visit = func(t *Text) {
		for i, find := range finds[:first] {
			if len(t.Spans(find)) > 0 {
				first = i
				break
			}
		}
	}
	all.pass(c)
	return first
}

// place describes where a text is.
func (k TextKind) place() string {
	switch k {
	case ThoughtText:
		return "reasoning"
	case FileData:
		return "a file in base64"
	case AddressText:
		return "an address"
	case ArgumentText, CallText:
		return "arguments or data"
	case SchemaText:
		return "a schema"
	case ForeignText:
		return "a field that only its own format knows"
	case IDText, WordText:
		return "an id or a name"
	default:
		return "a text"
	}
}
