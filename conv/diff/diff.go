// Package diff says what differs between two conversations: by message, by block
// and by word, and of JSON by path.
//
// The rule of the room: it compares what conversations say, not how a format
// spells it. Ids, times, token counts, signatures and the residue of formats are not
// compared. What it leaves out beyond that, it names. It takes time in proportion to
// its input: where too much differs, it says so and compares in larger pieces.
package diff

import (
	"convo/conv"
	"convo/conv/format"
	"convo/conv/rawjson"
)

// Change says what became of a message, a block or a value.
type Change string

// The changes.
const (
	Same    Change = "same"
	Removed Change = "removed" // only A has it
	Added   Change = "added"   // only B has it
	Changed Change = "changed"
	Moved   Change = "moved" // both have it, after other messages
)

// Side is one of the two conversations.
type Side struct {
	Conversation *conv.Conversation
	Format       *format.Format // it was read in
}

// Result is what differs between A and B.
type Result struct {
	Values   []Value   // of the conversations: title, system prompt, tools, parameters
	Messages []Message // all of both, in the order of B; those that only A has, where they stood
	Same     int       // messages that do not differ
	Count    map[Change]int
	LeftOut  []LeftOut // what is not compared, because only one format says it
	Coarse   bool      // too much differs to compare every message
}

// Equal reports whether nothing differs.
func (r *Result) Equal() bool { return len(r.Values) == 0 && r.Same == len(r.Messages) }

// LeftOut is a kind of thing that only one of two formats says.
type LeftOut struct {
	What string // plural: times
	InB  bool   // B has it, else A
}

// Message is a message of A, of B, or of both.
type Message struct {
	Change   Change
	A, B     int // its index, -1: it is not there
	Old, New conv.Message
	Values   []Value // of a changed message: model, stop reason, …
	Blocks   []Block // of a changed message, in order
}

// Either returns the message, as B has it if B does.
func (m *Message) Either() conv.Message {
	if m.New != nil {
		return m.New
	}
	return m.Old
}

// Block is a block of a changed message.
type Block struct {
	Change   Change
	Old, New conv.Block
	Text     []Piece // of a changed text
	Values   []Value // of a changed call: its arguments
}

// Either returns the block, as B has it if B does.
func (b *Block) Either() conv.Block {
	if b.New != nil {
		return b.New
	}
	return b.Old
}

// Value is a JSON value that differs.
type Value struct {
	Path string      // as jq writes it, without the dot at its start: edits[1].path
	A, B rawjson.Raw // "": it is not there
	Text []Piece     // of two strings: how they differ
}

// Piece is a part of two texts side by side: what both have, or only one.
type Piece struct {
	Change Change // Same, Removed, Added
	Text   string
}

// Compare says what differs between two conversations.
func Compare(a, b Side) *Result {
	r := &Result{Count: map[Change]int{}}
	n := newNorm(a, b)
	r.LeftOut = n.leftOut()
	n.conversation(r)
	n.messages(r)
	return r
}
