package hfmessages

import (
	"convo/conv"
	"convo/conv/format"
	"convo/conv/rawjson"
	"convo/conv/training"
	"convo/providers/openaichat"
)

// write writes a row of a conversation that reduce has been through.
func write(w *rawjson.Writer, c *conv.Conversation) {
	var images []conv.Raw
	without := training.Own.Text(&c.Node, hintIDs)
	messages := make([]conv.Message, len(c.Messages))
	for i, m := range c.Messages {
		if u, ok := m.(*conv.UserMessage); ok {
			messages[i] = inColumn(u, &images)
		} else {
			messages[i] = unnumbered(written(m), without)
		}
	}
	w.BeginObject()
	writeColumns(w, c.WithMessages(messages))
	if raw := training.Own.Get(&c.Node, hintTools); raw != "" {
		w.OptRaw("tools", raw)
	} else if len(c.Tools) > 0 {
		w.Key("tools")
		openaichat.WriteTools(w, c.Tools)
	}
	if len(images) > 0 {
		w.OptRaw("images", rawjson.ArrayOf(images))
	}
	training.Own.Write(w, &c.Node)
	w.EndObject()
}

// writeColumns writes the columns of messages or of texts.
func writeColumns(w *rawjson.Writer, c *conv.Conversation) {
	t, p := thread(), training.Of(c)
	texts := training.Own.Get(&c.Node, hintTexts) != ""
	list := func(key string, first bool, messages []conv.Message) {
		switch {
		case texts:
			b := plainText(messages[0])
			w.Key(key)
			conv.WriteText(w, &b.Node, b.Text)
		case first:
			t.WriteMessages(w, key, c, messages)
		default:
			w.ArrayField(key)
			for _, m := range messages {
				t.WriteMessage(w, m)
			}
			w.EndArray()
		}
	}
	columns := training.Own.Text(&c.Node, hintColumns)
	switch {
	case p.Pair && columns == "chosen":
		list("chosen", true, concat(p.History, p.Chosen))
		list("rejected", true, concat(p.History, p.Rejected))
	case p.Pair:
		if len(p.History) > 0 || !texts {
			list("prompt", true, p.History)
		}
		list("chosen", false, p.Chosen)
		list("rejected", false, p.Rejected)
	case columns == "completion":
		list("prompt", true, p.History)
		list("completion", false, p.Chosen)
	case columns == "prompt":
		list("prompt", true, p.History)
	default:
		list("messages", true, c.Messages)
	}
}

func concat(a, b []conv.Message) []conv.Message { return append(a[:len(a):len(a)], b...) }

// plainText is the text of a message that is nothing else, nil if it is more.
func plainText(m conv.Message) *conv.TextContent {
	meta := conv.MetaOf(m)
	if meta.HasFields("") || meta.Name != "" {
		return nil
	}
	var only *conv.TextContent
	for b := range conv.BlocksOf(m) {
		t, ok := b.(*conv.TextContent)
		if !ok || only != nil || t.Refusal || t.HasFields("") {
			return nil
		}
		only = t
	}
	return only
}

// unnumbered is a message without the ids that numbering gave.
func unnumbered(m conv.Message, without string) conv.Message {
	switch m := m.(type) {
	case *conv.ToolResultMessage:
		if without != "" {
			x := *m
			x.ToolCallID = ""
			return &x
		}
	case *conv.AssistantMessage:
		if without == "all" {
			x := format.ChangeBlocks(m, ownCall)
			for t := range x.Calls {
				t.ID = ""
			}
			return x
		}
	}
	return m
}
