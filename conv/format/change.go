package format

import "convo/conv"

// ChangeMessages returns list with each message changed, or dropped if change returns
// nil. It returns list itself if nothing changes.
func ChangeMessages(list []conv.Message, change func(conv.Message) conv.Message) []conv.Message {
	out, shared := list, true
	for i, m := range list {
		x := change(m)
		if shared && Identical(x, m) {
			continue
		}
		if shared {
			out, shared = append(make([]conv.Message, 0, len(list)), list[:i]...), false
		}
		if x != nil {
			out = append(out, x)
		}
	}
	return out
}

// ChangeBlocks returns m with each block changed, or dropped if change returns nil or
// what m cannot hold. It returns m itself if nothing changes.
func ChangeBlocks[M conv.Message](m M, change func(conv.Block) conv.Block) M {
	return withBlocks(m, change).(M)
}

func withBlocks(m conv.Message, change func(conv.Block) conv.Block) conv.Message {
	switch m := m.(type) {
	case *conv.UserMessage:
		if content, ok := changedBlocks(m.Content, change); ok {
			return m.WithContent(content)
		}
	case *conv.AssistantMessage:
		if content, ok := changedBlocks(m.Content, change); ok {
			return m.WithContent(content)
		}
	case *conv.ToolResultMessage:
		if content, ok := changedBlocks(m.Content, change); ok {
			return m.WithContent(content)
		}
	case *conv.SystemMessage:
		if content, ok := changedBlocks(m.Content, change); ok {
			x := *m
			x.Content = content
			return &x
		}
	case *conv.CustomMessage:
		if content, ok := changedBlocks(m.Content, change); ok {
			x := *m
			x.Content = content
			return &x
		}
	}
	return m
}

func changedBlocks[B conv.Block](list []B, change func(conv.Block) conv.Block) (out []B, changed bool) {
	for i, b := range list {
		x, stays := change(b).(B)
		if !changed && stays && conv.Block(x) == conv.Block(b) {
			continue
		}
		if !changed {
			out, changed = append(make([]B, 0, len(list)), list[:i]...), true
		}
		if stays {
			out = append(out, x)
		}
	}
	return out, changed
}
