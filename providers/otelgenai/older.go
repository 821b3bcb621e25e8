package otelgenai

import (
	"cmp"
	"slices"
	"strconv"
	"strings"

	"convo/conv"
	"convo/conv/note"
	"convo/conv/parts"
	"convo/conv/rawjson"
)

// Other conventions say the same in attributes of their own. OpenInference has a list
// llm.input_messages, whose fields may each be an attribute:
//
//	llm.input_messages.0.message.role, llm.input_messages.0.message.content
//
// An export of Phoenix has the attributes as objects in each other, and OpenLLMetry has
// gen_ai.prompt.0.content.

// lists are lists in older words, and what they are called today.
var lists = [][2]string{
	{"llm.input_messages", inputKey},
	{"llm.output_messages", outputKey},
	{"llm.tools", toolsKey},
	{"gen_ai.system.instructions", systemKey},
	{"gen_ai.prompt", inputKey},
	{"gen_ai.completion", outputKey},
	{"llm.request.functions", toolsKey},
}

// renamed are other attributes of OpenInference.
var renamed = [][2]string{
	{"llm.response.model_name", responseModelKey},
	{"llm.model_name", responseModelKey},
	{"llm.request.model_name", modelKey},
	{"llm.provider", providerKey},
	{"llm.system", providerKey},
	{"session.id", idKey},
	{"llm.token_count.prompt", "gen_ai.usage.input_tokens"},
	{"llm.token_count.completion", "gen_ai.usage.output_tokens"},
	{"llm.token_count.prompt_details.cache_read", "gen_ai.usage.cache_read.input_tokens"},
	{"llm.token_count.prompt_details.cache_write", "gen_ai.usage.cache_write.input_tokens"},
	{"llm.token_count.prompt_details.audio", "gen_ai.usage.audio.input_tokens"},
	{"llm.token_count.completion_details.audio", "gen_ai.usage.audio.output_tokens"},
	{"llm.token_count.completion_details.reasoning", "gen_ai.usage.reasoning.output_tokens"},
}

const (
	kindKey       = "openinference.span.kind"
	parametersKey = "llm.invocation_parameters"
)

// translate says what a span says in other words in those of today.
func (d *decoder) translate(s *span) {
	for _, key := range slices.Clone(s.order) {
		if v := s.attributes[key]; strings.HasPrefix(string(v), "{") && parts.IsWord("gen_ai llm input output openinference session", key) {
			delete(s.attributes, key)
			s.flatten(key, v)
		}
	}
	for _, list := range lists {
		if s.attributes[list[1]] == "" {
			v := s.gather(list[0])
			if strings.HasPrefix(list[0], "gen_ai.") {
				v = withBlocks(v)
			}
			if v != "" {
				s.set(list[1], v)
			}
		}
	}
	if s.attributes[kindKey] != `"LLM"` {
		return
	}
	for _, old := range [][2]string{{"input", inputKey}, {"output", outputKey}} {
		key, of := old[0]+".value", old[1]
		v := s.attributes[key]
		switch {
		case v == "":
			continue
		case s.attributes[of] != "":
			d.Notes.Info(note.CodeHistory, note.Dropped, s.at, "copy of the messages", key)
		default:
			list, rest := messagesIn(v)
			if rest != "{}" {
				d.Notes.Loss(note.CodeExtension, note.Dropped, s.at, "all but the messages in", key)
			}
			s.set(of, list)
		}
		delete(s.attributes, key)
		delete(s.attributes, old[0]+".mime_type")
	}
	s.parameters()
	if word := s.attributes["llm.finish_reason"]; word != "" {
		s.rename("llm.finish_reason", finishKey, "["+word+"]")
	}
	for _, x := range renamed {
		s.rename(x[0], x[1], s.attributes[x[0]])
	}
}

// rename sets an attribute in place of an older one, which stays if it says something else.
func (s *span) rename(old, key string, v conv.Raw) {
	if s.attributes[key] == "" && v != "" {
		s.set(key, v)
	}
	if s.attributes[key] == v {
		delete(s.attributes, old)
	}
}

// flatten sets the fields of an object as attributes.
func (s *span) flatten(key string, v conv.Raw) {
	if !strings.HasPrefix(string(v), "{") {
		s.set(key, v)
		return
	}
	for inner, x := range v.Fields {
		s.flatten(key+"."+inner, x)
	}
}

// gather takes a list, or the attributes that are its elements, "" for none.
func (s *span) gather(key string) conv.Raw {
	if v := s.take(key); v != "" {
		return nested(v)
	}
	var all []rawjson.Member
	for _, k := range s.order {
		if rest, ok := strings.CutPrefix(k, key+"."); ok && s.attributes[k] != "" && rest != "" && rest[0]-'0' < 10 {
			all = append(all, rawjson.Member{Key: rest, Value: s.attributes[k]})
			delete(s.attributes, k)
		}
	}
	if all == nil {
		return ""
	}
	return nested(rawjson.ObjectOf(all))
}

// mostDots is more than the keys of any convention have.
const mostDots = 20

