package aistudio

import (
	"cmp"
	"iter"
	"strings"

	"convo/conv"
	"convo/conv/note"
	"convo/conv/parts"
	"convo/conv/rawjson"
	"convo/conv/record"
)

// own is the residue of the format.
var own = &record.Family{Name: family}

// decoder reads one prompt.
type decoder struct {
	record.Reader
	c      *conv.Conversation
	answer *conv.AssistantMessage // that goes on; nil: none
	asked  *conv.UserMessage      // the same of a question
}

func decode(data []byte, notes *note.Notes) iter.Seq2[*conv.Conversation, error] {
	d := &decoder{Reader: record.NewReader(own, data, notes), c: &conv.Conversation{Session: &conv.Session{Agent: family}}}
	d.prompt()
	return d.One(d.c)
}

func (d *decoder) prompt() {
	d.SetOffset(&d.c.Node)
	if !d.WantOneOf("a prompt of AI Studio", "chunkedPrompt") {
		return
	}
	s := d.c.Session
	if at := d.Ahead("runSettings"); at >= 0 { // its model wrote the answers
		s.Model = strings.TrimPrefix(d.RawAt(at).Lookup("model").Text(), "models/")
	}
	for key := range d.Fields {
		switch key {
		case "runSettings":
			d.KnownOrBlank(&s.Node, key)
		case "systemInstruction":
			raw := d.Raw()
			d.c.SystemPrompt = cmp.Or(raw.Lookup("text").Text(), textOf(raw.Lookup("parts")))
			parts.LeftIn(own, &s.Node, key, raw, "text parts")
			parts.LeftOf(own, &s.Node, key+".parts", raw.Lookup("parts"), "text thought")
		case "chunkedPrompt":
			if !d.WantObject("an object of chunks") {
				return
			}
			for key := range d.Fields {
				d.chunked(key)
			}
		default:
			d.Keep(&s.Node, key)
		}
	}
}

// chunked reads a field of the conversation itself. What was typed and not sent is
// no part of it.
func (d *decoder) chunked(key string) {
	n := &d.c.Session.Node
	switch {
	case key == "chunks" && d.Kind() == rawjson.Array:
		for range d.Elements {
			d.chunk()
		}
	case key == "chunks":
		d.Fail(d.Offset(), "want a list of chunks, got %s", d.Kind())
	case key == "pendingInputs" && !pending(d.RawAt(d.Offset())):
		d.Skip()
	default:
		d.Keep(n, "chunkedPrompt."+key)
	}
}

func pending(inputs conv.Raw) bool {
	for input := range inputs.Elements {
		for key, value := range input.Fields {
			if key != "role" && key != "tokenCount" && value != `""` {
				return true
			}
		}
	}
	return false
}

// textOf is the text of parts, one after the other.
func textOf(list conv.Raw) (all string) {
	for part := range list.Elements {
		all += part.Lookup("text").Text()
	}
	return all
}

// chunk is a piece of a message that is being read.
type chunk struct {
	node         conv.Node
	role, text   string
	finish       string
	thought      bool
	media        conv.Block
	parts        conv.Raw
	hasText, odd bool // odd: it runs code, or shows what came of that
}

func (d *decoder) chunk() {
	at := d.Offset()
	if !d.WantObject("a chunk") {
		return
	}
	k := &chunk{}
	d.SetOffsetAt(&k.node, at)
	for key := range d.Fields {
		d.field(k, key, at)
	}
	if d.Err() != nil {
		return
	}
	if said := textOf(k.parts); !k.hasText && k.media == nil {
		k.text, k.hasText = said, said != ""
	} else if said != k.text && k.parts != "" {
		own.Set(&k.node, "parts", k.parts)
		d.Notes.Unknown(at, "parts", "other than the text")
		k.parts = ""
	}
	parts.LeftOf(own, &k.node, "parts", k.parts, "text thought")
	switch k.role {
	case "user":
		d.user(k, at)
	case "model":
		d.model(k, at)
	default:
		d.answer, d.asked = nil, nil
		end := d.Offset()
		d.Rewind(at)
		d.c.Messages = append(d.c.Messages, d.Custom(cmp.Or(k.role, "chunk")))
		d.Rewind(end)
	}
}

func (d *decoder) field(k *chunk, key string, at int) {
	switch key {
	case "role":
		k.role = d.StrOnly()
	case "text":
		k.text = d.StrOnly()
		k.hasText = k.text != ""
	case "isThought":
		k.thought = d.Raw() == "true"
	case "finishReason":
		k.finish = d.StrOnly()
	case "parts":
		k.parts = d.Raw()
	case "executableCode", "codeExecutionResult":
		k.odd = true
		d.Skip()
	case "tokenCount", "thinkingBudget", "branchParent", "branchChildren", "createTime":
		d.KnownOrBlank(&k.node, key)
	case "driveDocument", "driveImage", "driveVideo", "driveAudio":
		raw := d.Raw()
		m := &conv.Media{FileID: raw.Lookup("id").Text(), Provider: "google-drive"}
		d.SetOffsetAt(&m.Node, at)
		if m.FileID != "" {
			k.media = m.Block(strings.ToLower(strings.TrimPrefix(key, "drive")))
		}
		parts.LeftIn(own, &k.node, key, raw, "id")
	default:
		d.Keep(&k.node, key)
	}
}

// user adds a question, or goes on with one.
func (d *decoder) user(k *chunk, at int) {
	d.answer = nil
	if d.asked == nil {
		d.asked = &conv.UserMessage{}
		d.SetOffsetAt(&d.asked.Node, at)
		d.c.Messages = append(d.c.Messages, d.asked)
	}
	media, isMedia := k.media.(conv.UserContent)
	switch {
	case k.odd || !k.hasText && !isMedia:
		d.asked.Content = append(d.asked.Content, d.OpaqueAt(at))
		return
	case isMedia:
		d.asked.Content = append(d.asked.Content, media)
		conv.MediaOf(media).Extensions = k.node.Extensions
		k.node.Extensions = nil
	}
	if k.hasText {
		d.asked.Content = append(d.asked.Content, &conv.TextContent{Node: k.node, Text: k.text})
	}
}

// model adds an answer, or goes on with one.
func (d *decoder) model(k *chunk, at int) {
	d.asked = nil
	if d.answer == nil {
		d.answer = &conv.AssistantMessage{Provider: "google", Model: d.c.Session.Model}
		d.SetOffsetAt(&d.answer.Node, at)
		d.c.Messages = append(d.c.Messages, d.answer)
	}
	m := d.answer
	switch {
	case k.odd || k.media != nil:
		m.Content = append(m.Content, d.OpaqueAt(at))
	case k.hasText && k.thought:
		m.Content = append(m.Content, &conv.ThinkingContent{Node: k.node, Thinking: k.text})
	case k.hasText:
		m.Content = append(m.Content, &conv.TextContent{Node: k.node, Text: k.text})
	case k.finish == "" || len(k.node.Extensions) > 0:
		m.Content = append(m.Content, d.OpaqueAt(at))
	}
	if k.finish != "" {
		m.StopReason, m.StopDetail = stop(k.finish), &conv.StopDetail{Raw: k.finish}
		d.answer = nil
	}
}

// stop is the reason for a word of Gemini.
func stop(word string) conv.StopReason {
	switch word {
	case "STOP":
		return conv.StopNormal
	case "MAX_TOKENS":
		return conv.StopLength
	}
	return conv.StopError
}
