package hfmessages

import (
	"slices"

	"convo/conv"
	"convo/conv/extension"
	"convo/conv/format"
	"convo/conv/note"
	"convo/conv/rawjson"
	"convo/conv/record"
	"convo/conv/training"
)

// usualField is the field that reasoning of another format is written to.
const usualField = "reasoning_content"

var chat = &record.Family{Name: "openai-chat"}

// finish reads of a message what only rows have.
func (d *decoder) finish(m conv.Message) {
	switch m := m.(type) {
	case *conv.AssistantMessage:
		if raw := training.Own.Get(&m.Node, "thinking"); raw != "" && raw[0] == '"' && len(m.ThinkingBlocks()) == 0 {
			t := &conv.ThinkingContent{Thinking: raw.Text(), ThinkingSignature: usualField}
			t.SetOffset(m.Offset())
			training.Own.Set(&t.Node, hintField, `"thinking"`)
			training.Own.Drop(&m.Node, "thinking")
			m.Content = append([]conv.AssistantContent{t}, m.Content...)
		}
		m.Content = inTags(m.Content)
		for t := range m.Calls {
			if isPadded(t.Arguments) {
				d.Notes.Info(note.CodeArguments, note.Kept, t.Offset(), "arguments that are null, with which tables pad calls", "")
			}
		}
	case *conv.ToolResultMessage:
		m.ToolName, m.Name = m.Name, ""
	}
}

func isPadded(arguments conv.Raw) bool {
	for _, value := range arguments.Fields {
		if value == "null" {
			return true
		}
	}
	return false
}

// inTags reads reasoning that stands in the text of an answer without other reasoning.
func inTags(blocks []conv.AssistantContent) []conv.AssistantContent {
	for i, b := range blocks {
		switch b := b.(type) {
		case *conv.ThinkingContent:
			return blocks
		case *conv.TextContent:
			t, rest := training.Thinking(b.Text)
			if t == nil || b.Refusal || !chat.Plain(&b.Node) {
				return blocks
			}
			t.ThinkingSignature = usualField
			t.SetOffset(b.Offset())
			out := append([]conv.AssistantContent{t}, blocks[:i]...)
			if rest != "" {
				x := *b
				x.Text = rest
				out = append(out, &x)
			}
			return append(out, blocks[i+1:]...)
		}
	}
	return blocks
}

// written is a message as Thread writes it: reasoning in the field or the text where
// it was, and the name of a tool as that of the speaker.
func written(m conv.Message) conv.Message {
	switch m := m.(type) {
	case *conv.ToolResultMessage:
		x := *m
		x.Name, x.ToolName = m.ToolName, ""
		return &x
	case *conv.AssistantMessage:
		for i, b := range m.Content {
			t, ok := b.(*conv.ThinkingContent)
			if !ok {
				continue
			}
			field := training.Own.Text(&t.Node, hintField) == "thinking"
			if !field && training.Own.Get(&t.Node, training.HintThink) == "" {
				continue
			}
			x := m.WithContent(slices.Delete(slices.Clone(m.Content), i, i+1))
			if field {
				x.Extensions = x.Extensions.Clone()
				training.Own.Set(&x.Node, "thinking", rawjson.Quoted(t.Thinking))
				return x
			}
			at := slices.IndexFunc(x.Content, isText)
			if at < 0 {
				at, x.Content = 0, slices.Insert(x.Content, 0, conv.AssistantContent(&conv.TextContent{}))
			}
			text := *x.Content[at].(*conv.TextContent)
			text.Text = training.Thought(t, text.Text)
			x.Content[at] = &text
			return x
		}
	}
	return m
}

func isText(b conv.AssistantContent) bool {
	_, ok := b.(*conv.TextContent)
	return ok
}

// unnamed marks the results that do not name their tool though a call does: fit would
// name it.
func (d *decoder) unnamed() {
	called := map[string]bool{}
	for _, m := range d.out.Messages {
		switch m := m.(type) {
		case *conv.AssistantMessage:
			for t := range m.Calls {
				called[t.ID] = t.Name != ""
			}
		case *conv.ToolResultMessage:
			if m.ToolName == "" && called[m.ToolCallID] {
				chat.Set(&m.Node, extension.Partial, "true")
				chat.Settle(&m.Node)
			}
		}
	}
}

// withoutIDs is what has no ids, though others of its kind have none either: all calls
// and results, or only the results; "" is neither.
func withoutIDs(messages []conv.Message) string {
	var calls, named, results int
	for _, m := range messages {
		switch m := m.(type) {
		case *conv.AssistantMessage:
			for t := range m.Calls {
				if calls++; t.ID != "" {
					named++
				}
			}
		case *conv.ToolResultMessage:
			if results++; m.ToolCallID != "" {
				return ""
			}
		}
	}
	switch {
	case calls > 0 && named == 0:
		return "all"
	case calls > 0 && results > 0 && named == calls:
		return "results"
	}
	return ""
}

// numbers is where the calls and the results of a conversation have their ids, and which
// ids they get if they have none: all of them, or only the results.
func numbers(messages []conv.Message, without string) (at []*string, given []string) {
	var calls training.Pairing
	own := map[string]string{} // ids of calls, by those that they would get
	for _, m := range messages {
		switch m := m.(type) {
		case *conv.AssistantMessage:
			made := slices.Collect(m.Calls)
			for i, id := range calls.Turn(made) {
				own[id] = made[i].ID
				if without == "all" {
					at, given = append(at, &made[i].ID), append(given, id)
				}
			}
		case *conv.ToolResultMessage:
			id := calls.Pair("")
			if without == "results" {
				id = own[id]
			}
			at, given = append(at, &m.ToolCallID), append(given, id)
		}
	}
	return at, given
}

// number gives ids to the calls and the results that have none.
func number(messages []conv.Message, without string) {
	at, given := numbers(messages, without)
	for i, id := range at {
		*id = given[i]
	}
}

// isNumbered reports whether calls and results have the ids that number would give them.
func isNumbered(messages []conv.Message, without string) bool {
	at, given := numbers(messages, without)
	for i, id := range at {
		if *id != given[i] {
			return false
		}
	}
	return len(at) > 0
}

// unnumbered is messages without the ids that number gave.
func unnumbered(messages []conv.Message, without string) []conv.Message {
	if without == "" {
		return messages
	}
	messages = withOwnCalls(messages)
	at, _ := numbers(messages, without)
	for _, id := range at {
		*id = ""
	}
	return messages
}

// withOwnCalls is messages whose ids can be changed.
func withOwnCalls(messages []conv.Message) []conv.Message {
	return format.ChangeMessages(messages, func(m conv.Message) conv.Message {
		switch m := m.(type) {
		case *conv.ToolResultMessage:
			return m.WithContent(m.Content)
		case *conv.AssistantMessage:
			return format.ChangeBlocks(m, func(b conv.Block) conv.Block {
				if t, ok := b.(*conv.ToolCall); ok {
					x := *t
					return &x
				}
				return b
			})
		}
		return m
	})
}
