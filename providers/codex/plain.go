package codex

import (
	"strings"

	"convo/conv"
	"convo/conv/rawjson"
)

// A message of Codex always has a type, and its content is always a list of parts.
// The API takes a message without a type whose content is a string, and
// [openairesponses.Thread] writes those that a string can hold so.

// partType is the type of a part of text in a message of this role.
func partType(role string) string {
	if role == "assistant" {
		return "output_text"
	}
	return "input_text"
}

// full is a message with a type and a list of parts, unless its file had it in
// short.
func full(fields []rawjson.Member, marks conv.Raw) []rawjson.Member {
	role, typed := roleOf(fields), false
	if role == "" {
		return fields
	}
	for i, f := range fields {
		switch f.Key {
		case "type":
			typed = true
		case "content":
			if !strings.HasPrefix(string(f.Value), `"`) || marks.Lookup("content") == `"string"` {
				continue
			}
			part := []rawjson.Member{{Key: "type", Value: rawjson.Quoted(partType(role))}, {Key: "text", Value: f.Value}}
			fields[i].Value = rawjson.ArrayOf([]conv.Raw{rawjson.ObjectOf(part)})
		}
	}
	if !typed && marks.Lookup("type") == "" {
		fields = append(fields, rawjson.Member{Key: "type", Value: `"message"`})
	}
	return fields
}

func roleOf(fields []rawjson.Member) string {
	for _, f := range fields {
		if f.Key == "role" {
			return f.Value.Text()
		}
	}
	return ""
}
