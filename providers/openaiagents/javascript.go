package openaiagents

import (
	"strings"

	"convo/conv"
	"convo/conv/rawjson"
)

// The SDK for JavaScript spells items in its own way: callId, function_call_result, and
// reasoning in content. They are read as the items of the Responses API that they stand for.

// fromJavaScript is an item of the Responses API for one of the SDK for JavaScript, "" for any
// other item.
func fromJavaScript(item conv.Raw) conv.Raw {
	item = once(item)
	call := item.Field("callId")
	switch kind := item.Field("type").Text(); {
	case kind == "function_call" && call != "":
		return spread(with(item.Without("callId"), "call_id", call))
	case kind == "function_call_result" && call != "":
		item = with(with(item.Without("callId"), "type", `"function_call_output"`), "call_id", call)
		return spread(with(item, "output", outputOf(item.Field("output"))))
	case kind == "reasoning" && item.Field("summary") == "" && strings.HasPrefix(string(item.Field("content")), "["):
		return reasoningOf(item)
	case kind == "hosted_tool_call" && item.Field("name").Text() != "":
		return spread(with(item.Without("name"), "type", item.Field("name")))
	case item.Field("role") != "" && strings.Contains(string(item), `"input_`):
		content := item.Field("content")
		if parts := partsOf(content); parts != content {
			return with(item, "content", parts)
		}
	}
	return ""
}

// outputOf is what came of a call: a text, or a list of parts.
func outputOf(output conv.Raw) conv.Raw {
	switch kind := output.Field("type").Text(); {
	case strings.HasPrefix(string(output), "["):
		return partsOf(output)
	case kind == "text" && len(output.Members()) == 2:
		return output.Field("text")
	case kind == "text":
		return "[" + with(output, "type", `"input_text"`) + "]"
	case kind == "image" || kind == "file":
		return "[" + partOf(with(output, "type", rawjson.Quoted("input_"+kind))) + "]"
	}
	return output
}

func partsOf(list conv.Raw) conv.Raw {
	if !strings.HasPrefix(string(list), "[") {
		return list
	}
	var parts []conv.Raw
	changed := false
	for part := range list.Elements {
		x := partOf(part)
		changed = changed || x != part
		parts = append(parts, x)
	}
	if !changed {
		return list
	}
	return rawjson.ArrayOf(parts)
}

// partOf is a part with its image or file where the Responses API has it.
func partOf(part conv.Raw) conv.Raw {
	kind := strings.TrimPrefix(part.Field("type").Text(), "input_")
	in := part.Field(kind)
	if kind != "image" && kind != "file" || in == "" {
		return part
	}
	key, text := "image_url", in.Text()
	if kind == "file" && strings.HasPrefix(text, "http") {
		key = "file_url"
	} else if kind == "file" {
		key = "file_data"
	}
	media := in.Field("mediaType").Text()
	for name, v := range in.Fields {
		switch name {
		case "mediaType":
		case "id", "fileId":
			key, in = "file_id", v
		case "url":
			key, in = kind+"_url", v
		case "data":
			in = rawjson.Quoted("data:" + media + ";base64," + v.Text())
		default:
			part = with(part, name, v)
		}
	}
	return with(part.Without(kind), key, in)
}

// reasoningOf has the summary where the Responses API has it, and what was summarised.
func reasoningOf(item conv.Raw) conv.Raw {
	var summary []conv.Raw
	for part := range item.Field("content").Elements {
		summary = append(summary, with(part, "type", `"summary_text"`))
	}
	out := with(item.Without("content", "rawContent"), "summary", rawjson.ArrayOf(summary))
	if raw := item.Field("rawContent"); raw != "" {
		out = with(out, "content", raw)
	}
	if v := item.Field("providerData").Lookup("encryptedContent"); v.Text() != "" {
		out = with(out, "encrypted_content", v)
		out = with(out, "providerData", item.Field("providerData").Without("encryptedContent"))
	}
	return spread(out)
}

// spread puts what the vendor said of an item where it said it, as the SDK does.
func spread(item conv.Raw) conv.Raw {
	out := item.Without("providerData")
	for key, v := range item.Field("providerData").Fields {
		if out.Field(key) == "" {
			out = with(out, key, v)
		}
	}
	return out
}

// with is an object with a field.
func with(object conv.Raw, key string, value conv.Raw) conv.Raw {
	fields := rawjson.FieldsOf(object.Members())
	fields.Set(rawjson.Member{Key: key, Value: value})
	return rawjson.ObjectOf(fields.List())
}

// once leaves of a field that an object has twice the last value, as every reader does.
func once(object conv.Raw) conv.Raw {
	var fields rawjson.Fields
	for key, v := range object.Fields {
		fields.Set(rawjson.Member{Key: key, Value: v})
	}
	return rawjson.ObjectOf(fields.List())
}
