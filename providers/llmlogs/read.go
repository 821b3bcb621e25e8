package llmlogs

import (
	"cmp"
	"iter"
	"sort"
	"strconv"
	"strings"
	"time"

	"convo/conv"
	"convo/conv/note"
	"convo/conv/parts"
	"convo/conv/rawjson"
)

// row is a response.
type row struct {
	id  string
	raw conv.Raw
	at  int
}

type decoder struct {
	*parts.Builder
	order []string         // the conversations
	rows  map[string][]row // of each
}

// decode reads lists of rows, or a row on each line.
func decode(data []byte, notes *note.Notes) iter.Seq2[*conv.Conversation, error] {
	return func(yield func(*conv.Conversation, error) bool) {
		d := &decoder{Builder: parts.NewBuilder(own, data, notes), rows: map[string][]row{}}
		for d.Kind() != rawjson.Invalid {
			if at := d.Offset(); d.Kind() == rawjson.Array {
				d.Each(d.Skipped(), "rows", d.row)
			} else if d.WantObject("rows of the logs of llm") {
				if raw := d.Raw(); d.Err() == nil {
					d.row(raw, at)
				}
			}
		}
		if err := d.End(); err != nil {
			yield(nil, err)
			return
		}
		for _, id := range d.order {
			if !yield(d.conversation(id), nil) {
				return
			}
		}
	}
}

// row puts a row with the others of its conversation. One without is alone.
func (d *decoder) row(raw conv.Raw, at int) {
	if raw[0] != '{' {
		d.Fail(at, "want a row as an object")
		return
	}
	r := row{parts.Str(raw, "id"), raw, at}
	of := cmp.Or(parts.Str(raw, "conversation_id"), "\x00"+strconv.Itoa(at))
	if d.rows[of] == nil {
		d.order = append(d.order, of)
	}
	d.rows[of] = append(d.rows[of], r)
}

func (d *decoder) conversation(id string) *conv.Conversation {
	rows := d.rows[id]
	sort.SliceStable(rows, func(i, j int) bool { return rows[i].id < rows[j].id })
	d.Begin()
	d.C.SetOffset(rows[0].at)
	d.C.ID = strings.TrimLeft(id, "\x00")
	if id[0] == 0 {
		d.C.ID = ""
	}
	d.C.Title = parts.Str(rows[0].raw, "conversation_name")
	system := ""
	for _, r := range rows {
		if s := parts.Str(r.raw, "system"); s != system && s != "" {
			system = s
			d.Text(d.Open("system", r.at), s, r.at)
		}
		d.response(r)
	}
	return d.C
}

// embedded is the JSON of a column, which the database has as a text.
func embedded(raw conv.Raw, column string) conv.Raw {
	v := raw.Lookup(column)
	c := rawjson.NewCursor([]byte(v.Text()))
	if inside := c.Raw(); c.End() == nil {
		return inside
	}
	return v
}

// response reads a row. What was sent to the server and came from it, prompt_json and
// response_json, says the same again.
func (d *decoder) response(r row) {
	first, raw := len(d.C.Messages), r.raw
	for result := range raw.Lookup("tool_results").Elements {
		m := d.Result(parts.Str(result, "tool_call_id"), parts.Str(result, "name"), r.at)
		m.IsError = parts.Str(result, "exception") != ""
		d.Value(m, parts.At(result, "output"), r.at)
		d.Rest(&m.Node, result, "id tool_id tool_call_id name output")
	}
	d.Group(first, "results")
	prompt, attachments := parts.Str(raw, "prompt"), raw.Lookup("attachments")
	if prompt != "" || len(attachments) > len("[]") && attachments != "null" {
		m := d.Open("user", r.at)
		for a := range attachments.Elements {
			f := &conv.Media{URL: parts.Str(a, "url"), Name: parts.Str(a, "path"), MIMEType: parts.Str(a, "type")}
			if f.URL == "" { // the file is on the machine, or in the database
				f.FileID = parts.Str(a, "path id")
			}
			d.Rest(&f.Node, a, "id type path url content_length")
			d.Media(m, "", f, a, r.at)
		}
		d.Text(m, prompt, r.at)
	}
	m := &conv.AssistantMessage{Model: parts.Str(raw, "model"), ResponseModel: parts.Str(raw, "resolved_model")}
	if m.ResponseModel == m.Model {
		m.ResponseModel = ""
	}
	d.Add(m, r.at)
	m.ID = r.id
	for _, layout := range []string{"2006-01-02T15:04:05", time.RFC3339} {
		if t, err := time.Parse(layout, parts.Str(raw, "datetime_utc")); err == nil {
			took, _ := conv.Number(raw.Lookup("duration_ms")).Int()
			m.Timestamp = t.UnixMilli() + min(max(took, 0), 1e9)
		}
	}
	d.Thinking(m, parts.Str(raw, "reasoning"), "", "", r.at)
	d.Text(m, parts.Str(raw, "response"), r.at)
	for call := range raw.Lookup("tool_calls").Elements {
		t := d.Call(m, parts.Str(call, "tool_call_id"), parts.Str(call, "name"), parts.At(call, "arguments"), call, r.at)
		d.Rest(&t.Node, call, "id tool_id tool_call_id name arguments")
	}
	parts.Usage(m, raw.Lookup, "input_tokens output_tokens")
	for _, column := range []string{"options_json", "token_details"} {
		d.Object(&m.Node, column, embedded(raw, column), "")
	}
	d.Rest(&m.Node, raw, "id model resolved_model prompt system prompt_json response response_json reasoning conversation_id conversation_name conversation_model"+
		" datetime_utc input_tokens output_tokens token_details options_json attachments tool_calls tool_results")
}
