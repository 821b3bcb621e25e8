package codex

import (
	"cmp"
	"path"
	"strings"
	"time"

	"convo/conv/format"
	"convo/conv/rawjson"
	"convo/conv/session"
)

// agent is where Codex keeps its sessions: a folder for each day in the user's
// own time, and one for all that are archived.
func agent() *format.Agent {
	return &format.Agent{
		Name:  family,
		Tools: tools,
		Folders: []format.AgentFolder{{
			Variable: "CODEX_HOME",
			Home:     ".codex",
			Sessions: []string{
				"sessions/*/*/*/rollout-*.jsonl", "sessions/*/*/*/rollout-*.json", "sessions/rollout-*.json",
				"archived_sessions/rollout-*.jsonl",
			},
			PathFor: func(p format.PathInput) string {
				at := time.UnixMilli(p.Started).In(p.Zone)
				return path.Join("sessions", at.Format("2006/01/02"), "rollout-"+at.Format("2006-01-02T15-04-05")+"-"+p.ID+".jsonl")
			},
		}},
		NameID: func(file string) string {
			name := strings.TrimSuffix(strings.TrimSuffix(file, ".jsonl"), ".json")
			if id := name[max(0, len(name)-36):]; session.IsUUID(id) {
				return id
			}
			return ""
		},
		Glance: glance,
		Resume: func(g *format.SessionInfo, _ string) []string { return []string{"codex", "resume", g.ID} },
	}
}

// glance reads a line, or the document of the first versions.
func glance(text []byte, g *format.SessionInfo) {
	c := rawjson.NewCursor(text)
	kind, bare := "", false
	for key := range c.FieldsOnly {
		switch key {
		case "timestamp":
			g.At(session.Time(c.Raw()))
		case "type":
			kind = c.StrOnly()
		case "id":
			g.ID, bare = cmp.Or(g.ID, c.StrOnly()), true
		case "payload", "session":
			glancePayload(c, g, cmp.Or(kind, key))
		case "content":
			if text := glanceText(c, g); bare || kind == "message" {
				askedIn(text, g)
			}
		}
	}
}

// glancePayload reads the payload of a line of a type.
func glancePayload(c *rawjson.Cursor, g *format.SessionInfo, kind string) {
	var inner, role, said, name, cwd, id string
	for key := range c.FieldsOnly {
		switch key {
		case "type":
			inner = c.StrOnly()
		case "role":
			role = c.StrOnly()
		case "message":
			if !g.Sure && !g.Late {
				said = format.TextAt(c)
			}
		case "content":
			said = glanceText(c, g)
		case "thread_name":
			name = c.StrOnly()
		case "cwd":
			cwd = c.StrOnly()
		case "model":
			if model := c.StrOnly(); model != "" && kind == kindContext {
				g.Model = model
			}
		case "id":
			id = c.StrOnly()
		case "parent_thread_id":
			g.Parent = cmp.Or(g.Parent, c.StrOnly())
		case "source":
			g.Helper = g.Helper || kind == kindMeta && c.Kind() == rawjson.Object && c.Raw().Lookup("subagent") != ""
		case "git":
			g.Branch = cmp.Or(g.Branch, c.Raw().Lookup("branch").Text())
		}
	}
	switch {
	case kind == kindMeta || kind == "session":
		g.ID, g.Cwd = cmp.Or(g.ID, id), cmp.Or(g.Cwd, cwd)
		g.Helper = g.Helper || g.Parent != ""
	case kind == kindContext:
		g.Cwd = cmp.Or(g.Cwd, cwd)
	case inner == "user_message" && !g.Sure && !g.Late:
		g.Question, g.Doubt = "", false // the item before it has more than what was typed
		g.Asked(said)
		g.Sure = g.Question != "" && !g.Doubt
	case inner == "thread_name_updated" && name != "":
		g.Title = name
	case inner == "message" && role == "user":
		askedIn(said, g)
	}
}

// glanceText reads the text of a content if it is still of interest.
func glanceText(c *rawjson.Cursor, g *format.SessionInfo) string {
	if !g.WantsQuestion() {
		return ""
	}
	return format.TextAt(c)
}

// askedIn takes note of a text of the user that the program has not written.
func askedIn(text string, g *format.SessionInfo) {
	if !isContext(text) {
		g.Asked(text)
	}
}
