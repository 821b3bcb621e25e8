package openairesponses

import (
	"errors"
	"io"
	"iter"
	"slices"
	"strings"

	"convo/conv"
	"convo/conv/format"
	"convo/conv/note"
	"convo/conv/rawjson"
	"convo/conv/record"
	"convo/conv/sse"
)

// readEvents reads streamed responses.
func readEvents(r io.Reader, notes *note.Notes) iter.Seq2[conv.Event, error] {
	return record.Stream[sse.Event]{
		Unit: "event", Notes: notes, Events: format.Events(r, nil),
		Read: func(a *record.Answers) record.Wire[sse.Event] {
			d := newDecoder(nil, notes)
			d.in.Stream()
			return &streamReader{Answers: a, wire: &rawjson.Cursor{Arena: d.in.Arena}, inner: d}
		},
	}.Answers
}

// streamReader turns the wire's events into ours.
type streamReader struct {
	*record.Answers
	wire    *rawjson.Cursor // of each event
	inner   *decoder        // of values in events
	started bool
	head    conv.AssistantMessage // what the first event told

	items  record.Open[int64, *openItem] // by their index on the wire
	blocks int                           // sent to the listener so far
	last   conv.AssistantContent         // the block that began last, nil until it is a text
	lastAt int                           // its index
	whole  conv.AssistantMessage         // the diagnostics of its calls
	calls  bool
}

// Broken ends an answer whose stream failed, and gives the reason.
func (s *streamReader) Broken(err error) error {
	if !s.Known {
		return err
	}
	s.interrupted(err.Error())
	return nil
}

// End ends an answer that its stream did not end.
func (s *streamReader) End() { s.interrupted("") }

// decoder reads a part of an event.
func (s *streamReader) decoder(raw conv.Raw) *decoder {
	d := s.inner
	d.in.Reset(rawjson.BytesOf(string(raw)))
	d.in.Trust() // of which readEvent has checked all
	d.answer, d.custom, d.told = true, nil, nil
	return d
}

// Take reads one event of the wire.
func (s *streamReader) Take(sent sse.Event) error {
	if sent.Data == "" || sent.Data == "[DONE]" {
		s.Units-- // not an event of this format
		return nil
	}
	e, err := readEvent(s.wire, sent.Data)
	if err != nil {
		return err
	}
	if !isEvent(e.kind) && e.kind != "error" && !(e.kind == "" && len(e.rest) > 0) {
		if e.kind != "keepalive" && e.kind != "ping" {
			s.Notes.Loss(note.CodeExtension, note.Dropped, -1, "unknown event", e.kind)
		}
		return nil
	}
	if len(e.unknown) > 0 && !isProgress(strings.TrimPrefix(e.kind, "response.")) {
		for _, key := range e.unknown {
			s.Notes.Loss(note.CodeExtension, note.Dropped, -1, "unknown field of an event", key)
		}
	}
	kind, field, _ := strings.Cut(strings.TrimPrefix(e.kind, "response."), ".")
	s.Known = true
	switch kind {
	case "created", "queued", "in_progress":
		if field == "" {
			return s.begin(e.response)
		}
	case "completed", "incomplete", "failed":
		if field == "" {
			return s.finish(e.response)
		}
	case "error", "":
		s.failed(e)
		return nil
	}
	s.start(nil)
	name := strings.TrimPrefix(e.kind, "response.")
	if field == "" {
		name = kind + "."
	}
	return s.itemEvent(e, name)
}

// itemEvent reads an event about an item.
func (s *streamReader) itemEvent(e wireEvent, kind string) error {
	switch kind {
	case "output_item.added":
		s.added(e)
	case "output_item.done":
		return s.done(e.output, e.item)
	case "content_part.added":
		s.partAdded(e)
	case "output_text.delta", "refusal.delta":
		s.text(e, e.delta, kind == "refusal.delta")
	case "output_text.done", "refusal.done":
		s.textDone(e, kind == "refusal.done")
	case "output_text.annotation.added":
		s.annotation(e)
	case "reasoning_summary_text.delta", "reasoning_text.delta":
		s.reasoning(e, strings.TrimSuffix(kind, ".delta"), e.delta)
	case "reasoning_summary_text.done", "reasoning_text.done":
		s.reasoningDone(e, strings.TrimSuffix(kind, ".done"))
	case "function_call_arguments.delta", "custom_tool_call_input.delta":
		s.arguments(e, e.delta)
	case "function_call_arguments.done", "custom_tool_call_input.done":
		s.argumentsDone(e)
	case "content_part.done", "reasoning_summary_part.added", "reasoning_summary_part.done":
	default:
		if !isProgress(kind) {
			s.Notes.Loss(note.CodeExtension, note.Dropped, -1, "unknown event", e.kind)
		}
	}
	return nil
}

