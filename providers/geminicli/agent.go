package geminicli

import (
	"cmp"
	"path"
	"strconv"
	"strings"
	"time"

	"convo/conv/format"
	"convo/conv/rawjson"
	"convo/conv/session"
)

// agent is where Gemini CLI keeps its sessions: a folder for each project, by a
// name in projects.json or, in older versions, by its hash.
func agent() *format.Agent {
	return &format.Agent{
		Name:  family,
		Tools: tools,
		Folders: []format.AgentFolder{{
			Variable: "GEMINI_CLI_HOME",
			Below:    ".gemini",
			Home:     ".gemini",
			Sessions: []string{"tmp/*/chats/session-*.jsonl", "tmp/*/chats/session-*.json"},
			Helpers:  []string{"tmp/*/chats/*/*.jsonl"},
			PathFor: func(p format.PathInput) string {
				eight, _, _ := strings.Cut(p.ID, "-")
				at := time.UnixMilli(p.Started).UTC().Format("2006-01-02T15-04")
				return path.Join("tmp", projectOf(p), "chats", "session-"+at+"-"+eight+".jsonl")
			},
		}},
		CwdOf: func(file string, read func(string) []byte) string {
			project, _, _ := strings.Cut(file, "/chats/")
			return strings.TrimSpace(string(read(project + "/.project_root")))
		},
		Glance: glance,
		Resume: func(g *format.SessionInfo, _ string) []string { return []string{"gemini", "--resume", g.ID} },
	}
}

// projectOf is the name of a project's folder: the one that the program has given
// it, or the one that it would give it.
func projectOf(p format.PathInput) string {
	taken := map[string]bool{}
	c := rawjson.NewCursor(p.Read("projects.json"))
	given := ""
	for key := range c.FieldsOnly {
		if key != "projects" {
			continue
		}
		for dir := range c.FieldsOnly {
			name := c.StrOnly()
			if taken[name] = true; dir == p.Cwd && !strings.ContainsAny(name, `/\`) {
				given = name
			}
		}
	}
	return cmp.Or(given, freeProject(p, taken))
}

// freeProject is the first name for a project that no other project has.
func freeProject(p format.PathInput, taken map[string]bool) string {
	base := projectName(path.Base(strings.ReplaceAll(p.Cwd, `\`, "/")))
	for n := 0; ; n++ {
		name := base
		if n > 0 {
			name += "-" + strconv.Itoa(n)
		}
		owner := strings.TrimSpace(string(p.Read("tmp/" + name + "/.project_root")))
		if !taken[name] && (owner == "" || owner == p.Cwd) {
			return name
		}
	}
}

// projectName is a folder's name as the program spells it: lower case, and one
// dash for what is no letter or digit.
func projectName(folder string) string {
	var b strings.Builder
	for _, r := range strings.ToLower(folder) {
		if r >= 'a' && r <= 'z' || r >= '0' && r <= '9' {
			b.WriteRune(r)
		} else if s := b.String(); s != "" && s[len(s)-1] != '-' {
			b.WriteByte('-')
		}
	}
	return cmp.Or(strings.Trim(b.String(), "-"), "project")
}

// glance reads a line of the log, or a document.
func glance(text []byte, g *format.SessionInfo) {
	c := rawjson.NewCursor(text)
	glanceObject(c, g)
}

// glanceObject reads a head, a message, or what an update sets.
func glanceObject(c *rawjson.Cursor, g *format.SessionInfo) {
	kind, asked := "", ""
	for key := range c.FieldsOnly {
		switch key {
		case "sessionId":
			g.ID = cmp.Or(g.ID, c.StrOnly())
		case "startTime", "timestamp", "lastUpdated":
			g.At(session.ISOMilliseconds(c.Raw()))
		case "summary":
			g.Title = cmp.Or(c.StrOnly(), g.Title)
		case "directories":
			for range c.ElementsOnly {
				g.Cwd = cmp.Or(g.Cwd, c.StrOnly())
			}
		case "kind":
			g.Helper = c.StrOnly() == "subagent" || g.Helper
		case "model":
			g.Model = cmp.Or(c.StrOnly(), g.Model)
		case "type":
			kind = c.StrOnly()
		case "content":
			if g.WantsQuestion() {
				asked = format.TextAt(c)
			}
		case "$set":
			glanceObject(c, g)
		case "messages":
			for range c.ElementsOnly {
				glanceObject(c, g)
			}
		}
	}
	switch asked = strings.TrimSpace(asked); {
	case kind != "user" || isCommand(asked):
	case isContext(asked):
		g.Cwd = cmp.Or(g.Cwd, workspaceIn(asked))
	default:
		g.Asked(asked)
	}
}
