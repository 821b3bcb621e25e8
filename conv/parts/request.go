package parts

import (
	"strings"

	"convo/conv"
	"convo/conv/note"
	"convo/conv/rawjson"
	"convo/conv/record"
)

// Ask sets the parameters of a request that an object has, and keeps its other fields under
// a key, "" for fields of their own. A word of names is the name of a parameter in the
// model and in the object, as maxTokens=num_predict.
func Ask(own *record.Family, r *conv.Request, key string, object conv.Raw, names string) {
	if object == "{}" && key != "" {
		own.SetBlank(&r.Node, key, object)
	}
	read := ""
	for word := range strings.FieldsSeq(names) {
		name, field, _ := strings.Cut(word, "=")
		v := object.Lookup(field)
		if takes(r, name, v) {
			read += " " + field
		}
	}
	if key == "" {
		Left(own, &r.Node, object, read)
		return
	}
	LeftIn(own, &r.Node, key, object, read)
}

// takes reports whether a value is one of a parameter, which it then is.
func takes(r *conv.Request, name string, v conv.Raw) bool {
	if name == "stop" {
		for s := range v.Elements {
			r.Stop = append(r.Stop, s.Text())
		}
		if strings.HasPrefix(string(v), `"`) {
			r.Stop = []string{v.Text()}
		}
		return r.Stop != nil
	}
	if _, ok := conv.Number(v).Float(); !ok {
		return false
	}
	*Number(r, name) = conv.Number(v)
	return true
}

// Number is where a parameter of a name stands.
func Number(r *conv.Request, name string) *conv.Number {
	switch name {
	case "maxTokens":
		return &r.MaxTokens
	case "temperature":
		return &r.Temperature
	case "topP":
		return &r.TopP
	case "topK":
		return &r.TopK
	case "seed":
		return &r.Seed
	case "frequencyPenalty":
		return &r.FrequencyPenalty
	}
	return &r.PresencePenalty
}

// WriteAsk writes what Ask reads, in an object at a key, or as fields of their own.
func WriteAsk(w *rawjson.Writer, own *record.Family, r *conv.Request, key, names string) {
	if key == "" {
		writeAsked(w, r, names)
		return
	}
	rest := own.Get(&r.Node, key)
	if rest == "" && !asks(r, names) {
		w.OptRaw(key, own.Blank(&r.Node, key))
		return
	}
	w.ObjectField(key)
	writeAsked(w, r, names)
	record.WriteFields(w, rest)
	w.EndObject()
}

// asks reports whether a request has one of these parameters.
func asks(r *conv.Request, names string) bool {
	for word := range strings.FieldsSeq(names) {
		if name, _, _ := strings.Cut(word, "="); name == "stop" && r.Stop != nil || name != "stop" && *Number(r, name) != "" {
			return true
		}
	}
	return false
}

func writeAsked(w *rawjson.Writer, r *conv.Request, names string) {
	for word := range strings.FieldsSeq(names) {
		if name, field, _ := strings.Cut(word, "="); name != "stop" {
			w.OptNumber(field, *Number(r, name))
		} else if r.Stop != nil {
			w.StringsField(field, r.Stop)
		}
	}
}

// WriteTools writes tools that Tools reads, as the APIs of most vendors have them.
func WriteTools(w *rawjson.Writer, own *record.Family, tools []conv.ToolDefinition) {
	if len(tools) == 0 {
		return
	}
	w.ArrayField("tools")
	for i := range tools {
		t := &tools[i]
		if t.Raw != "" {
			w.Raw(t.Raw)
			continue
		}
		w.BeginObject()
		w.Field("type", "function")
		w.ObjectField("function")
		w.Field("name", t.Name)
		w.OptField("description", t.Description)
		w.OptRaw("parameters", t.Parameters)
		record.WriteFields(w, own.Get(&t.Node, "function"))
		w.EndObject()
		own.Write(w, &t.Node, "function")
		w.EndObject()
	}
	w.EndArray()
}

// Schema is the answer that a request asks for: what a schema describes, or any JSON.
func Schema(schema conv.Raw) *conv.ResponseFormat {
	if strings.HasPrefix(string(schema), "{") {
		return &conv.ResponseFormat{Type: "jsonSchema", Schema: schema}
	}
	return &conv.ResponseFormat{Type: "json"}
}

// Nameless is the answer that a request asks for, for an API whose schemas have no names.
// nil: a text, which every model writes.
func Nameless(f *conv.ResponseFormat, notes *note.Notes) *conv.ResponseFormat {
	if f == nil {
		return nil
	}
	if f.Name+f.Description != "" || f.Strict != nil {
		notes.Info(note.CodeParam, note.Dropped, f.Offset(), "name of the schema of answers", f.Name)
	}
	switch {
	case f.Type == "text":
		notes.Info(note.CodeParam, note.Dropped, f.Offset(), "response format", f.Type)
		return nil
	case f.Schema != "":
		return &conv.ResponseFormat{Node: f.Node, Type: "jsonSchema", Schema: f.Schema}
	}
	return &conv.ResponseFormat{Node: f.Node, Type: "json"}
}

// Decoded is the JSON in a string, or another value as it is; "" for a string without JSON.
func Decoded(v conv.Raw) conv.Raw {
	if !strings.HasPrefix(string(v), `"`) {
		return v
	}
	c := rawjson.NewCursor([]byte(v.Text()))
	if inside := c.Raw(); c.End() == nil {
		return inside
	}
	return ""
}
