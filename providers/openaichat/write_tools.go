package openaichat

import (
	"convo/conv"
	"convo/conv/rawjson"
)

func writeTools(w *rawjson.Writer, tools []conv.ToolDefinition) {
	if len(tools) == 0 {
		return
	}
	w.Key("tools")
	w.BeginArray()
	for i := range tools {
		writeTool(w, &tools[i])
	}
	w.EndArray()
}

func writeTool(w *rawjson.Writer, t *conv.ToolDefinition) {
	if t.Family != "" {
		w.Raw(t.Raw)
		return
	}
	w.BeginObject()
	w.Field("type", "function")
	w.Key("function")
	w.BeginObject()
	w.Field("name", t.Name)
	w.OptField("description", t.Description)
	w.OptRaw("parameters", t.Parameters)
	w.OptBool("strict", t.Strict)
	writeInside(w, &t.Node, "function", "name", unless(t.Description == "", "description"), unless(t.Parameters == "", "parameters"), unless(t.Strict == nil, "strict"))
	w.EndObject()
	writeResidue(w, &t.Node, "type", "function")
	w.EndObject()
}

// unless is a key that was written, or, if absent, one that no object has.
func unless(absent bool, key string) string {
	if absent {
		return hintMember
	}
	return key
}

func writeToolChoice(w *rawjson.Writer, c *conv.ToolChoice) {
	if c.Mode != conv.ChoiceTool {
		w.Str(string(c.Mode))
		return
	}
	w.BeginObject()
	w.Field("type", "function")
	w.Key("function")
	w.BeginObject()
	w.Field("name", c.Name)
	writeInside(w, &c.Node, "function", "name")
	w.EndObject()
	writeResidue(w, &c.Node, "type", "function")
	w.EndObject()
}

func writeResponseFormat(w *rawjson.Writer, f *conv.ResponseFormat) {
	w.BeginObject()
	switch f.Type {
	case "jsonSchema":
		w.Field("type", "json_schema")
		w.Key("json_schema")
		writeJSONSchema(w, f)
	case "json":
		w.Field("type", "json_object")
	default:
		w.Field("type", "text")
	}
	writeResidue(w, &f.Node, "type", "json_schema")
	w.EndObject()
}

func writeJSONSchema(w *rawjson.Writer, f *conv.ResponseFormat) {
	w.BeginObject()
	switch {
	case f.Name != "":
		w.Field("name", f.Name)
	case blank(&f.Node, "json_schema.name") == "" && residue(&f.Node, "json_schema").Lookup("name") == "" && residue(&f.Node, hintLacks) == "":
		w.Field("name", schemaName)
	}
	w.OptField("description", f.Description)
	w.OptRaw("schema", f.Schema)
	w.OptBool("strict", f.Strict)
	writeInside(w, &f.Node, "json_schema", unless(f.Name == "", "name"), unless(f.Description == "", "description"), unless(f.Schema == "", "schema"), unless(f.Strict == nil, "strict"))
	w.EndObject()
}
