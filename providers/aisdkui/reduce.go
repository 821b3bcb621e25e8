package aisdkui

import (
	"slices"
	"strconv"
	"strings"

	"convo/conv"
	"convo/conv/fit"
	"convo/conv/format"
	"convo/conv/note"
	"convo/conv/parts"
)

// reduce does what holds cannot say: answers and results in a row are one message, each
// call has its result with it, and each message has an id.
func reduce(c *conv.Conversation, notes *note.Notes) *conv.Conversation {
	x := &reducer{notes: notes, ids: map[string]bool{}}
	if c.SystemPrompt != "" {
		x.n++
	}
	own.reduceBlocks(c, notes, func(m conv.Message, o *conv.Opaque) conv.Message {
		r := &reading{decoder: newDecoder(own, nil, nil), role: string(conv.RoleOf(m))}
		r.begin()
		r.part(o.Raw, -1)
		r.end()
		return r.C.Messages[0]
	})
	for _, m := range c.Messages {
		x.ids[conv.MetaOf(m).ID] = true
	}
	for _, m := range c.Messages {
		switch m := m.(type) {
		case *conv.AssistantMessage:
			x.answers()
			if !x.goesOn(m) {
				x.end()
			}
			x.group, x.answer = m.Group, m
			x.turn = append(x.turn, m)
		case *conv.ToolResultMessage:
			x.results = append(x.results, m)
		case *conv.CustomMessage:
			x.end()
			r := newDecoder(own, []byte(m.Data), nil)
			r.n = 1
			r.message()
			if y := parts.CustomAgain(m, r.C, notes); y != nil {
				x.n++
				x.out = append(x.out, y)
			}
		default:
			x.end()
			x.add([]conv.Message{m})
		}
	}
	x.end()
	return c.WithMessages(x.out)
}

type reducer struct {
	notes   *note.Notes
	ids     map[string]bool
	n       int // of messages as they are written, so far
	out     []conv.Message
	turn    []conv.Message // the open message
	group   string         // of its last answer
	answer  *conv.AssistantMessage
	results []*conv.ToolResultMessage // of the answer
}

// goesOn reports whether an answer goes on with the open message: it is of the same
// group, or, if nobody knows, it comes after results.
func (x *reducer) goesOn(m *conv.AssistantMessage) bool {
	n := len(x.turn)
	if n == 0 || m.Group != "" || x.group != "" {
		return n > 0 && m.Group == x.group
	}
	_, ok := x.turn[n-1].(*conv.ToolResultMessage)
	return ok
}

// answers adds the results of the last answer, in the order of its calls.
func (x *reducer) answers() {
	var calls []*conv.ToolCall
	if x.answer != nil {
		calls = slices.Collect(x.answer.Calls)
	}
	wait := map[string][]int{} // places of calls without a result, by id
	for i, t := range calls {
		wait[t.ID] = append(wait[t.ID], i)
	}
	done, last := make([]*conv.ToolResultMessage, len(calls)), 0
	for _, m := range x.results {
		places := wait[m.ToolCallID]
		if len(places) == 0 {
			x.notes.Loss(note.CodeHistory, note.Dropped, m.Offset(), "result of a call that does not wait for one, of tool", m.ToolName)
			continue
		}
		wait[m.ToolCallID] = places[1:]
		if done[places[0]] = m; places[0] < last {
			x.notes.Loss(note.CodeOrder, note.Downgraded, m.Offset(), "order of tool results", "")
		}
		last = max(last, places[0])
	}
	for i, m := range done {
		if m == nil {
			continue
		}
		if name := calls[i].Name; m.ToolName != name {
			x.notes.Loss(note.CodeName, note.Downgraded, m.Offset(), "tool name of a result, now that of its call,", m.ToolName)
			m = new(*m)
			m.ToolName = name
		}
		x.turn = append(x.turn, m)
	}
	x.answer, x.results = nil, nil
}

// end ends the open message.
func (x *reducer) end() {
	x.answers()
	if len(x.turn) > 0 {
		x.add(x.turn)
	}
	x.turn, x.group = nil, ""
}

