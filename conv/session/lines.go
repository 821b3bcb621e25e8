package session

import (
	"bytes"
	"iter"
	"slices"
	"strings"

	"convo/conv"
	"convo/conv/note"
	"convo/conv/rawjson"
)

// Separator is a blank line. In a file of messages, one a line, it stands between
// two conversations.
const Separator = "\n"

// Lines is [Messages] for formats that convo also writes: after a blank line
// another conversation begins. next must not keep a message that it failed to read.
// end is called after the last message of each.
func Lines(r *conv.Reader, begin func(*conv.Conversation) (next, end func())) iter.Seq2[*conv.Conversation, error] {
	return conversations(r, true, begin)
}

// conversations reads lists of messages, and messages one a line. apart says that a
// blank line stands between conversations of the latter; else there is only one.
func conversations(r *conv.Reader, apart bool, begin func(*conv.Conversation) (next, end func())) iter.Seq2[*conv.Conversation, error] {
	return func(yield func(*conv.Conversation, error) bool) {
		last := false
		for first := true; !last && (first || r.Kind() != rawjson.Invalid); first = false {
			c := &conv.Conversation{}
			c.SetOffset(r.Offset())
			next, end := begin(c)
			cut := false
			switch k := r.Kind(); k {
			case rawjson.Array:
				for range r.Elements {
					next()
				}
			case rawjson.Object:
				cut = line(r, c, apart, next)
				last = cut || !apart
			default:
				r.Fail(r.Offset(), "want a message or a list of messages, got %s", k)
			}
			if !cut && (r.Err() != nil || last && r.End() != nil) {
				break
			}
			if end(); !yield(c, nil) || cut {
				return
			}
		}
		if err := r.End(); err != nil {
			yield(nil, err)
		}
	}
}

// line reads the messages of one conversation, one a line, and reports whether
// the last line is cut off.
func line(r *conv.Reader, c *conv.Conversation, apart bool, next func()) (cut bool) {
	for first := true; r.Kind() == rawjson.Object && (first || !apart || !isAfterBlank(r)); first = false {
		at, n := r.Offset(), len(c.Messages)
		if next(); !first && isCut(r, at) {
			c.Messages = c.Messages[:n]
			return true
		}
	}
	return false
}

// WantRole fails if the next message has a role that is not among roles, and
// reports whether it has not. In a document an unknown role is kept. In messages
// alone, nothing else would say whose they are.
func WantRole(r *conv.Reader, roles []string) bool {
	begin := r.Offset()
	at := r.Ahead("role")
	if at < 0 {
		return true // reading the message says what is wrong
	}
	defer r.Rewind(begin)
	r.Rewind(at)
	if r.Kind() != rawjson.String {
		return true
	}
	role := r.Str()
	if slices.Contains(roles, role) {
		return true
	}
	r.Fail(at, "unknown role %q: want %s", role, strings.Join(roles, ", "))
	return false
}

// KnownRoles drops the messages that a family keeps of a role that is not among
// roles: [WantRole] would fail on them.
func KnownRoles(c *conv.Conversation, family string, roles []string, notes *note.Notes) *conv.Conversation {
	return c.WithMessages(slices.DeleteFunc(slices.Clone(c.Messages), func(m conv.Message) bool {
		x, ok := m.(*conv.CustomMessage)
		if !ok || !x.IsOf(family) || slices.Contains(roles, x.CustomType[len(family)+1:]) || x.Data.Lookup("role").Text() != x.CustomType[len(family)+1:] {
			return false
		}
		notes.Loss(note.CodeUI, note.Dropped, x.Offset(), "custom message", x.CustomType)
		return true
	}))
}

// isAfterBlank reports whether a blank line stands before what comes next.
func isAfterBlank(r *conv.Reader) bool {
	before := r.Buffer()[:r.Offset()]
	space := before[len(bytes.TrimRight(before, " \t\r\n")):]
	return bytes.Count(space, []byte("\n")) > 1
}

// WriteLines writes the elements of the list that write writes, one a line. An
// empty list stays a list.
func WriteLines(w *rawjson.Writer, write func(*rawjson.Writer)) {
	list := rawjson.NewWriter(nil)
	list.Respell = w.Respell
	write(list)
	c := rawjson.NewTrustedCursor(list.Bytes()) // the text is our own
	empty := true
	for range c.Elements {
		w.Raw(c.Raw())
		w.Text("\n")
		empty = false
	}
	if empty {
		w.Text("[]\n")
	}
}
