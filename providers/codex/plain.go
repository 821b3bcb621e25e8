package codex

import (
	"strings"

	"convo/conv"
	"convo/conv/rawjson"
)

// An item of Codex always has a type, and its content is always a list of parts.
// The API takes a message without a type whose content is a string, and
// [openairesponses.Thread] writes those that a string can hold so. A message is
// plain if it has nothing but that.

// plain is a message as the API takes it in short, and whether it is shorter.
func plain(item conv.Raw) (conv.Raw, bool) {
	fields := item.Members()
	role, kind, id := "", "", false
	for _, f := range fields {
		switch f.Key {
		case "role":
			role = f.Value.Text()
		case "type":
			kind = f.Value.Text()
		case "id":
			id = f.Value != "null"
		}
	}
	if role == "" || kind != "message" {
		return item, false
	}
	out, shorter := fields[:0], false
	for _, f := range fields {
		switch f.Key {
		case "type":
			if !id || role != "assistant" {
				shorter = true
				continue
			}
		case "content":
			if text := onlyText(f.Value, partType(role)); text != "" && (text != `""` || role == "user" || role == "assistant") && (!id || role != "assistant") {
				f.Value, shorter = text, true
			}
		}
		out = append(out, f)
	}
	return rawjson.ObjectOf(out), shorter
}

// onlyText is the text of a content that is one part of that type, with nothing
// but a text; else "".
func onlyText(content conv.Raw, part string) (text conv.Raw) {
	if !strings.HasPrefix(string(content), "[{") {
		return ""
	}
	parts := 0
	for p := range content.Elements {
		for key, value := range p.Fields {
			switch {
			case key == "type" && value.Text() == part:
			case key == "text" && strings.HasPrefix(string(value), `"`) && text == "":
				text = value
			default:
				return ""
			}
		}
		if parts++; parts > 1 {
			return ""
		}
	}
	return text
}

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