// add adds what is one message: the first has an id and the time, all are a group.
func (x *reducer) add(turn []conv.Message) {
	x.n++
	steps(turn)
	group := ""
	for i, m := range turn {
		meta := *conv.MetaOf(m)
		if i == 0 {
			x.id(&meta)
			if len(turn) > 1 {
				group = groupOf(meta.ID, x.n)
			}
			if raw := own.Get(&meta.Node, "metadata"); raw != "" && raw[0] != '{' {
				x.clearTime(&meta, "timestamp")
			}
		} else {
			if meta.ID != "" {
				x.notes.Loss(note.CodeID, note.Dropped, meta.Offset(), "id of a message that is now part of another", "")
			}
			meta.ID = ""
			x.clearTime(&meta, "timestamp of a message that is now part of another")
		}
		if was := conv.MetaOf(m); was.ID != meta.ID || was.Timestamp != meta.Timestamp || was.Group != group {
			meta.Group = group
			m = format.WithMeta(m, meta)
		}
		x.out = append(x.out, m)
	}
}

// steps marks the steps of a message that reading would join or part.
func steps(turn []conv.Message) {
	marked, last := false, 0
	for i, m := range turn {
		answer, ok := m.(*conv.AssistantMessage)
		if !ok {
			continue
		}
		before := turn[last:i]
		last = i
		if own.Get(&answer.Node, hintNoStep) == "" {
			marked = true
			continue
		}
		apart := len(before) > 1 && len(answer.Content) > 0 && begins(answer.Content[0])
		if !marked && (i == 0 || apart) && isOneStep(turn[i:]) || marked && apart && hosted(before) {
			continue
		}
		y := *answer
		own.Drop(&y.Node, hintNoStep)
		turn[i], marked = &y, true
	}
}

// hosted reports whether one of the results of an answer is of a call that the vendor ran.
func hosted(answer step) bool {
	for b, result := range answer.blocks {
		if result != nil && isHosted(b.(*conv.ToolCall)) {
			return true
		}
	}
	return false
}

// isOneStep reports whether an answer says nothing after a call with a result.
func isOneStep(answer step) bool {
	done := false
	for b, result := range answer.blocks {
		if done && begins(b) {
			return false
		}
		done = done || result != nil
	}
	return true
}

// begins reports whether a block after a result begins a step, if nothing marks steps.
func begins(b conv.Block) bool {
	switch b.(type) {
	case *conv.ToolCall, *conv.Opaque:
		return false
	}
	return true
}

func (x *reducer) clearTime(meta *conv.Meta, what string) {
	if meta.Timestamp != 0 {
		x.notes.Loss(note.CodeTime, note.Dropped, meta.Offset(), what, "")
	}
	meta.Timestamp = 0
}

// id gives a message an id, unless it had none in a file of the format.
func (x *reducer) id(meta *conv.Meta) {
	if meta.ID != "" || own.Get(&meta.Node, hintNoID) != "" {
		return
	}
	id := "msg-" + strconv.Itoa(x.n)
	for x.ids[id] {
		id += "-"
	}
	x.ids[id] = true
	x.notes.Info(note.CodeID, note.Synthesized, meta.Offset(), "message id", "")
	meta.ID = id
}

// reduceBlocks drops parts that would be read as something else, and texts that say
// nothing. It gives each file a media type.
func (own dialect) reduceBlocks(c *conv.Conversation, notes *note.Notes, read func(conv.Message, *conv.Opaque) conv.Message) {
	fit.Blocks(c, func(m conv.Message, b conv.Block) conv.Block {
		switch b := b.(type) {
		case *conv.Opaque:
			return parts.Again(b, read(m, b), notes)
		case *conv.ThinkingContent:
			return own.oneSignature(b, notes)
		case *conv.TextContent:
			if b.Text == "" && conv.RoleOf(m) == conv.RoleToolResult && own.Plain(&b.Node) {
				notes.Info(note.CodeSynthesized, note.Dropped, b.Offset(), "empty text of a tool result", "")
				return nil
			}
		}
		if f := conv.MediaOf(b); f != nil && f.MIMEType == "" && strings.HasPrefix(own.Text(&f.Node, hintImage), "image") {
			return b
		}
		return fit.TypedFile(b, notes)
	})
}
