package opencode

import (
	"cmp"
	"strings"

	"convo/conv"
	"convo/conv/format"
	"convo/conv/rawjson"
)

// agent is where opencode keeps its sessions: in a database, or in versions up to
// early 2026 in a file for each part. It writes one as a file, and reads it again.
func agent() *format.Agent {
	return &format.Agent{
		Name:  family,
		Tools: tools,
		Folders: []format.AgentFolder{{
			Variable: "XDG_DATA_HOME",
			Below:    family,
			Home:     ".local/share/opencode",
			Sessions: []string{"storage/session/*/ses_*.json"},
		}},
		NameID: func(file string) string {
			if name := strings.TrimSuffix(file, ".json"); strings.HasPrefix(name, sessionMark) {
				return name
			}
			return ""
		},
		Glance: glance,
		Resume: func(g *format.SessionInfo, _ string) []string { return []string{"opencode", "--session", g.ID} },
		Import: func(file string) []string { return []string{"opencode", "import", file} },
		Export: func(id string) []string { return []string{"opencode", "export", id} },
		Databases: []format.AgentFolder{{
			Variable: "XDG_DATA_HOME",
			Below:    family,
			Home:     ".local/share/opencode",
			Sessions: []string{"opencode.db", "opencode-*.db"},
		}},
		List: []string{"opencode", "session", "list"},
	}
}

// glance reads the document of a session, or what stands of it in a file of its
// own.
func glance(text []byte, g *format.SessionInfo) {
	glanceInfo(rawjson.NewCursor(text), g)
}

// glanceInfo reads what a session says of itself.
func glanceInfo(c *rawjson.Cursor, g *format.SessionInfo) {
	for key := range c.FieldsOnly {
		switch key {
		case "id":
			g.ID = cmp.Or(g.ID, c.StrOnly())
		case "directory":
			g.Cwd = c.StrOnly()
		case "title":
			g.Title = c.StrOnly()
		case "parentID":
			g.Parent = c.StrOnly()
			g.Helper = g.Parent != ""
		case "model":
			if c.Kind() == rawjson.Object {
				g.Model = cmp.Or(c.Raw().Lookup("id").Text(), g.Model)
			}
		case "time":
			glanceTime(c, g)
		case "info":
			glanceInfo(c, g)
		case "messages":
			glanceMessages(c, g)
		}
	}
}

func glanceTime(c *rawjson.Cursor, g *format.SessionInfo) {
	for key := range c.FieldsOnly {
		at, _ := conv.Number(c.Raw()).Int()
		switch key {
		case "created":
			g.Started = at
		case "updated":
			g.Updated = at
		}
	}
}

// glanceMessages reads the messages, of which the first may ask.
func glanceMessages(c *rawjson.Cursor, g *format.SessionInfo) {
	for range c.ElementsOnly {
		role, asked := "", ""
		for key := range c.FieldsOnly {
			switch key {
			case "info":
				info := c.Raw()
				role = info.Lookup("role").Text()
				g.Model = cmp.Or(info.Lookup("modelID").Text(), g.Model)
			case "parts":
				if g.WantsQuestion() {
					asked = glanceParts(c)
				}
			}
		}
		if role == "user" {
			g.Asked(asked)
		}
	}
}

// glanceParts is the first text of parts that a person typed.
func glanceParts(c *rawjson.Cursor) (asked string) {
	for range c.ElementsOnly {
		part := c.Raw()
		if part.Lookup("type").Text() == "text" && part.Lookup("synthetic") != "true" {
			asked = cmp.Or(asked, part.Lookup("text").Text())
		}
	}
	return asked
}
