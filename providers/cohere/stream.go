package cohere

import (
	"iter"
	"strings"

	"convo/conv"
	"convo/conv/format"
	"convo/conv/note"
	"convo/conv/parts"
	"convo/conv/rawjson"
)

// stream is what the events of an answer say so far.
type stream struct {
	*decoder
	id        conv.Raw
	plan      strings.Builder
	pieces    []*piece // blocks and calls
	citations []conv.Raw
	end       []rawjson.Member // of version 2
	older     string           // the answer in the last event of version 1
	text      strings.Builder  // in those before it
}

// piece is a block or a call that is not yet whole.
type piece struct {
	start conv.Raw
	text  strings.Builder
}

// decodeStream reads events as an answer.
func decodeStream(data []byte, notes *note.Notes) iter.Seq2[*conv.Conversation, error] {
	s := &stream{decoder: newDecoder(own, nil, notes)}
	if err := parts.Chunks(data, notes, s.event); err != nil {
		return format.Single(nil, err)
	}
	switch {
	case s.older != "":
		d := newDecoder(own, []byte(s.older), notes)
		raw, history := conv.Raw(s.older), d.Ahead("chat_history")
		d.olderAnswer(raw, -1, history)
		return format.Single(d.C, nil)
	case s.text.Len() > 0:
		s.olderAnswer(object("text", rawjson.Quoted(s.text.String())), -1, -1)
	default:
		s.answer(s.whole(), -1)
	}
	return format.Single(s.C, nil)
}

func (s *stream) event(event conv.Raw) {
	said := event.Lookup("delta.message")
	switch kind := parts.Str(event, "type event_type"); kind {
	case "message-start":
		s.id = event.Lookup("id")
	case "tool-plan-delta":
		s.plan.WriteString(parts.Str(said, "tool_plan"))
	case "content-start", "tool-call-start":
		p := &piece{start: parts.At(said, "content tool_calls")}
		p.text.WriteString(parts.Str(p.start, "text thinking function.arguments"))
		s.pieces = append(s.pieces, p)
	case "content-delta", "tool-call-delta":
		if s.pieces == nil {
			s.pieces = []*piece{{}}
		}
		s.Lose(said.Lookup("content"), -1, "type text thinking")
		s.Lose(said.Lookup("tool_calls"), -1, "function")
		s.Lose(said.Lookup("tool_calls.function"), -1, "arguments")
		s.pieces[len(s.pieces)-1].text.WriteString(parts.Str(said, "content.text content.thinking tool_calls.function.arguments"))
	case "citation-start":
		s.citations = append(s.citations, said.Lookup("citations"))
	case "message-end":
		s.end = event.Lookup("delta").Members()
	case "content-end", "tool-call-end", "citation-end", "stream-start":
	case "text-generation":
		s.text.WriteString(parts.Str(event, "text"))
	case "stream-end":
		s.older = string(event.Lookup("response"))
	case "citation-generation", "tool-calls-chunk", "tool-calls-generation", "search-queries-generation", "search-results":
		// the answer at the end has them
	default:
		s.Notes.Unknown(-1, "event", kind)
	}
	s.Lose(event, -1, "type event_type index delta id is_finished text response finish_reason generation_id citations tool_calls tool_call_delta search_queries search_results documents")
	s.Lose(event.Lookup("delta"), -1, "message finish_reason usage error")
	s.Lose(said, -1, "role content tool_plan tool_calls citations")
}

// whole is the answer of all events of version 2.
func (s *stream) whole() conv.Raw {
	var content, calls []conv.Raw
	for _, p := range s.pieces {
		text := rawjson.Quoted(p.text.String())
		if f := p.start.Lookup("function"); f != "" {
			f = rawjson.ObjectOf(append(f.Without("arguments").Members(), rawjson.Member{Key: "arguments", Value: text}))
			calls = append(calls, rawjson.ObjectOf(append(p.start.Without("function").Members(), rawjson.Member{Key: "function", Value: f})))
			continue
		}
		key := "text"
		if p.start.Lookup("thinking") != "" {
			key = "thinking"
		}
		all := append(p.start.Without("type", "text", "thinking").Members(), rawjson.Member{Key: "type", Value: rawjson.Quoted(key)})
		content = append(content, rawjson.ObjectOf(append(all, rawjson.Member{Key: key, Value: text})))
	}
	message := []rawjson.Member{
		{Key: "role", Value: `"assistant"`},
		{Key: "tool_plan", Value: rawjson.Quoted(s.plan.String())},
		{Key: "content", Value: rawjson.ArrayOf(content)},
		{Key: "tool_calls", Value: rawjson.ArrayOf(calls)},
	}
	if s.citations != nil {
		message = append(message, rawjson.Member{Key: "citations", Value: rawjson.ArrayOf(s.citations)})
	}
	all := append(s.end, rawjson.Member{Key: "message", Value: rawjson.ObjectOf(message)})
	if s.id != "" {
		all = append(all, rawjson.Member{Key: "id", Value: s.id})
	}
	return rawjson.ObjectOf(all)
}

// object is an object with one field.
func object(key string, value conv.Raw) conv.Raw {
	return rawjson.ObjectOf([]rawjson.Member{{Key: key, Value: value}})
}
