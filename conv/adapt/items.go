package adapt

import (
	"slices"
	"strings"

	"convo/conv"
	"convo/conv/format"
	"convo/conv/rawjson"
)

// itemIDs keeps the item id of a call, which some agents write after a "|",
// where servers compare it with the reasoning before it.
func (a *adapter) itemIDs(in []conv.Message) []conv.Message {
	if a.ItemIDs == "" {
		return in
	}
	return rebuilt(in, func(m conv.Message) conv.Message {
		x, ok := m.(*conv.AssistantMessage)
		if !ok || a.target.Named() && !a.made(x) || !slices.ContainsFunc(x.Content, a.namesItem) {
			return m
		}
		content := slices.Clone(x.Content)
		for i, b := range content {
			if !a.namesItem(b) {
				continue
			}
			t := *b.(*conv.ToolCall)
			_, id, _ := strings.Cut(t.ID, "|")
			t.Extensions = t.Extensions.Clone()
			t.Extensions.Set(a.family, format.ItemID, conv.Raw(rawjson.AppendQuoted(nil, id)))
			content[i] = &t
		}
		return x.WithContent(content)
	})
}

// namesItem reports whether the id of a call also holds the id of its item.
func (a *adapter) namesItem(b conv.AssistantContent) bool {
	t, ok := b.(*conv.ToolCall)
	if !ok {
		return false
	}
	_, id, _ := strings.Cut(t.ID, "|")
	const most = 64
	i := strings.IndexByte(id, '_')
	return len(id) <= most && i > 0 && strings.Contains(a.ItemIDs, " "+id[:i+1]+" ")
}

// withoutItem returns a call without its item id.
func (a *adapter) withoutItem(b *conv.ToolCall) *conv.ToolCall {
	own := func(m conv.Member) bool { return m.Key == format.ItemID }
	if a.ItemIDs == "" || !slices.ContainsFunc(b.Extensions.Of(a.family), own) {
		return b
	}
	a.info(conv.CodeID, conv.Dropped, &b.Node, "item id of another model's call", b.Extensions.Get(a.family, format.ItemID).Text())
	x := *b
	x.Extensions = b.Extensions.Clone()
	for i := range x.Extensions {
		if x.Extensions[i].Family == a.family {
			x.Extensions[i].Members = slices.DeleteFunc(x.Extensions[i].Members, own)
		}
	}
	x.Extensions = slices.DeleteFunc(x.Extensions, func(e conv.Extension) bool { return len(e.Members) == 0 })
	return &x
}
