package training

import (
	"iter"
	"slices"
	"strings"

	"convo/conv"
	"convo/conv/fit"
	"convo/conv/note"
	"convo/conv/record"
)

// Marked is a format whose turns are text between special tokens of a tokenizer. A text
// with such a token would be read as more than text, so nobody may write one.
type Marked struct {
	Family string
	Tokens []string
	Tags   []string // words that are structure in some places of a text
	Spaced bool     // JSON has a space after each comma and colon
}

// EndOfText is the token between two conversations of a text.
const EndOfText = "<|endoftext|>"

// Text is a text that is read, with the place of what comes next.
type Text struct {
	record.Prose
	At int
}

// Skip passes white space, and reports whether something else follows.
func (t *Text) Skip() bool {
	rest := strings.TrimLeft(t.All[t.At:], " \t\r\n")
	t.At = len(t.All) - len(rest)
	return rest != ""
}

// Take passes a token if it comes next.
func (t *Text) Take(token string) bool {
	took := strings.HasPrefix(t.All[t.At:], token)
	if took {
		t.At += len(token)
	}
	return took
}

// Until passes the text before the next of tokens, which is "" at the end.
func (t *Text) Until(tokens []string) (text, token string) {
	at := t.At
	for {
		next := strings.Index(t.All[t.At:], "<|")
		if next < 0 {
			t.At = len(t.All)
			return t.All[at:], ""
		}
		t.At += next
		for _, token := range tokens {
			if strings.HasPrefix(t.All[t.At:], token) {
				return t.All[at:t.At], token
			}
		}
		t.At++
	}
}

// Decode reads the conversations of a text. read reads the turns of one, up to EndOfText
// or the end.
func (f *Marked) Decode(data []byte, notes *note.Notes, read func(*Text) *conv.Conversation) iter.Seq2[*conv.Conversation, error] {
	return func(yield func(*conv.Conversation, error) bool) {
		t := &Text{Prose: record.NewProse(f.Family, data, notes)}
		t.Take("\ufeff")
		t.Each(yield, func() (*conv.Conversation, bool) {
			c := read(t)
			t.Take(EndOfText)
			return c, t.Err() == nil && t.Skip()
		})
	}
}

// HasToken reports whether a text has a special token.
func (f *Marked) HasToken(text string) bool {
	return strings.Contains(text, "<|") && slices.ContainsFunc(f.Tokens, func(token string) bool { return strings.Contains(text, token) })
}

// Untokened is the text of a node with its special tokens in brackets.
func (f *Marked) Untokened(n *conv.Node, text string, notes *note.Notes) string {
	if !f.HasToken(text) {
		return text
	}
	return bracketed(n, text, f.Tokens, "special token in a text, now in brackets,", notes)
}

// Untagged is the text of a node with its tags in brackets.
func (f *Marked) Untagged(n *conv.Node, text string, notes *note.Notes) string {
	return bracketed(n, text, f.Tags, "tag in a text, now in brackets,", notes)
}

func bracketed(n *conv.Node, text string, words []string, what string, notes *note.Notes) string {
	for _, word := range words {
		if strings.Contains(text, word) {
			notes.Loss(note.CodeMerge, note.Downgraded, n.Offset(), what, word)
			text = strings.ReplaceAll(text, word, "["+strings.Trim(word, "<|>")+"]")
		}
	}
	return text
}

// InJSON is JSON as templates write it, without special tokens and tags: a < is an
// escape there.
func (f *Marked) InJSON(raw string) string {
	has := func(word string) bool { return strings.Contains(raw, word) }
	escape := strings.Contains(raw, "<") && (slices.ContainsFunc(f.Tokens, has) || slices.ContainsFunc(f.Tags, has))
	out := make([]byte, 0, len(raw)+len(raw)/8)
	quoted := false
	for i := 0; i < len(raw); i++ {
		switch b := raw[i]; {
		case b == '<' && escape:
			out = append(out, `\u003c`...)
			continue
		case b == '"':
			quoted = !quoted
		case quoted && b == '\\':
			out = append(out, b)
			i++
		case f.Spaced && !quoted && (b == ',' || b == ':'):
			out = append(out, b, ' ')
			continue
		}
		out = append(out, raw[i])
	}
	return string(out)
}

