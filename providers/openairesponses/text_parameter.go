package openairesponses

import (
	"convo/conv"
	"convo/conv/rawjson"
	"convo/conv/record"
)

// reasoningParameter reads how much to think. Other fields, such as the
// summary, are residue.
func (d *decoder) reasoningParameter(b *body) {
	r := &conv.Reasoning{}
	record.Read(objects().reasoning, d, r)
	if r.Effort == "" && len(r.Extensions) == 0 {
		residue.SetBlank(&b.q.Node, "reasoning", "{}")
		return
	}
	b.q.Reasoning = r
}

func writeReasoningParameter(w *rawjson.Writer, b *body) {
	if b.q.Reasoning == nil {
		return
	}
	w.Key("reasoning")
	record.Write(objects().reasoning, w, b.q.Reasoning)
}

// textParameter reads the format of the answer. Other fields, such as
// verbosity, are residue. So is an unknown format.
func (d *decoder) textParameter(b *body) {
	var rest conv.Node
	for key := range d.in.Fields {
		switch at := d.in.Offset(); {
		case d.in.IsNull():
		case key == "format":
			if b.q.ResponseFormat = d.responseFormat(); b.q.ResponseFormat == nil {
				d.in.Rewind(at)
				d.Known(&rest, key)
			}
		case key == "verbosity":
			residue.Set(&rest, key, d.in.Raw())
		default:
			d.Keep(&rest, key)
		}
	}
	switch {
	case len(rest.Extensions) > 0:
		residue.Set(&b.q.Node, "text", rawjson.ObjectBy(func(w *rawjson.Writer) { residue.Write(w, &rest) }))
	case b.q.ResponseFormat == nil:
		residue.SetBlank(&b.q.Node, "text", "{}")
	}
}

// writeTextParameter writes the format of the answer and the fields next to
// it.
func writeTextParameter(w *rawjson.Writer, b *body) {
	rest, f := residue.Get(&b.q.Node, "text"), b.q.ResponseFormat
	if f == nil {
		w.OptRaw("text", rest)
		return
	}
	w.ObjectField("text")
	w.Key("format")
	if f.Type == "jsonSchema" {
		record.Write(objects().schema, w, f)
	} else {
		record.Write(objects().format, w, f)
	}
	record.WriteFields(w, rest, "format")
	w.EndObject()
}

// formatTypes maps our types of formats to the wire's.
var formatTypes = [...][2]string{{"text", "text"}, {"json", "json_object"}, {"jsonSchema", "json_schema"}}

// responseFormat reads text, json_object or json_schema. It is nil for other
// types.
func (d *decoder) responseFormat() *conv.ResponseFormat {
	f := &conv.ResponseFormat{}
	kind := d.kind()
	for _, t := range formatTypes {
		if t[1] == kind {
			f.Type = t[0]
		}
	}
	switch f.Type {
	case "":
		d.in.Skip()
		return nil
	case "jsonSchema":
		record.Read(objects().schema, d, f)
	default:
		record.Read(objects().format, d, f)
	}
	return f
}

// formatType is the wire's type of a format.
func formatType(f *conv.ResponseFormat) string {
	for _, t := range formatTypes {
		if t[0] == f.Type {
			return t[1]
		}
	}
	return "text"
}
