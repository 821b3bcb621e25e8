package claudecode

import (
	"convo/conv/format"
	"convo/conv/rawjson"
)

// queued finds the prompts that were typed while the model worked and have no
// line of the user: an attachment or the end of a queue operation is all there is
// of them. A prompt that also has another line is one message.
func (p *part) queued(data []byte) map[int]bool {
	operations, reasons := false, false // whether a prompt that is sent says so
	for _, l := range p.lines {
		operations = operations || l.prompt >= 0
		reasons = reasons || l.reason != "" || l.attachment == "queued_command"
	}
	if !operations {
		return nil
	}
	r := rawjson.NewTrustedCursor(data)
	open := map[string]int{} // how often a text was put in the queue and is not known to be a message
	for _, l := range p.lines {
		if l.kind == "queue-operation" && l.operation == "enqueue" {
			open[textAt(r, l.prompt)]++
		}
	}
	known := make(map[string]bool, len(open))
	for text := range open {
		known[text] = true
	}
	begun := map[string]bool{}
	for _, l := range p.lines {
		switch {
		case l.kind == "queue-operation" && l.operation == "enqueue":
			begun[textAt(r, l.prompt)] = true
		case l.kind == "user" && l.isMessage() && !l.meta && l.text >= 0:
			if text := textAt(r, l.text); begun[text] {
				open[text]--
			}
		}
	}
	prompts := map[int]bool{}
	take := func(i int, text string) {
		if !known[text] || open[text] > 0 {
			prompts[i] = true
			open[text]--
			known[text] = true
		}
	}
	for i, l := range p.lines {
		switch text := textAt(r, l.prompt); {
		case l.attachment != "queued_command" || l.prompt < 0:
		case l.unsaid:
			known[text] = true
			open[text]--
		case !l.duplicate && p.find(l.source) < 0:
			take(i, text)
		}
	}
	var waiting []int
	for i, l := range p.lines {
		if l.kind != "queue-operation" {
			continue
		}
		switch l.operation {
		case "enqueue":
			waiting = append(waiting, i)
		case "popAll":
			waiting = nil
		case "dequeue", "remove":
			from := i
			if len(waiting) > 0 {
				if l.prompt < 0 {
					from = waiting[0]
				}
				waiting = waiting[1:]
			}
			absorbed := l.reason == "absorbed_mid_turn" || !reasons // which older versions do not say
			if at := p.lines[from].prompt; l.operation == "remove" && absorbed && at >= 0 {
				take(from, textAt(r, at))
			}
		}
	}
	return prompts
}

// textAt returns the text at an offset, or of the blocks there.
func textAt(c *rawjson.Cursor, offset int) string {
	if offset < 0 {
		return ""
	}
	c.Rewind(offset)
	return format.TextAt(c)
}
