package providers

import (
	"cmp"
	"errors"
	"fmt"
	"iter"
	"slices"

	"convo/conv"
	"convo/conv/format"
	"convo/conv/note"
	"convo/conv/rawjson"
)

// alone names the formats of messages without a document around them.
var alone = []string{
	"convo-lines", "or-lines", "pi-lines", "ag-ui-lines", "tau-lines", "openai-chat-messages", "anthropic-messages",
}

// listed names the formats of documents that may also be a list of messages.
var listed = []string{"ag-ui", "tau"}

// guarded returns a format of messages alone that fails at a message of another
// family. It looks only at messages in which Decode left something unknown.
func guarded(f format.Format) format.Format {
	own := f
	f.Decode = guardedRead(&own, f.Decode)
	if f.Branches != nil {
		f.Branches = guardedRead(&own, f.Branches)
	}
	return f
}

// guardFormat makes a format careful: only the last value of a repeated key counts,
// and messages alone are of one family.
func guardFormat(f *format.Format) {
	f.Decode, f.Branches = readOnce(f.Decode), readOnce(f.Branches)
	if slices.Contains(alone, f.Name) || slices.Contains(listed, f.Name) {
		*f = guarded(*f)
	}
}

type readFunc = func([]byte, *note.Notes) iter.Seq2[*conv.Conversation, error]

// readOnce makes a read to which only the last value of a repeated key counts.
func readOnce(read readFunc) readFunc {
	if read == nil {
		return nil
	}
	return func(data []byte, notes *note.Notes) iter.Seq2[*conv.Conversation, error] {
		return note.Once(notes, data, read)
	}
}

func guardedRead(f *format.Format, read readFunc) readFunc {
	return func(data []byte, notes *note.Notes) iter.Seq2[*conv.Conversation, error] {
		return func(yield func(*conv.Conversation, error) bool) {
			notes := notes
			if slices.Contains(listed, f.Name) && rawjson.NewCursor(data).Kind() != rawjson.Array {
				read(data, notes)(yield)
				return
			}
			if notes == nil {
				notes = &note.Notes{}
			}
			g := &guard{format: f, data: data}
			for c, err := range read(data, notes) {
				if err == nil {
					err = g.check(notes.List())
				}
				if err != nil {
					yield(nil, err)
					return
				}
				if !yield(c, nil) {
					return
				}
			}
		}
	}
}

// guard finds messages of other families in a file of messages.
type guard struct {
	format   *format.Format
	data     []byte
	messages []span // nil: not looked for yet
	noted    int    // notes that were checked
	last     int    // the start of the last message that was checked, plus one
}

// span is the place of a message in a file.
type span struct{ start, end int }

// check fails if one of the new notes is about a message of another family.
func (g *guard) check(notes []note.Note) error {
	defer func() { g.noted = len(notes) }()
	for _, n := range notes[g.noted:] {
		if n.Kind != note.Unknown || n.Offset < 0 {
			continue
		}
		if g.messages == nil {
			g.messages = spans(g.data)
		}
		i, found := slices.BinarySearchFunc(g.messages, n.Offset, func(s span, at int) int { return cmp.Compare(s.start, at) })
		if !found {
			i--
		}
		if i < 0 || g.last == g.messages[i].start+1 {
			continue
		}
		g.last = g.messages[i].start + 1
		if err := g.foreign(g.messages[i]); err != nil {
			return err
		}
	}
	return nil
}

// foreign is the error of a message that only another family has.
func (g *guard) foreign(s span) error {
	found, unread := Detect(format.NewProbe(g.data[s.start:s.end]))
	other := ""
	switch {
	case unread != nil:
		other = unread.About
	case len(found) == 0 || found[0].Grade != format.Own:
		return nil
	case slices.ContainsFunc(found, func(f Match) bool { return isKin(f.Format, g.format) }):
		return nil
	default:
		other = found[0].Name
	}
	return strayError(s.start, other, g.format.Name)
}

// isKin reports whether two formats are of one family. The dialects of
// conversation.json are.
func isKin(a, b *format.Format) bool {
	dialects := alone[:3]
	return a.Family == b.Family || slices.Contains(dialects, a.Name) && slices.Contains(dialects, b.Name)
}

func strayError(at int, other, want string) error {
	return &rawjson.Error{
		Offset: at, Msg: fmt.Sprintf("looks like %s: want a message of %s", other, want),
		Hint: "one file holds messages of one format",
	}
}

