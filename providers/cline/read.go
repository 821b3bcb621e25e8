package cline

import (
	"cmp"
	"iter"
	"strconv"
	"strings"

	"convo/conv"
	"convo/conv/format"
	"convo/conv/note"
	"convo/conv/parts"
	"convo/conv/rawjson"
	"convo/providers/anthropic"
)

// decoder reads a history.
type decoder struct {
	*conv.Reader // of the file
	clean        *conv.Reader
	c            *conv.Conversation
	thread       anthropic.Thread
	modern       bool
	thoughts     []conv.AssistantContent // of items before the next answer
	summary      int                     // index of the last summary, -1 without one
	markers      map[string]bool
	names        map[string]string           // of tools, by the id of the call
	waiting      map[string][]*conv.ToolCall // calls of the last answer, by their tool, and all of them as ""
	given        map[string]bool             // ids of those that have a result
}

func decode(data []byte, notes *note.Notes) iter.Seq2[*conv.Conversation, error] {
	return format.Single(history(data, notes))
}

func history(data []byte, notes *note.Notes) (*conv.Conversation, error) {
	all, clean, modern, err := outlines(data, notes)
	if err != nil {
		return nil, err
	}
	d := &decoder{
		Reader: conv.NewReader(data, family, notes), clean: conv.NewReader(clean, anthropicFamily, notes), modern: modern,
		c: &conv.Conversation{Session: &conv.Session{Agent: family}}, summary: -1, markers: map[string]bool{}, names: map[string]string{},
	}
	d.c.SetOffset(0)
	for i, e := range all {
		if e.summary {
			d.summary = i
		}
	}
	for i, e := range all {
		if e.marker && i >= d.summary {
			d.markers[e.truncationID] = true
		}
	}
	for i, e := range all {
		d.entry(i, e)
		if err := d.Err(); err != nil {
			return nil, err
		}
		if err := d.clean.Err(); err != nil {
			return nil, err
		}
	}
	d.flush()
	s := d.c.Session
	for _, e := range all {
		s.Started = cmp.Or(s.Started, e.ts)
		s.Updated = max(s.Updated, e.ts)
	}
	return d.c, nil
}

// anthropicFamily is the family of the residue of messages.
const anthropicFamily = "anthropic"

// entry reads an entry of the file.
func (d *decoder) entry(i int, e *entry) {
	var list []conv.Message
	switch {
	case e.role == "" && e.kind == "reasoning":
		d.thought(e)
		return
	case e.content < 0 || e.role != "user" && e.role != "assistant" && (e.role != "tool" || !d.modern):
		list = []conv.Message{d.custom(e)}
	case d.modern:
		list = d.message(e)
	default:
		d.thread.Place = i
		d.clean.Rewind(e.at)
		list = d.thread.Message(d.clean)
		ownFields(list)
	}
	if len(list) == 0 {
		return
	}
	if a, ok := list[0].(*conv.AssistantMessage); ok && !e.summary {
		d.answer(a, e)
	} else if !e.summary {
		d.flush()
	}
	list = d.apart(list, e)
	if len(list) > 1 {
		for _, m := range list {
			conv.MetaOf(m).Group = strconv.Itoa(i)
		}
	}
	if e.summary {
		list = summarized(list)
	}
	d.fields(list[0], e)
	for _, m := range list {
		meta := conv.MetaOf(m)
		meta.Timestamp, meta.Excluded = e.ts, d.isHidden(i, e)
	}
	d.c.Messages = append(d.c.Messages, list...)
}

// isHidden reports whether a message is no longer sent, for another reason than
// the last summary.
func (d *decoder) isHidden(i int, e *entry) bool {
	return e.truncatedBy != "" && d.markers[e.truncatedBy] && i >= d.summary
}

// answer gives an answer what the program says of it.
func (d *decoder) answer(a *conv.AssistantMessage, e *entry) {
	for i, b := range a.Content {
		if o, ok := b.(*conv.Opaque); ok && o.Raw.Lookup("type").Text() == "reasoning" {
			a.Content[i] = reasoning(o.Raw, o.Offset())
		}
	}
	if e.reasoning >= 0 {
		d.Rewind(e.reasoning)
		if text := d.StrOnly(); text != "" && !strings.Contains(a.Thinking(), text) {
			t := &conv.ThinkingContent{Thinking: text, ThinkingSignature: "reasoning_content"}
			t.SetOffset(e.reasoning)
			a.Content = append([]conv.AssistantContent{t}, a.Content...)
		}
	}
	a.Content = append(d.thoughts, a.Content...)
	d.thoughts = nil
	if e.model >= 0 {
		d.Rewind(e.model)
		a.Model = d.Raw().Lookup("modelId").Text()
	}
	if e.metrics >= 0 {
		d.Rewind(e.metrics)
		metrics := d.Raw()
		a.Usage = usage(metrics, e.metrics)
		parts.LeftIn(own, &a.Node, "metrics", metrics, "tokens cost")
		parts.LeftIn(own, &a.Node, "metrics.tokens", metrics.Lookup("tokens"), "prompt completion cached")
	}
	if e.id >= 0 {
		d.Rewind(e.id)
		a.ResponseID = d.StrOnly()
	}
	d.waiting, d.given = map[string][]*conv.ToolCall{}, map[string]bool{}
	for t := range a.Calls {
		d.names[t.ID] = t.Name
		d.waiting[t.Name], d.waiting[""] = append(d.waiting[t.Name], t), append(d.waiting[""], t)
	}
}

