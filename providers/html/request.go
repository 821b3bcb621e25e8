package html

import (
	"strings"

	"convo/conv"
	"convo/conv/rawjson"
	"convo/conv/view"
)

// tools writes the tools that the model could call, folded.
func (w *writer) tools(list []conv.ToolDefinition) {
	if len(list) == 0 {
		return
	}
	w.open("tools", "system", "", "Tools")
	w.Text("</header>\n<details class=\"data\"><summary>" + view.Count(len(list), "tool") + " offered</summary>\n")
	for i := range list {
		w.offered(&list[i])
	}
	w.Text("</details>\n</article>\n")
}

func (w *writer) offered(t *conv.ToolDefinition) {
	name := t.Name
	if name == "" {
		name = strings.TrimSpace(t.Family + " " + t.Raw.Lookup("type").Text())
	}
	w.Text("<details class=\"data\"><summary><b>")
	w.text(name)
	w.Text("</b> <span dir=\"auto\">")
	w.text(shortened(view.OneLine(t.Description), maxDoing))
	w.Text("</span></summary>\n")
	if t.Description != "" {
		w.plain(t.Description)
	}
	if t.Strict != nil && *t.Strict {
		w.Text("<p class=\"mark\">strict</p>\n")
	}
	if t.Parameters != "" {
		w.pre(indented(t.Parameters))
	}
	if t.Name == "" {
		w.pre(indented(t.Raw))
	}
	w.Text("</details>\n")
}

// request writes the parameters of the request, folded, by their names in
// conversation.json.
func (w *writer) request(r *conv.Request) {
	if r == nil || r.IsEmpty() {
		return
	}
	out := rawjson.NewWriter(nil)
	conv.WriteNative(out, &conv.Conversation{Request: r})
	members := rawjson.Raw(out.Bytes()).Lookup("request").Members()
	w.open("request", "system", "", "Request")
	w.Text("</header>\n<details class=\"data\"><summary>" + view.Count(len(members), "parameter") + "</summary>\n<dl>\n")
	w.members(members, func(rawjson.Member) bool { return true })
	w.Text("</dl>\n</details>\n</article>\n")
}

// members writes fields: texts as they are, other values as JSON.
func (w *writer) members(list []rawjson.Member, shown func(rawjson.Member) bool) {
	for _, m := range list {
		if !shown(m) {
			continue
		}
		w.Text("<dt>")
		w.text(m.Key)
		w.Text("</dt><dd>")
		if strings.HasPrefix(string(m.Value), `"`) {
			w.pre(m.Value.Text())
		} else {
			w.pre(indented(m.Value))
		}
		w.Text("</dd>\n")
	}
}
