package adapt

import (
	"convo/conv"
	"convo/conv/format"
	"convo/conv/rawjson"
)

// contents are kinds of things in messages. A pass that is about some of them
// has nothing to do without them.
type contents uint

const (
	asides        contents = 1 << iota // messages that are no turn and no instruction
	instructions                       // system messages
	failures                           // answers that failed or were aborted
	namelessCalls                      // calls of a tool without a name
	opaques                            // opaque blocks
	mediaBlocks                        // images, sound, video, documents
	residues                           // fields of a family in a block or a result
	blanks                             // messages without text or calls, and blank texts
)

// stock is what messages have.
type stock struct {
	has   contents
	first *conv.Message // of the messages
	count int
}

// have reports whether messages have some contents. Most passes change nothing,
// so that one look serves many of them.
func (a *adapter) have(in []conv.Message, some contents) bool {
	if len(in) == 0 {
		return false
	}
	if s := &a.stock; s.first != &in[0] || s.count != len(in) {
		*s = stock{first: &in[0], count: len(in)}
		for _, m := range in {
			s.has |= contentsOf(m)
		}
	}
	return a.stock.has&some != 0
}

func contentsOf(m conv.Message) contents {
	switch m := m.(type) {
	case *conv.UserMessage:
		return contentsIn(m.Content)
	case *conv.AssistantMessage:
		if m.StopReason == conv.StopError || m.StopReason == conv.StopAborted {
			return failures | contentsIn(m.Content)
		}
		return contentsIn(m.Content)
	case *conv.ToolResultMessage:
		return residueOf(&m.Node) | contentsIn(m.Content)
	case *conv.SystemMessage:
		return instructions | contentsIn(m.Content)
	default:
		return asides
	}
}

func contentsIn[B conv.Block](content []B) (has contents) {
	says := false
	for _, b := range content {
		switch b := any(b).(type) {
		case *conv.TextContent:
			has |= residueOf(&b.Node)
			if isBlank(b.Text) {
				has |= blanks
			} else {
				says = true
			}
		case *conv.ToolCall:
			has |= residueOf(&b.Node)
			if says = true; b.Name == "" {
				has |= namelessCalls
			}
		case *conv.ThinkingContent:
			has |= residueOf(&b.Node)
		case *conv.Opaque:
			has |= opaques | residueOf(&b.Node)
		default:
			has |= mediaBlocks | residues
		}
	}
	if !says {
		has |= blanks
	}
	return has
}

func residueOf(n *conv.Node) contents {
	if len(n.Extensions) > 0 {
		return residues
	}
	return 0
}

// grouped is memory for results that got a group.
type grouped struct {
	rawjson.Slab[conv.ToolResultMessage]
}

// inGroup returns a message in the group with this name.
func (g *grouped) inGroup(m conv.Message, name string) conv.Message {
	r, ok := m.(*conv.ToolResultMessage)
	if !ok || r.Group == name {
		return format.WithGroup(m, name)
	}
	x := g.New()
	*x = *r
	x.Group = name
	return x
}
