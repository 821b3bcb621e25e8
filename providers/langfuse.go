package providers

import (
	"cmp"
	"slices"
	"strings"
	"time"

	"convo/conv"
	"convo/conv/format"
	"convo/conv/rawjson"
)

// observed is what Langfuse keeps of programs: the download of a trace, a page of its API,
// an export of its table, or the lines that it writes to a bucket, whose names are in snake_case.
// A generation is a call of a model:
//
//	{"id":"o1","traceId":"t1","type":"GENERATION","startTime":"2026-03-01T08:00:00.000Z","model":"gpt-5-mini",
//	 "modelParameters":{"temperature":0.2},"input":[{"role":"user","content":"…"}],
//	 "output":{"role":"assistant","content":"…"},"usageDetails":{"input":12,"output":5,"total":17}}
//
// Its input and output are what the program gave: bodies of an API, messages as Chat
// Completions has them, items of Responses, a text, or JSON in a string. The facts are
// those of the documents of Langfuse's API and of its exports.
func observed() *recording {
	return &recording{
		name: "langfuse", about: "observations of Langfuse", what: "observations of Langfuse",
		list: []string{"observations"}, other: "data", bare: true, entry: "observation",
		detect: func(p *format.Probe) bool {
			return slices.ContainsFunc([]string{"", "[].", "observations[].", "data[]."}, func(at string) bool {
				return p.Has(at+"type") && (p.Has(at+"traceId") && p.Has(at+"startTime") || p.Has(at+"trace_id") && p.Has(at+"start_time"))
			})
		},
		exchange: generation,
	}
}

// observationKeys are the fields of an observation that are read.
var observationKeys = []string{
	"id", "type", "input", "output", "endTime", "end_time", "model", "providedModelName", "provided_model_name",
	"modelParameters", "model_parameters", "usage", "usageDetails", "usage_details", "statusMessage", "status_message", "tool_calls",
}

func generation(entry conv.Raw) exchange {
	if !strings.EqualFold(entry.Lookup("type").Text(), "generation") {
		return exchange{}
	}
	either := func(keys ...string) conv.Raw {
		for _, key := range keys {
			if v := entry.Lookup(key); v != "" && v != "null" {
				return v
			}
		}
		return ""
	}
	x := exchange{id: entry.Lookup("id").Text(), rest: entry.Without(observationKeys...)}
	x.ended = observedAt(either("endTime", "end_time").Text())
	g := generated{
		model:      either("model", "providedModelName", "provided_model_name"),
		parameters: unquotedJSON(either("modelParameters", "model_parameters")),
		usage:      either("usageDetails", "usage_details", "usage"),
		calls:      either("tool_calls"),
	}
	input, output := unquotedJSON(entry.Lookup("input")), unquotedJSON(entry.Lookup("output"))
	said := either("statusMessage", "status_message")
	if output == "" && said != "" {
		x.url, x.status, x.answer = "/chat/completions", 500, `{"error":{"message":`+string(said)+`}}`
	} else if x.answer = string(g.answer(output)); said != "" {
		x.rest = rawjson.ObjectOf(append(x.rest.Members(), rawjson.Member{Key: "statusMessage", Value: said}))
	}
	x.request = string(g.request(input, output))
	if !g.counted && g.usage != "" {
		x.rest = rawjson.ObjectOf(append(x.rest.Members(), rawjson.Member{Key: "usageDetails", Value: g.usage}))
	}
	if !g.called && g.calls != "" && g.calls != "[]" {
		x.rest = rawjson.ObjectOf(append(x.rest.Members(), rawjson.Member{Key: "tool_calls", Value: g.calls}))
	}
	return x
}

func observedAt(s string) int64 {
	for _, layout := range []string{time.RFC3339, "2006-01-02 15:04:05"} {
		if t, err := time.Parse(layout, s); err == nil {
			return t.UnixMilli()
		}
	}
	return 0
}

// unquotedJSON is the value in a string, if that is an object or a list. null is "".
func unquotedJSON(raw conv.Raw) conv.Raw {
	if raw == "null" {
		return ""
	}
	if s := strings.TrimSpace(raw.Text()); s != "" && (s[0] == '{' || s[0] == '[') {
		c := rawjson.NewCursor([]byte(s))
		if inside := c.Raw(); c.End() == nil {
			return inside
		}
	}
	return raw
}

