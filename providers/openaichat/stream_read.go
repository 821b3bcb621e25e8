package openaichat

import (
	"cmp"
	"io"
	"iter"
	"strings"

	"convo/conv"
	"convo/conv/format"
	"convo/conv/note"
	"convo/conv/rawjson"
	"convo/conv/record"
	"convo/conv/sse"
	"convo/providers/internal/protocol"
)

// decodeStream reads a stream to its end.
func decodeStream(data []byte, notes *note.Notes) iter.Seq2[*conv.Conversation, error] {
	return func(yield func(*conv.Conversation, error) bool) {
		for c, err := range format.Assemble(eventsOf(rawjson.NewAtRest(data), notes, false)) {
			if err == nil {
				m := c.Messages[0].(*conv.AssistantMessage)
				m.Content = inOrder(m.Content)
				dropRepeated(m)
			}
			if !yield(c, err) {
				return
			}
		}
	}
}

// readEvents reads answers while they arrive.
func readEvents(r io.Reader, notes *note.Notes) iter.Seq2[conv.Event, error] {
	return eventsOf(r, notes, true)
}

// eventsOf reads answers. Unless they are live, their blocks are put in order
// later.
func eventsOf(r io.Reader, notes *note.Notes, live bool) iter.Seq2[conv.Event, error] {
	return record.Stream[sse.Event]{
		Notes: notes, Events: format.Events(r, nil), None: &rawjson.Error{Msg: "the stream has no Chat Completions chunks"},
		Read: func(a *record.Answers) record.Wire[sse.Event] {
			s := &streamReader{Answers: a, live: live, reader: newDecoder(nil, notes)}
			s.reader.answer = true
			s.reader.in.Stream()
			s.anew()
			return s
		},
	}.Answers
}

// streamReader reads the chunks of one stream.
type streamReader struct {
	*record.Answers
	reader *decoder // of each chunk
	draft  *answerDraft
	first  *choiceReader
	others []*choiceReader
	begun  bool
	done   bool // [DONE]
	live   bool
	head   repeatedHead
}

// anew prepares for an answer, the first or a further one.
func (s *streamReader) anew() {
	draft := newDraft()
	first := &choiceReader{draft: draft, send: s.Send, notes: s.Notes}
	if s.live {
		first.order = &liveOrder{notes: s.Notes}
	}
	*s = streamReader{Answers: s.Answers, reader: s.reader, draft: draft, first: first, live: s.live}
}

// Take reads one server-sent event.
func (s *streamReader) Take(e sse.Event) error {
	switch strings.TrimSpace(e.Data) {
	case "":
		return nil
	case "[DONE]":
		s.done = true
		return nil
	}
	if s.done && s.Known { // another answer follows
		s.End()
		s.anew()
	}
	if e.Name == "error" {
		return s.chunk(string(protocol.InError(conv.Raw(e.Data))))
	}
	return s.chunk(e.Data)
}

// Broken ends an answer whose stream failed. The error becomes its message.
func (s *streamReader) Broken(err error) error {
	if !s.Known {
		return err
	}
	s.draft.message.ErrorMessage = err.Error()
	s.End()
	return nil
}

// chunk reads one chunk.
func (s *streamReader) chunk(data string) error {
	d := s.reader
	if at := s.head.of(d, data); at > 0 {
		s.choices(d, at)
		return d.in.Err()
	}
	if err := d.in.RenewWhole(rawjson.BytesOf(data)); err != nil {
		return err // ignore half a chunk
	}
	if k := d.in.Kind(); k != rawjson.Object {
		d.in.Fail(d.in.Offset(), "want a chunk as an object, got %s", k)
		return d.in.End()
	}
	if s.isOther(conv.Raw(data)) {
		s.End()
		s.anew()
	}
	s.head = repeatedHead{}
	choices := -1
	for key := range d.in.Fields {
		s.head.take(key)
		switch {
		case key == "choices" && d.in.Kind() == rawjson.Array:
			choices = d.in.Offset()
		case d.in.IsNull():
		case key == "error":
			s.Known = true
			d.failure(s.draft)
		case key == "usage" && d.in.Kind() == rawjson.Object:
			u := d.usage()
			s.Recount(s.draft.message.Usage, u)
			s.draft.message.Usage = u
		case key == "object" && d.in.Kind() == rawjson.String:
			s.Known = true
			s.outer(d, key)
		default:
			s.outer(d, key)
		}
	}
	if err := d.in.End(); err != nil {
		return err
	}
	if choices >= 0 {
		s.head.settle(data[:choices])
		s.choices(d, choices)
	}
	return d.in.Err()
}

