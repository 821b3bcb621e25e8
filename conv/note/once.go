package note

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
func Once[C any](n *Notes, data []byte, read func([]byte, *Notes) iter.Seq2[C, error]) iter.Seq2[C, error] {
	return func(yield func(C, error) bool) {
		o := reading[C]{read: read, notes: n, yield: yield}
		for text, again := data, true; again; {
			text, again = o.pass(text)
		}
	}
}

// reading is a text that is being read, perhaps more than once.
type reading[C any] struct {
	read   func([]byte, *Notes) iter.Seq2[C, error]
	notes  *Notes // of the caller
	yield  func(C, error) bool
	passed int  // results that the caller has
	passes int  // how often the text was read
	last   bool // it is not read again
}

// pass reads a text, and passes on the results before the first one in which
// a key repeats. If there is one, it returns the text without the earlier values.
func (o *reading[C]) pass(data []byte) (once []byte, again bool) {
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
