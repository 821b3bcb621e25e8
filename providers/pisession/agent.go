package pisession

import (
	"cmp"
	"path"
	"strings"
	"time"

	"convo/conv/format"
	"convo/conv/rawjson"
	"convo/conv/session"
)

// theAgent is where pi keeps its sessions: a folder for each working directory, or
// one for all that a variable names.
func theAgent() *format.Agent {
	return &format.Agent{
		Name:  "pi",
		Tools: tools,
		Folders: []format.AgentFolder{{
			Variable: "PI_CODING_AGENT_SESSION_DIR",
			Sessions: []string{"*.jsonl", "*/*.jsonl"},
			PathFor:  fileName,
		}, {
			Variable: "PI_CODING_AGENT_DIR",
			Home:     ".pi/agent",
			Sessions: []string{"sessions/*/*.jsonl"},
			PathFor: func(p format.PathInput) string {
				return path.Join("sessions", slugOf(p.Cwd), fileName(p))
			},
		}},
		NameID: func(file string) string {
			_, id, _ := strings.Cut(strings.TrimSuffix(file, ".jsonl"), "_")
			return id
		},
		Glance: glance,
		Resume: func(_ *format.SessionInfo, file string) []string { return []string{"pi", "--session", file} },
	}
}

// fileName is the name of a session's file.
func fileName(p format.PathInput) string {
	return time.UnixMilli(p.Started).UTC().Format("2006-01-02T15-04-05-") + lastThree(p.Started) + "Z_" + p.ID + ".jsonl"
}

// lastThree is the milliseconds of a time, in three digits.
func lastThree(ms int64) string {
	return time.UnixMilli(ms).UTC().Format(".000")[1:]
}

// slugOf is the name of the folder of a working directory.
func slugOf(cwd string) string {
	cwd = strings.TrimPrefix(strings.TrimPrefix(cwd, "/"), `\`)
	return "--" + strings.NewReplacer("/", "-", `\`, "-", ":", "-").Replace(cwd) + "--"
}

// glance reads a line.
func glance(text []byte, g *format.SessionInfo) {
	c := rawjson.NewCursor(text)
	kind := ""
	for key := range c.FieldsOnly {
		switch key {
		case "type":
			kind = c.StrOnly()
		case "timestamp":
			g.At(session.ISOMilliseconds(c.Raw()))
		case "id":
			if id := c.StrOnly(); kind == "session" {
				g.ID = cmp.Or(g.ID, id)
			}
		case "cwd":
			if cwd := c.StrOnly(); kind == "session" {
				g.Cwd = cmp.Or(g.Cwd, cwd)
			}
		case "name":
			if name := c.StrOnly(); kind == "session_info" {
				g.Title = name
			}
		case "modelId":
			if model := c.StrOnly(); kind == "model_change" && model != "" {
				g.Model = model
			}
		case "message":
			glanceMessage(c, g)
		}
	}
}

// glanceMessage reads the message of an entry.
func glanceMessage(c *rawjson.Cursor, g *format.SessionInfo) {
	role, asked := "", ""
	for key := range c.FieldsOnly {
		switch key {
		case "role":
			role = c.StrOnly()
		case "content":
			if g.WantsQuestion() {
				asked = format.TextAt(c)
			}
		case "model":
			g.Model = cmp.Or(c.StrOnly(), g.Model)
		}
	}
	if role == "user" {
		g.Asked(asked)
	}
}
