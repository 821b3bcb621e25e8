package bedrock

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
	pieces []*piece
	open   map[string]*piece // by the index
	fields []rawjson.Member  // of the answer
}

// piece is a block that is not yet whole.
type piece struct {
	kind            string
	start           conv.Raw // of a call
	text, signature strings.Builder
	citations       []conv.Raw
}

// decodeStream reads events as an answer.
func decodeStream(data []byte, notes *note.Notes) iter.Seq2[*conv.Conversation, error] {
	s := &stream{decoder: newDecoder(nil, notes), open: map[string]*piece{}}
	if err := parts.Chunks(data, notes, s.event); err != nil {
		return format.Single(nil, err)
	}
	s.answer(s.whole(), -1)
	return format.Single(s.C, nil)
}

// event adds what an event says. Each may have a field p, which only fills it up.
func (s *stream) event(event conv.Raw) {
	for kind, v := range event.Fields {
		switch kind {
		case "messageStart":
			s.Lose(v, -1, "role p")
		case "contentBlockStart":
			p := s.piece(v)
			p.kind, p.start = "toolUse", v.Lookup("start.toolUse")
			s.Lose(v, -1, "contentBlockIndex start p")
			s.Lose(v.Lookup("start"), -1, "toolUse")
		case "contentBlockDelta":
			s.Lose(v, -1, "contentBlockIndex delta p")
			s.delta(s.piece(v), v.Lookup("delta"))
		case "contentBlockStop":
			s.Lose(v, -1, "contentBlockIndex p")
			delete(s.open, string(v.Lookup("contentBlockIndex")))
		case "messageStop", "metadata":
			s.fields = append(s.fields, v.Without("p").Members()...)
		default:
			if strings.HasSuffix(kind, "Exception") {
				s.fields = append(s.fields, rawjson.Member{Key: "exception", Value: v})
				continue
			}
			s.Lose(event, -1, "")
		}
	}
}

// piece is the open block that an event is about.
func (s *stream) piece(event conv.Raw) *piece {
	index := string(event.Lookup("contentBlockIndex"))
	p := s.open[index]
	if p == nil {
		p = &piece{kind: "text"}
		s.open[index] = p
		s.pieces = append(s.pieces, p)
	}
	return p
}

func (s *stream) delta(p *piece, delta conv.Raw) {
	for kind, v := range delta.Fields {
		switch kind {
		case "text":
			p.text.WriteString(v.Text())
		case "toolUse":
			p.text.WriteString(parts.Str(v, "input"))
			s.Lose(v, -1, "input")
		case "reasoningContent":
			if p.kind = "reasoningText"; v.Lookup("redactedContent") != "" {
				p.kind = "redactedContent"
			}
			p.text.WriteString(parts.Str(v, "text redactedContent"))
			p.signature.WriteString(parts.Str(v, "signature"))
			s.Lose(v, -1, "text redactedContent signature")
		case "citation":
			p.citations = append(p.citations, v)
		default:
			s.Lose(delta, -1, "")
		}
	}
}

// whole is the answer of all events.
func (s *stream) whole() conv.Raw {
	var blocks []conv.Raw
	for _, p := range s.pieces {
		blocks = append(blocks, p.block())
	}
	message := object("message", object("content", rawjson.ArrayOf(blocks)))
	return rawjson.ObjectOf(append(s.fields, rawjson.Member{Key: "output", Value: message}))
}

func (p *piece) block() conv.Raw {
	text := rawjson.Quoted(p.text.String())
	switch p.kind {
	case "toolUse":
		if text == `""` {
			text = "{}"
		}
		return object(p.kind, rawjson.ObjectOf(append(p.start.Without("input").Members(), rawjson.Member{Key: "input", Value: text})))
	case "reasoningText":
		return object("reasoningContent", object(p.kind, rawjson.ObjectOf([]rawjson.Member{{Key: "text", Value: text}, {Key: "signature", Value: rawjson.Quoted(p.signature.String())}})))
	case "redactedContent":
		return object("reasoningContent", object(p.kind, text))
	}
	if p.citations != nil {
		said := rawjson.Member{Key: "content", Value: rawjson.ArrayOf([]conv.Raw{object("text", text)})}
		return object("citationsContent", rawjson.ObjectOf([]rawjson.Member{said, {Key: "citations", Value: rawjson.ArrayOf(p.citations)}}))
	}
	return object("text", text)
}

// object is an object with one field.
func object(key string, value conv.Raw) conv.Raw {
	return rawjson.ObjectOf([]rawjson.Member{{Key: key, Value: value}})
}