// isOther reports whether a chunk begins another answer, without [DONE] before it.
func (s *streamReader) isOther(chunk conv.Raw) bool {
	if !s.first.finished {
		return false
	}
	id := chunk.Lookup("id").Text()
	return id != "" && id != cmp.Or(s.draft.message.ResponseID, id) && chunk.Lookup("choices.0.delta.role") != ""
}

// choices reads the choices of a chunk.
func (s *streamReader) choices(d *decoder, at int) {
	s.Known = true
	d.in.Rewind(at)
	for range d.in.Elements {
		s.begin()
		s.choice(d)
	}
}

// outer reads a field of a chunk other than choices. Chunks repeat these fields:
// the first id, model and time count, and the last of any other.
func (s *streamReader) outer(d *decoder, key string) {
	m, n := s.draft.message, &s.draft.detail.Node
	switch key {
	case "object", "obfuscation", "choices", "usage":
		d.in.Skip()
	case "logprobs", "finish_reason":
		d.escape(n, key)
	case "id":
		if id := d.in.StrOnly(); id != placeholderID {
			s.name("response id", &m.ResponseID, id)
		}
	case "model":
		s.name("model", &m.Model, d.in.StrOnly())
	case "created":
		if number := conv.Number(d.in.Raw()); m.Timestamp == 0 {
			if s, ok := number.Int(); ok && s > 0 && s < 1<<40 {
				m.Timestamp = s * 1000
			}
		}
	case "x_groq": // has the only usage, unless the request asked for one
		at := d.in.Offset()
		if usage := d.in.Raw().Lookup("usage"); m.Usage == nil && usage.Lookup("prompt_tokens") != "" {
			m.Usage = reread(usage).usage()
		}
		d.in.Rewind(at)
		d.in.Known(n, key)
	case "service_tier", "system_fingerprint", "provider", "citations", "search_results", "prompt_filter_results":
		d.in.Known(n, key)
	default:
		if residue.Get(n, key) != "" {
			d.in.Known(n, key)
			return
		}
		d.Keep(n, key)
	}
}

// name takes a name that every chunk repeats: the first counts.
func (s *streamReader) name(what string, first *string, now string) {
	s.head.changes = s.head.changes || *first != "" && now != "" && now != *first
	s.Rename(what, *first, now)
	*first = cmp.Or(*first, now)
}

// begin starts the answer.
func (s *streamReader) begin() {
	if s.begun {
		return
	}
	s.begun = true
	head := *s.draft.message
	head.Usage, head.ErrorMessage = nil, ""
	s.first.send(conv.Event{Type: conv.EventStart, Message: &head})
}

// unsaid sets the stop reason of an answer that ended without one, as some
// servers send it: a stream of chunks must have one.
func (s *streamReader) unsaid(m *conv.AssistantMessage) {
	detail := s.draft.detail
	m.StopReason, detail.Raw = conv.StopNormal, "stop"
	if len(s.first.calls) > 0 {
		m.StopReason, detail.Raw = conv.StopToolUse, "tool_calls"
	}
	m.StopDetail = detail
	s.Notes.Info(note.CodeStop, note.Synthesized, -1, "stop reason", string(m.StopReason))
}

// End ends the answer. Without a stop reason and [DONE], it was cut off.
func (s *streamReader) End() {
	s.begin()
	s.first.end()
	a := s.draft
	for _, c := range s.others {
		a.others = append(a.others, c.whole())
	}
	m := a.finish()
	if s.done && m.StopReason == "" && m.ErrorMessage == "" && !s.first.finished {
		s.unsaid(m)
	}
	if m.StopReason == "" && !s.done {
		m.StopReason = conv.StopAborted
		a.detail.Kind = conv.KindInterrupted
		m.StopDetail = a.detail
	}
	s.first.residue()
	residue.Settle(&m.Node)
	residue.Settle(&a.detail.Node)
	e := conv.Event{Type: conv.EventDone, Message: m}
	if m.ErrorMessage != "" || m.StopReason == conv.StopAborted {
		e.Type = conv.EventError
	}
	s.first.send(e)
}
