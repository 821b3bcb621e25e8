package claudecode

import (
	"cmp"

	"convo/conv"
	"convo/conv/rawjson"
)

// titleOf is the title that the lines of a session give it: one that a person
// chose, else one of the program, else a summary of this very session, of which
// has knows the lines by their ids.
func titleOf(messages []conv.Message, has func(id string) bool) string {
	var best [3]string
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
			if has(c.Data.Lookup("leafUuid").Text()) {
				best[2] = c.Data.Lookup("summary").Text()
			}
		}
	}
	return cmp.Or(best[:]...)
}

// title reads the last unit if that is a line that says nothing but a title which
// the messages before it do not, as it is written.
func (d *decoder) title(u unit, before string) (title string, ok bool) {
	l := d.lines[u.lines[0]]
	if u.of != other || l.kind != "custom-title" {
		return "", false
	}
	line := d.value(l.offset)
	title = line.Lookup("customTitle").Text()
	usual := rawjson.Written(func(w *rawjson.Writer) { writeTitle(w, newChain(d.out).session, title) })
	return title, line == usual && (before != title || len(d.out.Messages) == 0)
}

func writeTitle(w *rawjson.Writer, session, title string) {
	w.BeginObject()
	w.Field("type", "custom-title")
	w.Field("customTitle", title)
	w.OptField("sessionId", session)
	w.EndObject()
}
