package aisdkui

import (
	"cmp"
	"iter"
	"strings"

	"convo/conv"
	"convo/conv/format"
	"convo/conv/note"
	"convo/conv/parts"
	"convo/conv/rawjson"
)

// streamFormat is the chunks of one answer, as a server sends them to useChat.
//
//	data: {"type":"text-delta","id":"t1","delta":"At 14:20."}
func streamFormat() format.Format {
	return format.Format{
		Name:   family + "-stream",
		Family: family,
		About:  "stream of messages of AI SDK UI",
		Unit:   format.StreamUnit,
		Detect: func(p *format.Probe) format.Grade {
			return format.OwnIf(p.Form != format.FormText && p.Shows("type = "+chunkTypes, "[].type = "+chunkTypes, "[].errorText & [].type = error", "[].mediaType & [].type = file"))
		},
		Decode: decodeStream,
	}
}

// chunkTypes are types that no other stream has.
const chunkTypes = "start-step|finish-step|reset-step|text-start|text-delta|text-end|reasoning-start|reasoning-delta|reasoning-end|" +
	"tool-input-*|tool-output-*|tool-approval-*|source-url|source-document|data-*|message-metadata"

// stream is the parts that chunks have said so far.
type stream struct {
	*decoder
	id       string
	pieces   []*piece
	open     map[string]*piece // by the kind and the id
	step     int               // where the step began
	metadata rawjson.Fields    // of the message
	finish   string            // why it ended, "" if it did not say
	ended    bool
	failed   string
	halted   bool
}

// piece is a part that is not yet whole.
type piece struct {
	kind   string
	fields rawjson.Fields
	text   strings.Builder
}

// decodeStream reads events, lines or a list of chunks as the parts of one message.
func decodeStream(data []byte, notes *note.Notes) iter.Seq2[*conv.Conversation, error] {
	d := newDecoder(own, data, notes)
	d.Streamed = true
	s := &stream{decoder: d, open: map[string]*piece{}}
	if err := parts.Chunks(data, notes, s.chunk); err != nil {
		return format.Single(nil, err)
	}
	s.message()
	return format.Single(d.C, nil)
}

// piece is the open part of a kind and an id.
func (s *stream) piece(kind, id string) *piece {
	key := kind + " " + id
	p := s.open[key]
	if p == nil {
		p = &piece{kind: kind}
		s.open[key] = p
		s.pieces = append(s.pieces, p)
	}
	return p
}

// set keeps the fields of a chunk in a part, but for those that are words of a string.
func (p *piece) set(chunk conv.Raw, but string) {
	for key, v := range chunk.Fields {
		if !parts.IsWord(but, key) {
			p.fields.Set(rawjson.Member{Key: key, Value: v})
		}
	}
}

// state sets the state of a call.
func (p *piece) state(state string) {
	p.fields.Set(rawjson.Member{Key: "state", Value: rawjson.Quoted(state)})
}

// chunk adds what a chunk says.
func (s *stream) chunk(chunk conv.Raw) {
	if chunk == parts.Done {
		s.ended = true
		return
	}
	kind := parts.Str(chunk, "type")
	of, what, _ := strings.Cut(kind, "-")
	if parts.IsWord("start message-metadata reset-step finish-step finish error abort", kind) {
		s.Lose(chunk, -1, "type messageId messageMetadata finishReason errorText")
	}
	switch {
	case kind == "start":
		s.id = parts.Str(chunk, "messageId")
		s.about(chunk)
	case kind == "message-metadata":
		s.about(chunk)
	case kind == "reset-step": // what the step has said counts no more
		s.Notes.Info(note.CodeHistory, note.Dropped, -1, "step that was begun again", "")
		s.pieces = s.pieces[:s.step]
		clear(s.open)
	case kind == "finish-step":
		clear(s.open)
	case kind == "finish":
		s.ended, s.finish = true, parts.Str(chunk, "finishReason")
		s.about(chunk)
	case kind == "error":
		s.failed = parts.Str(chunk, "errorText")
	case kind == "abort":
		s.ended, s.halted = true, true
	case (of == "text" || of == "reasoning") && (what == "start" || what == "delta" || what == "end"):
		p := s.piece(of, parts.Str(chunk, "id"))
		p.text.WriteString(parts.Str(chunk, "delta"))
		if p.set(chunk, "type id delta"); what == "end" {
			delete(s.open, of+" "+parts.Str(chunk, "id"))
		}
	case of == "tool":
		s.tool(what, chunk)
	case kind == "start-step":
		s.step, kind = len(s.pieces), "step-start"
		fallthrough
	default: // a whole part
		p := &piece{kind: kind}
		p.set(chunk, "type")
		s.pieces = append(s.pieces, p)
	}
}

