package openaichat

import (
	"cmp"
	"slices"

	"convo/conv"
	"convo/conv/format"
	"convo/conv/rawjson"
)

func writeAssistantRole(w *rawjson.Writer, s *said) {
	raw := conv.Raw(`"assistant"`)
	if s.answer != nil {
		if raw = residue.Get(&s.Node, "role"); raw == "" && !s.answer.lacks("role") {
			raw = `"assistant"`
		}
	}
	w.OptRaw("role", raw)
}

// writeThinking writes all reasoning, in the order of the blocks, then what else
// its fields held.
func writeThinking(w *rawjson.Writer, s *said) {
	for _, b := range s.Content {
		t, ok := b.(*conv.ThinkingContent)
		if !ok || !format.IsReasoningField(t.ThinkingSignature) || isPart(t, nil) {
			continue
		}
		s.writeReasoning(w, t, t.ThinkingSignature)
		if same := residue.Text(&t.Node, hintSame); format.IsReasoningField(same) && !slices.Contains(s.keys, same) && !thinksIn(s.AssistantMessage, same) {
			s.writeReasoning(w, t, same)
		}
	}
	for _, key := range format.ReasoningFields {
		if !slices.Contains(s.keys, key) {
			w.OptRaw(key, residue.Rest(&s.Node, key))
		}
	}
}

func (s *said) writeReasoning(w *rawjson.Writer, t *conv.ThinkingContent, key string) {
	w.Key(key)
	conv.WriteText(w, &t.Node, t.Thinking)
	s.keys = append(s.keys, key)
}

// thinksIn reports whether a message has reasoning for a field.
func thinksIn(m *conv.AssistantMessage, field string) bool {
	return slices.ContainsFunc(m.Content, func(b conv.AssistantContent) bool {
		t, ok := b.(*conv.ThinkingContent)
		return ok && t.ThinkingSignature == field
	})
}

// refusalField returns the refusal that was the field refusal. It returns nil
// if there is none or more than one: then all are parts.
func refusalField(m *conv.AssistantMessage) *conv.TextContent {
	var found *conv.TextContent
	for _, b := range m.Content {
		if t, ok := b.(*conv.TextContent); ok && t.Refusal && residue.Get(&t.Node, hintField) != "" {
			if found != nil {
				return nil
			}
			found = t
		}
	}
	return found
}

// writeSaid writes the content. In an answer without any it is null.
func writeSaid(w *rawjson.Writer, s *said) {
	if s.answer != nil {
		w.Key("content")
		s.answer.content(w)
		return
	}
	field := refusalField(s.AssistantMessage)
	var only *conv.TextContent
	parts := 0
	for _, b := range s.Content {
		if isPart(b, field) {
			parts++
			only, _ = b.(*conv.TextContent)
		}
	}
	if parts == 0 {
		return
	}
	w.Key("content")
	if parts == 1 && only != nil && !only.Refusal && residue.Plain(&only.Node) {
		conv.WriteText(w, &only.Node, only.Text)
	} else {
		writeParts(w, s.Content, field)
	}
}

// writeParts writes the content as a list, without the refusal that has a field
// of its own.
func writeParts(w *rawjson.Writer, blocks []conv.AssistantContent, field *conv.TextContent) {
	w.BeginArray()
	for _, b := range blocks {
		if isPart(b, field) {
			writePart(w, b)
		}
	}
	w.EndArray()
}

// isPart reports whether a block is part of the content.
func isPart(b conv.AssistantContent, field *conv.TextContent) bool {
	switch b := b.(type) {
	case *conv.TextContent:
		return b != field
	case *conv.ThinkingContent:
		return b.ThinkingSignature == format.ThinkingPart
	case *conv.Opaque:
		return residue.Get(&b.Node, hintAt) == ""
	}
	return false
}

// writeRefusal writes the field refusal. An answer without one has null.
func writeRefusal(w *rawjson.Writer, s *said) {
	t := refusalField(s.AssistantMessage)
	if s.answer != nil {
		t = s.answer.refusal()
	}
	switch {
	case t != nil:
		w.Key("refusal")
		conv.WriteText(w, &t.Node, t.Text)
	case s.answer != nil:
		w.RawField("refusal", cmp.Or(residue.Get(&s.Node, "refusal"), residue.Blank(&s.Node, "refusal")))
	}
}

// writeAudio writes the audio of an answer.
func writeAudio(w *rawjson.Writer, s *said) {
	if s.answer != nil {
		w.OptRaw("audio", cmp.Or(residue.Get(&s.Node, hintAudio), residue.Get(&s.Node, "audio")))
	}
}

// writeFunctionCall writes the call of the old form, if its id is the one that
// reading makes up.
func writeFunctionCall(w *rawjson.Writer, s *said) {
	for _, b := range s.Content {
		t, ok := b.(*conv.ToolCall)
		if !ok || residue.Get(&t.Node, hintLegacy) == "" {
			continue
		}
		before := s.thread.legacy
		if s.thread.legacy.call(t.Name) != t.ID {
			s.thread.legacy = before
			return
		}
		s.legacy = t
		writeOldCall(w, t)
		return
	}
}

// writeToolCalls writes the calls, except the legacy one. Opaque calls keep
// their index.
func writeToolCalls(w *rawjson.Writer, s *said) {
	i, opaque := 0, opaqueCalls(s.Content)
	for _, b := range s.Content {
		t, ok := b.(*conv.ToolCall)
		if !ok || t == s.legacy {
			continue
		}
		if i == 0 {
			w.ArrayField("tool_calls")
			s.call.thread = s.thread
		}
		for ; writeOpaqueCall(w, opaque, i); i++ {
		}
		writeCall(w, &s.call, t, "")
		i++
	}
	if i == 0 && opaque == nil {
		return
	}
	if i == 0 {
		w.ArrayField("tool_calls")
	}
	for _, o := range opaque {
		if n, ok := conv.Number(residue.Get(&o.Node, hintAt)).Int(); ok && n >= int64(i) {
			w.Raw(o.Raw)
		}
	}
	w.EndArray()
}

func opaqueCalls(blocks []conv.AssistantContent) (calls []*conv.Opaque) {
	for _, b := range blocks {
		if o, ok := b.(*conv.Opaque); ok && residue.Get(&o.Node, hintAt) != "" {
			calls = append(calls, o)
		}
	}
	return calls
}

// writeOpaqueCall writes the opaque call at index i, if there is one.
func writeOpaqueCall(w *rawjson.Writer, calls []*conv.Opaque, i int) bool {
	for _, o := range calls {
		if residue.Get(&o.Node, hintAt) == conv.Raw(rawjson.NumberOf(int64(i))) {
			w.Raw(o.Raw)
			return true
		}
	}
	return false
}
