package anthropic

import (
	"convo/conv"
	"convo/conv/rawjson"
	"convo/conv/record"
)

// outputConfig reads effort and format. Other fields are residue.
func (d *decoder) outputConfig(q *conv.Request) {
	if d.in.IsNull() {
		return
	}
	var rest conv.Node
	found := false
	for key := range d.in.Fields {
		switch {
		case key == "effort" && d.in.Kind() == rawjson.String:
			if e := d.in.Str(); e != "" {
				if q.Reasoning == nil {
					q.Reasoning = &conv.Reasoning{}
				}
				q.Reasoning.Effort = e
				found = true
				continue
			}
			residue.Set(&rest, key, `""`)
		case key == "format" && d.in.Tag("type") == "json_schema":
			q.ResponseFormat = &conv.ResponseFormat{Type: "jsonSchema"}
			record.Read(objects().schema, d, q.ResponseFormat)
			found = true
		case key == "effort" || key == "format":
			d.in.Known(&rest, key)
		default:
			d.in.Keep(&rest, key)
		}
	}
	residue.KeepRest(&q.Node, "output_config", &rest, found)
}

func writeOutputConfig(w *rawjson.Writer, q *conv.Request) {
	rest := residue.Rest(&q.Node, "output_config")
	effort, f := "", q.ResponseFormat
	if q.Reasoning != nil {
		effort = q.Reasoning.Effort
	}
	schema := f != nil && f.Type == "jsonSchema"
	if effort == "" && !schema && rest == "" {
		return
	}
	w.ObjectField("output_config")
	w.OptField("effort", effort)
	if schema {
		w.Key("format")
		record.Write(objects().schema, w, f)
	}
	record.WriteFields(w, rest, record.Unless(effort == "", "effort"), record.Unless(!schema, "format"))
	w.EndObject()
}

// schemaRecord is an answer format with a JSON Schema.
func schemaRecord() *record.Record[*decoder, *conv.ResponseFormat] {
	r := record.New[*decoder](residue, "json_schema", func(f *conv.ResponseFormat) *conv.Node { return &f.Node })
	record.Tag(r, "type", "json_schema")
	record.OptRaw(r, "schema", func(f *conv.ResponseFormat) *conv.Raw { return &f.Schema })
	return r
}

// metadata reads the id of the end user. Other fields are residue.
func (d *decoder) metadata(q *conv.Request) {
	if d.in.IsNull() {
		return
	}
	var rest conv.Node
	for key := range d.in.Fields {
		if key == "user_id" && d.in.Kind() == rawjson.String {
			if q.User = d.in.Str(); q.User != "" {
				continue
			}
			residue.Set(&rest, key, `""`)
			continue
		}
		d.in.Keep(&rest, key)
	}
	residue.KeepRest(&q.Node, "metadata", &rest, q.User != "")
}

func writeMetadata(w *rawjson.Writer, q *conv.Request) {
	rest := residue.Rest(&q.Node, "metadata")
	if q.User == "" && rest == "" {
		return
	}
	w.ObjectField("metadata")
	w.OptField("user_id", q.User)
	record.WriteFields(w, rest, record.Unless(q.User == "", "user_id"))
	w.EndObject()
}
