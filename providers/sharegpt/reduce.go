package sharegpt

import (
	"slices"
	"strings"

	"convo/conv"
	"convo/conv/note"
	"convo/conv/training"
)

// reduce does what holds cannot say: a message is one string, and calls have
// numbers. It changes copies, never what it is given, and notes what is lost.
func reduce(c *conv.Conversation, notes *note.Notes) *conv.Conversation {
	training.Reduce(c, oneTurnEach, notes)
	training.Only(c, true, notes)
	x := &reducer{Numbering: training.Numbering{Notes: notes}, notes: notes, shows: shown(c)}
	out, p := *c, training.Of(c)
	if !p.Pair {
		training.Whole(&out)
		out.Messages = x.messages(x.prompt(&out, out.Messages))
		return &out
	}
	p.History = x.messages(x.prompt(&out, p.History))
	p.Rejected, p.Chosen = x.messages(p.Rejected), x.messages(p.Chosen)
	out.Messages = slices.Concat(p.History, p.Rejected, p.Chosen)
	return &out
}

// oneTurnEach reports whether each answer of a pair is one turn.
func oneTurnEach(rejected, chosen []conv.Message) bool {
	for _, answer := range [...][]conv.Message{rejected, chosen} {
		if len(answer) != 1 {
			return false
		}
		m, ok := answer[0].(*conv.AssistantMessage)
		if !ok || m.HasCalls() && spoken(m.Content) != "" && tagsOf(m) == "" {
			return false
		}
	}
	return true
}

// messages reduces messages that follow each other.
func (x *reducer) messages(in []conv.Message) []conv.Message {
	out := make([]conv.Message, 0, len(in))
	for _, m := range in {
		switch m := m.(type) {
		case *conv.UserMessage:
			if content, same := oneString(x, m.Content); !same {
				m = m.WithContent(content)
			}
			out = append(out, m)
		case *conv.ToolResultMessage:
			y := *m
			y.Content, _ = oneString(x, m.Content)
			y.ToolCallID = x.Answered(m, "")
			out = append(out, &y)
		case *conv.AssistantMessage:
			out = x.answer(out, m)
		default:
			out = append(out, m)
		}
	}
	return out
}

type reducer struct {
	training.Numbering
	notes *note.Notes
	shows map[string]bool // types of media that the row lists
}

// shown is the types of media in a conversation.
func shown(c *conv.Conversation) map[string]bool {
	shows := map[string]bool{}
	for _, m := range c.Messages {
		if role := conv.RoleOf(m); role == conv.RoleUser || role == conv.RoleToolResult {
			for b := range conv.BlocksOf(m) {
				shows[b.BlockType()] = true
			}
		}
	}
	return shows
}

// prompt takes instructions at the beginning into the prompt, unless that is a
// turn: the first system turn would be read as the prompt.
func (x *reducer) prompt(c *conv.Conversation, in []conv.Message) []conv.Message {
	texts := []string{c.SystemPrompt}
	defer func() { c.SystemPrompt = strings.Join(texts, "\n\n") }()
	for i, m := range in {
		s, ok := m.(*conv.SystemMessage)
		if !ok || c.SystemPrompt == "" || own.Get(&c.Node, hintPrompt) != "" {
			return in[i:]
		}
		x.notes.Info(note.CodeSystem, note.Merged, s.Offset(), "instruction at the beginning, now part of the system prompt", "")
		texts = append(texts, tagged(nil, s))
	}
	return nil
}

// oneString is content that comes back from one string: no two texts side by
// side, and no empty text. same reports whether it is what it was.
func oneString[B conv.Block](x *reducer, in []B) (out []B, same bool) {
	if len(in) == 1 {
		if t, ok := conv.Block(in[0]).(*conv.TextContent); ok && t.Text != "" && t.TextSignature == "" && !t.Refusal && !x.hasTag(t.Text) {
			return in, true
		}
	}
	var last *conv.TextContent
	var texts []string // of last
	for _, b := range in {
		t, ok := conv.Block(b).(*conv.TextContent)
		switch {
		case !ok:
			joinInto(last, texts)
			last = nil
			out = append(out, b)
		case last != nil:
			x.notes.Loss(note.CodeMerge, note.Merged, t.Offset(), "text blocks of a message", "")
			texts = append(texts, x.untagged(t))
		case t.Text != "":
			last, texts = &conv.TextContent{Node: t.Node}, []string{x.untagged(t)}
			out = append(out, conv.Block(last).(B))
		}
	}
	joinInto(last, texts)
	return out, false
}

func joinInto(t *conv.TextContent, texts []string) {
	if t != nil {
		t.Text = strings.Join(texts, "\n\n")
	}
}

// hasTag reports whether a text has a tag that would stand for media.
func (x *reducer) hasTag(text string) bool {
	for kind, tag := range mediaTags {
		if x.shows[mediaKinds[kind]] && strings.Contains(text, tag) {
			return true
		}
	}
	return false
}

// untagged is a text without tags that would stand for media.
func (x *reducer) untagged(t *conv.TextContent) string {
	text := t.Text
	for kind, tag := range mediaTags {
		if x.shows[mediaKinds[kind]] && strings.Contains(text, tag) {
			x.notes.Loss(note.CodeMerge, note.Downgraded, t.Offset(), "tag in a text, now in brackets,", tag)
			text = strings.ReplaceAll(text, tag, "["+mediaKinds[kind]+"]")
		}
	}
	return text
}

// answer appends an answer. Fit has put its blocks in order and made one text
// of its texts. Calls alone join the text before them, for so they are read.
func (x *reducer) answer(out []conv.Message, m *conv.AssistantMessage) []conv.Message {
	before := lastAnswer(out)
	joins := before != nil && m.HasCalls() && spoken(m.Content) == "" && tagsOf(m) == ""
	if joins && before.HasCalls() {
		x.Join()
	}
	said, calls := x.said(m)
	if joins {
		x.notes.Loss(note.CodeMerge, note.Merged, m.Offset(), "answers in a row, the last of which only calls", "")
		before.Content = append(before.Content, calls...)
		return out
	}
	y := *m
	y.Content = append(said, calls...)
	return append(out, &y)
}

// said is what an answer says, as it is read again, and its calls with their
// numbers.
func (x *reducer) said(m *conv.AssistantMessage) (said, calls []conv.AssistantContent) {
	for _, b := range m.Content {
		if _, ok := b.(*conv.ToolCall); !ok {
			said = append(said, b)
		}
	}
	calls = x.Numbered(m.Content)
	read := thoughts(spoken(said))
	if len(read) > 0 && len(read) < len(said) {
		x.notes.Loss(note.CodeMerge, note.Merged, m.Offset(), "reasoning and texts of an answer", "")
	}
	return read, calls
}
