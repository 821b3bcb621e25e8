package openairesponses

import "convo/conv/rawjson"

// wireEvent is an event as the wire has it: the members that any type of
// event has, of which each has some.
type wireEvent struct {
	kind       string
	output     int64  // index of the item
	id         string // of the item
	part       int64  // index of the part in it
	delta      string
	text       string // all that the deltas say, at their end
	item       rawjson.Raw
	part0      rawjson.Raw
	annotation rawjson.Raw
	response   rawjson.Raw
	rest       []rawjson.Member // of an error
}

// readEvent reads an event; of a key that it repeats the last counts.
func readEvent(data string) (e wireEvent, err error) {
	c := rawjson.NewCursor([]byte(data))
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
		}
	}
	return e, c.End()
}

// indexOf reads an index; what is none is 0.
func indexOf(c *rawjson.Cursor) int64 {
	if c.Kind() != rawjson.Num {
		c.Skip()
		return 0
	}
	i, _ := c.Number().Int()
	return i
}
