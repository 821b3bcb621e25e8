package claudecode

import (
	"bytes"

	"convo/conv"
	"convo/conv/note"
	"convo/conv/rawjson"
)

// line is the outline of one line.
type line struct {
	offset                   int
	kind, subtype            string
	uuid, parent, logical    string
	link                     rawjson.Kind // of the field parentUuid; Invalid: there is none
	*where                                // it was written
	sidechain, meta, summary bool
	notified                 bool // a task, or an agent, notified the program
	failed                   bool // the program reports an error of the API
	bare                     bool // it is no object
	more                     int  // such lines that follow it, which count as part of it
	after                    bool // a blank line stands before it
	own                      bool // it has a field that no line of [chain.plain] has

	up             int    // index of the line that it names as its parent, -1 without one
	time, details  int    // offsets of the timestamp and of what only the program sees of a result, -1 without one
	body           int    // offset of the message, -1 if it is no object
	role, id       string // of the message
	content        rawjson.Kind
	text           int // offset of the content's only text, -1 without one
	calls, results []string

	*rare

	duplicate, active bool
}

// where is what most lines of a session share.
type where struct{ session, agent, cwd, branch, version string }

// rare is what few lines have.
type rare struct {
	attachment, source string // type of an attachment, and the id of the prompt in it
	operation, reason  string // of a queue
	prompt             int    // offset of the prompt in an attachment or a queue, -1 without one
	unsaid             bool   // the prompt in an attachment is a notice of the program
	file               attached
	agentType          string
	helper             string   // id of the helper that a result is from
	retracts           []string // ids of lines that are taken back
	kept               string   // first line that a compaction kept
	tokens             conv.Number
}

// outliner makes outlines.
type outliner struct {
	*rawjson.Cursor
	here    *where // of the line before
	nowhere *where // of values that are no lines
	none    *rare  // of lines that have nothing rare
}

// rarely returns what a line has of its own that is rare, to be changed.
func (o *outliner) rarely(l *line) *rare {
	if l.rare == o.none {
		l.rare = &rare{prompt: -1, file: attached{data: -1}}
	}
	return l.rare
}

// isMessage reports whether a line could be a message of the user or the model.
func (l *line) isMessage() bool {
	return (l.kind == "user" || l.kind == "assistant") && l.body >= 0 && !l.duplicate
}

func (l *line) isBoundary() bool { return l.kind == "system" && l.subtype == "compact_boundary" }

// outline reads the outline of every line. A broken line is a loss, a cut last
// one is not.
func outline(data []byte, notes *note.Notes) []line {
	all := make([]line, 0, filledLines(data))
	c := rawjson.NewCursor(nil)
	o := &outliner{Cursor: c, here: &where{}, nowhere: &where{}, none: &rare{prompt: -1, file: attached{data: -1}}}
	start, blank, run := 0, false, false // run: the line before is no object
	if bytes.HasPrefix(data, []byte("\ufeff")) {
		start = 3
	}
	for start < len(data) {
		end := bytes.IndexByte(data[start:], '\n')
		last := end < 0
		if end += start; last {
			end = len(data)
		}
		c.Reset(data[:end])
		c.Rewind(start)
		n := len(all)
		for c.Kind() != rawjson.Invalid && c.Err() == nil {
			l := o.scan()
			l.after, blank = blank, false
			switch {
			case c.Err() != nil:
			case run && l.bare && !l.after:
				all[len(all)-1].more++
				n--
			default:
				all = append(all, l)
				run = l.bare
			}
		}
		if err := c.End(); err != nil {
			run = false
			last = last || len(bytes.TrimSpace(data[end:])) == 0
			noteBroken(notes, c, start, last)
		} else if len(all) == n {
			blank = true
		}
		start = end + 1
	}
	return all
}

// filledLines is how many lines begin as an object does: an outline takes more memory
// than a short line, so none is copied while their list grows.
func filledLines(data []byte) (n int) {
	for line := range bytes.Lines(data) {
		if line[0] == '{' {
			n++
		}
	}
	return n
}

func noteBroken(notes *note.Notes, c *rawjson.Cursor, at int, last bool) {
	if last && c.Ended() {
		notes.Info(note.CodeHistory, note.Dropped, at, "last line, which is cut off", "")
		return
	}
	notes.Loss(note.CodeHistory, note.Dropped, at, "broken line", "")
}

