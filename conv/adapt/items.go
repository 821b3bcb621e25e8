package adapt

import (
	"strings"

	"convo/conv"
	"convo/conv/format"
	"convo/conv/note"
	"convo/conv/rawjson"
)

// itemIDs keeps the item id of a call, which some agents write after a "|",
// where servers compare it with the reasoning before it.
func (a *adapter) itemIDs(in []conv.Message) []conv.Message {
	if a.ItemIDs == "" {
		return in
	}
	return changeAnswers(in, func(m *conv.AssistantMessage) conv.Message {
		if a.target.Named() && !a.made(m) {
			return m
		}
		return changeCalls(m, func(t *conv.ToolCall) *conv.ToolCall {
			_, id, _ := strings.Cut(t.ID, "|")
			if !a.isItem(id) {
				return t
			}
			x := *t
			x.Extensions = t.Extensions.With(a.family, format.ItemID, conv.Raw(rawjson.AppendQuoted(nil, id)))
			return &x
		})
	})
}

// isItem reports whether an id is that of an item.
func (a *adapter) isItem(id string) bool {
	const most = 64
	i := strings.IndexByte(id, '_')
	return len(id) <= most && i > 0 && strings.Contains(a.ItemIDs, " "+id[:i+1]+" ")
}

// withoutItem returns a call without its item id.
func (a *adapter) withoutItem(b *conv.ToolCall) *conv.ToolCall {
	if a.ItemIDs == "" || b.Extensions.Get(a.family, format.ItemID) == "" {
		return b
	}
	a.info(note.CodeID, note.Dropped, &b.Node, "item id of another model's call", b.Extensions.Get(a.family, format.ItemID).Text())
	x := *b
	x.Extensions = b.Extensions.WithoutAll(a.family, func(key string) bool { return key == format.ItemID })
	return &x
}
