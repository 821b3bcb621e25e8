package openairesponses

import (
	"slices"

	"convo/conv/rawjson"
)

// wireEvent is an event as the wire has it: the fields of all types of events
// together.
type wireEvent struct {
	kind       string
	output     int64  // the index of the item
	id         string // the id of the item
	part       int64  // the index of the part in the item
	delta      string
	text       string // the whole text, after its deltas
	item       rawjson.Raw
	part0      rawjson.Raw
	annotation rawjson.Raw
	response   rawjson.Raw
	rest       []rawjson.Member // other fields of an error
	unknown    []string         // the keys of all other fields
}

// readEvent reads an event. If a key repeats, its last value counts.
func readEvent(c *rawjson.Cursor, data string) (e wireEvent, err error) {
	c.Reset(rawjson.BytesOf(data))
	for key := range c.Fields {
		isString := c.Kind() == rawjson.String
		switch {
		case key == "type" && isString:
			e.kind = c.Str()
		case key == "output_index":
			e.output = indexOf(c)
		case key == "content_index" || key == "summary_index":
			e.part = indexOf(c)
		case key == "item_id" && isString:
			e.id = c.Str()
		case key == "delta" && isString:
			e.delta = c.Str()
		case isString && (key == "text" || key == "arguments" || key == "input" || key == "refusal"):
			e.text = c.Str()
		case key == "item":
			e.item = c.Raw()
		case key == "part":
			e.part0 = c.Raw()
		case key == "annotation":
			e.annotation = c.Raw()
		case key == "response":
			e.response = c.Raw()
		case key == "code" || key == "message" || key == "param" || key == "error":
			e.rest = append(e.rest, c.Member(key))
		case !slices.Contains(besideKeys, key):
			e.unknown = append(e.unknown, key)
		}
	}
	return e, c.End()
}

// besideKeys are fields of events that say nothing of the answer, or what the end of an
// item says again.
var besideKeys = []string{
	"sequence_number", "logprobs", "obfuscation", "annotation_index", "type", "delta", "text", "arguments", "input", "refusal", "item_id",
	"name", "status", "code",
}

// indexOf reads an index. Another value counts as 0.
func indexOf(c *rawjson.Cursor) int64 {
	i, _ := rawjson.Number(c.Raw()).Int()
	return i
}
