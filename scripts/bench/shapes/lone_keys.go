package shapes

// loneKeys are documents of many small objects, each with one key that no
// format knows, and that no other object has.
var loneKeys = []Shape{
	{"chat messages of a lone key", "openai-chat", anyKeys, `{"model":"m","messages":[‹,{"role":"user","content":"a","k#":1}›]}`},
	{"chat answers of a lone key", "openai-chat", anyKeys, `{"model":"m","messages":[‹,{"role":"assistant","content":"a","k#":1}›]}`},
	{"chat tools of a lone key", "openai-chat", anyKeys, `{"model":"m","messages":[{"role":"user","content":"hi"}],"tools":[‹,{"type":"function","function":{"name":"t"},"k#":1}›]}`},
	{"anthropic messages of a lone key", "anthropic", anyKeys, `{"model":"m","max_tokens":9,"messages":[‹,{"role":"user","content":"a","k#":1}›]}`},
	{"anthropic blocks of a lone key", "anthropic", anyKeys, `{"model":"m","max_tokens":9,"messages":[{"role":"user","content":[‹,{"type":"text","text":"a","k#":1}›]}]}`},
	{"gemini parts of a lone key", "gemini", geminiKeys, `{"contents":[{"role":"user","parts":[‹,{"text":"a","k#":1}›]}]}`},
	{"responses items of a lone key", "openai-responses", responsesKeys, `{"model":"m","input":[‹,{"role":"user","content":"a","k#":1}›]}`},
	{"ag-ui messages of a lone key", "ag-ui", aguiKeys, `{"threadId":"t","runId":"r","state":{},"tools":[],"context":[],"forwardedProps":{},"messages":[‹,{"id":"m#","role":"user","content":"a","k#":1}›]}`},
	{"sharegpt turns of a lone key", "sharegpt", sharegptKeys, `{"conversations":[‹,{"from":"human","value":"a","k#":1}›]}`},
}

var (
	geminiKeys    = append([]string{"-t gemini"}, anyKeys...)
	responsesKeys = append([]string{"-t openai-responses"}, anyKeys...)
	aguiKeys      = append([]string{"-t ag-ui"}, anyKeys...)
	sharegptKeys  = append([]string{"-t sharegpt"}, anyKeys...)
)
