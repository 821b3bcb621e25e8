package cline

import (
	"bytes"

	"convo/conv"
	"convo/conv/note"
	"convo/conv/rawjson"
)

// entry is a message of the file, or an item of reasoning between messages.
type entry struct {
	at      int
	role    string
	kind    string // reasoning: the entry has no role
	content int    // offset, -1 without one
	ts      int64

	summary, marker               bool
	condenseID, condenseParent    string
	truncationID, truncatedBy     string
	others                        []field // of the program, which no model sees
	id, model, metrics, reasoning int     // offsets, -1 without one
}

// field is a field of an entry.
type field struct {
	key string
	at  int // of its value
}

// outlines outlines the entries of a file. clean is the file with spaces in place
// of what the API does not know in a message, and modern is true for messages of
// the AI SDK.
func outlines(data []byte, notes *note.Notes) (all []*entry, clean []byte, modern bool, err error) {
	r := conv.NewReader(data, family, notes)
	clean = bytes.Clone(data)
	each := func() {
		for range r.Elements {
			all = append(all, outline(r, clean))
		}
	}
	at := r.Offset()
	switch r.Kind() {
	case rawjson.Array:
		each()
	case rawjson.Object:
		for key := range r.Fields {
			switch {
			case key == "messages" && r.Kind() == rawjson.Array:
				modern = true
				each()
			case key == "version":
			default:
				notes.Loss(note.CodeExtension, note.Dropped, r.Offset(), "field beside the messages", key)
			}
		}
		if !modern {
			r.Fail(at, "a history without messages")
		}
	default:
		r.Fail(at, "want a list of messages, got %s", r.Kind())
	}
	return all, clean, modern, r.End()
}

// outline outlines an entry, and leaves only its role and content in clean.
func outline(r *conv.Reader, clean []byte) *entry {
	e := &entry{at: r.Offset(), content: -1, id: -1, model: -1, metrics: -1, reasoning: -1}
	if k := r.Kind(); k != rawjson.Object {
		r.Fail(e.at, "want a message, got %s", k)
		return e
	}
	b := blank{clean: clean, from: e.at + 1, kept: -1}
	for key := range r.Fields {
		here := r.Offset()
		e.field(r, key, here)
		b.field(key == "role" || key == "content", r.Offset())
	}
	return e
}

// field reads a field of an entry whose value is at an offset.
func (e *entry) field(r *conv.Reader, key string, here int) {
	switch key {
	case "role":
		e.role = r.Str()
		return
	case "type":
		e.kind = r.StrOnly()
		return
	case "ts":
		e.ts, _ = conv.Number(r.Raw()).Int()
		return
	case "isSummary":
		e.summary = r.BoolOnly()
		return
	case "isTruncationMarker":
		e.marker = r.BoolOnly()
		return
	case "condenseId":
		e.condenseID = r.StrOnly()
		return
	case "condenseParent":
		e.condenseParent = r.StrOnly()
		return
	case "truncationId":
		e.truncationID = r.StrOnly()
		return
	case "truncationParent":
		e.truncatedBy = r.StrOnly()
		return
	case "content":
		e.content = here
	case "id":
		e.id = here
	case "modelInfo":
		e.model = here
	case "metrics":
		e.metrics = here
	case "reasoning_content":
		e.reasoning = here
	default:
		e.others = append(e.others, field{key, here})
	}
	r.Skip()
}

// blank writes spaces over fields of an object.
type blank struct {
	clean []byte
	from  int // end of the field before
	kept  int // end of the last field that stays, -1 without one
}

// field goes on to the end of the next field: the place of its comma or of the
// brace.
func (b *blank) field(keep bool, end int) {
	end = min(end, len(b.clean)-1)
	if keep {
		if b.kept >= 0 {
			b.clean[b.kept] = ','
		}
		b.kept = end
	} else {
		for i := b.from; i < end; i++ {
			b.clean[i] = ' '
		}
	}
	if b.clean[end] == ',' {
		b.clean[end] = ' '
	}
	b.from = end + 1
}
