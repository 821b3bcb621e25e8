package codex

import (
	"strings"

	"convo/conv"
	"convo/conv/rawjson"
)

// The forms of files that do not begin with a line of type session_meta. They
// have no lines for the screen.
const (
	formBare     = "bare"     // the head of the first versions: a line without a type
	formHeadless = "headless" // no head
	formDocument = "document" // {"session":{…},"items":[…]}
)

// head reads what the file says of the session, and returns the lines to read.
func (d *decoder) head(lines []line, document bool) []line {
	s := &conv.Session{Agent: family}
	d.c.Session = s
	l, raw := &lines[0], d.raw(&lines[0])
	form := ""
	switch {
	case document:
		form = formDocument
		raw = withField(raw, "items", "0")
		d.session(raw.Lookup("session"))
	case l.kind == kindMeta:
		d.session(raw.Lookup("payload"))
	case l.kind == "" && l.time != "" && raw.Lookup("id") != "":
		form = formBare
		d.session(raw)
	default:
		form, raw = formHeadless, ""
		d.laterHead(lines)
	}
	if form != "" {
		d.c.Extensions.Set(family, hintForm, rawjson.Quoted(form))
	}
	if d.headless = form == formHeadless; d.headless {
		return lines
	}
	d.provider = providerOf(raw)
	d.c.Extensions.Set(family, hintMeta, withoutPrompt(raw))
	return lines[1:]
}

// laterHead reads the first line of type session_meta, if it does not come first.
func (d *decoder) laterHead(lines []line) {
	for i := range lines {
		if lines[i].kind == kindMeta {
			d.session(d.rawAt(lines[i].payload))
			return
		}
	}
}

// session reads what a head says.
func (d *decoder) session(payload conv.Raw) {
	s := d.c.Session
	d.ours = payload.Lookup("originator").Text() == originator
	d.c.ID = payload.Lookup("id").Text()
	d.c.SystemPrompt = payload.Lookup("base_instructions.text").Text()
	s.AgentVersion = payload.Lookup("cli_version").Text()
	s.Cwd = payload.Lookup("cwd").Text()
	s.Branch = payload.Lookup("git.branch").Text()
	s.AgentType = payload.Lookup("agent_role").Text()
	parent := payload.Lookup("parent_thread_id").Text()
	if parent == "" {
		parent = payload.Lookup("source.subagent.thread_spawn.parent_thread_id").Text()
	}
	if parent != "" {
		s.Parent = &conv.ParentSession{Session: parent}
	}
	if at := payload.Lookup("timestamp"); !d.isMadeTime(at) {
		s.Started = milliseconds(at)
	}
	d.workedIn, d.cwd = s.Cwd, s.Cwd
	if base := payload.Lookup("history_base.thread_id").Text(); base != "" {
		d.notes.Loss(conv.CodeHistory, conv.Unknown, 0, "the beginning of the history, which is in another file: that of thread", base)
	}
	if !d.ours {
		return
	}
	if strings.HasPrefix(d.c.ID, madeThread) {
		d.c.ID = ""
	}
	if s.AgentVersion == noVersion {
		s.AgentVersion = ""
	}
	if s.Cwd == "/" {
		s.Cwd = ""
	}
}

// settleHead sets what the whole file says of the session, and forgets the head
// if it is the one that we would write.
func (d *decoder) settleHead() {
	c := d.c
	if d.ours && c.Extensions.Get(family, hintMeta) == usualHead(c) {
		c.Extensions = c.Extensions.Without(family, hintMeta)
	}
	if d.ours {
		if isEmptySession(c.Session) {
			c.Session = nil
		}
		return
	}
	c.Session.Updated, c.Session.Model = updated(c), firstModel(c)
}

func isEmptySession(s *conv.Session) bool {
	return s.ID == "" && s.AgentVersion == "" && s.Cwd == "" && s.Branch == "" && s.Started == 0 && s.Updated == 0 &&
		s.Model == "" && s.Parent == nil && s.AgentID == "" && s.AgentType == ""
}

// usualHead is the head that we write for a conversation, without its prompt.
func usualHead(c *conv.Conversation) conv.Raw {
	s := c.Session
	if s == nil {
		s = &conv.Session{}
	}
	started := madeTime(firstTime(c))
	if s.Started != 0 {
		started = timeLiteral(s.Started)
	}
	w := rawjson.NewWriter(nil)
	beginLine(w, started, kindMeta)
	w.BeginObject()
	id := threadID(c)
	w.Field("id", id)
	w.Field("session_id", id)
	if s.Parent != nil {
		w.OptField("parent_thread_id", s.Parent.Session)
	}
	w.OptRaw("timestamp", started)
	w.Field("cwd", or(s.Cwd, "/"))
	w.Field("originator", originator)
	w.Field("cli_version", or(s.AgentVersion, noVersion))
	w.Field("source", "cli")
	w.Field("thread_source", "user")
	w.OptField("agent_role", s.AgentType)
	if c.SystemPrompt != "" {
		w.Key("base_instructions")
		w.Raw(`{"text":0}`)
	}
	if s.Branch != "" {
		w.ObjectField("git")
		w.Field("branch", s.Branch)
		w.EndObject()
	}
	w.EndObject()
	w.EndObject()
	return conv.Raw(w.Bytes())
}

func or(s, other string) string {
	if s == "" {
		return other
	}
	return s
}

// writeHead writes the head: the one that was read, with what has changed, or
// the usual one.
func writeHead(w *rawjson.Writer, c *conv.Conversation, promptIsItem bool) {
	head := c.Extensions.Get(family, hintMeta)
	if head == "" {
		head = usualHead(c)
	}
	w.BeginObject()
	for key, value := range head.Fields {
		w.Key(key)
		if key == "payload" && strings.HasPrefix(string(value), "{") {
			writeMeta(w, c, value, promptIsItem)
		} else {
			w.Raw(value)
		}
	}
	w.EndObject()
}

// writeMeta writes the payload of a head with the id, the directory and the
// prompt of a conversation.
func writeMeta(w *rawjson.Writer, c *conv.Conversation, payload conv.Raw, promptIsItem bool) {
	before, prompted := payload.Lookup("id").Text(), promptIsItem
	w.BeginObject()
	for key, value := range payload.Fields {
		switch {
		case key == "base_instructions" && value.Lookup("text") == "0":
			if prompted = true; c.SystemPrompt != "" {
				w.Key(key)
				writePrompt(w, c, value)
			}
			continue
		case (key == "id" || key == "session_id") && value.Text() == before && c.ID != "" && c.ID != before:
			value = rawjson.Quoted(c.ID)
		case key == "cwd" && c.Session != nil && c.Session.Cwd != "":
			value = rawjson.Quoted(c.Session.Cwd)
		}
		w.OptRaw(key, value)
	}
	if !prompted && c.SystemPrompt != "" {
		w.Key("base_instructions")
		writePrompt(w, c, `{"text":0}`)
	}
	w.EndObject()
}

func writePrompt(w *rawjson.Writer, c *conv.Conversation, value conv.Raw) {
	w.BeginObject()
	for key, v := range value.Fields {
		w.Key(key)
		if key == "text" {
			w.Str(c.SystemPrompt)
		} else {
			w.Raw(v)
		}
	}
	w.EndObject()
}

// withoutPrompt is a head with 0 in place of the text of its prompt.
func withoutPrompt(head conv.Raw) conv.Raw {
	payload := head.Lookup("payload")
	base := payload.Lookup("base_instructions")
	if base.Lookup("text").Text() == "" {
		return head
	}
	return withField(head, "payload", withField(payload, "base_instructions", withField(base, "text", "0")))
}
