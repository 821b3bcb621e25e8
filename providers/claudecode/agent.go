package claudecode

import (
	"cmp"
	"path"
	"strings"

	"convo/conv/format"
	"convo/conv/rawjson"
	"convo/conv/session"
)

// agent is where Claude Code keeps its sessions: a folder for each working
// directory, and the sessions of helpers in a folder named after their session.
func agent() *format.Agent {
	return &format.Agent{
		Name:  family,
		Tools: tools,
		Folders: []format.AgentFolder{{
			Variable: "CLAUDE_CONFIG_DIR",
			Home:     ".claude",
			Sessions: []string{"projects/*/*.jsonl"},
			Helpers:  []string{"projects/*/*/subagents/agent-*.jsonl"},
			PathFor: func(p format.PathInput) string {
				return path.Join("projects", slugOf(p.Cwd), p.ID+".jsonl")
			},
		}},
		NameID: func(file string) string { return strings.TrimPrefix(strings.TrimSuffix(file, ".jsonl"), "agent-") },
		Glance: glance,
		Resume: func(g *format.SessionInfo, _ string) []string { return []string{"claude", "--resume", g.ID} },
	}
}

// slugOf is the name of the folder of a working directory.
func slugOf(cwd string) string {
	return strings.Map(func(r rune) rune {
		if r >= '0' && r <= '9' || r >= 'A' && r <= 'Z' || r >= 'a' && r <= 'z' {
			return r
		}
		return '-'
	}, cwd)
}

// glance reads a line.
func glance(text []byte, g *format.SessionInfo) {
	c := rawjson.NewCursor(text)
	var kind, agentID, id, asked, chosen, made string
	meta, helper := false, false
	for key := range c.FieldsOnly {
		switch key {
		case "type":
			kind = c.StrOnly()
		case "sessionId":
			id = c.StrOnly()
		case "agentId":
			agentID = c.StrOnly()
		case "cwd":
			g.Cwd = cmp.Or(g.Cwd, c.StrOnly())
		case "gitBranch":
			g.Branch = cmp.Or(g.Branch, c.StrOnly())
		case "timestamp":
			g.At(session.ISOMilliseconds(c.Raw()))
		case "isSidechain":
			helper = c.BoolOnly()
		case "isMeta", "isCompactSummary":
			meta = c.BoolOnly() || meta
		case "customTitle":
			chosen = c.StrOnly()
		case "aiTitle":
			made = c.StrOnly()
		case "message":
			asked = glanceMessage(c, g)
		}
	}
	switch {
	case helper && agentID != "":
		g.Helper, g.Parent, id = true, cmp.Or(g.Parent, id), agentID
	case helper:
		g.Helper = true
	}
	g.ID = cmp.Or(g.ID, id)
	switch {
	case chosen != "":
		g.Title, g.Chosen = chosen, true
	case made != "" && !g.Chosen:
		g.Title = made
	}
	if kind == "user" && !meta && !isInjected(asked) {
		g.Asked(asked)
	}
}

// glanceMessage reads the message of a line, and returns its text if it is still
// of interest.
func glanceMessage(c *rawjson.Cursor, g *format.SessionInfo) (text string) {
	for key := range c.FieldsOnly {
		switch {
		case key == "content" && g.WantsQuestion():
			text = format.TextAt(c)
		case key == "model":
			if model := c.StrOnly(); model != "" && model != "<synthetic>" {
				g.Model = model
			}
		}
	}
	return text
}
