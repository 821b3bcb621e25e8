package qwencode

import (
	"cmp"
	"slices"
	"strings"

	"convo/conv"
	"convo/conv/note"
	"convo/conv/parts"
	"convo/conv/rawjson"
)

// system reads a record of the program. asked is the record before it, if it is a
// prompt, else -1.
func (d *decoder) system(i, asked int) []conv.Message {
	r := d.all[i]
	payload := d.raw(r, "systemPayload")
	if r.active {
		switch r.subtype {
		case "custom_title":
			if title := payload.Lookup("customTitle").Text(); title != "" {
				d.c.Title = title
				return d.saidOfSession(r, payload)
			}
		case "session_model":
			if model := payload.Lookup("modelId").Text(); model != "" {
				d.c.Session.Model = model
				return d.saidOfSession(r, payload)
			}
		case "parent_session":
			if id := payload.Lookup("parentSessionId").Text(); id != "" {
				d.c.Session.Parent = &conv.ParentSession{Session: id}
				return d.saidOfSession(r, payload.Without("parentSessionId"))
			}
		case "slash_command":
			d.command(asked, payload)
		}
	}
	if h := payload.Lookup("compressedHistory"); r.subtype == "chat_compression" && len(h) > 0 && h[0] == '[' {
		return d.compaction(i, payload)
	}
	if !slices.Contains(subtypes, r.subtype) {
		d.notes.Unknown(r.Offset, "record of the program", r.subtype)
	}
	return []conv.Message{d.custom(r)}
}

// saidOfSession keeps what is left of a record that says something of the session, which
// is no message.
func (d *decoder) saidOfSession(r *record, payload conv.Raw) []conv.Message {
	n := &d.c.Session.Node
	parts.LeftIn(own, n, r.subtype, payload, "")
	d.Rewind(r.Offset)
	parts.Left(own, n, d.Raw(), strings.Join(outlined, " ")+" subtype systemPayload")
	return nil
}

// command replaces a prompt that was a command of the program itself, which
// answered it: neither is sent.
func (d *decoder) command(asked int, payload conv.Raw) {
	if asked < 0 || payload.Lookup("phase").Text() != "result" || payload.Lookup("sentToModel") == "true" {
		return
	}
	u, ok := d.ends[asked].(*conv.UserMessage)
	if !ok || len(u.Content) != 1 || d.firsts[asked] != d.ends[asked] {
		return
	}
	if t, ok := u.Content[0].(*conv.TextContent); !ok || t.Text != payload.Lookup("rawCommand").Text() {
		return
	}
	shown := 0
	for item := range payload.Lookup("outputHistoryItems").Elements {
		if shown++; item.Lookup("type").Text() != "assistant" {
			return
		}
	}
	if shown > 0 {
		m := &conv.CustomMessage{Meta: u.Meta, CustomType: family + ".command", Content: u.Content}
		d.c.Messages[len(d.c.Messages)-1] = m
		d.firsts[asked], d.ends[asked] = m, m
	}
}

// custom reads a record that no model sees. Its data are the fields that only
// records of its subtype have.
func (d *decoder) custom(r *record) *conv.CustomMessage {
	name := r.subtype
	name = cmp.Or(name, r.kind)
	m := &conv.CustomMessage{CustomType: family + "." + name}
	m.SetOffset(r.Offset)
	w := rawjson.NewWriter(nil)
	if len(r.lines) > 1 {
		w.BeginArray()
	}
	for _, at := range r.lines {
		d.Rewind(at)
		w.BeginObject()
		for key := range d.Fields {
			if !slices.Contains(common, key) {
				w.OptRaw(key, d.Raw())
			}
		}
		w.EndObject()
	}
	if len(r.lines) > 1 {
		w.EndArray()
	}
	m.Data = conv.Raw(w.Bytes())
	return m
}

// common are the fields that any record has.
var common = []string{"uuid", "parentUuid", "sessionId", "timestamp", "subtype", "cwd", "gitBranch", "version", "forkedFrom"}

// subtypes are the records of the program that it is known to write.
var subtypes = []string{
	"agent_bootstrap", "agent_launch_prompt", "agent_mention", "agent_message", "agent_retry", "agent_session_ready", "at_command",
	"attribution_snapshot", "background_task_completed", "branch_checkpoint", "chat_compression", "code_mode_tool_result", "cron",
	"custom_title", "file_history_snapshot", "goal_runtime", "goal_state", "goal_turn_end", "managed_session_commit_v1",
	"managed_session_event_v1", "managed_session_header_v1", "mid_turn_user_message", "notification", "omni_recall", "parent_session",
	"realtime_message", "rewind", "session_approval_mode", "session_artifact_event", "session_artifact_snapshot",
	"session_execution_engine", "session_model", "session_notes", "session_source", "session_sources_snapshot", "slash_command",
	"turn_attempt", "turn_result", "ui_telemetry", "user_text_elements",
}

// head reads what the records say of the session: the first one names it.
func (d *decoder) head() {
	s, first := d.c.Session, d.all[0]
	d.c.ID, s.Cwd, s.Branch, s.Started = first.session, first.cwd, first.branch, first.time
	s.AgentVersion = d.raw(first, "version").Text()
	if fork := d.raw(first, "forkedFrom"); fork != "" {
		s.Extensions.Set(family, "forkedFrom", fork)
	}
	if d.raw(first, "isSidechain") == "true" {
		s.AgentID, s.AgentType = d.raw(first, "agentId").Text(), d.raw(first, "agentName").Text()
		if color := d.raw(first, "agentColor"); color != "" {
			s.Extensions.Set(family, "agentColor", color)
		}
	}
	for _, r := range d.all {
		if r.session != d.c.ID {
			d.notes.Info(note.CodeID, note.Dropped, r.Offset, "id of another session in the same file", r.session)
		}
		s.Updated = max(s.Updated, r.time)
	}
}

// raw is a field of a record's first line, "" without one.
func (d *decoder) raw(r *record, key string) conv.Raw {
	d.Rewind(r.Offset)
	if at := d.Ahead(key); at >= 0 {
		d.Rewind(at)
		return d.Raw()
	}
	return ""
}

// moves returns the directory and the branch of git of a record if they are not
// those of the record before it. A record without them is where that one is.
func (d *decoder) moves(r *record) (cwd, branch string) {
	was := record{cwd: d.c.Session.Cwd, branch: d.c.Session.Branch}
	if r.before >= 0 {
		was = *d.all[r.before]
	}
	if r.cwd == "" || r.isBeside() {
		r.cwd = was.cwd
	}
	if r.branch == "" || r.isBeside() {
		r.branch = was.branch
	}
	if r.cwd != was.cwd {
		cwd = r.cwd
	}
	if r.branch != was.branch {
		branch = r.branch
	}
	return cwd, branch
}
