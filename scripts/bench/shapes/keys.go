package shapes

// keys are documents of keys that no format knows, each another one.
var keys = []Shape{
	{"chat keys", "openai-chat", anyKeys, `{"model":"m","messages":[{"role":"user","content":"hi"}],‹,"k#":1›}`},
	{"chat keys of a message", "openai-chat", anyKeys, `{"model":"m","messages":[{"role":"user","content":"hi",‹,"k#":1›}]}`},
	{"chat keys of a block", "openai-chat", anyKeys, `{"model":"m","messages":[{"role":"user","content":[{"type":"text","text":"hi",‹,"k#":1›}]}]}`},
	{"chat keys of a call", "openai-chat", anyKeys, `{"model":"m","messages":[{"role":"assistant","tool_calls":[{"id":"c","type":"function","function":{"name":"t","arguments":"{}"},‹,"k#":1›}]},{"role":"tool","tool_call_id":"c","content":"ok"}]}`},
	{"anthropic keys", "anthropic", anyKeys, `{"model":"m","max_tokens":9,"messages":[{"role":"user","content":"hi"}],‹,"k#":1›}`},
	{"anthropic keys of a message", "anthropic", anyKeys, `{"model":"m","max_tokens":9,"messages":[{"role":"user","content":"hi",‹,"k#":1›}]}`},
	{"anthropic keys of arguments", "anthropic", anyKeys, `{"model":"m","max_tokens":9,"messages":[{"role":"user","content":"hi"},{"role":"assistant","content":[{"type":"tool_use","id":"t","name":"t","input":{‹,"k#":1›}}]},{"role":"user","content":[{"type":"tool_result","tool_use_id":"t","content":"ok"}]}]}`},
	{"gemini keys", "gemini", anyKeys, `{"contents":[{"role":"user","parts":[{"text":"hi"}]}],‹,"k#":1›}`},
	{"gemini keys of a part", "gemini", anyKeys, `{"contents":[{"role":"user","parts":[{"text":"hi",‹,"k#":1›}]}]}`},
	{"gemini config keys", "gemini", geminiKeys, `{"contents":[{"role":"user","parts":[{"text":"hi"}]}],"generationConfig":{‹,"k#":1›}}`},
	{"responses keys", "openai-responses", anyKeys, `{"model":"m","input":"hi",‹,"k#":1›}`},
	{"responses keys of an item", "openai-responses", anyKeys, `{"model":"m","input":[{"role":"user","content":"hi",‹,"k#":1›}]}`},
	{"ag-ui keys", "ag-ui", anyKeys, `{"threadId":"t","runId":"r","state":{},"tools":[],"context":[],"forwardedProps":{},"messages":[{"id":"m","role":"user","content":"hi"}],‹,"k#":1›}`},
	{"sharegpt keys", "sharegpt", anyKeys, `{"conversations":[{"from":"human","value":"hi"}],‹,"k#":1›}`},
	{"alpaca keys", "alpaca", anyKeys, `{"instruction":"hi","input":"","output":"yes",‹,"k#":1›}`},
	{"convo keys", "convo", anyKeys, `{"convo":1,"messages":[{"role":"user","content":[{"type":"text","text":"hi"}]}],‹,"k#":1›}`},
}

// anyKeys is what to do with them.
var anyKeys = []string{"-t convo", "-t openai-chat", "-t anthropic", "validate"}
