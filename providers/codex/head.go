package codex

import (
	"cmp"
	"strings"

	"convo/conv"
	"convo/conv/note"
	"convo/conv/rawjson"
	"convo/conv/session"
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
		raw = raw.With("items", "0")
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
	if form == formHeadless {
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
			d.session(d.payload(&lines[i]))
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
	if parent := cmp.Or(payload.Lookup("parent_thread_id").Text(), payload.Lookup("source.subagent.thread_spawn.parent_thread_id").Text()); parent != "" {
		s.Parent = &conv.ParentSession{Session: parent}
	}
	if at := payload.Lookup("timestamp"); !d.isMadeTime(at) {
		s.Started = session.Time(at)
	}
	d.workedIn, d.cwd = s.Cwd, s.Cwd
	if base := payload.Lookup("history_base.thread_id").Text(); base != "" {
		d.notes.Loss(note.CodeHistory, note.Unknown, 0, "the beginning of the history, which is in another file: that of thread", base)
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
	s := cmp.Or(c.Session, &conv.Session{})
	started := madeTime(firstTime(c))
	if s.Started != 0 {
		started = timeLiteral(s.Started)
	}
	w := rawjson.NewWriter(nil)
	beginLine(w, started, kindMeta)
	w.BeginObject()
	id := threadID(c)
	w.Fields("id", id, "session_id", id)
	if s.Parent != nil {
		w.OptField("parent_thread_id", s.Parent.Session)
	}
	w.OptRaw("timestamp", started)
	w.Fields("cwd", cmp.Or(s.Cwd, "/"), "originator", originator, "cli_version", cmp.Or(s.AgentVersion, noVersion))
	w.Fields("source", "cli", "thread_source", "user")
	w.OptField("agent_role", s.AgentType)
	if c.SystemPrompt != "" {
		w.RawField("base_instructions", `{"text":0}`)
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

// headOf is the head of a conversation: the one that was read, with the id, the
// directory and the prompt of now, or the usual one.
func headOf(c *conv.Conversation, promptIsItem bool) conv.Raw {
	head := cmp.Or(c.Extensions.Get(family, hintMeta), usualHead(c))
	payload := head.Lookup("payload")
	before := payload.Lookup("id").Text()
	for _, key := range []string{"id", "session_id"} {
		if c.ID != "" && payload.Lookup(key).Text() == before {
			payload = payload.With(key, rawjson.Quoted(c.ID))
		}
	}
	if c.Session != nil && c.Session.Cwd != "" {
		payload = payload.With("cwd", rawjson.Quoted(c.Session.Cwd))
	}
	base, prompt := payload.Lookup("base_instructions"), rawjson.Quoted(c.SystemPrompt)
	switch prompted := base.Lookup("text") == "0"; {
	case prompted && c.SystemPrompt == "":
		payload = payload.Without("base_instructions")
	case prompted:
		payload = payload.With("base_instructions", base.With("text", prompt))
	case c.SystemPrompt != "" && !promptIsItem && payload != "":
		payload = rawjson.ObjectOf(append(payload.Members(), rawjson.Member{Key: "base_instructions", Value: `{"text":` + prompt + `}`}))
	}
	return head.With("payload", payload)
}

// withoutPrompt is a head with 0 in place of the text of its prompt.
func withoutPrompt(head conv.Raw) conv.Raw {
	payload := head.Lookup("payload")
	base := payload.Lookup("base_instructions")
	if base.Lookup("text").Text() == "" {
		return head
	}
	return head.With("payload", payload.With("base_instructions", base.With("text", "0")))
}
