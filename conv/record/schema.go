package record

import (
	"convo/conv"
	"convo/conv/rawjson"
	"convo/conv/shape"
)

// Function adds the fields of a function that a model may call: its name,
// description and parameters.
func Function[D Source](r *Record[D, *conv.ToolDefinition]) *Record[D, *conv.ToolDefinition] {
	Str(r, "name", func(t *conv.ToolDefinition) *string { return &t.Name })
	OptStr(r, "description", func(t *conv.ToolDefinition) *string { return &t.Description })
	OptRaw(r, "parameters", func(t *conv.ToolDefinition) *conv.Raw { return &t.Parameters }).Of(rawjson.Object).
		Says("JSON Schema of the arguments.")
	OptBool(r, "strict", func(t *conv.ToolDefinition) **bool { return &t.Strict })
	return r
}

// schemaName names a schema that has no name: servers demand one.
const schemaName = "convo_response"

// Schema adds the fields of the schema of an answer. If it has no name, a name
// is made up in writing, and dropped in reading.
func Schema[D Source](r *Record[D, *conv.ResponseFormat]) *Record[D, *conv.ResponseFormat] {
	Field(r, "name",
		func(d D, f *conv.ResponseFormat) {
			if f.Name = d.Base().OptStr(&f.Node, r.in("name")); f.Name == schemaName {
				f.Name = ""
			}
		},
		func(w *rawjson.Writer, f *conv.ResponseFormat) {
			name := f.Name
			if name == "" && r.isUnnamed(f) {
				name = schemaName
			}
			w.OptField("name", name)
		}).Of(rawjson.String).Must(shape.String)
	Absent(r, func(f *conv.ResponseFormat) { r.own.SetLacks(&f.Node, "name") })
	OptStr(r, "description", func(f *conv.ResponseFormat) *string { return &f.Description }).May(shape.String)
	OptRaw(r, "schema", func(f *conv.ResponseFormat) *conv.Raw { return &f.Schema }).Of(rawjson.Object).May(shape.Anything)
	OptBool(r, "strict", func(f *conv.ResponseFormat) **bool { return &f.Strict }).May(shape.Bool)
	return r
}

// isUnnamed reports whether nothing is known of a name: it was neither empty,
// nor absent, nor of a wrong kind.
func (r *Record[D, P]) isUnnamed(f *conv.ResponseFormat) bool {
	n, key := &f.Node, "name"
	said := r.own.Get(n, key)
	if r.Outer != "" {
		said = r.own.Get(n, r.Outer).Lookup(key)
	}
	return said == "" && r.own.Blank(n, r.in(key)) == "" && !r.own.Lacks(n, key)
}