// scan outlines the next value.
func (o *outliner) scan() line {
	c := o.Cursor
	l := line{offset: c.Offset(), time: -1, details: -1, body: -1, text: -1, where: o.nowhere, rare: o.none}
	if c.Kind() != rawjson.Object {
		l.bare = true
		c.Skip()
		return l
	}
	var here where
	for key := range c.Fields {
		switch key {
		case "type":
			l.kind = c.StrOnly()
		case "subtype":
			l.subtype = c.StrOnly()
		case "uuid":
			l.uuid = c.StrOnly()
		case "parentUuid":
			l.link = c.Kind()
			l.parent = c.StrOnly()
		case "logicalParentUuid":
			l.logical = c.StrOnly()
		case "sessionId":
			here.session = c.StrOnly()
		case "agentId":
			here.agent = c.StrOnly()
		case "cwd":
			here.cwd = c.StrOnly()
		case "gitBranch":
			here.branch = c.StrOnly()
		case "version":
			here.version = c.StrOnly()
		case "isSidechain":
			l.sidechain = c.BoolOnly()
		case "isMeta":
			l.meta = c.BoolOnly()
		case "isCompactSummary":
			l.summary = c.BoolOnly()
		case "isApiErrorMessage":
			l.failed = c.BoolOnly()
		case "attributionAgent":
			o.rarely(&l).agentType = c.StrOnly()
		case "timestamp":
			if l.time < 0 {
				l.time = c.Offset()
			}
		default:
			o.scanRest(&l, key)
		}
	}
	if here != *o.here {
		next := here // so that it alone is kept
		o.here = &next
	}
	l.where = o.here
	return l
}

func (o *outliner) scanRest(l *line, key string) {
	c := o.Cursor
	if key == "toolUseResult" && l.details < 0 {
		l.details = c.Offset()
	}
	switch {
	case key == "message" && c.Kind() == rawjson.Object:
		l.body = c.Offset()
		l.scanMessage(c)
	case key == "attachment" && c.Kind() == rawjson.Object:
		o.scanAttachment(l)
	case key == "compactMetadata" && c.Kind() == rawjson.Object:
		o.scanCompaction(l)
	case key == "origin" && c.Kind() == rawjson.Object:
		o.scanOrigin(l)
	case key == "entrypoint" || key == "slug" || key == "promptId" || key == "requestId" || key == "sessionKind":
		l.own = true
		c.Skip()
	case key == "toolUseResult" && c.Kind() == rawjson.Object:
		for key := range c.Fields {
			if key == "agentId" {
				if id := c.StrOnly(); id != "" || l.helper != "" {
					o.rarely(l).helper = id
				}
			}
		}
	case key == "supersedesUuids" || key == "retractedMessageUuids":
		if ids := stringsOf(c); len(ids) > 0 {
			r := o.rarely(l)
			r.retracts = append(r.retracts, ids...)
		}
	case key == "refusedUserMessageUuid":
		if id := c.StrOnly(); id != "" {
			r := o.rarely(l)
			r.retracts = append(r.retracts, id)
		}
	case key == "operation":
		o.rarely(l).operation = c.StrOnly()
	case key == "reason":
		o.rarely(l).reason = c.StrOnly()
	case key == "content" && c.Kind() == rawjson.String:
		o.rarely(l).prompt = c.Offset()
		c.Skip()
	default:
		c.Skip()
	}
}

func (l *line) scanMessage(c *rawjson.Cursor) {
	for key := range c.Fields {
		switch key {
		case "role":
			l.role = c.StrOnly()
		case "id":
			l.id = c.StrOnly()
		case "content":
			l.scanContent(c)
		}
	}
}

func (l *line) scanContent(c *rawjson.Cursor) {
	l.content, l.text = c.Kind(), -1
	l.calls, l.results = nil, nil
	if l.content == rawjson.String {
		l.text = c.Offset()
	}
	if l.content != rawjson.Array {
		c.Skip()
		return
	}
	for i := range c.Elements {
		text := l.scanBlock(c)
		if i > 0 {
			text = -1
		}
		l.text = text
	}
}

// scanBlock returns the offset of the block's text, -1 if it has none.
func (l *line) scanBlock(c *rawjson.Cursor) int {
	kind, id, answers, text := "", "", "", -1
	for key := range c.FieldsOnly {
		switch key {
		case "type":
			kind = c.StrOnly()
		case "id":
			id = c.StrOnly()
		case "tool_use_id":
			answers = c.StrOnly()
		case "text":
			if c.Kind() == rawjson.String {
				text = c.Offset()
			}
		}
	}
	switch kind {
	case "tool_use":
		l.calls = append(l.calls, id)
	case "tool_result":
		l.results = append(l.results, answers)
	}
	return text
}
