package diff

import (
	"slices"
	"strconv"
	"strings"

	"convo/conv"
	"convo/conv/rawjson"
	"convo/conv/view"
)

// item is a message as it is compared.
type item struct {
	index  int
	m      conv.Message
	role   string
	blocks []block
	facts  []fact
	hash   uint64
	words  []uint64 // hashes of its first words, sorted; nil: not counted yet
}

// block is a block as it is compared.
type block struct {
	b    conv.Block
	kind string      // blocks of one kind can be changed to each other
	text string      // of text and reasoning
	args rawjson.Raw // of a call
	hash uint64
}

// fact is a field of a message. Of two formats, one that is absent in one of them
// is not compared.
type fact struct{ name, value string }

// items are the messages of a side that are compared.
func (n *norm) items(s Side) (list []*item) {
	_, calls := view.ResultsOf(s.Conversation)
	for i, m := range s.Conversation.Messages {
		if conv.MetaOf(m).Excluded && !n.compared(excluded) {
			continue
		}
		if _, ok := m.(*conv.CustomMessage); ok && !n.compared(notes) {
			continue
		}
		list = append(list, n.item(i, m, calls[i]))
	}
	return list
}

func (n *norm) item(i int, m conv.Message, call *conv.ToolCall) *item {
	t := &item{index: i, m: m}
	meta := conv.MetaOf(m)
	t.fact("name", meta.Name, n.compared(speakers))
	t.fact("excluded", mark(meta.Excluded), true)
	t.fact("injected", mark(meta.Injected), n.compared(injections))
	n.addBlocks(t, m)
	switch m := m.(type) {
	case *conv.UserMessage:
		t.role = "user"
	case *conv.AssistantMessage:
		t.role = "assistant"
		t.fact("model", m.Model, n.compared(models))
		t.fact("stopReason", string(m.StopReason), n.compared(stops))
		t.fact("errorMessage", m.ErrorMessage, true)
	case *conv.ToolResultMessage:
		t.role = "toolResult"
		name := m.ToolName
		if name == "" && call != nil {
			name = call.Name
		}
		t.fact("toolName", name, true)
		t.fact("isError", mark(m.IsError), n.compared(errorMarks))
	case *conv.SystemMessage:
		t.role = "system"
	case *conv.CustomMessage:
		t.custom(m)
	case *conv.BranchSummary:
		t.role = "branchSummary"
		t.blocks = append(t.blocks, textBlock(&conv.TextContent{Text: m.Summary}, "text", m.Summary))
	case *conv.CompactionSummary:
		t.role = "compactionSummary"
		t.blocks = append(t.blocks, textBlock(&conv.TextContent{Text: m.Summary}, "text", m.Summary))
	default: // of an application
		if c, err := conv.CustomOf(m); err == nil {
			n.addBlocks(t, c)
			t.custom(c)
		} else {
			t.role = "custom " + conv.CustomTypeOf(m)
		}
	}
	t.hash = hashOf(t.role)
	for _, b := range t.blocks {
		t.hash = mixed(t.hash, b.hash)
	}
	if !n.foreign { // else facts are compared where both sides state them
		for _, f := range t.facts {
			t.hash = mixed(t.hash, hashOf(f.name+"\x00"+f.value))
		}
	}
	return t
}

func (t *item) custom(m *conv.CustomMessage) {
	t.role = "custom " + m.CustomType
	t.fact("data", string(m.Data), true)
}

func mark(is bool) string {
	if is {
		return "true"
	}
	return ""
}

func (t *item) fact(name, value string, compared bool) {
	if compared && value != "" {
		t.facts = append(t.facts, fact{name, value})
	}
}

// addBlocks adds content. Of two formats, texts in a row are one text: formats
// split them differently.
func (n *norm) addBlocks(t *item, m conv.Message) {
	var texts []string // in a row
	join := func() {
		if len(texts) > 1 {
			joined := strings.Join(texts, "\n")
			t.blocks[len(t.blocks)-1] = textBlock(&conv.TextContent{Text: joined}, "text", joined)
		}
		texts = nil
	}
	for b := range conv.BlocksOf(m) {
		made, ok := n.block(b)
		if !ok {
			continue
		}
		if n.foreign && made.kind == "text" {
			if texts = append(texts, made.text); len(texts) > 1 {
				continue
			}
		} else {
			join()
		}
		t.blocks = append(t.blocks, made)
	}
	join()
}

// block takes a block apart; false if it is not compared, or says nothing.
func (n *norm) block(b conv.Block) (block, bool) {
	switch b := b.(type) {
	case *conv.TextContent:
		kind := "text"
		if b.Refusal {
			kind = "refusal"
		}
		return textBlock(b, kind, b.Text), b.Text != ""
	case *conv.ThinkingContent:
		text := b.Thinking
		if b.Redacted {
			text += "\x00" + b.ThinkingSignature
		}
		return textBlock(b, "thinking", text), text != "" && n.compared(reasoning)
	case *conv.ToolCall:
		return callBlock(b), true
	case *conv.Opaque:
		return block{b: b, kind: "opaque", hash: mixed(hashOf(b.Family), hashOfValue(b.Raw))}, true
	default:
		m := conv.MediaOf(b)
		said := []string{b.BlockType(), m.Data, m.URL, m.FileID, m.Text}
		if !n.foreign {
			said = append(said, m.MIMEType, m.Name, m.Detail)
		}
		return block{b: b, kind: b.BlockType(), hash: hashOf(strings.Join(said, "\x00"))}, true
	}
}

func textBlock(b conv.Block, kind, text string) block {
	return block{b: b, kind: kind, text: text, hash: mixed(hashOf(kind), hashOf(text))}
}

func callBlock(call *conv.ToolCall) block {
	text := call.ArgumentsString()
	raw := call.Arguments
	switch {
	case call.ArgumentsText != nil && call.Arguments == "":
		raw = rawjson.Quoted(text) // it is not JSON
	case raw == "":
		raw = "{}"
	}
	return block{b: call, kind: "call of " + call.Name, args: raw, hash: mixed(hashOf(call.Name), hashOfValue(raw))}
}

// factsDiffer compares the facts of two messages.
func (n *norm) factsDiffer(a, b *item) (list []Value) {
	value := func(t *item, name string) string {
		for _, f := range t.facts {
			if f.name == name {
				return f.value
			}
		}
		return ""
	}
	var names []string
	for _, f := range slices.Concat(a.facts, b.facts) {
		if !slices.Contains(names, f.name) {
			names = append(names, f.name)
		}
	}
	for _, name := range names {
		x, y := value(a, name), value(b, name)
		switch {
		case x == y:
		case name == "data":
			list = n.words.appendValues(list, name, treeOf(rawjson.Raw(x)), treeOf(rawjson.Raw(y)))
		case x == "true" || y == "true":
			list = append(list, Value{Path: name, A: rawjson.Raw(strconv.FormatBool(x != "")), B: rawjson.Raw(strconv.FormatBool(y != ""))})
		case n.foreign && (x == "" || y == ""):
		default:
			list = n.words.appendStrings(list, name, x, y)
		}
	}
	return list
}
