package anthropic

import (
	"convo/conv"
	"convo/conv/extension"
	"convo/conv/rawjson"
)

// nodes is memory for what is read.
type nodes struct {
	texts    rawjson.Slab[conv.TextContent]
	thoughts rawjson.Slab[conv.ThinkingContent]
	calls    rawjson.Slab[conv.ToolCall]
	users    rawjson.Slab[conv.UserMessage]
	answers  rawjson.Slab[conv.AssistantMessage]
	results  rawjson.Slab[conv.ToolResultMessage]
	usages   rawjson.Slab[conv.Usage]
	details  rawjson.Slab[conv.StopDetail]

	said     rawjson.Slab[conv.AssistantContent]
	asked    rawjson.Slab[conv.UserContent]
	returned rawjson.Slab[conv.ToolResultContent]
	residue  rawjson.Slab[extension.Extension]
	fields   rawjson.Slab[rawjson.Member]
}

// nodes is where nodes come from.
func (d *decoder) nodes() *nodes {
	if d.made == nil {
		d.made = rawjson.KeptBy[nodes](d.in.Arena)
	}
	return d.made
}

// Reset makes the memory free for another conversation.
func (n *nodes) Reset() {
	for _, slab := range [...]rawjson.Recycled{
		&n.texts, &n.thoughts, &n.calls, &n.users, &n.answers, &n.results, &n.usages, &n.details,
		&n.said, &n.asked, &n.returned, &n.residue, &n.fields,
	} {
		slab.Reset()
	}
}
