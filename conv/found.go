package conv

import "convo/conv/redact"

// EachFound passes what find finds in the texts of a conversation: the node it
// is of, its kind, and where it stands, for people. Raw JSON that skip says so
// of is passed over.
func EachFound(c *Conversation, find redact.Finder, skip func(Raw) bool, pass func(n *Node, kind, place string)) {
	all := texts{skip: skip}
	all.visit = func(t *textAt) {
		for _, s := range t.spans(find) {
			pass(t.node, s.Kind, t.kind.place())
		}
	}
	all.pass(c)
}

// place is where a text of a kind stands, for people.
func (k textKind) place() string {
	switch k {
	case thoughtText:
		return "reasoning"
	case fileData:
		return "a file in base64"
	case addressText:
		return "an address"
	case argumentText, callText:
		return "arguments or data"
	case schemaText:
		return "a schema"
	case foreignText:
		return "a member that only its own family of formats knows"
	case idText, wordText:
		return "an id or a name"
	default:
		return "a text"
	}
}
