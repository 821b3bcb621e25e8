package providers_test

import (
	"slices"
	"strings"
	"testing"

	"convo/conv"
	"convo/conv/lint"
	"convo/providers"
)

// breach is one way to break a body that servers take: some text of it that
// becomes another, and a rule that it breaks then.
type breach struct{ name, old, new, rule string }

// Bodies that servers take, each with all that its breaches need.
const (
	goodResponses = `{"model":"gpt-6-sol","input":[` +
		`{"role":"user","content":[{"type":"input_text","text":"Look outside."}]},` +
		`{"type":"reasoning","id":"rs_1","summary":[{"type":"summary_text","text":"Hm."}]},` +
		`{"type":"function_call","id":"fc_1","call_id":"c1","name":"look","arguments":"{}"},` +
		`{"type":"function_call_output","call_id":"c1","output":"rain"},` +
		`{"role":"assistant","content":[{"type":"output_text","text":"It rains."}]},` +
		`{"role":"user","content":"Still?"}],` +
		`"tools":[{"type":"function","name":"look","parameters":{"type":"object"}}]}`
	goodGemini = `{"contents":[` +
		`{"role":"user","parts":[{"text":"Look outside."}]},` +
		`{"role":"model","parts":[{"functionCall":{"name":"look","args":{}},"thoughtSignature":"AAAA"}]},` +
		`{"role":"user","parts":[{"functionResponse":{"name":"look","response":{"sky":"rain"}}}]},` +
		`{"role":"model","parts":[{"text":"It rains."}]},` +
		`{"role":"user","parts":[{"text":"Still?"}]}],` +
		`"systemInstruction":{"parts":[{"text":"Be brief."}]},"tools":[{"functionDeclarations":[{"name":"look"}]}]}`
	goodAGUI = `{"threadId":"t","runId":"r","messages":[` +
		`{"id":"1","role":"user","content":"Look outside."},` +
		`{"id":"2","role":"assistant","toolCalls":[{"id":"c1","type":"function","function":{"name":"look","arguments":"{}"}}]},` +
		`{"id":"3","role":"tool","toolCallId":"c1","content":"rain"}],` +
		`"tools":[{"name":"look","description":"out of the window","parameters":{"type":"object"}}],"context":[]}`
	goodEvents = `{"type":"RUN_STARTED","threadId":"t","runId":"r"}` + "\n" +
		`{"type":"TOOL_CALL_START","toolCallId":"c1","toolCallName":"look"}` + "\n" +
		`{"type":"TOOL_CALL_ARGS","toolCallId":"c1","delta":"{}"}` + "\n" +
		`{"type":"TOOL_CALL_END","toolCallId":"c1"}` + "\n" +
		`{"type":"TOOL_CALL_RESULT","messageId":"m2","toolCallId":"c1","content":"rain"}` + "\n" +
		`{"type":"TEXT_MESSAGE_START","messageId":"m1","role":"assistant"}` + "\n" +
		`{"type":"TEXT_MESSAGE_CONTENT","messageId":"m1","delta":"It rains."}` + "\n" +
		`{"type":"TEXT_MESSAGE_END","messageId":"m1"}` + "\n" +
		`{"type":"RUN_FINISHED","threadId":"t","runId":"r"}` + "\n"
	goodLine = `{"messages":[` +
		`{"role":"user","content":"Look outside."},` +
		`{"role":"assistant","tool_calls":[{"id":"c1","type":"function","function":{"name":"look","arguments":"{}"}}],"weight":0},` +
		`{"role":"tool","tool_call_id":"c1","content":"rain"},` +
		`{"role":"assistant","content":"It rains.","weight":1}],` +
		`"tools":[{"type":"function","function":{"name":"look","parameters":{"type":"object"}}}]}`
)

