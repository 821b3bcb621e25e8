package fit

import "convo/conv"

// Alone drops the residue of the document and of its request, for a Reduce of a
// format that has only messages. It keeps that of the named family.
func Alone(c *conv.Conversation, family string, notes *conv.Notes) {
	c.Extensions = dropFields(&c.Node, family, notes)
	if c.Request != nil {
		dropFields(&c.Request.Node, "", notes)
		c.Request = nil
	}
}

func dropFields(n *conv.Node, family string, notes *conv.Notes) conv.Extensions {
	var kept conv.Extensions
	for _, x := range n.Extensions {
		if x.Family == family {
			kept = append(kept, x)
			continue
		}
		for _, m := range x.Members {
			LoseField(notes, n, x.Family, m.Key)
		}
	}
	return kept
}
