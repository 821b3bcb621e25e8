package claudecode

import (
	"bytes"
	"iter"

	"convo/conv"
	"convo/conv/format"
	"convo/conv/note"
	"convo/conv/rawjson"
)

// decodeStream reads a run: the session, then the helpers that it shows.
func decodeStream(data []byte, notes *note.Notes) iter.Seq2[*conv.Conversation, error] {
	return func(yield func(*conv.Conversation, error) bool) {
		r := &streamed{data: data, notes: notes, helpers: map[string]*shown{}}
		r.main = newShown(data, streamFamily, notes)
		r.main.out.SetOffset(0)
		if err := r.read(); err != nil {
			yield(nil, err)
			return
		}
		r.alone()
		if !yield(r.main.finish(), nil) {
			return
		}
		for _, call := range r.order {
			h := r.helpers[call]
			h.out.ID = ""
			h.out.Session.Parent = &conv.ParentSession{Session: r.main.out.ID, ToolCallID: call}
			if !yield(h.finish(), nil) {
				return
			}
		}
	}
}

// streamed reads a run.
type streamed struct {
	data    []byte
	notes   *note.Notes
	main    *shown
	helpers map[string]*shown // by the call that started them
	order   []string
	result  *shownLine // the last line about the whole run
}

// read reads the lines, or the elements of the list that --output-format json
// --verbose writes.
func (r *streamed) read() error {
	start := 0
	if bytes.HasPrefix(r.data, []byte("\ufeff")) {
		start = 3
	}
	c := rawjson.NewCursor(r.data)
	if c.Rewind(start); c.Kind() == rawjson.Array {
		var at []int
		for range c.Elements {
			at = append(at, c.Offset())
		}
		if err := c.End(); err != nil {
			return err
		}
		for _, offset := range at {
			r.value(offset)
		}
		return nil
	}
	found := false
	for _, l := range outline(r.data, r.notes) {
		found = true
		r.value(l.offset)
	}
	if !found {
		c = rawjson.NewCursor(r.data)
		c.Fail(start, "no line of claude --output-format stream-json")
		return c.Err()
	}
	return nil
}

// value reads the line at an offset.
func (r *streamed) value(offset int) {
	r.main.Rewind(offset)
	if r.main.Kind() != rawjson.Object {
		m := &conv.CustomMessage{CustomType: streamFamily + ".value", Data: r.main.Raw()}
		m.SetOffset(offset)
		r.main.out.Messages = append(r.main.out.Messages, m)
		r.notes.Info(note.CodeExtension, note.Unknown, offset, "line that is not an object", "")
		return
	}
	l := r.main.outline()
	to := r.main
	if l.parent != "" {
		to = r.helper(l.parent)
	}
	switch {
	case l.kind == "stream_event":
		to.event(&l)
	case l.kind == "result":
		r.result = &l
		to.read(&l)
	default:
		to.read(&l)
	}
	if l.kind == "system" && l.subtype == "init" {
		r.begin(&l)
	}
}

func (r *streamed) helper(call string) *shown {
	h := r.helpers[call]
	if h == nil {
		h = newShown(r.data, streamFamily, r.notes)
		r.helpers[call] = h
		r.order = append(r.order, call)
	}
	return h
}

// begin reads what the first line says of the session.
func (r *streamed) begin(l *shownLine) {
	s := r.main.out.Session
	for _, x := range l.rest {
		switch {
		case x.Key == "cwd" && s.Cwd == "":
			s.Cwd = x.Value.Text()
		case x.Key == "claude_code_version":
			s.AgentVersion = x.Value.Text()
		}
	}
}

// alone makes an answer of the result if nothing else says what it was, as with
// --output-format json.
func (r *streamed) alone() {
	if r.result == nil || len(r.main.answers) > 0 {
		return
	}
	m := &conv.AssistantMessage{}
	m.SetOffset(r.result.offset)
	var model, usage conv.Raw
	for _, x := range r.result.rest {
		switch x.Key {
		case "result":
			if x.Value[0] == '"' && x.Value != `""` {
				m.Content = []conv.AssistantContent{&conv.TextContent{Text: x.Value.Text()}}
			}
		case "usage":
			usage = x.Value
		case "modelUsage":
			model = x.Value
		}
	}
	if m.Content == nil {
		return
	}
	if usage != "" {
		body := conv.NewReader([]byte(`{"role":"assistant","content":[],"usage":`+usage+`}`), streamFamily, nil)
		if a := r.main.thread.Answer(body); body.Err() == nil {
			m.Usage = a.Usage
		}
	}
	names := 0
	for name := range model.Fields {
		if names++; names == 1 {
			m.Model = name
		} else {
			m.Model = ""
		}
	}
	if r.result.subtype == "success" {
		m.StopReason = conv.StopNormal
	}
	r.main.out.Messages = append(r.main.out.Messages, m)
}

// decodeWeb reads an export: the lines of one session in a list.
func decodeWeb(data []byte, notes *note.Notes) iter.Seq2[*conv.Conversation, error] {
	s := newShown(data, webFamily, notes)
	s.Reader = conv.NewReader(data, webFamily, notes)
	s.out.SetOffset(s.Offset())
	var lines []shownLine
	for key := range s.Fields {
		if key != "loglines" || s.Kind() != rawjson.Array {
			s.Keep(&s.out.Node, key)
			continue
		}
		for range s.Elements {
			if s.Kind() == rawjson.Object {
				lines = append(lines, s.outline())
				continue
			}
			lines = append(lines, shownLine{offset: s.Offset(), body: -1, kind: "value"})
		}
	}
	if err := s.End(); err != nil {
		return format.Single(nil, err)
	}
	s.Trust()
	for i := range lines {
		s.read(&lines[i])
	}
	return format.Single(s.finish(), nil)
}
