package html

import (
	"cmp"
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
	w.Text(`<article id="tools" class="system" data-role="system"><details class="data"><summary>` + view.Count(len(list), "tool") + " offered</summary>\n")
	for i := range list {
		w.offered(&list[i])
	}
	w.Text("</details>\n</article>\n")
}

func (w *writer) offered(t *conv.ToolDefinition) {
	name := cmp.Or(t.Name, strings.TrimSpace(t.Family+" "+t.Raw.Lookup("type").Text()))
	w.Text("<details class=\"data\"><summary><b>")
	w.text(name)
	w.Text("</b> <span dir=\"auto\">")
	w.text(view.Shortened(view.OneLine(t.Description), maxDoing))
	w.Text("</span></summary>\n")
	if t.Description != "" {
		w.plain(t.Description)
	}
	if t.Strict != nil && *t.Strict {
		w.Text("<p class=\"mark\">strict</p>\n")
	}
	if t.Parameters != "" {
		w.source("json", indented(t.Parameters))
	}
	if t.Name == "" {
		w.source("json", indented(t.Raw))
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
	conv.Native.Write(out, &conv.Conversation{Request: r})
	members := rawjson.Raw(out.Bytes()).Lookup("request").Members()
	w.Text(`<article id="request" class="system" data-role="system"><details class="data"><summary>` +
		view.Count(len(members), "parameter") + " of the request</summary>\n<dl>\n")
	w.members(members, func(string) string { return "" })
	w.Text("</dl>\n</details>\n</article>\n")
}

// members writes fields: texts as they are, in the colours of the language that a
// field is in, and other values as JSON.
func (w *writer) members(list []rawjson.Member, language func(key string) string) {
	for _, m := range list {
		w.Text("<dt>")
		w.text(m.Key)
		w.Text("</dt><dd>")
		said := language(m.Key)
		switch {
		case !strings.HasPrefix(string(m.Value), `"`):
			w.source("json", indented(m.Value))
		case said != "":
			w.source(said, m.Value.Text())
		default:
			w.pre(m.Value.Text())
		}
		w.Text("</dd>\n")
	}
}