// generated is what a generation has besides its input and its output.
type generated struct {
	model, parameters, usage, calls conv.Raw
	counted, called                 bool // the usage and the calls are in the answer
}

// request is the body of a request, that of the API that the output is of.
func (g *generated) request(input, output conv.Raw) conv.Raw {
	key, list := "messages", input
	first := input.Lookup("0")
	switch {
	case input == "":
		list = "[]"
	case hasOne(input, "messages.0.role", "contents.0.parts"), isResponse(output) && hasOne(input, "input"):
		all := input.Members()
		for i := range all {
			if all[i].Key == "messages" {
				all[i].Value = asked(all[i].Value)
			}
		}
		if g.model != "" && input.Lookup("model") == "" {
			all = append(all, rawjson.Member{Key: "model", Value: g.model})
		}
		return rawjson.ObjectOf(all)
	case isResponse(output):
		key = "input"
	case first.Lookup("parts") != "":
		return rawjson.ObjectOf([]rawjson.Member{{Key: "contents", Value: input}})
	case hasOne(first, "role", "content"):
		list = asked(input)
	case hasOne(input, "role"):
		list = asked(rawjson.ArrayOf([]conv.Raw{input}))
	default:
		list = rawjson.ArrayOf([]conv.Raw{spokenAs(input, "user")})
	}
	all := []rawjson.Member{{Key: "model", Value: cmp.Or(g.model, `""`)}, {Key: key, Value: list}}
	for _, m := range g.parameters.Members() {
		if m.Key != "model" && m.Key != key && m.Value != `"inf"` { // which is how no limit is said
			all = append(all, m)
		}
	}
	return rawjson.ObjectOf(all)
}

// answer is the body of an answer, that of the API which it is of, else Chat
// Completions.
func (g *generated) answer(output conv.Raw) conv.Raw {
	model := rawjson.Member{Key: "model", Value: cmp.Or(g.model, `""`)}
	var choices []conv.Raw
	switch {
	case output == "" && g.calls == "":
		return ""
	case hasOne(output, "choices.0", "candidates.0") || output.Lookup("type").Text() == "message" || isItem(output.Lookup("output.0")):
		return output
	case isResponse(output):
		all := []rawjson.Member{{Key: "object", Value: `"response"`}, model, {Key: "status", Value: `"completed"`}, {Key: "output", Value: output}}
		return rawjson.ObjectOf(g.count(all, "input_tokens", "output_tokens"))
	case output.Lookup("parts") != "":
		return rawjson.ObjectOf([]rawjson.Member{{Key: "candidates", Value: rawjson.ArrayOf([]conv.Raw{`{"content":` + output + `}`})}})
	case hasOne(output.Lookup("0"), "role"):
		choices = slices.AppendSeq(choices, asked(output).Elements)
	default:
		choices = []conv.Raw{g.calling(spokenAs(output, "assistant"))}
	}
	for i, m := range choices {
		choices[i] = rawjson.ObjectOf([]rawjson.Member{{Key: "index", Value: conv.Raw(rawjson.NumberOf(int64(i)))}, {Key: "message", Value: m}})
	}
	all := []rawjson.Member{{Key: "object", Value: `"chat.completion"`}, model, {Key: "choices", Value: rawjson.ArrayOf(choices)}}
	return rawjson.ObjectOf(g.count(all, "prompt_tokens", "completion_tokens"))
}

// calling is an answer with the calls that stand beside it, each in a string, if it has
// none.
func (g *generated) calling(m conv.Raw) conv.Raw {
	if m.Lookup("tool_calls") != "" {
		return m
	}
	var calls []conv.Raw
	for call := range g.calls.Elements {
		if call = unquotedJSON(call); call != "" && call[0] == '{' {
			calls = append(calls, wireCall(call))
		}
	}
	if calls == nil {
		return m
	}
	g.called = true
	return rawjson.ObjectOf(append(m.Members(), rawjson.Member{Key: "tool_calls", Value: rawjson.ArrayOf(calls)}))
}