// usage reads the counts of an answer: the prompt includes what was cached. nil is
// none.
func usage(metrics conv.Raw, at int) *conv.Usage {
	count := func(path string) int64 {
		n, _ := conv.Number(metrics.Lookup(path)).Int()
		return n
	}
	u := &conv.Usage{CacheRead: count("tokens.cached"), Output: count("tokens.completion")}
	u.SetOffset(at)
	if prompt := count("tokens.prompt"); prompt >= u.CacheRead {
		u.Input = prompt - u.CacheRead
	} else {
		u.InputUnknown = true
	}
	if cost := conv.Number(metrics.Lookup("cost")); cost != "" {
		if _, ok := cost.Float(); ok {
			u.Cost = &conv.UsageCost{Total: cost}
		}
	}
	if u.IsZero() && u.Cost == nil {
		return nil
	}
	return u
}

// thought keeps an item of reasoning for the answer after it.
func (d *decoder) thought(e *entry) {
	d.Rewind(e.at)
	d.thoughts = append(d.thoughts, reasoning(d.Raw(), e.at))
}

// reasoning reads an item of reasoning, or a block of it.
func reasoning(raw conv.Raw, at int) *conv.ThinkingContent {
	var texts []string
	for part := range raw.Lookup("summary").Elements {
		texts = append(texts, part.Lookup("text").Text())
	}
	t := &conv.ThinkingContent{Thinking: cmp.Or(raw.Lookup("text").Text(), strings.Join(texts, "\n\n"))}
	if id := (format.ItemSignature{ID: raw.Lookup("id").Text(), EncryptedContent: raw.Lookup("encrypted_content").Text()}); id.ID+id.EncryptedContent != "" {
		t.ThinkingSignature = id.Of(format.ReasoningItem, "openai-responses")
	}
	t.SetOffset(at)
	parts.Left(own, &t.Node, raw, "type text id summary encrypted_content ts")
	parts.LeftOf(own, &t.Node, "summary", raw.Lookup("summary"), "type text")
	return t
}

// flush makes an answer of reasoning that none follows.
func (d *decoder) flush() {
	if len(d.thoughts) > 0 {
		m := &conv.AssistantMessage{Content: d.thoughts}
		m.SetOffset(conv.NodeOf(d.thoughts[0]).Offset())
		d.c.Messages = append(d.c.Messages, m)
		d.thoughts = nil
	}
}

// summarized makes a summary of a message. What it has beside text stays a message
// after it.
func summarized(list []conv.Message) []conv.Message {
	m := &conv.CompactionSummary{}
	m.SetOffset(conv.MetaOf(list[0]).Offset())
	var texts []string
	var rest []conv.Message
	for _, x := range list {
		conv.MetaOf(x).Group = ""
		switch x := x.(type) {
		case *conv.UserMessage:
			if !x.Injected {
				texts = append(texts, x.Text())
				continue
			}
		case *conv.AssistantMessage:
			texts = append(texts, x.Text())
			continue
		}
		rest = append(rest, x)
	}
	m.Summary = strings.Join(texts, "\n\n")
	return append([]conv.Message{m}, rest...)
}

// custom keeps an entry of another kind.
func (d *decoder) custom(e *entry) *conv.CustomMessage {
	name := e.role
	name = cmp.Or(name, "entry")
	d.Notes.Unknown(e.at, "message", name)
	d.Rewind(e.at)
	m := &conv.CustomMessage{CustomType: family + "." + name, Data: d.Raw()}
	m.SetOffset(e.at)
	return m
}

// fields keeps the fields of the program that the model has no place for.
func (d *decoder) fields(m conv.Message, e *entry) {
	meta := conv.MetaOf(m)
	if _, custom := m.(*conv.CustomMessage); custom {
		return
	}
	if e.model >= 0 {
		d.Rewind(e.model)
		d.KeepQuietly(&meta.Node, "modelInfo")
	}
	for _, x := range []struct{ key, value string }{{"condenseParent", e.condenseParent}, {"condenseId", e.condenseID}, {"truncationParent", e.truncatedBy}, {"truncationId", e.truncationID}} {
		if x.value != "" {
			meta.Extensions.Set(family, x.key, rawjson.Quoted(x.value))
		}
	}
	for _, f := range e.others {
		d.Rewind(f.at)
		if f.key == "reasoning_details" || f.key == "providerOptions" {
			d.KeepQuietly(&meta.Node, f.key)
		} else {
			d.Keep(&meta.Node, f.key)
		}
	}
}
