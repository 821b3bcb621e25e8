package openaiagents

import (
	"iter"
	"slices"

	"convo/conv"
	"convo/conv/note"
	"convo/conv/rawjson"
	"convo/providers/openairesponses"
)

// decoder reads items of one conversation.
type decoder struct {
	*conv.Reader
	c      *conv.Conversation
	first  int // offset of the first item
	thread openairesponses.Thread
}

// decode reads a list, or the state of a run, as a conversation each. Items that follow
// each other, as on lines, are one conversation.
func decode(data []byte, notes *note.Notes) iter.Seq2[*conv.Conversation, error] {
	return func(yield func(*conv.Conversation, error) bool) {
		d := &decoder{Reader: conv.NewReader(data, family, notes)}
		var lines *decoder
		for d.Kind() != rawjson.Invalid {
			one := &decoder{Reader: d.Reader, c: &conv.Conversation{}}
			one.c.SetOffset(d.Offset())
			switch {
			case d.Kind() == rawjson.Array:
				one.items()
			case d.Kind() == rawjson.Object && d.Ahead("original_input") >= 0:
				one.state("original_input", "generated_items", "new_items")
			case d.Kind() == rawjson.Object && d.Ahead("originalInput") >= 0:
				one.state("originalInput", "generatedItems", "")
			default:
				if lines == nil {
					lines = one
					lines.c.Extensions.Set(family, hintLines, "true")
				}
				lines.item()
				continue
			}
			if d.Err() == nil {
				if one.prompt(); !yield(one.c, nil) {
					return
				}
			}
		}
		if err := d.End(); err != nil {
			yield(nil, err)
		} else if lines != nil {
			lines.prompt()
			yield(lines.c, nil)
		}
	}
}

// state reads the state of a run: what it began with, and the items since.
func (d *decoder) state(begun, since, orSince string) {
	input, items := d.Ahead(begun), d.Ahead(since)
	if items < 0 && orSince != "" {
		items = d.Ahead(orSince)
	}
	for key := range d.Fields {
		switch at := d.Offset(); {
		case at == input || at == items:
			d.Skip()
		case key == "$schemaVersion":
			d.KeepQuietly(&d.c.Node, key)
		case key == "new_items", key == "last_processed_response", key == "lastProcessedResponse", key == "session_items":
			d.Skip() // they repeat items
		default:
			d.known(key)
		}
	}
	end := d.Offset()
	if d.Err() != nil {
		return
	}
	if d.Rewind(input); d.Kind() == rawjson.String {
		m := &conv.UserMessage{}
		m.SetOffset(input)
		t := &conv.TextContent{}
		t.SetOffset(input)
		t.Text = d.Text(&t.Node)
		m.Content = append(m.Content, t)
		d.c.Messages = append(d.c.Messages, m)
	} else {
		d.items()
	}
	if items >= 0 && d.Err() == nil {
		d.Rewind(items)
		d.items()
	}
	d.Rewind(end)
}

// known keeps a field, unless it says nothing.
func (d *decoder) known(key string) {
	switch raw := d.Raw(); raw {
	case "null", "[]", "{}", `""`, "false", "0":
	default:
		d.c.Extensions.Set(family, key, raw)
	}
}

// items reads a list of items.
func (d *decoder) items() {
	if k := d.Kind(); k != rawjson.Array {
		d.Refuse("want a list of items, got %s", k)
		return
	}
	for range d.Elements {
		d.item()
	}
}

// item reads an item, which the SDK may wrap to say whose it is.
func (d *decoder) item() {
	inside := -1
	if d.Kind() == rawjson.Object {
		if inside = d.Ahead("raw_item"); inside < 0 {
			inside = d.Ahead("rawItem")
		}
	}
	if inside < 0 {
		d.message()
		return
	}
	at := d.Offset()
	for key := range d.Raw().Fields {
		switch key {
		case "type", "raw_item", "rawItem", "output": // output says it again
		default:
			d.Notes.Loss(note.CodeExtension, note.Dropped, at, "field around an item", key)
		}
	}
	end := d.Offset()
	if d.Err() == nil {
		d.Rewind(inside)
		d.message()
	}
	d.Rewind(end)
}

// prompt takes an instruction at the beginning as the prompt.
func (d *decoder) prompt() { openairesponses.Prompt(d.Reader, d.c, d.first) }

func (d *decoder) message() {
	if len(d.c.Messages) == 0 {
		d.first = d.Offset()
	}
	if d.Kind() == rawjson.Object && (d.Ahead("callId") >= 0 || d.Ahead("providerData") >= 0 || d.Ahead("role") >= 0) {
		at := d.Offset()
		item := fromJavaScript(d.Raw())
		if item != "" && d.Err() == nil {
			d.spelled(item, at)
		}
		if item != "" || d.Err() != nil {
			return
		}
		d.Rewind(at)
	}
	if m := d.thread.Message(d.Reader); m != nil {
		d.c.Messages = append(d.c.Messages, m)
	}
}

// spelled reads an item in place of the one at an offset.
func (d *decoder) spelled(item conv.Raw, at int) {
	said := len(d.last())
	r := conv.NewReader([]byte(item), family, nil)
	if m := d.thread.Message(r); m != nil {
		d.c.Messages, said = append(d.c.Messages, m), 0
		conv.MetaOf(m).SetOffset(at)
	}
	if err := r.Err(); err != nil {
		d.Fail(at, "an item of JavaScript: %v", err)
		return
	}
	for i, b := range d.last() {
		if i >= said {
			conv.NodeOf(b).SetOffset(at)
		}
	}
}

// last is the blocks of the last message.
func (d *decoder) last() []conv.Block {
	if n := len(d.c.Messages); n > 0 {
		return slices.Collect(conv.BlocksOf(d.c.Messages[n-1]))
	}
	return nil
}
