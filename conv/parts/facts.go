package parts

import (
	"strings"

	"convo/conv"
	"convo/conv/record"
)

// Tools adds definitions of tools, whose fields may be in an object of their own.
func (b *Builder) Tools(list conv.Raw, at int) {
	for tool := range list.Elements {
		t := conv.ToolDefinition{
			Name: Str(tool, "name function.name"), Description: Str(tool, "description function.description"),
			Parameters: At(tool, "parameters function.parameters inputSchema input_schema"),
		}
		if kind := Str(tool, "type"); kind != "" && kind != "function" || t.Name == "" {
			t = conv.ToolDefinition{Name: t.Name, Family: b.Residue.Name, Raw: tool}
		} else {
			b.Rest(&t.Node, tool, "type function name description parameters inputSchema input_schema")
			b.Object(&t.Node, "function", tool.Lookup("function"), "name description parameters")
		}
		if at >= 0 {
			t.SetOffset(at)
		}
		b.C.Tools = append(b.C.Tools, t)
	}
}

// Stop says why a model stopped, in the word of its vendor.
func Stop(m *conv.AssistantMessage, word string) {
	d := &conv.StopDetail{Raw: word}
	switch word {
	case "":
		return
	case "stop", "end_turn", "STOP", "complete", "COMPLETE", "completed", "endTurn", "stop_sequence", "stopSequence":
		m.StopReason = conv.StopNormal
	case "STOP_SEQUENCE":
		m.StopReason, d.Kind = conv.StopNormal, conv.KindSequence
	case "length", "max_tokens", "MAX_TOKENS", "maxTokens", "max_output_tokens":
		m.StopReason = conv.StopLength
	case "model_context_window_exceeded":
		m.StopReason, d.Kind = conv.StopLength, conv.KindWindow
	case "tool_calls", "tool_call", "tool_use", "toolUse", "function_call", "TOOL_CALL":
		m.StopReason = conv.StopToolUse
	case "content_filter", "SAFETY", "guardrail_intervened", "content_filtered", "ERROR_TOXIC":
		m.StopReason, d.Kind = conv.StopError, conv.KindFilter
	case "refusal":
		m.StopReason, d.Kind = conv.StopError, conv.KindRefusal
	default:
		m.StopReason = conv.StopError
	}
	m.StopDetail = d
}

// Usage adds counts to an answer. The names are those of input, output, total, cache
// read, cache written, reasoning, audio read and audio written, and - is a count that
// there is not. The input counts what a cache had, too.
func Usage(m *conv.AssistantMessage, count func(name string) conv.Raw, names string) {
	u := &conv.Usage{}
	counts := [...]*int64{&u.Input, &u.Output, &u.TotalTokens, &u.CacheRead, &u.CacheWrite, &u.Reasoning, &u.InputAudio, &u.OutputAudio}
	for i, name := range strings.Fields(names) {
		if name != "-" {
			*counts[i] = record.CountIn(count(name))
		}
	}
	if u.IsZero() {
		return
	}
	if cached := u.CacheRead + u.CacheWrite; cached <= u.Input {
		u.Input -= cached
	} else {
		u.Input, u.InputUnknown = 0, true
	}
	m.Usage = u
}

// At is the first value at some paths in an object that is not null, "" without one. The
// paths are words of one string, and a path is keys with dots between them.
func At(object conv.Raw, paths string) (v conv.Raw) {
	for more := true; more; {
		var path string
		path, paths, more = strings.Cut(paths, " ")
		if v = find(object, path); v != "" && v != "null" {
			return v
		}
	}
	return ""
}

// Str is the first text at some paths that is not empty.
func Str(object conv.Raw, paths string) (s string) {
	for more := true; more && s == ""; {
		var path string
		path, paths, more = strings.Cut(paths, " ")
		s = find(object, path).Text()
	}
	return s
}

func find(object conv.Raw, path string) conv.Raw {
	for more := true; more; {
		var key string
		key, path, more = strings.Cut(path, ".")
		object = object.Field(key)
	}
	return object
}

// AreTexts reports whether the fields of an object are texts, where they are not absent.
// Their keys are words of one string.
func AreTexts(object conv.Raw, keys string) bool {
	for key, v := range object.Fields {
		if v[0] != '"' && v != "null" && IsWord(keys, key) {
			return false
		}
	}
	return true
}

// IsWord reports whether a key is one of the words of a string.
func IsWord(words, key string) bool {
	for more := true; more; {
		var word string
		if word, words, more = strings.Cut(words, " "); word == key {
			return true
		}
	}
	return false
}