// isProgress reports whether an event shows the progress of a tool that the
// server runs. The finished item has the outcome.
func isProgress(kind string) bool {
	return slices.ContainsFunc([]string{
		"web_search_call.", "file_search_call.", "code_interpreter_call.", "code_interpreter_call_code.",
		"image_generation_call.", "mcp_call.", "mcp_call_arguments.", "mcp_list_tools.", "compaction.",
		"shell_call_command.", "shell_call_output_content.", "apply_patch_call.", "apply_patch_call_operation_diff.",
		"audio.", "steer.",
	}, func(prefix string) bool { return strings.HasPrefix(kind, prefix) })
}

// start sends, once, that an answer begins and what is known of it.
func (s *streamReader) start(m *conv.AssistantMessage) {
	if s.started {
		return
	}
	s.started = true
	head := conv.AssistantMessage{Protocol: Wire}
	if m != nil {
		head.ResponseID, head.Model, head.Timestamp = m.ResponseID, m.Model, m.Timestamp
	}
	s.head = head
	s.Send(conv.Event{Type: conv.EventStart, Message: &head})
}

// told lists the usual fields of a response that the answer has by now.
func (s *streamReader) told() (keys []string) {
	for key, has := range map[string]bool{
		"id": s.head.ResponseID != "", "model": s.head.Model != "", "created_at": s.head.Timestamp != 0, "output": s.items.Len() > 0,
	} {
		if has {
			keys = append(keys, key)
		}
	}
	return keys
}

// begin reads the fields of a response at its start.
func (s *streamReader) begin(response conv.Raw) error {
	quiet := reread(response)
	m := quiet.response()
	if response == "" || quiet.in.Err() != nil {
		m = nil
	}
	s.start(m)
	return nil
}

// finish reads the complete response at its end.
func (s *streamReader) finish(response conv.Raw) error {
	if response == "" {
		return errors.New("the last event has no response")
	}
	d := s.decoder(response)
	d.told = s.told()
	m := d.response()
	if err := d.in.End(); err != nil {
		return err
	}
	s.start(m)
	s.sayOnce(m)
	if err := s.catchUp(response); err != nil {
		return err
	}
	if m.StopReason == conv.StopNormal && s.calls {
		m.StopReason = conv.StopToolUse
	}
	s.end(m)
	return nil
}

// sayOnce drops a name that the end of an answer spells oddly, if its start has
// told it.
func (s *streamReader) sayOnce(m *conv.AssistantMessage) {
	for _, key := range s.told() {
		n := m.StopDetail
		if n == nil {
			return
		}
		if residue.Get(&n.Node, key) != "" || residue.Blank(&n.Node, key) != "" {
			residue.Forget(&n.Node, key)
			s.Notes.Loss(note.CodeExtension, note.Dropped, n.Offset(), "field of the end of an answer", key)
		}
	}
}

// catchUp reads the items of a finished response that the stream did not end.
func (s *streamReader) catchUp(response conv.Raw) error {
	i := int64(0)
	for item := range response.Lookup("output").Elements {
		if o := s.find(i); o == nil || !o.done {
			if err := s.done(i, item); err != nil {
				return err
			}
		} else if item != o.ended && textsOf(item) != textsOf(o.ended) {
			s.Notes.Loss(note.CodeExtension, note.Dropped, -1, "item of a finished response that differs from its own end", "")
		}
		i++
	}
	return nil
}

// failed reads an error event, or an error alone, which ends the answer.
func (s *streamReader) failed(e wireEvent) {
	m, detail := &conv.AssistantMessage{Protocol: Wire}, &conv.StopDetail{}
	takeStop(m, detail, "failed", "")
	raw := rawjson.ObjectOf(e.rest)
	if x := raw.Field("error"); x != "" && x != "null" {
		raw = x
	}
	takeError(m, detail, raw)
	residue.Settle(&detail.Node)
	m.StopDetail = detail
	s.start(nil)
	s.end(m)
}

// interrupted ends a stream that has no end of its own.
func (s *streamReader) interrupted(why string) {
	s.start(nil)
	s.end(&conv.AssistantMessage{
		Protocol: Wire, StopReason: conv.StopAborted, ErrorMessage: why,
		StopDetail: &conv.StopDetail{Kind: conv.KindInterrupted},
	})
}

// end closes what is open and sends the last event.
func (s *streamReader) end(m *conv.AssistantMessage) {
	for o := range s.items.All {
		s.close(o)
	}
	x := *m
	x.Content, x.Diagnostics = nil, s.whole.Diagnostics
	kind := conv.EventDone
	if x.StopReason == conv.StopAborted || x.StopReason == conv.StopError && x.ErrorMessage != "" {
		kind = conv.EventError
	}
	s.Send(conv.Event{Type: kind, Message: &x})
	*s = streamReader{Answers: s.Answers, wire: s.wire, inner: s.inner} // another response may follow
}
