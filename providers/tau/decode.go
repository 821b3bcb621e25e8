package tau

import (
	"iter"

	"convo/conv"
	"convo/conv/note"
	"convo/conv/rawjson"
	"convo/conv/record"
	"convo/conv/session"
)

// decode reads lists of messages, and of each session the path to its current
// entry.
func decode(data []byte, notes *note.Notes) iter.Seq2[*conv.Conversation, error] {
	return read(data, notes, false)
}

// branches reads the paths to every leaf of each session.
func branches(data []byte, notes *note.Notes) iter.Seq2[*conv.Conversation, error] {
	return read(data, notes, true)
}

// weigh is how much branches reads.
func weigh(data []byte) (branches int, size int64) {
	if !isSession(data) {
		return 1, int64(len(data))
	}
	return layout.BranchSizes(data)
}

func read(data []byte, notes *note.Notes, all bool) iter.Seq2[*conv.Conversation, error] {
	return func(yield func(*conv.Conversation, error) bool) {
		if isSession(data) {
			layout.Decode(data, notes, all, entries)(yield)
			return
		}
		d := newDecoder(record.NewReader(residue, data, notes))
		for first := true; first || d.in.Kind() != rawjson.Invalid; first = false {
			d.begin()
			d.list()
			if d.in.Err() != nil || d.in.Kind() == rawjson.Invalid {
				break
			}
			if !yield(d.out, nil) {
				return
			}
		}
		if err := d.in.End(); err != nil {
			yield(nil, err)
			return
		}
		yield(d.out, nil)
	}
}

// isSession reports whether data begins with an entry of a session, which is
// most often its header.
func isSession(data []byte) bool {
	c := rawjson.NewCursor(data)
	if c.Kind() != rawjson.Object {
		return false
	}
	entry := false
	for key := range c.Fields {
		if entry = key == "type"; entry || key == "messages" {
			break
		}
	}
	return entry
}

// decoder reads one conversation.
type decoder struct {
	in record.Reader
	*session.IDs
	path  *session.Path // nil in a list
	out   *conv.Conversation
	wires int  // messages of the file so far
	lines bool // they stand alone
	head  head

	texts   rawjson.Slab[conv.TextContent]
	calls   rawjson.Slab[conv.ToolCall]
	results rawjson.Slab[conv.ToolResultMessage]
	answers rawjson.Slab[conv.AssistantMessage]
}

// Base is what records read with.
func (d *decoder) Base() *record.Reader { return &d.in }

// Keep keeps a field that is not described.
func (d *decoder) Keep(n *conv.Node, key string) { d.in.Keep(n, key) }

func newDecoder(r record.Reader) *decoder {
	d := &decoder{in: r}
	d.in.Duplicate = func(offset int, key string) { // as a Reader does, but to the notes of the moment
		d.in.Notes.Repeats(offset, key)
	}
	return d
}

// apart calls read and returns its notes. The caller tells them later: notes on
// the fields outside come first.
func (d *decoder) apart(read func()) []note.Note {
	all := d.in.Notes
	if all == nil {
		read()
		return nil
	}
	own := &note.Notes{All: all.All}
	d.in.Notes = own
	read()
	d.in.Notes = all
	return own.List()
}

// tell adds notes that were kept apart.
func (d *decoder) tell(notes []note.Note) {
	for _, n := range notes {
		d.in.Notes.Add(n)
	}
}

func (d *decoder) begin() {
	d.out, d.IDs, d.wires = &conv.Conversation{}, layout.NewIDs(nil), 0
	d.out.SetOffset(d.in.Offset())
}

// list reads an array of messages, or an object with such an array.
func (d *decoder) list() {
	switch d.in.Kind() {
	case rawjson.Array:
		residue.Set(&d.out.Node, hintForm, `"array"`)
		d.messages()
	case rawjson.Object:
		residue.Set(&d.out.Node, hintForm, `"object"`)
		found := false
		for key := range d.in.Fields {
			if key != "messages" {
				d.in.Keep(&d.out.Node, key)
				continue
			}
			found = true
			d.out.Messages, d.IDs, d.wires = nil, layout.NewIDs(nil), 0
			d.messages()
		}
		if !found {
			d.in.Fail(d.out.Offset(), "an object without messages")
		}
	default:
		d.in.Refuse("want a list of messages, got %s", d.in.Kind())
	}
}

func (d *decoder) messages() {
	for range d.in.Elements {
		if d.wantContents() {
			d.message(nil)
		}
	}
}

// append adds the messages of one message of the file, or of one entry.
func (d *decoder) append(list ...conv.Message) {
	d.out.Messages = append(d.out.Messages, list...)
	d.wires++
}

// ownID is a message's own id. An id that an earlier message has is dropped
// with a note.
func (d *decoder) ownID(id string, at int) string {
	if d.Seen(id) {
		d.in.Notes.Loss(note.CodeID, note.Dropped, at, "id that an earlier message has", id)
	}
	return d.Own(id)
}
