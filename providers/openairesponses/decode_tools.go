package openairesponses

import (
	"convo/conv"
	"convo/conv/rawjson"
	"convo/conv/record"
)

// tools reads the definitions. An empty list is a hint.
func (d *decoder) tools(b *body) {
	if d.in.Kind() != rawjson.Array {
		d.Known(&b.q.Node, "tools")
		return
	}
	for range d.in.Elements {
		b.c.Tools = append(b.c.Tools, d.tool())
	}
	if b.c.Tools == nil {
		residue.SetBlank(&b.q.Node, "tools", "[]")
	}
}

// tool reads a definition. A tool other than a function is kept whole.
func (d *decoder) tool() conv.ToolDefinition {
	at := d.in.Offset()
	kind := d.kind()
	if kind == "function" {
		var t conv.ToolDefinition
		record.Read(objects().tool, d, &t)
		if t.Name != "" && residue.Get(&t.Node, "name") == "" {
			return t
		}
		d.in.Rewind(at)
	}
	t := conv.ToolDefinition{Family: family, Name: kind}
	d.in.SetOffset(&t.Node)
	if t.Raw = d.in.Raw(); t.Raw != "" && t.Raw[0] == '{' {
		if name := t.Raw.Lookup("name").Text(); name != "" {
			t.Name = name
		}
	}
	if !isTool(kind) {
		d.in.Notes.Unknown(at, "tool", kind)
	}
	return t
}

// isTool reports whether the API documents a type of tool other than
// functions.
func isTool(kind string) bool {
	switch kind {
	case "custom", "namespace", "file_search", "web_search", "web_search_2025_08_26", "web_search_preview",
		"web_search_preview_2025_03_11", "computer", "computer_use_preview", "mcp", "code_interpreter",
		"image_generation", "local_shell", "shell", "apply_patch", "tool_search", "programmatic_tool_calling":
		return true
	}
	return false
}

// toolChoice reads a mode or a function to call. Any other form is residue.
func (d *decoder) toolChoice(b *body) {
	at := d.in.Offset()
	t := &conv.ToolChoice{}
	d.in.SetOffset(&t.Node)
	switch d.in.Kind() {
	case rawjson.String:
		switch s := d.in.Str(); s {
		case "auto", "none", "required":
			t.Mode = conv.ChoiceMode(s)
		}
	case rawjson.Object:
		if d.kind() == "function" {
			if record.Read(objects().choice, d, t); t.Name != "" {
				t.Mode = conv.ChoiceTool
			}
		}
	}
	if t.Mode == "" {
		d.in.Rewind(at)
		d.Known(&b.q.Node, "tool_choice")
		return
	}
	b.q.ToolChoice = t
}

func writeToolChoice(w *rawjson.Writer, b *body) {
	t := b.q.ToolChoice
	if t == nil {
		return
	}
	w.Key("tool_choice")
	if t.Mode != conv.ChoiceTool {
		w.Str(string(t.Mode))
	} else {
		record.Write(objects().choice, w, t)
	}
}

func writeTools(w *rawjson.Writer, b *body) {
	tools := b.c.Tools
	if len(tools) == 0 {
		return
	}
	w.ArrayField("tools")
	for i := range tools {
		if t := &tools[i]; t.Family == family && t.Raw != "" {
			w.Raw(t.Raw)
		} else {
			record.Write(objects().tool, w, t)
		}
	}
	w.EndArray()
}
