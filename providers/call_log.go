package providers

import (
	"strings"

	"convo/conv"
	"convo/conv/format"
	"convo/conv/rawjson"
	"convo/conv/sse"
)

// logged is what proxies and tracers write of calls: a request and its answer, side by side.
//
//	{"id":"c1","request":{"model":"gpt-5-mini","messages":[…]},"response":{"choices":[…]}}
//
// A body may be JSON in a string, or an answer the text or the list of its events. The facts
// are those of the public documents and sources of LiteLLM, Helicone, Weave, LangSmith, Vertex AI
// and Bedrock.
func logged() *recording {
	return &recording{
		name: "call-log", about: "logs of requests and answers", what: "a log of calls",
		list: []string{"data"}, bare: true, entry: "entry",
		detect: func(p *format.Probe) bool {
			for _, at := range []string{"", "[].", "data[]."} {
				for _, b := range loggedBodies {
					for _, list := range []string{"messages[].role", "contents[].parts", "input[].role"} {
						if p.Shows(at + b.request + "." + list + " & " + at + b.answer) {
							return true
						}
					}
				}
				if p.Shows(at + "messages[].role & " + at + "response") {
					return true
				}
			}
			return false
		},
		exchange: loggedCall,
	}
}

// loggedBodies are the places of a request and of its answer. LiteLLM has the answer
// beside the messages.
var loggedBodies = [...]struct{ request, answer string }{
	{"request_body", "response_body"},
	{"request.body", "response.body"},
	{"request", "response"},
	{"inputs", "output"},
	{"inputs", "outputs"},
	{"input.inputBodyJson", "output.outputBodyJson"},
}

func loggedCall(entry conv.Raw) exchange {
	input, output := entry.Lookup("messages"), entry.Lookup("response")
	rest := entry.Without("id", "model", "model_parameters", "messages", "response", "headers", "request_headers", "response_headers")
	for _, b := range loggedBodies {
		if input == "" && hasOne(entry, b.request) && hasOne(entry, b.answer) {
			input, output = unquotedJSON(entry.Lookup(b.request)), entry.Lookup(b.answer)
			rest = withoutBody(withoutBody(rest, entry, b.request), entry, b.answer)
		}
	}
	if output = unquotedJSON(output); !hasOne(input, "messages.0", "contents.0", "0.role") && !isResponse(output) {
		return exchange{}
	}
	g := generated{model: entry.Lookup("model"), parameters: entry.Lookup("model_parameters")}
	x := exchange{
		id: entry.Lookup("id").Text(), url: "/chat/completions", request: string(g.request(input, output)),
		rest: rest,
	}
	switch text := output.Text(); {
	case sse.Looks([]byte(text)):
		x.answer = text
	case !isResponse(output) && hasOne(output, "0.type", "0.choices.0.delta", "0.candidates"):
		var lines []string
		for event := range output.Elements {
			lines = append(lines, string(event))
		}
		x.answer = strings.Join(lines, "\n")
	case hasOne(output, "error"):
		x.answer = string(output)
	default:
		x.answer = string(g.answer(output))
	}
	return x
}

// withoutBody is the rest of an entry without the body at a path. What stands beside the
// body is kept, except headers, where keys are.
func withoutBody(rest, entry conv.Raw, path string) conv.Raw {
	key, inside, _ := strings.Cut(path, ".")
	all := rest.Without(key).Members()
	if beside := entry.Lookup(key).Without(inside, "headers"); inside != "" && beside != "{}" {
		all = append(all, rawjson.Member{Key: key, Value: beside})
	}
	return rawjson.ObjectOf(all)
}
