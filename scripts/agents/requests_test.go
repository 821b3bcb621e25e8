package main

import (
	"fmt"
	"slices"
	"strings"
	"testing"

	"convo/scripts/must"
)

// The same conversation, as each protocol sends it.
var bodies = []struct{ path, body string }{
	{"/v1/messages?beta=true", `{"model":"m","stream":true,"tools":[{"name":"bash","input_schema":{"properties":{"command":{}}}}],"messages":[
		{"role":"user","content":"When?"},
		{"role":"assistant","content":[{"type":"thinking","thinking":"Hm."},{"type":"text","text":"I look."},{"type":"tool_use","id":"c1","name":"bash","input":{"b":1,"a":"<x>"}}]},
		{"role":"user","content":[{"type":"tool_result","tool_use_id":"c1","content":[{"type":"text","text":"noon"},{"type":"image","source":{"type":"base64","data":"aGk="}}]},{"type":"text","text":"And?"}]}]}`},
	{"/v1/responses", `{"model":"m","stream":true,"tools":[{"type":"function","name":"bash","parameters":{"properties":{"command":{}}}}],"input":[
		{"role":"user","content":[{"type":"input_text","text":"When?"}]},
		{"type":"reasoning","summary":[{"type":"summary_text","text":"Hm."}]},
		{"type":"message","role":"assistant","content":[{"type":"output_text","text":"I look."}]},
		{"type":"function_call","call_id":"c1","name":"bash","arguments":"{\"b\": 1, \"a\": \"<x>\"}"},
		{"type":"function_call_output","call_id":"c1","output":[{"type":"input_text","text":"noon"},{"type":"input_image","image_url":"data:image/png;base64,aGk="}]},
		{"type":"message","role":"user","content":"And?"}]}`},
	{"/v1/chat/completions", `{"model":"m","stream":true,"tools":[{"type":"function","function":{"name":"bash","parameters":{"properties":{"command":{}}}}}],"messages":[
		{"role":"user","content":"When?"},
		{"role":"assistant","reasoning_content":"Hm.","content":"I look.","tool_calls":[{"id":"c1","type":"function","function":{"name":"bash","arguments":"{\"b\":1,\"a\":\"<x>\"}"}}]},
		{"role":"tool","tool_call_id":"c1","content":[{"type":"text","text":"noon"},{"type":"image_url","image_url":{"url":"data:image/png;base64,aGk="}}]},
		{"role":"user","content":[{"type":"text","text":"And?"}]}]}`},
	{"/v1beta/models/m:streamGenerateContent?alt=sse", `{"tools":[{"functionDeclarations":[{"name":"bash","parametersJsonSchema":{"properties":{"command":{}}}}]}],"contents":[
		{"role":"user","parts":[{"text":"When?"}]},
		{"role":"model","parts":[{"text":"Hm.","thought":true},{"text":"I look."},{"functionCall":{"id":"c1","name":"bash","args":{"b":1,"a":"<x>"}}}]},
		{"role":"user","parts":[{"functionResponse":{"id":"c1","name":"bash","response":{"output":"noon"},"parts":[{"inlineData":{"mimeType":"image/png","data":"aGk="}}]}}]},
		{"role":"user","parts":[{"text":"And?"}]}]}`},
}

func TestParse(t *testing.T) {
	want := []item{
		{kind: user, text: "When?"},
		{kind: reasoning, text: "Hm."},
		{kind: assistant, text: "I look."},
		{kind: call, text: "bash", args: `{"a":"<x>","b":1}`, id: "c1"},
		{kind: result, text: "noon", id: "c1"},
		media("aGk="),
		{kind: user, text: "And?"},
	}
	for _, b := range bodies {
		r, err := parse(b.path, []byte(b.body))
		if err != nil {
			t.Errorf("%s: %v", b.path, err)
			continue
		}
		if !slices.Equal(r.items, want) {
			t.Errorf("%s has\n%v\nwant\n%v", b.path, r.items, want)
		}
		if !r.stream || r.model != "m" || !r.tools["bash"].params["command"] {
			t.Errorf("%s: stream %v, model %q, tools %v", b.path, r.stream, r.model, r.tools)
		}
	}
}

func TestParseGivesIDs(t *testing.T) {
	r, err := parse("models/m:generateContent", []byte(`{"contents":[
		{"role":"model","parts":[{"functionCall":{"name":"a"}},{"functionCall":{"name":"b"}}]},
		{"role":"user","parts":[{"functionResponse":{"name":"b","response":{"output":"2"}}},{"functionResponse":{"name":"a","response":{"error":"1"}}}]}]}`))
	if err != nil {
		t.Fatal(err)
	}
	if it := r.items; it[0].id == "" || it[0].id == it[1].id || it[2].id != it[1].id || it[3].id != it[0].id || it[3].text != "1" {
		t.Errorf("%v", it)
	}
}

func TestExpect(t *testing.T) {
	doc := `{"convo":1,"systemPrompt":"Be brief.","messages":[
		{"role":"user","id":"a","content":"Old."},
		{"role":"user","id":"b","content":"Kept."},
		{"role":"compactionSummary","summary":"Before.","firstKeptId":"b"},
		{"role":"user","content":"Context.","injected":true},
		{"role":"user","content":"Taken back.","excluded":true},
		{"role":"custom","customType":"x"},
		{"role":"assistant","content":[{"type":"text","text":"  "},{"type":"toolCall","id":"c","name":"bash","arguments":{"b":1,"a":2}}]},
		{"role":"toolResult","toolCallId":"c","content":[{"type":"text","text":"{\"output\":\"noon\"}"},{"type":"image","data":"aGk=","mimeType":"image/png"}]}]}
		{"convo":1,"messages":[{"role":"user","content":"A helper's."}]}`
	var got []string
	for _, it := range expect([]byte(doc)) {
		got = append(got, strings.TrimSpace(fmt.Sprintf("%s %s %s %v %s", it.at, it.kind, it.text, it.soft, it.args)))
	}
	want := []string{
		"/messages/2 user text Before. false",
		"/messages/1/content/0 user text Kept. false",
		"/messages/3/content/0 user text Context. true",
		`/messages/6/content/1 call bash false {"a":2,"b":1}`,
		"/messages/7 result noon false",
		"/messages/7/content/1 image " + media("aGk=").text + " false",
	}
	if !slices.Equal(got, want) {
		t.Errorf("is\n%s\nwant\n%s", strings.Join(got, "\n"), strings.Join(want, "\n"))
	}
	if must.Try(func() { expect([]byte(`{"convo":1,"messages":[]}`)) }) == nil {
		t.Error("a conversation without messages is accepted")
	}
}