// spans returns the places of the messages in a file: the elements of its lists
// and its other values.
func spans(data []byte) (all []span) {
	c := rawjson.NewCursor(data)
	for c.Kind() != rawjson.Invalid {
		if c.Kind() != rawjson.Array {
			all = append(all, skipped(c))
			continue
		}
		for range c.Elements {
			all = append(all, skipped(c))
		}
	}
	if n := len(all); n > 0 && c.Err() != nil {
		all = all[:n-1] // cut off
	}
	return all
}

func skipped(c *rawjson.Cursor) span {
	start := c.Offset()
	c.Skip()
	return span{start, c.Offset()}
}

// FirstForeignMessage returns the error of messages that no format reads together: the place
// of the first one that differs from those before it, and what was expected. It
// returns nil if data has no messages.
func FirstForeignMessage(p *format.Probe, data []byte) error {
	if !areAlone(p) {
		return nil
	}
	var before []string // the formats that only some messages so far can be of
	for _, s := range spans(data) {
		message := format.NewProbe(data[s.start:s.end])
		own, known, unread := recognizers(message)
		switch both := common(before, own); {
		case !known:
			return unknownMessage(message, data, s, unread, before)
		case len(own) == 0: // as several formats have it
		case before == nil:
			before = own
		case len(both) == 0:
			return strayError(s.start, own[0], before[0])
		default:
			before = both
		}
	}
	return unreadableMessage(data, before)
}

// unreadableMessage is the error of the first message that the first of some
// formats cannot read.
func unreadableMessage(data []byte, formats []string) error {
	if formats == nil {
		return nil
	}
	f, err := Lookup(formats[0])
	if err != nil {
		return err
	}
	for _, s := range spans(data) {
		for _, err := range f.Decode(data[s.start:s.end], nil) {
			var broken *rawjson.Error
			if errors.As(err, &broken) {
				return &rawjson.Error{Offset: s.start + broken.Offset, Msg: broken.Msg, Hint: broken.Hint}
			}
		}
	}
	return nil
}

// common returns the names that two lists have in common.
func common(a, b []string) []string {
	return slices.DeleteFunc(slices.Clone(a), func(name string) bool { return !slices.Contains(b, name) })
}

// unknownMessage is the error of a message that no format recognizes.
func unknownMessage(p *format.Probe, data []byte, s span, unread *Unread, before []string) error {
	if unread != nil && before != nil {
		return strayError(s.start, unread.About, before[0])
	}
	what := "a message that no format knows"
	if role := p.Values("role"); len(role) > 0 && !slices.Contains(commonRoles, role[0]) {
		what = fmt.Sprintf("a message of the unknown role %q", role[0])
		c := rawjson.NewCursor(data[:s.end])
		c.Rewind(s.start)
		s.start = max(s.start, c.Ahead("role"))
	}
	want := "user, assistant or tool with content"
	switch {
	case p.Is("role", "tool") && !p.Has("tool_call_id") && !p.Has("toolCallId"):
		what, want = "a tool result without the id of its call", "tool_call_id or toolCallId"
	case before != nil:
		want = "a message of " + before[0]
	}
	return &rawjson.Error{Offset: s.start, Msg: what + ": want " + want, Hint: "name the format with -f; run convo formats for all of them"}
}

// commonRoles are roles that several formats have.
var commonRoles = []string{"user", "assistant", "system", "developer", "tool", "toolResult"}

// recognizers names the formats of messages alone that a message must be of, and
// reports whether any can read it.
func recognizers(p *format.Probe) (own []string, known bool, unread *Unread) {
	if unread = unreadOf(p); unread != nil {
		return nil, false, unread
	}
	for f := range unguarded {
		if !slices.Contains(alone, f.Name) {
			continue
		}
		grade := f.Detect(p)
		known = known || grade != format.No
		if grade == format.Own {
			own = append(own, f.Name)
		}
	}
	return own, known, nil
}

// IsMessages reports whether an input looks like messages of any format, also of
// one that convo does not know.
func IsMessages(p *format.Probe) bool { return areAlone(p) || areAt(p, "messages[].") }

// areAlone reports whether an input looks like messages without a document.
func areAlone(p *format.Probe) bool { return areAt(p, "", "[].") }

func areAt(p *format.Probe, places ...string) bool {
	return p.IsJSON() && slices.ContainsFunc(places, func(at string) bool {
		said := func(key string) bool { return p.Has(at + key) }
		return p.HasKind(at+"role", rawjson.String) && slices.ContainsFunc(sayings, said)
	})
}

// sayings are fields in which messages say something.
var sayings = []string{
	"content", "contents", "parts", "blocks", "summary", "customType", "tool_calls", "toolCalls", "tool_call_id", "toolCallId", "activityType",
}
