package hfmessages

import (
	"iter"
	"slices"
	"strings"

	"convo/conv"
	"convo/conv/note"
	"convo/conv/rawjson"
	"convo/conv/record"
	"convo/conv/training"
	"convo/providers/openaichat"
)

// decoder reads rows.
type decoder struct {
	record.Reader
	thread *openaichat.Thread
	out    *conv.Conversation
	at     map[string]int // offsets of the columns that can be messages
}

// thread reads or writes the messages of one row.
func thread() *openaichat.Thread {
	return &openaichat.Thread{Guest: training.Family, Fields: []string{training.Weight, "thinking"}, Templates: true}
}

// decode reads a row, or a list of rows.
func decode(data []byte, notes *note.Notes) iter.Seq2[*conv.Conversation, error] {
	d := &decoder{Reader: record.NewReader(training.Own, data, notes)}
	return d.Rows(d.row)
}

// row reads the columns first: what one of them is depends on the others.
func (d *decoder) row() *conv.Conversation {
	at := d.Offset()
	d.thread, d.out, d.at = thread(), &conv.Conversation{Request: &conv.Request{}}, map[string]int{}
	d.out.SetOffset(at)
	if !d.WantObject("a row as an object") {
		return nil
	}
	for key := range d.Fields {
		switch key {
		case "messages", "prompt", "completion", "chosen", "rejected", "question", "input", "system":
			delete(d.at, key)
			switch kind, mayList := d.Kind(), slices.Contains(columns[:], key); {
			case kind == rawjson.String || mayList && kind != rawjson.Null:
				d.at[key] = d.Offset()
				d.Skip()
			case mayList:
				d.Skip()
			default:
				d.Keep(&d.out.Node, key)
			}
		case "tools":
			d.tools()
		case training.Label, "chat_template_kwargs", "images":
			d.Known(&d.out.Node, key)
		default:
			d.Keep(&d.out.Node, key)
		}
	}
	end := d.Offset()
	if d.Err() == nil && !d.columns() {
		d.Fail(at, "a row without messages")
	}
	d.out.Request = nil
	d.images()
	if without := withoutIDs(d.out.Messages); without != "" {
		number(d.out.Messages, without)
		d.set(hintIDs, rawjson.Quoted(without))
	}
	d.unnamed()
	d.Rewind(end)
	return d.out
}

// columns are the columns that can be messages.
var columns = [...]string{"messages", "prompt", "completion", "chosen", "rejected"}

// form is what a row is: preference, chosen (a preference without a prompt),
// messages, completion or prompt; "" is no row.
func form(kind func(column string) rawjson.Kind) string {
	isSaid := func(k rawjson.Kind) bool { return k == rawjson.Array || k == rawjson.String }
	prompt, chosen := kind("prompt"), kind("chosen")
	switch both := chosen == kind("rejected"); {
	case both && chosen == rawjson.Array && prompt != rawjson.Array:
		return "chosen"
	case both && isSaid(chosen) && (chosen == prompt || prompt == rawjson.Invalid):
		return "preference"
	case kind("messages") == rawjson.Array:
		return "messages"
	case isSaid(prompt) && prompt == kind("completion"):
		return "completion"
	case isSaid(prompt):
		return "prompt"
	}
	return ""
}

// columns reads those columns that are the conversation. The others are residue.
func (d *decoder) columns() bool {
	kind := func(column string) rawjson.Kind {
		at, ok := d.at[column]
		if !ok {
			return rawjson.Invalid
		}
		d.Rewind(at)
		return d.Kind()
	}
	d.named(kind)
	var p training.Parts
	is := form(kind)
	texts := kind("prompt") == rawjson.String || kind("chosen") == rawjson.String
	switch {
	case kind("prompt") == rawjson.Invalid && d.dialogs(&p):
		texts, is = false, "chosen"
	case is == "":
		return false
	case is == "chosen":
		texts, p = false, d.unprompted()
	case is == "messages":
		texts, p.History = false, d.list("messages", true)
	default:
		p.History = d.list("prompt", true)
	}
	switch is {
	case "preference":
		p.Pair, p.Rejected, p.Chosen = true, d.list("rejected", false), d.list("chosen", false)
	case "completion":
		p.Chosen = d.list("completion", false)
	}
	if is != "preference" && (is != "messages" || training.Own.Get(&d.out.Node, training.Label) != "") {
		d.set(hintColumns, rawjson.Quoted(is))
	}
	if texts {
		d.set(hintTexts, "true")
	}
	for _, key := range append(columns[:], asked...) {
		if at, left := d.at[key]; left {
			d.Rewind(at)
			d.Keep(&d.out.Node, key)
		}
	}
	training.Join(d.out, p)
	return true
}

// asked are names of what some pairs of texts have in place of a prompt, and of the
// instructions beside it.
var asked = []string{"question", "input", "system"}

