package providers_test

import (
	"slices"
	"strings"
	"testing"

	"convo/conv/lint"
	"convo/conv/note"
	"convo/providers"
)

// breach breaks a body that servers accept, by replacing some text. It names
// the rule that is then broken.
type breach struct{ name, old, new, rule string }

// Bodies that servers accept, each with all that its breaches need.
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

// Whatever is broken, validate finds what the servers of a format would refuse.
func TestWhatServersRefuse(t *testing.T) {
	for _, test := range []struct {
		format, goal, good string
		breaches           []breach
	}{
		{"openai-responses", "openai-responses", goodResponses, []breach{
			{"messages instead of input", `"input":[`, `"messages":[`, "openai-responses/missing-field"},
			{"no model", `"model":"gpt-6-sol",`, ``, "openai-responses/missing-field"},
			{"a parameter of another API", `"model"`, `"max_tokens":5,"model"`, "openai-responses/unknown-field"},
			{"a part of chat completions", `"input_text"`, `"text"`, "openai-responses/unknown-value"},
			{"a user's part that is an answer's", `"input_text"`, `"output_text"`, "openai-responses/misplaced-part"},
			{"an answer's part that is a user's", `"output_text"`, `"input_text"`, "openai-responses/misplaced-part"},
			{"an image in an object", `{"type":"input_text","text":"Look outside."}`, `{"type":"input_image","image_url":{"url":"https://example.org/a.png"}}`, "openai-responses/wrong-type"},
			{"an image without one", `{"type":"input_text","text":"Look outside."}`, `{"type":"input_image","detail":"low"}`, "openai-responses/missing-field"},
			{"a mark of another vendor", `"Look outside."}`, `"Look outside.","cache_control":{"type":"ephemeral"}}`, "openai-responses/unknown-field"},
			{"a role of chat completions", `{"role":"user","content":"Still?"}`, `{"role":"tool","content":"Still?"}`, "openai-responses/unknown-value"},
			{"calls in a message", `"content":[{"type":"output_text"`, `"tool_calls":[{"id":"x"}],"content":[{"type":"output_text"`, "openai-responses/unknown-field"},
			{"no result", `{"type":"function_call_output","call_id":"c1","output":"rain"},`, ``, "openai-responses/unanswered-call"},
			{"a result of another call", `"call_id":"c1","output"`, `"call_id":"c9","output"`, "openai-responses/orphan-result"},
			{"a result that is an object", `"output":"rain"`, `"output":{"sky":"rain"}`, "openai-responses/wrong-type"},
			{"a call without its id", `"call_id":"c1","name"`, `"name"`, "openai-responses/missing-field"},
			{"a call with another's name for it", `"call_id":"c1","name"`, `"tool_call_id":"c1","name"`, "openai-responses/unknown-field"},
			{"a call id as an item's", `"id":"fc_1"`, `"id":"call_1"`, "openai-responses/unknown-value"},
			{"arguments that are an object", `"arguments":"{}"`, `"arguments":{}`, "openai-responses/wrong-type"},
			{"a summary that is a text", `[{"type":"summary_text","text":"Hm."}]`, `"Hm."`, "openai-responses/wrong-type"},
			{"reasoning with nothing after it", `{"role":"user","content":"Still?"}]`, `{"role":"user","content":"Still?"},{"type":"reasoning","id":"rs_2","summary":[]}]`, "openai-responses/idle-reasoning"},
			{"a tool as in chat completions", `"name":"look","parameters":{"type":"object"}`, `"function":{"name":"look"}`, "openai-responses/missing-field"},
			{"a tool without a type", `{"type":"function","name"`, `{"name"`, "openai-responses/missing-field"},
		}},
		{"gemini", "gemini", goodGemini, []breach{
			{"messages instead of contents", `"contents"`, `"messages"`, "gemini/missing-field"},
			{"a parameter that belongs into the config", `"systemInstruction"`, `"temperature":1,"systemInstruction"`, "gemini/unknown-field"},
			{"a role of others", `"role":"model"`, `"role":"assistant"`, "gemini/unknown-value"},
			{"no parts", `"parts":[{"text":"Look outside."}]`, `"parts":[]`, "gemini/out-of-bounds"},
			{"content instead of parts", `"parts":[{"text":"Look outside."}]`, `"content":"Look outside."`, "gemini/unknown-field"},
			{"a part with a type", `{"text":"Look outside."}`, `{"type":"text","text":"Look outside."}`, "gemini/unknown-field"},
			{"two data in a part", `{"functionCall"`, `{"text":"Hm.","functionCall"`, "gemini/out-of-bounds"},
			{"arguments that are a text", `"args":{}`, `"args":"{}"`, "gemini/wrong-type"},
			{"arguments by another name", `"args":{}`, `"arguments":{}`, "gemini/unknown-field"},
			{"a call without a name", `"name":"look","args"`, `"args"`, "gemini/missing-field"},
			{"a call by the user", `{"text":"Look outside."}`, `{"functionCall":{"name":"look"}}`, "gemini/unknown-field"},
			{"a result that is a text", `"response":{"sky":"rain"}`, `"response":"rain"`, "gemini/wrong-type"},
			{"a result of another tool", `{"functionResponse":{"name":"look"`, `{"functionResponse":{"name":"listen"`, "gemini/orphan-result"},
			{"no result", `{"functionResponse":{"name":"look","response":{"sky":"rain"}}}`, `{"text":"rain"}`, "gemini/unanswered-call"},
			{"a result by the model", `"user","parts":[{"functionResponse"`, `"model","parts":[{"functionResponse"`, "gemini/unknown-field"},
			{"data without a type", `{"text":"Look outside."}`, `{"inlineData":{"data":"AAAA"}}`, "gemini/missing-field"},
			{"data in a data: URL", `{"text":"Look outside."}`, `{"inlineData":{"mimeType":"image/png","data":"data:image/png;base64,AAAA"}}`, "gemini/out-of-bounds"},
			{"a call at the end", `{"text":"Still?"}]}`, `{"text":"Still?"}]},{"role":"model","parts":[{"functionCall":{"name":"look"}}]}`, "gemini/unanswered-call"},
			{"a tool of others", `{"functionDeclarations":[{"name":"look"}]}`, `{"type":"function","function":{"name":"look"}}`, "gemini/unknown-field"},
			{"a signature that is no base64", `"AAAA"`, `"!!"`, "gemini/broken-signature"},
			{"an instruction that is a text", `{"parts":[{"text":"Be brief."}]}`, `"Be brief."`, "gemini/wrong-type"},
		}},
		{"ag-ui", "ag-ui", goodAGUI, []breach{
			{"a message without an id", `"id":"1",`, ``, "ag-ui/missing-field"},
			{"a role that is none", `"role":"user"`, `"role":"human"`, "ag-ui/unknown-value"},
			{"an id twice", `"id":"3"`, `"id":"1"`, "convo/duplicate-message-id"},
			{"content that is a number", `"content":"Look outside."`, `"content":5`, "ag-ui/wrong-type"},
			{"no content", `,"content":"Look outside."`, ``, "ag-ui/missing-field"},
			{"null", `"content":"rain"`, `"content":"rain","error":null`, "ag-ui/wrong-type"},
			{"arguments that are an object", `"arguments":"{}"`, `"arguments":{}`, "ag-ui/wrong-type"},
			{"a call without a function", `,"function":{"name":"look","arguments":"{}"}`, ``, "ag-ui/missing-field"},
			{"a call of another type", `"type":"function"`, `"type":"tool_use"`, "ag-ui/unknown-value"},
			{"a result of no call", `"toolCallId":"c1",`, ``, "ag-ui/missing-field"},
			{"a result of another call", `"toolCallId":"c1"`, `"toolCallId":"c9"`, "ag-ui/orphan-result"},
			{"a part of another vendor", `"content":"Look outside."`, `"content":[{"type":"image","source":{"type":"base64","data":"AAAA"}}]`, "ag-ui/unknown-value"},
			{"names in snake case", `"toolCallId"`, `"tool_call_id"`, "ag-ui/missing-field"},
		}},
		{"ag-ui-events", "ag-ui", goodEvents, []breach{
			{"no start of the run", `{"type":"RUN_STARTED","threadId":"t","runId":"r"}` + "\n", ``, "ag-ui/event-order"},
			{"no end of the run", `{"type":"RUN_FINISHED","threadId":"t","runId":"r"}` + "\n", ``, "ag-ui/event-order"},
			{"an event that is none", `TEXT_MESSAGE_CONTENT`, `MESSAGE_DELTA`, "ag-ui/unknown-value"},
			{"text that was not started", `{"type":"TEXT_MESSAGE_START","messageId":"m1","role":"assistant"}` + "\n", ``, "ag-ui/event-order"},
			{"text that was not ended", `{"type":"TEXT_MESSAGE_END","messageId":"m1"}` + "\n", ``, "ag-ui/event-order"},
			{"a call that was not started", `{"type":"TOOL_CALL_START","toolCallId":"c1","toolCallName":"look"}` + "\n", ``, "ag-ui/event-order"},
			{"a call that was not ended", `{"type":"TOOL_CALL_END","toolCallId":"c1"}` + "\n", ``, "ag-ui/event-order"},
			{"text of another message", `"messageId":"m1","delta"`, `"messageId":"m9","delta"`, "ag-ui/event-order"},
			{"nothing that was said", `,"delta":"It rains."`, ``, "ag-ui/missing-field"},
			{"arguments that are an object", `"delta":"{}"`, `"delta":{}`, "ag-ui/wrong-type"},
			{"a run without its id", `"runId":"r"`, `"run_id":"r"`, "ag-ui/missing-field"},
			{"a result without an id", `"messageId":"m2",`, ``, "ag-ui/missing-field"},
			{"an event behind the end", `{"type":"RUN_FINISHED","threadId":"t","runId":"r"}`, `{"type":"RUN_FINISHED","threadId":"t","runId":"r"}` + "\n" + `{"type":"STEP_STARTED","stepName":"s"}`, "ag-ui/event-order"},
		}},
		{"openai-finetune", "openai-finetune", goodLine, []breach{
			{"a weight that is no 0 or 1", `"weight":1`, `"weight":2`, "openai-finetune/invalid-weight"},
			{"a weight that is a text", `"weight":1`, `"weight":"1"`, "openai-finetune/invalid-weight"},
			{"a weight of a user", `"content":"Look outside."`, `"content":"Look outside.","weight":1`, "openai-finetune/invalid-weight"},
			{"nothing to learn", `"weight":1`, `"weight":0`, "openai-finetune/nothing-to-learn"},
			{"an end that is no answer", `"weight":1}]`, `"weight":1},{"role":"user","content":"Thanks."}]`, "openai-finetune/no-last-answer"},
			{"a call without a result", `{"role":"tool","tool_call_id":"c1","content":"rain"},`, ``, "openai-finetune/unanswered-call"},
			{"a result of no call", `"tool_call_id":"c1"`, `"tool_call_id":"c9"`, "openai-finetune/orphan-result"},
			{"an image by the assistant", `"content":"It rains."`, `"content":[{"type":"image_url","image_url":{"url":"https://example.org/a.png"}}]`, "openai-finetune/misplaced-part"},
			{"a role that is none", `"role":"user"`, `"role":"human"`, "openai-finetune/unknown-value"},
			{"arguments that are an object", `"arguments":"{}"`, `"arguments":{}`, "openai-finetune/wrong-type"},
			{"a member that is none", `"weight":1`, `"weight":1,"score":5`, "openai-finetune/unknown-field"},
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

// refusals are the rules that a body breaks for the servers of a target, without
// warnings.
func refusals(t *testing.T, format, goal, body string) (rules []string) {
	t.Helper()
	f := lookup(t, format)
	g, err := providers.TargetNamed(goal)
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
	v := lint.NewValidator(lint.Destination{Format: g.Format, Target: &g.Model})
	notes := &note.Notes{}
	for c, err := range f.Decode([]byte(body), notes) {
		if err == nil {
			found = append(found, v.Validate(c)...)
		}
	}
	found = append(found, v.Noted(f, notes)...)
	for _, x := range found {
		if x.Rule.Severity == note.Error {
			rules = append(rules, x.Rule.ID)
		}
	}
	return rules
}
