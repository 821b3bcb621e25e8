package fit

import (
	"bytes"

	"convo/conv"
	"convo/conv/extension"
	"convo/conv/format"
	"convo/conv/note"
	"convo/conv/rawjson"
)

// Settle reduces a session to what a format will read from the lines that it
// writes: lines that were kept may say more or less than the messages do now. keys
// are those of the format's residue that keep lines. Where other messages would be
// read, lines are written without what was kept of them, and a note says so.
func Settle(c *conv.Conversation, to *format.Format, keys []string, notes *note.Notes, reduce func(*conv.Conversation)) *conv.Conversation {
	s := &settler{to.Capabilities.GuestFamily, keys, notes}
	if s.isPlain(c) {
		x := *c
		reduce(&x)
		return &x
	}
	for n := range 8 {
		x := *c
		c = &x
		reduce(c)
		lines := newLines(c)
		lines.write(c, to)
		if lines.are() && isSame(c, lines.as) {
			return c
		}
		again := readBack(lines, to)
		switch {
		case again != nil && isSame(c, again):
			return c
		case again != nil && saidIn(c, c.Messages) == saidIn(again, again.Messages):
			c = placedAs(c, again)
		case again != nil && n > 3: // lines cannot say what the messages do
			s.changed(c, again)
			c = placedAs(c, again)
		default:
			if n > 2 {
				again = nil
			}
			c = s.without(c, again)
		}
	}
	return c
}

type settler struct {
	family string
	keys   []string
	notes  *note.Notes
}

// readBack reads the lines of a session, nil if they are not one session.
func readBack(lines *lines, f *format.Format) (one *conv.Conversation) {
	for again, err := range f.Decode(lines.all(), nil) {
		if err != nil || one != nil {
			return nil
		}
		one = again
	}
	return one
}

// isSame reports whether two sessions are written alike as conversation.json. It
// holds one message at a time.
func isSame(a, b *conv.Conversation) bool {
	if len(a.Messages) != len(b.Messages) || nativeOf(a.WithMessages(nil)) != nativeOf(b.WithMessages(nil)) {
		return false
	}
	x, y := rawjson.NewWriter(nil), rawjson.NewWriter(nil)
	for i, m := range a.Messages {
		if format.Identical(m, b.Messages[i]) {
			continue
		}
		x.Reset()
		y.Reset()
		conv.Native.WriteMessage(x, m)
		conv.Native.WriteMessage(y, b.Messages[i])
		if !bytes.Equal(x.Bytes(), y.Bytes()) {
			return false
		}
	}
	return true
}

func nativeOf(c *conv.Conversation) conv.Raw {
	return rawjson.Written(func(w *rawjson.Writer) { conv.Native.Write(w, c) })
}

// saidIn is what messages of a session say, without how they were spelled and what
// is kept beside them.
func saidIn(c *conv.Conversation, messages []conv.Message) conv.Raw {
	out := &conv.Conversation{ID: c.ID, Title: c.Title, SystemPrompt: c.SystemPrompt}
	for _, m := range messages {
		meta := *conv.MetaOf(m)
		meta.Extensions = nil
		out.Messages = append(out.Messages, format.WithMeta(m, meta))
	}
	return unspelled(nativeOf(out))
}

// unspelled returns a value without hints, "" if nothing is left of it.
func unspelled(v conv.Raw) conv.Raw {
	switch v[0] {
	case '{':
		return fields(v, func(key string, x conv.Raw) conv.Raw {
			switch key {
			case "arguments", "data", "details", "raw":
				return x
			case "extensions":
				return fields(x, func(_ string, residue conv.Raw) conv.Raw {
					return fields(residue, func(key string, x conv.Raw) conv.Raw {
						if _, wire := extension.WireKey(key); !wire {
							return ""
						}
						return x
					})
				})
			}
			return unspelled(x)
		})
	case '[':
		var all []conv.Raw
		for x := range v.Elements {
			all = append(all, unspelled(x))
		}
		return rawjson.ArrayOf(all)
	}
	return v
}

// fields returns an object with other values, "" if it has none left. A value of
// "" drops its field.
func fields(object conv.Raw, change func(key string, v conv.Raw) conv.Raw) conv.Raw {
	changed := rawjson.ObjectBy(func(w *rawjson.Writer) {
		for key, v := range object.Fields {
			w.OptRaw(key, change(key, v))
		}
	})
	if changed == "{}" {
		return ""
	}
	return changed
}

// changed notes how a session that is read differs from what its messages say.
func (s *settler) changed(c, again *conv.Conversation) {
	out := &conv.Conversation{}
	for i, m := range c.Messages {
		at := conv.MetaOf(m).Offset()
		switch {
		case i >= len(again.Messages):
			s.notes.Loss(note.CodeBranch, note.Dropped, at, "message that no line of the session can say", "")
		case saidIn(out, c.Messages[i:i+1]) != saidIn(out, again.Messages[i:i+1]):
			s.notes.Loss(note.CodeBranch, note.Downgraded, at, "message, now as the lines of the session say it", "")
		}
	}
}

// without returns a session without the kept lines of messages that are read
// again as others, or of all. A custom message that would be read as a message of
// the user or the model is dropped.
func (s *settler) without(c, again *conv.Conversation) *conv.Conversation {
	out := *c
	out.Messages = nil
	found := false
	for i, m := range c.Messages {
		switch {
		case again == nil || len(again.Messages) != len(c.Messages):
		case saidIn(&out, c.Messages[i:i+1]) == saidIn(&out, again.Messages[i:i+1]):
		case isCustom(m) && !isCustom(again.Messages[i]):
			s.notes.Loss(note.CodeUI, note.Dropped, conv.MetaOf(m).Offset(), "custom message", m.(*conv.CustomMessage).CustomType)
			found = true
			continue
		default:
			meta := *conv.MetaOf(m)
			found = s.drop(&meta.Node) || found
			m = format.WithMeta(m, meta)
		}
		out.Messages = append(out.Messages, m)
	}
	if found {
		return &out
	}
	s.drop(&out.Node)
	for i, m := range out.Messages {
		meta := *conv.MetaOf(m)
		s.drop(&meta.Node)
		out.Messages[i] = format.WithMeta(m, meta)
	}
	return &out
}

func isCustom(m conv.Message) bool { _, ok := m.(*conv.CustomMessage); return ok }

// drop drops what a node keeps of lines, and reports whether there was something.
func (s *settler) drop(n *conv.Node) bool {
	stood := len(n.Extensions.Of(s.family))
	for _, key := range s.keys {
		n.Extensions = n.Extensions.Without(s.family, key)
	}
	if stood == len(n.Extensions.Of(s.family)) {
		return false
	}
	s.notes.Loss(note.CodeExtension, note.Dropped, n.Offset(), "fields of a line that had to be written anew", "")
	return true
}