// nested is a value whose keys have dots in them as objects and lists, without the objects
// of one field that are around a message, a call, a part and a tool.
func nested(v conv.Raw) conv.Raw {
	if strings.HasPrefix(string(v), "[") {
		var all []conv.Raw
		for x := range v.Elements {
			all = append(all, nested(x))
		}
		return rawjson.ArrayOf(all)
	}
	var all []rawjson.Member
	inside := map[string][]rawjson.Member{}
	for key, x := range v.Fields {
		head, rest := key, ""
		if strings.Count(key, ".") < mostDots {
			head, rest, _ = strings.Cut(key, ".")
		}
		if inside[head] == nil {
			all = append(all, rawjson.Member{Key: head})
		}
		inside[head] = append(inside[head], rawjson.Member{Key: rest, Value: x})
	}
	if all == nil {
		return v
	}
	for i := range all {
		m := &all[i]
		switch of := inside[m.Key]; {
		case of[0].Key != "":
			m.Value = nested(rawjson.ObjectOf(of))
		case parts.IsWord("parameters json_schema", m.Key):
			m.Value = embedded(of[0].Value)
		case parts.IsWord("arguments content", m.Key):
			m.Value = of[0].Value
		default:
			m.Value = nested(of[0].Value)
		}
	}
	if len(all) == 1 && parts.IsWord("message tool_call message_content tool json_schema", all[0].Key) {
		return all[0].Value
	}
	return asList(all)
}

// asList is fields whose keys are numbers as a list in their order, others as an object.
func asList(all []rawjson.Member) conv.Raw {
	place := func(m rawjson.Member) int {
		n, err := strconv.ParseUint(m.Key, 10, 31)
		if err != nil {
			return -1
		}
		return int(n)
	}
	if slices.ContainsFunc(all, func(m rawjson.Member) bool { return place(m) < 0 }) {
		return rawjson.ObjectOf(all)
	}
	slices.SortStableFunc(all, func(a, b rawjson.Member) int { return cmp.Compare(place(a), place(b)) })
	var list []conv.Raw
	for _, m := range all {
		list = append(list, m.Value)
	}
	return rawjson.ArrayOf(list)
}

// withBlocks is messages of OpenLLMetry, whose content may be the JSON of a list.
func withBlocks(list conv.Raw) conv.Raw {
	if !strings.HasPrefix(string(list), "[") {
		return list
	}
	var all []conv.Raw
	for m := range list.Elements {
		if content := embedded(m.Field("content")); content.Lookup("0.type") != "" {
			m = m.With("content", content)
		}
		all = append(all, m)
	}
	return rawjson.ArrayOf(all)
}

// nestedSpan is a row of a table of spans, whose columns are attributes.KEY and
// context.KEY, as a span.
func nestedSpan(row conv.Raw) conv.Raw {
	var all []rawjson.Member
	inside := map[string][]rawjson.Member{}
	for key, v := range row.Fields {
		switch head, rest, _ := strings.Cut(key, "."); {
		case v == "null":
		case parts.IsWord("gen_ai llm openinference", head):
			inside["attributes"] = append(inside["attributes"], rawjson.Member{Key: key, Value: v})
		case head == "attributes" || head == "context":
			inside[head] = append(inside[head], rawjson.Member{Key: rest, Value: v})
		default:
			all = append(all, rawjson.Member{Key: key, Value: v})
		}
	}
	for _, head := range []string{"attributes", "context"} {
		all = append(all, rawjson.Member{Key: head, Value: rawjson.ObjectOf(inside[head])})
	}
	return rawjson.ObjectOf(all)
}

// messagesIn is the messages in the body of a request or an answer, else the body as one,
// and the rest of it.
func messagesIn(v conv.Raw) (list, rest conv.Raw) {
	body := embedded(v)
	if list := body.Field("messages"); strings.HasPrefix(string(list), "[") {
		return list, body.Without("messages")
	}
	if m := body.Lookup("choices.0.message"); strings.HasPrefix(string(m), "{") {
		return m, body.Without("choices")
	}
	for _, m := range []conv.Raw{body, body.Lookup("0")} {
		if parts.Str(m, "role") != "" || parts.Str(m, "text") != "" {
			return body, "{}"
		}
	}
	return rawjson.ObjectOf([]rawjson.Member{{Key: "content", Value: v}}), "{}"
}

// parameters reads the parameters of a call, which are JSON. Others than those of the
// model stay.
func (s *span) parameters() {
	var rest []rawjson.Member
	all := embedded(s.attributes[parametersKey])
	for key, v := range all.Fields {
		of := "gen_ai.request." + key
		switch {
		case parts.IsWord("model_name model_id", key):
			of = modelKey
		case parts.IsWord("max_completion_tokens max_output_tokens", key):
			of = "gen_ai.request.max_tokens"
		case key == "stop":
			of = stopKey
		case key == "system":
			of = systemKey
		case key == "tools" && s.attributes[toolsKey] != "":
			continue // the same ones
		}
		known := of == modelKey && v[0] == '"' || of == systemKey || of == streamKey && (v == "true" || v == "false") || of == stopKey && areTexts(v) ||
			isNumber(v) && slices.ContainsFunc(strings.Fields(numbers), func(word string) bool { return strings.HasSuffix(word, "="+of) })
		if known && s.attributes[of] == "" {
			s.set(of, v)
		} else {
			rest = append(rest, rawjson.Member{Key: key, Value: v})
		}
	}
	switch {
	case all == "" || all[0] != '{':
	case rest == nil:
		delete(s.attributes, parametersKey)
	default:
		s.set(parametersKey, rawjson.Quoted(string(rawjson.ObjectOf(rest))))
	}
}