// named reads what a pair of texts has in place of a prompt.
func (d *decoder) named(kind func(column string) rawjson.Kind) {
	if kind("prompt") != rawjson.Invalid || kind("chosen") != rawjson.String || kind("rejected") != rawjson.String {
		return
	}
	for _, key := range asked[:2] {
		at, ok := d.at[key]
		if !ok {
			continue
		}
		delete(d.at, key)
		d.at["prompt"] = at
		d.set(hintNamed, rawjson.Quoted(key))
		if at, ok := d.at["system"]; ok {
			if text := d.RawAt(at).Text(); text != "" {
				delete(d.at, "system")
				d.out.SystemPrompt = text
			}
		}
		return
	}
}

func (d *decoder) set(hint string, value conv.Raw) { training.Own.Set(&d.out.Node, hint, value) }

// list reads a column of messages, or of one text. In the first one, a system message
// is the prompt.
func (d *decoder) list(key string, first bool) (list []conv.Message) {
	at, ok := d.at[key]
	if !ok {
		return nil
	}
	delete(d.at, key)
	d.Rewind(at)
	switch {
	case d.Kind() == rawjson.String:
		t := &conv.TextContent{}
		d.SetOffset(&t.Node)
		t.Text = d.Text(&t.Node)
		m := conv.Message(&conv.AssistantMessage{Content: []conv.AssistantContent{t}})
		if key == "prompt" {
			m = &conv.UserMessage{Content: []conv.UserContent{t}}
		}
		conv.MetaOf(m).SetOffset(at)
		return []conv.Message{m}
	case first:
		d.thread.History(d.Reader.Reader, d.out, "messages")
		list = d.out.Messages
		for _, m := range list {
			d.finish(m)
		}
		return list
	}
	return d.from(0)
}

// from reads the messages of a list that comes next, without the first ones.
func (d *decoder) from(first int) (list []conv.Message) {
	for i := range d.Elements {
		if i < first {
			d.Skip()
			continue
		}
		if m := d.thread.Message(d.Reader.Reader); m != nil {
			d.finish(m)
			list = append(list, m)
		}
	}
	return list
}

// unprompted reads two answers with the history before each: it is what both begin
// with.
func (d *decoder) unprompted() (p training.Parts) {
	at := d.at["rejected"]
	chosen := slices.Collect(d.RawAt(d.at["chosen"]).Elements)
	same := training.Shared(chosen, slices.Collect(d.RawAt(at).Elements))
	delete(d.at, "rejected")
	all := d.list("chosen", true)
	if len(all) < len(chosen) && same == 0 {
		d.Fail(at, "chosen begins with a system message that rejected does not begin with")
		return p
	}
	split := len(all) - (len(chosen) - same)
	p.History, p.Chosen, p.Pair = all[:split], all[split:], true
	d.Rewind(at)
	p.Rejected = d.from(same)
	return p
}

// dialogs reads two answers as HH-RLHF has them, each in a text with the history before it.
func (d *decoder) dialogs(p *training.Parts) bool {
	chosen, all := d.dialog("chosen")
	rejected, others := d.dialog("rejected")
	if all == nil || others == nil {
		return false
	}
	n := training.Shared(chosen, rejected)
	*p = training.Parts{Pair: true, History: all[:n:n], Chosen: all[n:], Rejected: others[n:]}
	delete(d.at, "chosen")
	delete(d.at, "rejected")
	return true
}

// dialog is the turns of a text that ends in an answer, and their messages.
func (d *decoder) dialog(key string) (turns []training.Turn, list []conv.Message) {
	at, ok := d.at[key]
	if !ok {
		return nil, nil
	}
	text := d.RawAt(at).Text()
	if !strings.HasPrefix(text, "\n\nHuman:") {
		return nil, nil
	}
	turns = training.Turns(text)
	for _, t := range turns {
		list = append(list, training.Said(conv.Role(t.Role), t.Text, at))
	}
	if n := len(list); n == 0 || conv.RoleOf(list[n-1]) != conv.RoleAssistant {
		return nil, nil
	}
	return turns, list
}

// tools reads a list of tools, or the text of one, as older tables have it.
func (d *decoder) tools() {
	at := d.Offset()
	training.Own.Reread(&d.out.Node, "tools")
	training.Own.Reread(&d.out.Node, hintTools)
	d.out.Tools = nil
	switch d.Kind() {
	case rawjson.Array:
		if d.thread.History(d.Reader.Reader, d.out, "tools") {
			return
		}
	case rawjson.String:
		raw := d.Raw()
		if tools := parseTools(raw); tools != nil {
			for i := range tools {
				tools[i].SetOffset(at)
			}
			d.out.Tools = tools
			d.set(hintTools, raw)
			return
		}
	}
	d.Rewind(at)
	d.Known(&d.out.Node, "tools")
}

// parseTools reads the text of a list of tools, nil if it is none.
func parseTools(text conv.Raw) []conv.ToolDefinition {
	c := &conv.Conversation{Request: &conv.Request{}}
	r := conv.NewReader([]byte(text.Text()), training.Family, nil)
	if r.Kind() != rawjson.Array || !thread().History(r, c, "tools") || r.End() != nil {
		return nil
	}
	return c.Tools
}