// count adds the usage to an answer whose API has these names for the input and the output.
// Parts of these are counted in them, or beside them: the total tells.
func (g *generated) count(answer []rawjson.Member, in, out string) []rawjson.Member {
	var all []rawjson.Member
	var input, output, inputs, outputs, total, cached, reasoned int64
	for key, v := range g.usage.Fields {
		n, ok := conv.Number(v).Int()
		switch {
		case !ok || strings.HasSuffix(key, "Cost"):
		case key == "total":
			total = n
		case strings.HasPrefix(key, "output"):
			outputs += n
		default:
			inputs += n
		}
		switch {
		case v == "null" || key == "total" || v == `"TOKENS"`:
		case ok && key == "input":
			input = n
		case ok && key == "output":
			output = n
		case ok && (key == "input_cached_tokens" || key == "cache_read_input_tokens"):
			cached = n
		case ok && key == "output_reasoning_tokens":
			reasoned = n
		default:
			all = append(all, rawjson.Member{Key: key, Value: v})
		}
	}
	if g.counted = inputs+outputs > 0; !g.counted {
		return answer
	}
	if inputs+outputs == total {
		input, output = inputs, outputs
	}
	count := func(n int64) conv.Raw { return conv.Raw(rawjson.NumberOf(n)) }
	part := func(n int64, key, inside string) {
		if n != 0 {
			all = append(all, rawjson.Member{Key: key, Value: rawjson.ObjectOf([]rawjson.Member{{Key: inside, Value: count(n)}})})
		}
	}
	all = append(all, rawjson.Member{Key: in, Value: count(input)}, rawjson.Member{Key: out, Value: count(output)},
		rawjson.Member{Key: "total_tokens", Value: count(cmp.Or(total, input+output))})
	part(cached, in+"_details", "cached_tokens")
	part(reasoned, out+"_details", "reasoning_tokens")
	return append(answer, rawjson.Member{Key: "usage", Value: rawjson.ObjectOf(all)})
}

// asked is a list of messages with calls as Chat Completions has them.
func asked(list conv.Raw) conv.Raw {
	var all []conv.Raw
	for m := range list.Elements {
		all = append(all, spokenAs(m, "user"))
	}
	return rawjson.ArrayOf(all)
}

// spokenAs is a message that says who speaks, with its calls as Chat Completions has them:
// LangChain has the name and the arguments of a call beside its id.
func spokenAs(m conv.Raw, role string) conv.Raw {
	if !hasOne(m, "role", "content", "tool_calls") {
		return rawjson.ObjectOf([]rawjson.Member{{Key: "role", Value: rawjson.Quoted(role)}, {Key: "content", Value: textOf(m)}})
	}
	all := m.Members()
	if m.Lookup("role") == "" {
		all = append([]rawjson.Member{{Key: "role", Value: rawjson.Quoted(role)}}, all...)
	}
	for i := range all {
		if all[i].Key == "tool_calls" {
			var calls []conv.Raw
			for call := range all[i].Value.Elements {
				calls = append(calls, wireCall(call))
			}
			all[i].Value = rawjson.ArrayOf(calls)
		}
	}
	return rawjson.ObjectOf(all)
}

func wireCall(call conv.Raw) conv.Raw {
	name, args := call.Lookup("name"), call.Lookup("args")
	if name == "" || args == "" {
		return call
	}
	function := rawjson.ObjectOf([]rawjson.Member{{Key: "name", Value: name}, {Key: "arguments", Value: rawjson.Quoted(string(args))}})
	return rawjson.ObjectOf(append(call.Without("name", "args", "type").Members(),
		rawjson.Member{Key: "type", Value: `"function"`}, rawjson.Member{Key: "function", Value: function}))
}

// textOf is a text or a list of parts, or the JSON of another value as a text.
func textOf(v conv.Raw) conv.Raw {
	if strings.HasPrefix(string(v), `"`) || v.Lookup("0.type") != "" {
		return v
	}
	return rawjson.Quoted(string(v))
}

// isResponse reports whether an output is one of Responses, or its items.
func isResponse(output conv.Raw) bool {
	return isItem(output.Lookup("0")) || isItem(output.Lookup("output.0"))
}

// isItem reports whether a value is an item of Responses.
func isItem(v conv.Raw) bool {
	kind := v.Lookup("type").Text()
	return kind == "message" || kind == "reasoning" || strings.HasSuffix(kind, "_call")
}

func hasOne(object conv.Raw, keys ...string) bool {
	return slices.ContainsFunc(keys, func(key string) bool { return object.Lookup(key) != "" })
}
