package lint

import "convo/conv"

// content is the blocks of a conversation that several rules are about. Most
// conversations have few of them.
type content struct {
	media  []conv.Block
	signed []signed
}

// signed is a block of an answer with a signature.
type signed struct {
	answer *conv.AssistantMessage
	block  conv.Block
}

// contentOf finds these blocks in one pass.
func contentOf(c *conv.Conversation) (all content) {
	EachBlock(c, func(m conv.Message, b conv.Block) {
		if a, ok := m.(*conv.AssistantMessage); ok && SignatureOf(b) != "" {
			all.signed = append(all.signed, signed{a, b})
		}
		if conv.MediaOf(b) != nil {
			all.media = append(all.media, b)
		}
	})
	return all
}
