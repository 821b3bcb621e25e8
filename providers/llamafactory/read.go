package llamafactory

import (
	"iter"
	"slices"
	"strings"

	"convo/conv"
	"convo/conv/format"
	"convo/conv/note"
	"convo/conv/rawjson"
	"convo/conv/record"
	"convo/conv/training"
)

// decode reads a row, or a list of rows.
func decode(data []byte, notes *note.Notes) iter.Seq2[*conv.Conversation, error] {
	d := &decoder{Plain: record.NewPlain(own, data, notes)}
	return d.In.Rows(d.row)
}

// row reads the lists last: what one of them is depends on the others.
func (d *decoder) row() *conv.Conversation {
	start, r := d.In.Offset(), object{}
	record.Read(records().row, d, &r)
	end := d.In.Offset()
	d.out, d.calls = &conv.Conversation{Node: r.Node}, training.Pairing{}
	d.out.Tools = training.ReadTools(own, &d.out.Node, r.tools)
	switch all, chosen, rejected := r.at[0], r.at[1], r.at[2]; {
	case d.In.Err() != nil:
		return nil
	case chosen > 0 && rejected > 0:
		r.at[1], r.at[2] = 0, 0
		d.pair(chosen, rejected)
	case all > 0:
		r.at[0] = 0
		d.out.Messages = d.messages(all, 0, -1)
	default:
		d.In.Fail(start, "a row without messages")
	}
	for i, at := range r.at {
		if at > 0 {
			own.Set(&d.out.Node, lists[i], d.In.RawAt(at))
		}
	}
	d.In.Rewind(end)
	return d.out
}

// pair reads two conversations. Their history is what both begin with.
func (d *decoder) pair(chosen, rejected int) {
	same := training.Shared(slices.Collect(d.In.RawAt(chosen).Elements), slices.Collect(d.In.RawAt(rejected).Elements))
	p := training.Parts{History: d.messages(chosen, 0, same), Pair: true}
	p.Rejected, p.Chosen = d.messages(rejected, same, -1), d.messages(chosen, same, -1)
	training.Join(d.out, p)
}

// messages reads those of a list from one to before another, -1 for its end.
func (d *decoder) messages(at, from, to int) (list []conv.Message) {
	d.In.Rewind(at)
	for i := range d.In.Elements {
		if i < from || to >= 0 && i >= to {
			d.In.Skip()
			continue
		}
		if m := d.message(i == 0 && from == 0); m != nil {
			list = append(list, m)
		}
	}
	return list
}

// message reads a message, nil if it is the system prompt.
func (d *decoder) message(first bool) conv.Message {
	at := d.In.Offset()
	role, _ := d.In.FindTag("role")
	if role != "" && !slices.Contains([]string{"system", "user", "assistant", "tool"}, role) {
		return d.In.Custom(role)
	}
	m := object{kind: role}
	record.Read(records().message, d, &m)
	switch role {
	case "system":
		x := &conv.SystemMessage{Role: conv.RoleSystem}
		format.SetContent(x, m.content)
		x.Node = m.Node
		if first {
			raw := d.In.RawAt(at)
			if d.out.SystemPrompt = said(raw); prompt(d.out.SystemPrompt) != raw {
				own.Set(&d.out.Node, hintPrompt, raw)
			}
			return nil
		}
		return x
	case "assistant":
		x := &conv.AssistantMessage{}
		format.SetContent(x, m.content)
		x.Node = m.Node
		d.calls.Number(slices.Collect(x.Calls))
		return x
	case "tool":
		x := &conv.ToolResultMessage{ToolCallID: d.calls.Pair("")}
		format.SetContent(x, m.content)
		x.Node = m.Node
		return x
	}
	x := &conv.UserMessage{}
	format.SetContent(x, m.content)
	x.Node = m.Node
	return x
}

// said is the texts of a message that is the system prompt.
func said(raw conv.Raw) string {
	var texts []string
	for p := range raw.Lookup("content").Elements {
		if p.Lookup("type").Text() == "text" {
			texts = append(texts, p.Lookup("value").Text())
		}
	}
	return strings.Join(texts, "\n\n")
}

// parts reads the parts of a message. Those that its role does not have are opaque.
func (d *decoder) parts(m *object) {
	m.content = nil
	for range d.In.Elements {
		at := d.In.Offset()
		kind, _ := d.In.FindTag("type")
		asks, answers := m.kind == "user" || m.kind == "tool", m.kind == "assistant"
		media := strings.TrimSuffix(kind, "_url")
		isMedia := media != kind && slices.Contains([]string{"image", "video", "audio"}, media)
		if d.In.Kind() == rawjson.Object && kind != "text" && !(asks && isMedia) && !(answers && (kind == "reasoning" || kind == "tool_call")) {
			d.In.Notes.Unknown(at, "part", kind)
			m.content = append(m.content, d.In.Opaque())
			continue
		}
		p := object{}
		record.Read(records().part, d, &p)
		switch {
		case isMedia:
			x := training.Medium(p.value)
			x.Extensions = append(x.Extensions, p.Extensions...)
			x.SetOffset(at)
			m.content = append(m.content, x.Block(media))
		case kind == "reasoning":
			m.content = append(m.content, &conv.ThinkingContent{Node: p.Node, Thinking: p.value})
		case kind == "tool_call":
			m.content = append(m.content, d.call(&p, at))
		default:
			m.content = append(m.content, &conv.TextContent{Node: p.Node, Text: p.value})
		}
	}
}

// call reads a call. What is not one is opaque.
func (d *decoder) call(p *object, at int) conv.Block {
	calls, ok := training.ParseCalls(p.value)
	if !ok || len(calls) != 1 {
		d.In.Notes.Unknown(at, "call", "")
		return d.In.OpaqueAt(at)
	}
	t := calls[0]
	if t.Node = p.Node; training.FormatCalls(calls) != p.value {
		own.Set(&t.Node, hintValue, rawjson.Quoted(p.value))
	}
	return t
}
