package claudecode

import (
	"cmp"

	"convo/conv"
	"convo/conv/format"
	"convo/conv/rawjson"
)

// judge finds whether a prompt is in the queue alone, and whether isMeta must be
// another than in its line.
func (b *body) judge(m conv.Message) {
	u, ok := m.(*conv.UserMessage)
	one := conv.MetaOf(m).Extensions.Get(family, oneLine)
	if !ok || one == "" {
		return
	}
	kind := one.Lookup("type").Text()
	if fileIn(one) != "" {
		b.file = u
		return
	}
	b.queued = kind == "attachment" || kind == "queue-operation"
	if was := one.Lookup("isMeta"); was != "" && (was == "true" || forced(one, u)) != u.Injected {
		b.meta = rawjson.BoolOf(u.Injected)
	}
}

// forced reports whether a line of the user is known to be injected by more than
// its field isMeta.
func forced(template conv.Raw, m *conv.UserMessage) bool {
	return isInjected(textOf(m)) || fileIn(template) != "" || isOfProgram(cmp.Or(template.Lookup("origin.kind"), template.Lookup("attachment.origin.kind")).Text()) || template.Lookup("isCompactSummary") == "true"
}

// fits reports whether the blocks are as many as the lines have.
func (b *body) fits(templates []conv.Raw) bool {
	if b.answer == nil || len(templates) < 2 {
		return true
	}
	n := 0
	for _, t := range templates {
		n += blocksIn(t.Lookup("message.content"))
	}
	return n == len(b.blocks)
}

// blocksIn returns how many blocks a line has.
func blocksIn(content conv.Raw) int {
	switch {
	case content == "":
		return 0
	case content[0] == '[':
		n := 0
		for range content.Elements {
			n++
		}
		return n
	case content[0] == '"':
		return 1
	}
	n, _ := conv.Number(content).Int()
	return int(n)
}

// next returns the first block of the next line.
func (b *body) next(template conv.Raw, last bool) int {
	from := b.taken
	if b.answer == nil {
		return from
	}
	if b.taken += blocksIn(template.Lookup("message.content")); last {
		b.taken = len(b.blocks)
	}
	return from
}

// write writes the object "message" of a line whose first block is that at from.
func (b *body) write(w *rawjson.Writer, template conv.Raw, from int) {
	w.BeginObject()
	for key, v := range template.Fields {
		if key == "content" {
			w.Key(key)
			b.writeContent(w, v, from)
			continue
		}
		w.OptRaw(key, b.value(key, v))
	}
	w.EndObject()
}

// value returns the value of a field of a message. One that was read stays if it
// still says what the message says.
func (b *body) value(key string, v conv.Raw) conv.Raw {
	now := b.fields.Get(key)
	if v == "0" {
		return now
	}
	if v == "1" {
		v = b.last(key)
	} else {
		v, _ = unpacked(v)
	}
	a := b.answer
	if a == nil {
		return v
	}
	changed := false
	switch key {
	case "id":
		changed = v.Text() != a.ResponseID
	case "model":
		changed = v.Text() != a.Model
	case "usage":
		changed = a.Usage == nil && isCount(v) || a.Usage != nil && b.isLast(v) && !sameUsage(v, a.Usage)
	case "stop_reason":
		changed = v != "null" && a.StopReason != conv.StopError && !meansStop(v.Text(), a)
	}
	if changed {
		return now
	}
	return v
}

// last returns a field of the answer's last line.
func (b *body) last(key string) conv.Raw {
	if b.ended == nil {
		all := templatesOf(b.answer)
		fields := rawjson.FieldsOf(all[len(all)-1].Lookup("message").Members())
		b.ended = &fields
	}
	v := b.ended.Get(key)
	if v == "" || v == "0" {
		return b.fields.Get(key)
	}
	v, _ = unpacked(v)
	return v
}

// isLast reports whether a usage is that of the answer's last line: those of
// earlier lines count a part.
func (b *body) isLast(usage conv.Raw) bool { return b.last("usage") == usage }

func isCount(v conv.Raw) bool { return v != "" && v[0] == '{' }

// meansStop reports whether a word says why an answer ended.
func meansStop(word string, a *conv.AssistantMessage) bool {
	if a.StopDetail != nil && a.StopDetail.Raw == word {
		return true
	}
	reason, _ := format.ReadStop(family, Formats()[0].Capabilities.StopWords, word)
	return reason == a.StopReason
}

// sameUsage reports whether an object counts what a usage does.
func sameUsage(v conv.Raw, u *conv.Usage) bool {
	n := func(path string) int64 { i, _ := conv.Number(v.Lookup(path)).Int(); return i }
	return n("input_tokens") == u.Input && n("output_tokens") == u.Output && n("cache_read_input_tokens") == u.CacheRead &&
		n("cache_creation_input_tokens") == u.CacheWrite && n("cache_creation.ephemeral_1h_input_tokens") == u.CacheWrite1h &&
		n("output_tokens_details.thinking_tokens") == u.Reasoning
}

// writeContent writes the content of a line, or the rest of it in the last one.
func (b *body) writeContent(w *rawjson.Writer, template conv.Raw, from int) {
	if b.answer == nil {
		writeInOrder(w, b.content, template)
		return
	}
	n := blocksIn(template)
	switch {
	case template == "0" || b.whole:
		n = len(b.blocks) - from
	case template[0] == '"' && b.content != "":
		if text := b.plain(from); text != "" {
			w.Raw(text)
			return
		}
	}
	to := min(from+n, len(b.blocks))
	writeInOrder(w, rawjson.ArrayOf(b.blocks[min(from, to):to]), skeletonIn(template))
}

// plain returns the text of a block that says nothing else.
func (b *body) plain(at int) conv.Raw {
	if at >= len(b.blocks) || len(b.blocks) > 1 && b.whole {
		return ""
	}
	text, n := conv.Raw(""), 0
	for key, v := range b.blocks[at].Fields {
		if n++; key == "text" {
			text = v
		}
	}
	if n != 2 {
		return ""
	}
	return text
}

func skeletonIn(template conv.Raw) conv.Raw {
	if template[0] == '[' {
		return template
	}
	return "0"
}

// writeQueued writes the prompt of a line of the queue.
func (b *body) writeQueued(w *rawjson.Writer, key string, template conv.Raw) {
	if key == "content" {
		writeInOrder(w, b.content, template)
		return
	}
	w.BeginObject()
	for key, v := range template.Fields {
		switch {
		case key != "prompt":
			v, _ = unpacked(v)
			w.OptRaw(key, v)
		case b.content != "":
			w.Key(key)
			writeInOrder(w, b.content, v)
		}
	}
	w.EndObject()
}
