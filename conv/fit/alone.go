package fit

import (
	"convo/conv"
	"convo/conv/extension"
	"convo/conv/note"
)

// Alone drops the residue of the document and of its request, for a Reduce of a
// format that has only messages. It keeps that of the named family.
func Alone(c *conv.Conversation, family string, notes *note.Notes) {
	c.Extensions = KeptFields(notes, &c.Node, func(name, _ string) bool { return name == family })
	if c.Request != nil {
		LoseFields(notes, &c.Request.Node)
		c.Request = nil
	}
}

// KeptFields is the residue of a node whose fields keep names. It notes the others.
func KeptFields(notes *note.Notes, n *conv.Node, keep func(family, key string) bool) (kept extension.Extensions) {
	for _, x := range n.Extensions {
		for _, m := range x.Members {
			if keep(x.Family, m.Key) {
				kept.Set(x.Family, m.Key, m.Value)
			} else {
				LoseField(notes, n, x.Family, m.Key)
			}
		}
	}
	return kept
}

// LoseFields notes all fields of a node's residue.
func LoseFields(notes *note.Notes, n *conv.Node) {
	KeptFields(notes, n, func(string, string) bool { return false })
}
