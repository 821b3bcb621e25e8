package hfmessages

import (
	"slices"

	"convo/conv"
	"convo/conv/extension"
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
			if i := slices.IndexFunc(x.Content, isText); i >= 0 {
				text := *x.Content[i].(*conv.TextContent)
				text.Text = training.Thought(t, text.Text)
				x.Content[i] = &text
			} else {
				x.Content = append([]conv.AssistantContent{&conv.TextContent{Text: training.Thought(t, "")}}, x.Content...)
			}
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

// numbers gives ids to calls and results that have none.
func (d *decoder) numbers() {
	if without := withoutIDs(d.out.Messages); without != "" {
		number(d.out.Messages, without, false)
		d.set(hintIDs, rawjson.Quoted(without))
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

// number goes through the calls and the results of a conversation, and gives ids to
// those without: to all, or only to the results. If they have them, it reports
// whether they are those that it would give.
func number(messages []conv.Message, without string, have bool) bool {
	var calls training.Pairing
	var open []string // ids of the last calls, for results alone
	any := false      // had none, or has those
	for _, m := range messages {
		switch m := m.(type) {
		case *conv.AssistantMessage:
			made := slices.Collect(m.Calls)
			if len(made) == 0 {
				continue
			}
			open = nil
			for i, id := range calls.Turn(made) {
				if without == "results" {
					open = append(open, made[i].ID)
					continue
				}
				switch any = true; {
				case have && made[i].ID != id:
					return false
				case !have:
					made[i].ID = id
				}
			}
		case *conv.ToolResultMessage:
			id := calls.Next("")
			if without == "results" {
				if id = ""; len(open) > 0 {
					id, open = open[0], open[1:]
				}
			}
			calls.Answer(id)
			switch any = true; {
			case have && m.ToolCallID != id:
				return false
			case !have:
				m.ToolCallID = id
			}
		}
	}
	return any
}
