package conv

import (
	"iter"

	"convo/conv/rawjson"
)

// mostReadings is how often a text is read whose objects repeat keys: without the
// earlier values, other objects may show that they repeat keys as well.
const mostReadings = 3

// Once reads a text with these notes. Only the last value of a key counts, if an
// object repeats the key. A Decode itself reads the earlier values, too, and what it
// keeps of them could stay beside the last one. So such a text is read again without
// them.
func (n *Notes) Once(data []byte, read func([]byte, *Notes) iter.Seq2[*Conversation, error]) iter.Seq2[*Conversation, error] {
	return func(yield func(*Conversation, error) bool) {
		o := reading{read: read, notes: n, yield: yield}
		for text, again := data, true; again; {
			text, again = o.pass(text)
		}
	}
}

// reading is a text that is being read, perhaps more than once.
type reading struct {
	read   func([]byte, *Notes) iter.Seq2[*Conversation, error]
	notes  *Notes // of the caller
	yield  func(*Conversation, error) bool
	passed int  // conversations that the caller has
	passes int  // how often the text was read
	last   bool // it is not read again
}

// pass reads a text, and passes on the conversations before the first one in which
// a key repeats. If there is one, it returns the text without the earlier values.
func (o *reading) pass(data []byte) (once []byte, again bool) {
	o.passes++
	o.last = o.last || o.passes == mostReadings
	own, n := o.notes.apart(), 0
	for c, err := range o.read(data, own) {
		repeats := len(own.again) > 0 && !o.last
		n++
		switch {
		case repeats && (err == nil || again):
			again = true
		case err == nil && n <= o.passed:
			own.list, own.seen = nil, nil
		default:
			own.moveTo(o.notes)
			o.passed = n
			if !o.yield(c, err) {
				return nil, false
			}
		}
	}
	if !again {
		own.moveTo(o.notes)
		return nil, false
	}
	once, changed := rawjson.Once(data, own.again)
	if o.last = !changed; changed {
		own.tellRepeats(o.notes)
	}
	return once, true
}

// Repeats notes that an object repeats a key: the last value counts.
func (n *Notes) Repeats(offset int, key string) {
	if n != nil && n.tell {
		n.again = append(n.again, offset)
	}
	n.Loss(CodeDuplicateKey, Dropped, offset, "earlier value of the repeated key", key)
}

// apart returns notes of the same manner, which know where keys repeat.
func (n *Notes) apart() *Notes {
	if n == nil {
		return &Notes{Mute: true, tell: true}
	}
	return &Notes{All: n.All, Arena: n.Arena, KeysOnly: n.KeysOnly, Mute: n.Mute, tell: true}
}

// moveTo adds the notes to others, and forgets them.
func (n *Notes) moveTo(all *Notes) {
	if all != nil && len(all.list) == 0 && len(all.seen) == 0 { // they would come out the same
		all.list, all.seen = n.list, n.seen
	} else {
		for _, note := range n.list {
			all.Add(note)
		}
	}
	n.list, n.seen = nil, nil
}

// tellRepeats adds to others what was noted of repeated keys.
func (n *Notes) tellRepeats(all *Notes) {
	for _, note := range n.list {
		if note.Code == CodeDuplicateKey {
			all.Add(note)
		}
	}
}
