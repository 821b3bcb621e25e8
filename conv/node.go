package conv

import (
	"convo/conv/extension"
	"convo/conv/rawjson"
)

// Node is part of the document, and of every message, block, call, tool and usage.
// It has the fields that the neutral model lacks, and the place in the input.
type Node struct {
	Extensions extension.Extensions

	at      int // 1 + offset in the input; 0: not read
	spelled rawjson.Spelled
}

func (n *Node) node() *Node { return n }

// SetOffset records the node's byte offset in the input.
func (n *Node) SetOffset(offset int) { n.at = offset + 1 }

// Offset is the node's byte offset in the input, -1 if it was not read.
func (n *Node) Offset() int { return n.at - 1 }

// Spelled is how a string of the node was written in JSON: that of its largest one.
func (n *Node) Spelled() *rawjson.Spelled { return &n.spelled }