// What the servers of a format would refuse is found, whatever is broken.
func TestWhatServersRefuse(t *testing.T) {
	for _, test := range []struct {
		format, goal, good string
		breaches           []breach
	}{
		{"openai-responses", "openai-responses", goodResponses, []breach{
			{"messages instead of input", `"input":[`, `"messages":[`, "R102"},
			{"no model", `"model":"gpt-6-sol",`, ``, "R102"},
			{"a parameter of another API", `"model"`, `"max_tokens":5,"model"`, "R105"},
			{"a part of chat completions", `"input_text"`, `"text"`, "R103"},
			{"a user's part that is an answer's", `"input_text"`, `"output_text"`, "R104"},
			{"an answer's part that is a user's", `"output_text"`, `"input_text"`, "R104"},
			{"an image in an object", `{"type":"input_text","text":"Look outside."}`, `{"type":"input_image","image_url":{"url":"https://example.org/a.png"}}`, "R101"},
			{"an image without one", `{"type":"input_text","text":"Look outside."}`, `{"type":"input_image","detail":"low"}`, "R102"},
			{"a mark of another vendor", `"Look outside."}`, `"Look outside.","cache_control":{"type":"ephemeral"}}`, "R105"},
			{"a role of chat completions", `{"role":"user","content":"Still?"}`, `{"role":"tool","content":"Still?"}`, "R103"},
			{"calls in a message", `"content":[{"type":"output_text"`, `"tool_calls":[{"id":"x"}],"content":[{"type":"output_text"`, "R105"},
			{"no result", `{"type":"function_call_output","call_id":"c1","output":"rain"},`, ``, "R001"},
			{"a result of another call", `"call_id":"c1","output"`, `"call_id":"c9","output"`, "R002"},
			{"a result that is an object", `"output":"rain"`, `"output":{"sky":"rain"}`, "R101"},
			{"a call without its id", `"call_id":"c1","name"`, `"name"`, "R102"},
			{"a call with another's name for it", `"call_id":"c1","name"`, `"tool_call_id":"c1","name"`, "R105"},
			{"a call id as an item's", `"id":"fc_1"`, `"id":"call_1"`, "R103"},
			{"arguments that are an object", `"arguments":"{}"`, `"arguments":{}`, "R101"},
			{"a summary that is a text", `[{"type":"summary_text","text":"Hm."}]`, `"Hm."`, "R101"},
			{"reasoning that led to nothing", `{"role":"user","content":"Still?"}]`, `{"role":"user","content":"Still?"},{"type":"reasoning","id":"rs_2","summary":[]}]`, "R015"},
			{"a tool as in chat completions", `"name":"look","parameters":{"type":"object"}`, `"function":{"name":"look"}`, "R102"},
			{"a tool without a type", `{"type":"function","name"`, `{"name"`, "R102"},
		}},
		{"gemini", "gemini", goodGemini, []breach{
			{"messages instead of contents", `"contents"`, `"messages"`, "G102"},
			{"a parameter that belongs into the config", `"systemInstruction"`, `"temperature":1,"systemInstruction"`, "G105"},
			{"a role of others", `"role":"model"`, `"role":"assistant"`, "G103"},
			{"no parts", `"parts":[{"text":"Look outside."}]`, `"parts":[]`, "G106"},
			{"content instead of parts", `"parts":[{"text":"Look outside."}]`, `"content":"Look outside."`, "G105"},
			{"a part with a type", `{"text":"Look outside."}`, `{"type":"text","text":"Look outside."}`, "G105"},
			{"two data in a part", `{"functionCall"`, `{"text":"Hm.","functionCall"`, "G106"},
			{"arguments that are a text", `"args":{}`, `"args":"{}"`, "G101"},
			{"arguments by another name", `"args":{}`, `"arguments":{}`, "G105"},
			{"a call without a name", `"name":"look","args"`, `"args"`, "G102"},
			{"a call by the user", `{"text":"Look outside."}`, `{"functionCall":{"name":"look"}}`, "G105"},
			{"a result that is a text", `"response":{"sky":"rain"}`, `"response":"rain"`, "G101"},
			{"a result of another tool", `{"functionResponse":{"name":"look"`, `{"functionResponse":{"name":"listen"`, "G002"},
			{"no result", `{"functionResponse":{"name":"look","response":{"sky":"rain"}}}`, `{"text":"rain"}`, "G001"},
			{"a result by the model", `"user","parts":[{"functionResponse"`, `"model","parts":[{"functionResponse"`, "G105"},
			{"data without a type", `{"text":"Look outside."}`, `{"inlineData":{"data":"AAAA"}}`, "G102"},
			{"data in a data: URL", `{"text":"Look outside."}`, `{"inlineData":{"mimeType":"image/png","data":"data:image/png;base64,AAAA"}}`, "G106"},
			{"a call at the end", `{"text":"Still?"}]}`, `{"text":"Still?"}]},{"role":"model","parts":[{"functionCall":{"name":"look"}}]}`, "G001"},
			{"a tool of others", `{"functionDeclarations":[{"name":"look"}]}`, `{"type":"function","function":{"name":"look"}}`, "G105"},
			{"a signature that is no base64", `"AAAA"`, `"!!"`, "G023"},
			{"an instruction that is a text", `{"parts":[{"text":"Be brief."}]}`, `"Be brief."`, "G101"},
		}},
		{"ag-ui", "ag-ui", goodAGUI, []breach{
			{"a message without an id", `"id":"1",`, ``, "U102"},
			{"a role that is none", `"role":"user"`, `"role":"human"`, "U103"},
			{"an id twice", `"id":"3"`, `"id":"1"`, "C018"},
			{"content that is a number", `"content":"Look outside."`, `"content":5`, "U101"},
			{"no content", `,"content":"Look outside."`, ``, "U102"},
			{"null", `"content":"rain"`, `"content":"rain","error":null`, "U101"},
			{"arguments that are an object", `"arguments":"{}"`, `"arguments":{}`, "U101"},
			{"a call without a function", `,"function":{"name":"look","arguments":"{}"}`, ``, "U102"},
			{"a call of another type", `"type":"function"`, `"type":"tool_use"`, "U103"},
			{"a result of no call", `"toolCallId":"c1",`, ``, "U102"},
			{"a result of another call", `"toolCallId":"c1"`, `"toolCallId":"c9"`, "U002"},
			{"a part of another vendor", `"content":"Look outside."`, `"content":[{"type":"image","source":{"type":"base64","data":"AAAA"}}]`, "U103"},
			{"names in snake case", `"toolCallId"`, `"tool_call_id"`, "U102"},
		}},
		{"ag-ui-events", "ag-ui", goodEvents, []breach{
			{"no start of the run", `{"type":"RUN_STARTED","threadId":"t","runId":"r"}` + "\n", ``, "U036"},
			{"no end of the run", `{"type":"RUN_FINISHED","threadId":"t","runId":"r"}` + "\n", ``, "U036"},
			{"an event that is none", `TEXT_MESSAGE_CONTENT`, `MESSAGE_DELTA`, "U103"},
			{"text that was not started", `{"type":"TEXT_MESSAGE_START","messageId":"m1","role":"assistant"}` + "\n", ``, "U036"},
			{"text that was not ended", `{"type":"TEXT_MESSAGE_END","messageId":"m1"}` + "\n", ``, "U036"},
			{"a call that was not started", `{"type":"TOOL_CALL_START","toolCallId":"c1","toolCallName":"look"}` + "\n", ``, "U036"},
			{"a call that was not ended", `{"type":"TOOL_CALL_END","toolCallId":"c1"}` + "\n", ``, "U036"},
			{"text of another message", `"messageId":"m1","delta"`, `"messageId":"m9","delta"`, "U036"},
			{"nothing that was said", `,"delta":"It rains."`, ``, "U102"},
			{"arguments that are an object", `"delta":"{}"`, `"delta":{}`, "U101"},
			{"a run without its id", `"runId":"r"`, `"run_id":"r"`, "U102"},
			{"a result without an id", `"messageId":"m2",`, ``, "U102"},
			{"an event behind the end", `{"type":"RUN_FINISHED","threadId":"t","runId":"r"}`, `{"type":"RUN_FINISHED","threadId":"t","runId":"r"}` + "\n" + `{"type":"STEP_STARTED","stepName":"s"}`, "U036"},
		}},
		{"openai-finetune", "openai-finetune", goodLine, []breach{
			{"a weight that is no 0 or 1", `"weight":1`, `"weight":2`, "F033"},
			{"a weight that is a text", `"weight":1`, `"weight":"1"`, "F033"},
			{"a weight of a user", `"content":"Look outside."`, `"content":"Look outside.","weight":1`, "F033"},
			{"nothing to learn", `"weight":1`, `"weight":0`, "F032"},
			{"an end that is no answer", `"weight":1}]`, `"weight":1},{"role":"user","content":"Thanks."}]`, "F031"},
			{"a call without a result", `{"role":"tool","tool_call_id":"c1","content":"rain"},`, ``, "F001"},
			{"a result of no call", `"tool_call_id":"c1"`, `"tool_call_id":"c9"`, "F002"},
			{"an image by the assistant", `"content":"It rains."`, `"content":[{"type":"image_url","image_url":{"url":"https://example.org/a.png"}}]`, "F104"},
			{"a role that is none", `"role":"user"`, `"role":"human"`, "F103"},
			{"arguments that are an object", `"arguments":"{}"`, `"arguments":{}`, "F101"},
			{"a member that is none", `"weight":1`, `"weight":1,"score":5`, "F105"},
		}},
	} {
		t.Run(test.format, func(t *testing.T) {
			if found := refusals(t, test.format, test.goal, test.good); found != nil {
				t.Fatalf("the good body: %v", found)
			}
			for _, b := range test.breaches {
				if !strings.Contains(test.good, b.old) {
					t.Fatalf("%s: nothing to break", b.name)
				}
				bad := strings.Replace(test.good, b.old, b.new, 1)
				if found := refusals(t, test.format, test.goal, bad); !slices.Contains(found, b.rule) {
					t.Errorf("%s: found %v, want %s", b.name, found, b.rule)
				}
			}
		})
	}
}

// refusals are the rules that a body breaks for the servers of a goal, but
// those that only warn.
func refusals(t *testing.T, format, goal, body string) (rules []string) {
	t.Helper()
	f := lookup(t, format)
	g, err := providers.GoalNamed(goal)
	if err != nil {
		t.Fatal(err)
	}
	var found []lint.Finding
	checker := lint.NewChecker(f, true)
	for text := range textsOf(f, []byte(body)) {
		more, err := checker.Check(text, false)
		if err != nil {
			t.Fatal(err)
		}
		found = append(found, more...)
	}
	v := lint.NewValidator(lint.Destination{Format: g.Format, Target: &g.Target})
	notes := &conv.Notes{}
	for c, err := range f.Decode([]byte(body), notes) {
		if err == nil {
			found = append(found, v.Validate(c)...)
		}
	}
	found = append(found, v.Stream(f, notes)...)
	severities := map[string]conv.Severity{}
	for _, r := range lint.RuleTable() {
		severities[r.ID] = r.Severity
	}
	for _, x := range found {
		if severities[x.Rule] == conv.Error {
			rules = append(rules, x.Rule)
		}
	}
	return rules
}
