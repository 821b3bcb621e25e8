package claudecode

import "convo/conv/rawjson"

func (o *outliner) scanAttachment(l *line) {
	c, injected := o.Cursor, false
	r := o.rarely(l)
	again := r.attachment != ""
	for key := range c.Fields {
		switch key {
		case "type":
			r.attachment = c.StrOnly()
		case "content":
			if again = again || r.file.data >= 0; c.Kind() == rawjson.Object {
				r.file = scanAttached(c)
			}
		case "prompt":
			r.prompt = c.Offset()
		case "source_uuid":
			r.source = c.StrOnly()
		case "origin":
			o.scanOrigin(l)
		case "isMeta":
			injected = c.BoolOnly()
		case "commandMode":
			injected = c.StrOnly() == "task-notification" || injected
		}
	}
	if r.unsaid = injected; r.attachment != "queued_command" {
		r.prompt = -1
	}
	if again {
		r.file.data = -1
	}
}

// scanOrigin reads who wrote a prompt.
func (o *outliner) scanOrigin(l *line) {
	if o.Kind() != rawjson.Object {
		return
	}
	for key := range o.Fields {
		if key == "kind" {
			l.notified = isOfProgram(o.StrOnly())
		}
	}
}

func (o *outliner) scanCompaction(l *line) {
	c, r := o.Cursor, o.rarely(l)
	for key := range c.Fields {
		switch {
		case key == "preTokens" && c.Kind() == rawjson.Num:
			r.tokens = c.Number()
		case key == "preservedMessages" && c.Kind() == rawjson.Object:
			for key := range c.Fields {
				if ids := stringsOf(c); key == "uuids" && len(ids) > 0 {
					r.kept = ids[0]
				}
			}
		}
	}
}

// stringsOf reads the strings in a list, none of any other value.
func stringsOf(c *rawjson.Cursor) (all []string) {
	for range c.ElementsOnly {
		if s := c.StrOnly(); s != "" {
			all = append(all, s)
		}
	}
	return all
}