// Reduce puts the special tokens in texts and reasoning in brackets, and the tags of
// a text that is read as more than text. What says nothing goes.
func (f *Marked) Reduce(c *conv.Conversation, notes *note.Notes, isMore func(m conv.Message, text string) bool) {
	fit.Blocks(c, func(m conv.Message, b conv.Block) conv.Block {
		if b.BlockType() == "toolCall" {
			return b
		}
		if b = f.With(b, func(text string) string {
			if text = f.Untokened(conv.NodeOf(b), text, notes); isMore(m, text) {
				text = f.Untagged(conv.NodeOf(b), text, notes)
			}
			return text
		}); strings.TrimSpace(WordsOf(b)) == "" && (b.BlockType() == "thinking" || WordsOf(b) == "") {
			return nil
		}
		return b
	})
}

// With is a text or reasoning with other words, which change makes of its own.
func (f *Marked) With(b conv.Block, change func(string) string) conv.Block {
	words := change(WordsOf(b))
	if words == WordsOf(b) {
		return b
	}
	return withWords(b, words)
}

// Copied is a copy of a text or reasoning.
func Copied(b conv.Block) conv.Block { return withWords(b, WordsOf(b)) }

func withWords(b conv.Block, words string) conv.Block {
	switch b := b.(type) {
	case *conv.TextContent:
		return &conv.TextContent{Node: b.Node, Text: words}
	case *conv.ThinkingContent:
		return &conv.ThinkingContent{Node: b.Node, Thinking: words}
	}
	return b
}

// WordsOf is the words of a text or reasoning.
func WordsOf(b conv.Block) string {
	switch b := b.(type) {
	case *conv.TextContent:
		return b.Text
	case *conv.ThinkingContent:
		return b.Thinking
	}
	return ""
}

// OneThought is an answer with all its reasoning of a signature in the first block of it.
func OneThought(content []conv.AssistantContent, notes *note.Notes) (out []conv.AssistantContent) {
	thoughts, first := map[string][]string{}, map[string]int{} // by signature
	for _, b := range content {
		if t, ok := b.(*conv.ThinkingContent); ok {
			key := t.ThinkingSignature
			if thoughts[key] = append(thoughts[key], t.Thinking); len(thoughts[key]) > 1 {
				notes.Loss(note.CodeMerge, note.Merged, t.Offset(), "reasoning of an answer", "")
				continue
			}
			first[key] = len(out)
		}
		out = append(out, b)
	}
	for key, texts := range thoughts {
		if len(texts) > 1 {
			x := *out[first[key]].(*conv.ThinkingContent)
			x.Thinking, out[first[key]] = strings.Join(texts, "\n\n"), &x
		}
	}
	return out
}

// TextOf is the text of a message, which has one at most.
func TextOf(m conv.Message) string {
	for b := range conv.BlocksOf(m) {
		if t, ok := b.(*conv.TextContent); ok {
			return t.Text
		}
	}
	return ""
}

// Said is a message of a role with a text; "" is no text.
func Said(role conv.Role, text string, at int) (m conv.Message) {
	t := &conv.TextContent{Text: text}
	t.SetOffset(at)
	switch role {
	case conv.RoleUser:
		m = &conv.UserMessage{Content: []conv.UserContent{t}[:min(1, len(text))]}
	case conv.RoleAssistant:
		m = &conv.AssistantMessage{Content: []conv.AssistantContent{t}[:min(1, len(text))]}
	case conv.RoleToolResult:
		m = &conv.ToolResultMessage{Content: []conv.ToolResultContent{t}[:min(1, len(text))]}
	default:
		m = &conv.SystemMessage{Role: role, Content: []conv.SystemContent{t}[:min(1, len(text))]}
	}
	conv.MetaOf(m).SetOffset(at)
	return m
}
