package hfmessages

import (
	"cmp"
	"slices"

	"convo/conv"
	"convo/conv/rawjson"
	"convo/conv/training"
	"convo/providers/openaichat"
)

// write writes a row of a conversation that reduce has been through.
func write(w *rawjson.Writer, c *conv.Conversation) {
	var images []conv.Raw
	messages := make([]conv.Message, len(c.Messages))
	for i, m := range c.Messages {
		if u, ok := m.(*conv.UserMessage); ok {
			messages[i] = inColumn(u, &images)
		} else {
			messages[i] = written(m)
		}
	}
	w.BeginObject()
	writeColumns(w, c.WithMessages(unnumbered(messages, training.Own.Text(&c.Node, hintIDs))))
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

// column is a column of messages, or of one text.
type column struct {
	key   string
	said  []conv.Message
	whole bool // they begin a conversation, with the system prompt
}

// columnsOf are the columns that say a conversation.
func columnsOf(c *conv.Conversation) []column {
	p, hint := training.Of(c), training.Own.Text(&c.Node, hintColumns)
	prompt := column{"prompt", p.History, true}
	switch {
	case p.Pair && hint == "chosen":
		return []column{{"chosen", slices.Concat(p.History, p.Chosen), true}, {"rejected", slices.Concat(p.History, p.Rejected), true}}
	case p.Pair && len(p.History) == 0 && areTexts(c):
		return []column{{"chosen", p.Chosen, false}, {"rejected", p.Rejected, false}}
	case p.Pair:
		return []column{prompt, {"chosen", p.Chosen, false}, {"rejected", p.Rejected, false}}
	case hint == "completion":
		return []column{prompt, {"completion", p.Chosen, false}}
	case hint == "prompt":
		return []column{prompt}
	}
	return []column{{"messages", c.Messages, true}}
}

// areTexts reports whether each column is a text.
func areTexts(c *conv.Conversation) bool { return training.Own.Get(&c.Node, hintTexts) != "" }

func writeColumns(w *rawjson.Writer, c *conv.Conversation) {
	t := thread()
	for _, x := range columnsOf(c) {
		switch {
		case areTexts(c):
			b := plainText(x.said[0])
			if x.whole { // a prompt
				w.OptField("system", c.SystemPrompt)
				x.key = cmp.Or(training.Own.Text(&c.Node, hintNamed), x.key)
			}
			w.Key(x.key)
			conv.WriteText(w, &b.Node, b.Text)
		case x.whole:
			t.WriteMessages(w, x.key, c, x.said)
		default:
			w.ArrayField(x.key)
			for _, m := range x.said {
				t.WriteMessage(w, m)
			}
			w.EndArray()
		}
	}
}

// plainText is the text of a message that is nothing else, nil if it is more.
func plainText(m conv.Message) *conv.TextContent {
	meta := conv.MetaOf(m)
	if meta.Extensions.HasFields("") || meta.Name != "" {
		return nil
	}
	var only *conv.TextContent
	for b := range conv.BlocksOf(m) {
		t, ok := b.(*conv.TextContent)
		if !ok || only != nil || t.Refusal || t.Extensions.HasFields("") {
			return nil
		}
		only = t
	}
	return only
}
