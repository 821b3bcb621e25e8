package main

import (
	"bytes"
	"encoding/json"
	"fmt"
	"slices"
	"strings"

	"convo/scripts/must"
)

// A message of conversation.json, as far as the judge reads it. It does not use
// convo's packages: what they get wrong, it would not see.
type message struct {
	Role       string
	ID         string
	Content    json.RawMessage
	ToolCallID string `json:"toolCallId"`
	Summary    string
	FirstKept  string `json:"firstKeptId"`
	StopReason string `json:"stopReason"`
	Injected   bool
	Excluded   bool
}

// expect reads what a model must see of a conversation.json: of the first, if
// there are several.
func expect(doc []byte) []item {
	var c struct{ Messages []message }
	must.Do(json.NewDecoder(bytes.NewReader(doc)).Decode(&c))
	must.FailIf(len(c.Messages) == 0, "the conversation has no messages")
	var items []item
	for _, i := range sent(c.Messages) {
		items = append(items, c.Messages[i].items(fmt.Sprintf("/messages/%d", i))...)
	}
	return items
}

// sent is the indexes of the messages that a model gets: the last summary, what
// it kept, and what came after it.
func sent(messages []message) []int {
	last, from := -1, 0
	for i, m := range messages {
		if m.Role == "compactionSummary" && !m.Excluded {
			last, from = i, i
		}
	}
	var list []int
	if last >= 0 {
		list = append(list, last)
		for i, m := range messages[:last] {
			if m.ID != "" && m.ID == messages[last].FirstKept {
				from = i
				break
			}
		}
	}
	for i := from; i < len(messages); i++ {
		if messages[i].Role != "compactionSummary" && !messages[i].Excluded {
			list = append(list, i)
		}
	}
	return list
}

// items is what a model sees of a message.
func (m message) items(at string) []item {
	switch m.Role {
	case "custom":
		return nil
	case "compactionSummary", "branchSummary":
		return []item{{kind: user, text: m.Summary, at: at, free: true}}
	case "toolResult":
		return m.result(at)
	}
	var items []item
	for i, b := range parts(m.Content) {
		it, ok := b.item(roleKind(m.Role))
		if !ok {
			continue
		}
		it.at = fmt.Sprintf("%s/content/%d", at, i)
		it.soft = it.soft || m.loose()
		items = append(items, it)
	}
	return items
}

// loose tells that programs need not send a message on: nobody typed it, or it is
// an answer that ended too early, which some programs send and others do not.
func (m message) loose() bool {
	return m.Injected || slices.Contains([]string{"system", "developer"}, m.Role) || slices.Contains([]string{"aborted", "error"}, m.StopReason)
}

// result is the texts of a tool result, as one, and its media.
func (m message) result(at string) []item {
	out := []item{{kind: result, id: m.ToolCallID, at: at}}
	var texts []string
	for i, b := range parts(m.Content) {
		if b.Type == "text" {
			texts = append(texts, b.Text)
		} else if it, ok := b.item(result); ok {
			it.at = fmt.Sprintf("%s/content/%d", at, i)
			out = append(out, it)
		}
	}
	out[0].text = unwrapped(strings.Join(texts, "\n"))
	return out
}

// item is a block as a model sees it, if it does.
func (b part) item(texts kind) (item, bool) {
	switch b.Type {
	case "text":
		return item{kind: texts, text: b.Text}, strings.TrimSpace(b.Text) != ""
	case "thinking":
		return item{kind: reasoning, text: b.Thinking, soft: true}, b.Thinking != ""
	case "toolCall":
		return item{kind: call, text: b.Name, args: canonical(b.Arguments), id: b.ID}, true
	case "image", "audio", "video", "document":
		return media(b.Data + b.URL + b.FileID), true
	}
	return item{}, false
}
