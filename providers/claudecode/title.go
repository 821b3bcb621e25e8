package claudecode

import (
	"cmp"

	"convo/conv"
	"convo/conv/rawjson"
)

// titleOf is the title that the lines of a session give it.
func titleOf(messages []conv.Message) string {
	var best [3]string
	var lines map[string]bool
	for _, m := range messages {
		c, ok := m.(*conv.CustomMessage)
		if !ok {
			continue
		}
		switch c.CustomType {
		case prefix + "custom-title":
			best[0] = c.Data.Lookup("customTitle").Text()
		case prefix + "ai-title":
			best[1] = c.Data.Lookup("aiTitle").Text()
		case prefix + "summary":
			if lines == nil {
				lines = linesIn(messages)
			}
			if lines[c.Data.Lookup("leafUuid").Text()] {
				best[2] = c.Data.Lookup("summary").Text()
			}
		}
	}
	return cmp.Or(best[:]...)
}

// linesIn returns the ids of all lines of messages.
func linesIn(messages []conv.Message) map[string]bool {
	all := map[string]bool{}
	for _, m := range messages {
		all[conv.MetaOf(m).ID] = true
		for t := range conv.MetaOf(m).Extensions.Get(family, manyLines).Elements {
			all[t.Lookup("uuid").Text()] = true
		}
	}
	delete(all, "")
	return all
}

// title returns the name that the lines give the session: one that a person
// chose, else one of the program, else a summary of this very session.
func (d *decoder) title(units []unit) string {
	var best [3]string
	for _, u := range units {
		if u.of != other {
			continue
		}
		switch l := d.lines[u.lines[0]]; {
		case l.kind == "custom-title":
			best[0] = l.title
		case l.kind == "ai-title":
			best[1] = l.title
		case l.kind == "summary" && d.find(l.leaf) >= 0:
			best[2] = l.title
		}
	}
	return cmp.Or(best[:]...)
}

// isTitle reports whether the last unit is a line that says nothing but the
// title, as it is written.
func (d *decoder) isTitle(units []unit) bool {
	u := units[len(units)-1]
	l := d.lines[u.lines[0]]
	if u.of != other || l.kind != "custom-title" {
		return false
	}
	d.Rewind(l.offset)
	w := rawjson.NewWriter(nil)
	writeTitle(w, newChain(d.out).session, l.title)
	return string(d.Raw()) == string(w.Bytes()) && (d.title(units[:len(units)-1]) != l.title || len(units) == 1)
}

func writeTitle(w *rawjson.Writer, session, title string) {
	w.BeginObject()
	w.Field("type", "custom-title")
	w.Field("customTitle", title)
	w.OptField("sessionId", session)
	w.EndObject()
}