// about adds what a chunk says of the message as a whole.
func (s *stream) about(chunk conv.Raw) {
	for key, v := range parts.At(chunk, "messageMetadata").Fields {
		s.metadata.Set(rawjson.Member{Key: key, Value: v})
	}
}

// tool adds what a chunk says of a call.
func (s *stream) tool(what string, chunk conv.Raw) {
	id := parts.Str(chunk, "toolCallId")
	if what == "input-start" {
		delete(s.open, "dynamic-tool "+id)
	}
	p := s.piece("dynamic-tool", id)
	p.set(chunk, "type inputTextDelta approvalId providerMetadata")
	if metadata := chunk.Lookup("providerMetadata"); metadata != "" {
		key := "callProviderMetadata"
		if strings.HasPrefix(what, "output") {
			key = "resultProviderMetadata"
		}
		p.fields.Set(rawjson.Member{Key: key, Value: metadata})
	}
	switch what {
	case "input-start":
		p.state("input-streaming")
	case "input-delta":
		p.text.WriteString(parts.Str(chunk, "inputTextDelta"))
	case "input-available":
		p.state(what)
	case "input-error":
		p.state("output-error")
	case "output-available", "output-error", "output-denied":
		p.state(what)
		if approval := p.fields.Get("approval"); what == "output-denied" && approval != "" {
			p.fields.Set(rawjson.Member{Key: "approval", Value: rawjson.ObjectOf(append(approval.Members(), rawjson.Member{Key: "approved", Value: "false"}))})
		}
		if chunk.Lookup("preliminary") == "" {
			p.fields.Set(rawjson.Member{Key: "preliminary", Value: "false"})
		}
	case "approval-request":
		p.state("approval-requested")
		p.fields.Set(rawjson.Member{Key: "approval", Value: rawjson.ObjectOf([]rawjson.Member{{Key: "id", Value: cmp.Or(chunk.Lookup("approvalId"), "null")}})})
	default:
		s.Notes.Unknown(-1, "chunk", "tool-"+what)
	}
}

// part is a part as a message has it.
func (p *piece) part() conv.Raw {
	kind := p.kind
	if name := p.fields.Get("toolName"); kind == "dynamic-tool" && name != "" && p.fields.Get("dynamic") != "true" {
		kind = "tool-" + name.Text()
	}
	all := []rawjson.Member{{Key: "type", Value: rawjson.Quoted(kind)}}
	switch {
	case p.kind == "text" || p.kind == "reasoning":
		all = append(all, rawjson.Member{Key: "text", Value: rawjson.Quoted(p.text.String())})
	case p.text.Len() > 0 && p.fields.Get("input") == "":
		all = append(all, rawjson.Member{Key: "rawInput", Value: rawjson.Quoted(p.text.String())})
	}
	for _, m := range p.fields.List() {
		if m.Key != "dynamic" && (m.Key != "preliminary" || m.Value == "true") {
			all = append(all, m)
		}
	}
	return rawjson.ObjectOf(all)
}

// message makes the messages of the parts, and says how they ended.
func (s *stream) message() {
	r := &reading{decoder: s.decoder, at: -1, parts: -1, id: s.id, role: "assistant"}
	if all := s.metadata.List(); len(all) > 0 {
		own.Set(&r.node, "metadata", rawjson.ObjectOf(all))
	}
	for _, p := range s.pieces {
		r.part(p.part(), -1)
	}
	broken := s.failed != "" || s.halted || !s.ended
	if broken && len(r.results) > 0 {
		r.step()
	}
	if r.answer == nil && (broken || r.made == 0) {
		r.answer = &conv.AssistantMessage{}
		r.add(r.answer)
	}
	if r.answer != nil {
		s.end(r.answer)
	}
	if r.step(); r.made > 1 {
		for _, m := range s.C.Messages {
			conv.MetaOf(m).Group = cmp.Or(s.id, "message")
		}
	}
}

// end says in the last answer how the stream ended.
func (s *stream) end(m *conv.AssistantMessage) {
	if parts.Stop(m, strings.ReplaceAll(s.finish, "-", "_")); s.finish != "" {
		m.StopDetail.Raw = s.finish
	}
	switch {
	case s.failed != "":
		m.StopReason, m.ErrorMessage = conv.StopError, s.failed
	case s.halted:
		m.StopReason = conv.StopAborted
	case !s.ended:
		m.StopReason, m.StopDetail = conv.StopAborted, &conv.StopDetail{Kind: conv.KindInterrupted}
	}
}
