package sharegpt

import (
	"strings"

	"convo/conv"
	"convo/conv/note"
	"convo/conv/rawjson"
	"convo/conv/training"
)

// conversation makes a conversation of a row.
func conversation(r *row, notes *note.Notes) *conv.Conversation {
	x := &reader{row: r, notes: notes, out: &conv.Conversation{Node: r.Node, ID: r.id, SystemPrompt: r.system}}
	if r.list != listKeys[0] {
		own.Set(&x.out.Node, hintList, rawjson.Quoted(r.list))
	}
	if r.keys != keysOf("") {
		own.Set(&x.out.Node, hintKeys, r.keys.raw())
	}
	x.out.Tools = training.ReadTools(own, &x.out.Node, r.tools)
	x.matchMedia()
	first := true
	for t := range r.turns.Take {
		x.turn(t, first)
		first = false
	}
	x.answers()
	return x.out
}

// answers reads the answers of a preference. Each follows the history.
func (x *reader) answers() {
	if x.pair[0] == nil {
		for i, raw := range [...]conv.Raw{x.chosen, x.rejected} {
			if raw != "" {
				own.Set(&x.out.Node, [...]string{"chosen", "rejected"}[i], raw)
			}
		}
		return
	}
	p := training.Parts{History: x.out.Messages, Pair: true}
	for i, t := range x.pair {
		x.out.Messages = nil
		x.turn(t, false)
		if i == 0 {
			p.Rejected = x.out.Messages
		}
	}
	p.Chosen = x.out.Messages
	training.Join(x.out, p)
}

// reader makes messages of turns.
type reader struct {
	*row
	notes *note.Notes
	out   *conv.Conversation
	media [len(mediaKinds)][]string // that no tag has stood for yet
	calls training.Pairing
}

func (x *reader) append(m conv.Message) { x.out.Messages = append(x.out.Messages, m) }

func (x *reader) turn(t *turn, first bool) {
	kind := kindOf(t.role)
	if kind == other {
		x.notes.Unknown(t.Offset(), "role", t.role)
		x.custom(t)
		return
	}
	if t.role != x.keys.usual(kind) {
		own.Set(&t.Node, hintRole, rawjson.Quoted(t.role))
	}
	switch kind {
	case system:
		x.instruction(t, first)
	case user:
		m := &conv.UserMessage{Content: parts[conv.UserContent](x, t)}
		m.Node = t.Node
		x.append(m)
	case answer:
		x.answer(t)
	case call:
		if !x.call(t) {
			x.custom(t)
		}
	case result:
		if x.results(t) {
			return
		}
		m := &conv.ToolResultMessage{Content: parts[conv.ToolResultContent](x, t)}
		m.Node = t.Node
		m.ToolCallID = x.answered(&m.Node)
		x.append(m)
	}
}

// custom keeps a turn that no model says or sees. The type of a custom message
// begins with the family, so that only this format writes it again.
func (x *reader) custom(t *turn) {
	m := &conv.CustomMessage{CustomType: family + "." + t.role, Data: t.written(x.keys)}
	m.SetOffset(t.Offset())
	x.append(m)
}

// instruction reads a system turn. The first turn is the system prompt, and
// trainers take it before the field of that name.
func (x *reader) instruction(t *turn, first bool) {
	if !first {
		m := &conv.SystemMessage{Role: conv.RoleSystem, Content: []conv.SystemContent{&conv.TextContent{Text: t.text}}}
		m.Node = t.Node
		x.append(m)
		return
	}
	if x.system != "" {
		own.Set(&x.out.Node, "system", rawjson.Quoted(x.system))
	}
	x.out.SystemPrompt = t.text
	own.Set(&x.out.Node, hintPrompt, t.written(x.keys))
}

// Reasoning stands before the text of an answer, in tags on lines of their
// own.
const (
	thinkBegin = "<think>\n"
	thinkEnd   = "\n</think>\n\n"
)

// thoughts is the reasoning and the text in an answer's turn; "" is neither.
func thoughts(value string) (blocks []conv.AssistantContent) {
	if inside, ok := strings.CutPrefix(value, thinkBegin); ok {
		if reasoning, text, ok := strings.Cut(inside, thinkEnd); ok {
			blocks = append(blocks, &conv.ThinkingContent{Thinking: reasoning})
			value = text
		}
	}
	if blocks == nil { // the tags stand in another way
		if t, text := training.Thinking(value); t != nil {
			blocks, value = append(blocks, t), text
		}
	}
	if value != "" {
		blocks = append(blocks, &conv.TextContent{Text: value})
	}
	return blocks
}

// spoken is the turn of an answer without its calls, which thoughts reads.
func spoken(blocks []conv.AssistantContent) string {
	var reasoning []string
	var thought *conv.ThinkingContent
	var texts []string
	for _, b := range blocks {
		switch b := b.(type) {
		case *conv.ThinkingContent:
			reasoning, thought = append(reasoning, b.Thinking), b
		case *conv.TextContent:
			texts = append(texts, b.Text)
		}
	}
	text := strings.Join(texts, "")
	switch {
	case reasoning == nil:
		return text
	case len(reasoning) == 1 && training.Own.Get(&thought.Node, training.HintThink) != "":
		return training.Thought(thought, text)
	}
	return thinkBegin + strings.Join(reasoning, "\n\n") + thinkEnd + text
}
