package claudecode

import (
	"slices"

	"convo/conv"
	"convo/conv/rawjson"
	"convo/conv/session"
)

// A skeleton is the order of the fields of content: a field for each field and an
// element for each element, with 0 for whatever the API's writer writes alike.

// orderOf is the fields of a block or a source as the API's writer orders them.
// Other fields come after them.
func orderOf(kind string) []string {
	switch kind {
	case "text":
		return []string{"type", "text"}
	case "thinking":
		return []string{"type", "thinking", "signature"}
	case "redacted_thinking":
		return []string{"type", "data"}
	case "tool_use":
		return []string{"type", "id", "name", "input"}
	case "tool_result":
		return []string{"type", "tool_use_id", "content", "is_error"}
	case "image":
		return []string{"type", "source"}
	case "document":
		return []string{"type", "source", "title"}
	case "base64":
		return []string{"type", "media_type", "data"}
	case "url":
		return []string{"type", "url"}
	case "file":
		return []string{"type", "file_id"}
	default:
		return nil
	}
}

// blocksSkeleton reads a list of blocks, and appends its skeleton, how many blocks
// it has, and whether the writer writes them alike.
func blocksSkeleton(dst []byte, c *rawjson.Cursor) (skeleton []byte, n int, alike bool) {
	dst, alike = append(dst, '['), true
	for range c.Elements {
		if n++; n > 1 {
			dst = append(dst, ',')
		}
		var same bool
		dst, same = blockSkeleton(dst, c)
		alike = alike && same
	}
	return append(dst, ']'), n, alike
}

// blockSkeleton reads a block or a source and appends its skeleton.
func blockSkeleton(dst []byte, c *rawjson.Cursor) (skeleton []byte, alike bool) {
	order := []string(nil)
	kind := ""
	if c.Kind() == rawjson.Object {
		begin := c.Offset()
		if at := c.Ahead("type"); at >= 0 {
			c.Rewind(at)
			kind = c.StrOnly()
			c.Rewind(begin)
		}
		order = orderOf(kind)
	}
	if order == nil {
		c.Skip()
		return append(dst, '0'), true
	}
	begin := len(dst)
	dst = append(dst, '{')
	alike = true
	place, named := 0, 0
	for key := range c.Fields {
		if len(dst) > begin+1 {
			dst = append(dst, ',')
		}
		dst = append(rawjson.AppendQuoted(dst, key), ':')
		same := true
		switch {
		case key == "source" && kind != "text":
			dst, same = blockSkeleton(dst, c)
		case key == "content" && kind == "tool_result" && c.Kind() == rawjson.Array:
			dst, same = resultSkeleton(dst, c)
		default:
			c.Skip()
			dst = append(dst, '0')
		}
		if isName(key) {
			named++
		}
		at := slices.Index(order, key)
		if at < 0 {
			at = len(order)
		}
		alike = alike && at >= place && same
		place = at
	}
	if alike && (named == 2 || kind != "tool_use") && (named == 1 || kind != "tool_result") {
		return append(dst[:begin], '0'), true
	}
	return append(dst, '}'), false
}

// isName reports whether the API's writer always writes a field of a call or a
// result, also an empty one.
func isName(key string) bool { return key == "id" || key == "name" || key == "tool_use_id" }

// resultSkeleton reads the blocks of a result. The writer writes one plain text as
// a string.
func resultSkeleton(dst []byte, c *rawjson.Cursor) (skeleton []byte, alike bool) {
	list, begin := c.Offset(), len(dst)
	dst, n, alike := blocksSkeleton(dst, c)
	if alike && (n != 1 || !isPlainText(c, list)) {
		return append(dst[:begin], '0'), true
	}
	return dst, false
}

// isPlainText reports whether the first block of the list at an offset is a text
// and nothing else. The cursor stays.
func isPlainText(c *rawjson.Cursor, list int) bool {
	end := c.Offset()
	defer c.Rewind(end)
	c.Rewind(list)
	text, n := false, 0
	for i := range c.Elements {
		if i > 0 || c.Kind() != rawjson.Object {
			continue
		}
		for key := range c.Fields {
			if n++; key == "type" {
				text = c.StrOnly() == "text"
			}
		}
	}
	return text && n == 2
}

// writeInOrder writes content with its fields in the order of a skeleton.
func writeInOrder(w *rawjson.Writer, value, skeleton conv.Raw) {
	if skeleton == "" || skeleton == "0" || value == "" {
		w.Raw(value)
		return
	}
	session.Reorder(w, value, skeleton, func(f rawjson.Member) bool { return isName(f.Key) && f.Value == `""` })
}
