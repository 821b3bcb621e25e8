package adapt

import (
	"testing"

	"convo/conv"
)

func TestContentsOf(t *testing.T) {
	text := func(s string) *conv.TextContent { return &conv.TextContent{Text: s} }
	answer := func(b ...conv.AssistantContent) *conv.AssistantMessage {
		return &conv.AssistantMessage{Content: b}
	}
	marked := text("marked")
	marked.Extensions.Set("f", "cache_control", "{}")
	failed := answer(text("cut"))
	failed.StopReason = conv.StopAborted
	result := &conv.ToolResultMessage{Content: []conv.ToolResultContent{text("ok")}}
	result.Extensions.Set("f", "cache_control", "{}")
	for name, c := range map[string]struct {
		message conv.Message
		want    contents
	}{
		"text":                 {conv.UserText("hello"), 0},
		"nothing":              {&conv.UserMessage{}, blanks},
		"white space":          {conv.UserText(" \n"), blanks},
		"text and empty text":  {answer(text("a"), text("")), blanks},
		"call":                 {answer(&conv.ToolCall{Name: "n"}), 0},
		"nameless call":        {answer(&conv.ToolCall{}), namelessCalls},
		"reasoning alone":      {answer(&conv.ThinkingContent{Thinking: "hm"}), blanks},
		"opaque":               {answer(text("a"), &conv.Opaque{}), opaques},
		"failed":               {failed, failures},
		"image":                {&conv.UserMessage{Content: []conv.UserContent{text("see"), &conv.ImageContent{}}}, mediaBlocks | residues},
		"fields":               {answer(marked), residues},
		"fields of a result":   {result, residues},
		"instruction":          {&conv.SystemMessage{Content: []conv.SystemContent{text("be")}}, instructions},
		"custom":               {&conv.CustomMessage{}, asides},
		"summary":              {&conv.CompactionSummary{}, asides},
		"message of no type":   {nil, asides},
		"summary of a branch":  {&conv.BranchSummary{}, asides},
		"result without texts": {&conv.ToolResultMessage{}, blanks},
	} {
		if got := contentsOf(c.message); got != c.want {
			t.Errorf("%s: got %b, want %b", name, got, c.want)
		}
	}
}

// What was found out about some messages does not count for others.
func TestHaveOfOtherMessages(t *testing.T) {
	var a adapter
	plain, blank := conv.UserText("a"), conv.UserText("")
	in := []conv.Message{plain, blank}
	for _, c := range []struct {
		in   []conv.Message
		want bool
	}{{in, true}, {in[:1], false}, {in, true}, {nil, false}, {[]conv.Message{plain, plain}, false}} {
		if got := a.have(c.in, blanks); got != c.want {
			t.Errorf("%v: got %v, want %v", c.in, got, c.want)
		}
	}
}
