package conv

import (
	"convo/conv/extension"
	"convo/conv/rawjson"
)

// Node is part of the document, and of every message, block, call, tool and usage.
// It has the fields that the neutral model lacks, and the place in the input.
type Node struct {
	Extensions extension.Extensions

	at       int // 1 + offset in the input; 0: not read
	spelling spelling
}

// spelling remembers how a string was written in JSON, so that an unchanged string
// can be copied back.
type spelling struct {
	quoted string // with its quotes
	text   string // decoded
}

func (n *Node) node() *Node { return n }

// SetOffset records the node's byte offset in the input.
func (n *Node) SetOffset(offset int) { n.at = offset + 1 }

// Offset is the node's byte offset in the input, -1 if it was not read.
func (n *Node) Offset() int { return n.at - 1 }

// Spell records that text, a field of a node, was written as s.
// A node remembers one spelling: that of its largest string.
//
// Neither this nor the next two are methods: each type with a Node would have them linked.
//
//go:noinline
func Spell(n *Node, text string, s rawjson.Spelling) {
	n.spelling = spelling{string(s), text}
}

// SpellingOf returns how text was written in the input, "" if text is not the
// string that was read.
func SpellingOf(n *Node, text string) rawjson.Spelling {
	s := &n.spelling
	if s.quoted == "" || !rawjson.IsSame(text, s.text) {
		return ""
	}
	return rawjson.Spelling(s.quoted)
}

// HasFields reports whether a node has fields of a family that the neutral model
// lacks; "" is any family. Hints do not count.
func HasFields(n *Node, family string) bool {
	for _, x := range n.Extensions {
		for _, m := range x.Members {
			if _, ok := extension.WireKey(m.Key); ok && (family == "" || x.Family == family) {
				return true
			}
		}
	}
	return false
}
