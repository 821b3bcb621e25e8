package shapes

// chatTools is the end of a Chat Completions request with a tool.
const chatTools = `],"tools":[{"type":"function","function":{"name":"t","parameters":{"type":"object"}}}]}`

// chat are Chat Completions requests.
var chat = []Shape{
	{"chat users", "openai-chat", []string{"-t anthropic", "-t gemini", "-t tau", "--trim 1k"}, `{"model":"gpt-5","messages":[‹,{"role":"user","content":"hi #"}›]}`},
	{"chat systems", "openai-chat", []string{"-t anthropic", "-t gemini", "-t openai-responses"}, `{"model":"gpt-5","messages":[‹,{"role":"system","content":"be # brief"}›,{"role":"user","content":"hi"}]}`},
	{"chat systems between", "openai-chat", []string{"-t anthropic", "-t gemini", "--for anthropic"}, `{"model":"gpt-5","messages":[‹,{"role":"user","content":"hi"},{"role":"developer","content":"be # brief"}›]}`},
	{"chat answers", "openai-chat", []string{"-t anthropic", "-t gemini", "-t openai-responses"}, `{"model":"gpt-5","messages":[{"role":"user","content":"hi"}‹.,{"role":"assistant","content":"yes #"}›]}`},
	{"chat empty messages", "openai-chat", []string{"-t gemini", "--for anthropic -t anthropic", "validate"}, `{"model":"gpt-5","messages":[‹,{"role":"user","content":""},{"role":"assistant","content":""}›]}`},
	{
		"chat calls of one answer", "openai-chat",
		[]string{"-t anthropic", "-t gemini", "-t openai-responses", "-t ag-ui-events", "--for mistral -t openai-chat"},
		`{"model":"gpt-5","messages":[{"role":"user","content":"hi"},{"role":"assistant","content":null,"tool_calls":[‹,{"id":"call_#","type":"function","function":{"name":"t","arguments":"{}"}}›]}‹.,{"role":"tool","tool_call_id":"call_#","content":"ok"}›` + chatTools,
	},
	{
		"chat calls one by one", "openai-chat",
		[]string{"-t anthropic", "-t gemini", "-t openai-responses", "--trim 1k"},
		`{"model":"gpt-5","messages":[{"role":"user","content":"hi"}‹.,{"role":"assistant","content":null,"tool_calls":[{"id":"call_#","type":"function","function":{"name":"t","arguments":"{}"}}]},{"role":"tool","tool_call_id":"call_#","content":"ok"}›` + chatTools,
	},
	{
		"chat calls without result", "openai-chat",
		[]string{"-t gemini", "--for openai -t openai-chat", "--repair stub --for anthropic", "--repair drop --for gemini", "--trim 1k", "cost --estimate", "validate --for openai-chat"},
		`{"model":"gpt-5","messages":[{"role":"user","content":"hi"}‹.,{"role":"assistant","content":null,"tool_calls":[{"id":"call_#","type":"function","function":{"name":"t","arguments":"{}"}}]}›` + chatTools,
	},
	{
		"chat calls without result in one", "openai-chat",
		[]string{"-t gemini", "--for openai -t openai-chat", "--repair stub --for anthropic", "--trim 1k", "cost --estimate", "validate"},
		`{"model":"gpt-5","messages":[{"role":"user","content":"hi"},{"role":"assistant","content":null,"tool_calls":[‹,{"id":"call_#","type":"function","function":{"name":"t","arguments":"{}"}}›]},{"role":"user","content":"well"}` + chatTools,
	},
	{
		"chat calls of one id", "openai-chat",
		[]string{"-t anthropic", "-t gemini", "-t openai-responses", "--for openai -t openai-chat", "--for anthropic -t anthropic", "validate", "--trim 1k"},
		`{"model":"gpt-5","messages":[{"role":"user","content":"hi"}‹.,{"role":"assistant","content":null,"tool_calls":[{"id":"c","type":"function","function":{"name":"t","arguments":"{}"}}]},{"role":"tool","tool_call_id":"c","content":"ok"}›` + chatTools,
	},
	{
		"chat calls of one id in one", "openai-chat",
		[]string{"-t anthropic", "-t gemini", "-t ag-ui-events", "--for openai -t openai-chat", "validate", "cost --estimate"},
		`{"model":"gpt-5","messages":[{"role":"user","content":"hi"},{"role":"assistant","content":null,"tool_calls":[‹,{"id":"c","type":"function","function":{"name":"t","arguments":"{}"}}›]}‹.,{"role":"tool","tool_call_id":"c","content":"ok"}›` + chatTools,
	},
	{
		"chat results of no call", "openai-chat",
		[]string{"-t anthropic", "-t gemini", "--for openai -t openai-chat", "--repair drop --for gemini", "validate", "--trim 1k", "cost --estimate"},
		`{"model":"gpt-5","messages":[{"role":"user","content":"hi"}‹.,{"role":"tool","tool_call_id":"call_#","content":"ok"}›` + chatTools,
	},
	{
		"chat results in reverse", "openai-chat",
		[]string{"-t anthropic", "-t gemini", "--for openai -t openai-chat", "validate"},
		`{"model":"gpt-5","messages":[‹,{"role":"tool","tool_call_id":"call_#","content":"ok"}›,{"role":"assistant","content":null,"tool_calls":[‹,{"id":"call_#","type":"function","function":{"name":"t","arguments":"{}"}}›]}` + chatTools,
	},
	{"chat lone surrogates", "openai-chat", []string{"-t openai-chat", "-t anthropic", "-t markdown", "--redact secrets"}, `{"model":"gpt-5","messages":[{"role":"user","content":"‹.\ud800›"}]}`},
	{"chat lone surrogates of many", "openai-chat", []string{"-t openai-chat", "validate"}, `{"model":"gpt-5","messages":[‹,{"role":"user","content":"\ud800"}›]}`},
	{"chat escapes", "openai-chat", []string{"-t openai-chat", "-t markdown", "--redact secrets,paths,emails"}, `{"model":"gpt-5","messages":[{"role":"user","content":"‹.\\\"\n\u00e9\ud83d\ude00/›"}]}`},
	{"chat escaped arguments", "openai-chat", []string{"-t anthropic", "-t gemini"}, `{"model":"gpt-5","messages":[{"role":"assistant","content":null,"tool_calls":[{"id":"c","type":"function","function":{"name":"t","arguments":"{\"a\":\"‹.\\\\\\\"\\n›\"}"}}]}` + chatTools},
	{"chat distinct unknown fields", "openai-chat", []string{"-t openai-chat", "-t convo", "-t anthropic"}, `{"model":"gpt-5","messages":[{"role":"user","content":"hi"}],‹,"k#":1›}`},
	{"chat distinct unknown fields of a message", "openai-chat", []string{"-t openai-chat", "-t anthropic"}, `{"model":"gpt-5","messages":[{"role":"user","content":"hi",‹,"k#":1›}]}`},
	{"chat one unknown field repeated", "openai-chat", []string{"-t openai-chat", "-t anthropic"}, `{"model":"gpt-5","messages":[{"role":"user","content":"hi",‹,"k":@›}]}`},
	{"chat one known field repeated", "openai-chat", []string{"-t openai-chat", "-t anthropic"}, `{"model":"gpt-5","messages":[{"role":"user","content":"hi",‹,"name":"n#"›}]}`},
	{"chat unknown fields of messages", "openai-chat", []string{"-t anthropic", "-t convo", "-t pi"}, `{"model":"gpt-5","messages":[‹,{"role":"user","content":"hi","x#":1}›]}`},
	{"chat unknown fields, then a known one repeated", "openai-chat", []string{"-t openai-chat", "-t convo"}, `{"model":"gpt-5","messages":[{"role":"user","content":"hi"‹.,"k#":1›‹.,"name":"n#"›}]}`},
	{"chat unknown fields, then a known one odd and good", "openai-chat", []string{"-t openai-chat", "-t convo", "validate"}, `{"model":"gpt-5","messages":[{"role":"user","content":"hi"‹.,"k#":1›‹.,"name":1,"name":"n"›}]}`},
	{"chat unknown fields between odd and good values", "openai-chat", []string{"-t openai-chat", "-t convo"}, `{"model":"gpt-5","messages":[{"role":"user","content":"hi"‹.,"k#":1,"name":1,"name":"n"›}]}`},
	{"chat unknown fields of a function", "openai-chat", []string{"-t openai-chat", "-t convo"}, `{"model":"gpt-5","messages":[{"role":"assistant","content":null,"tool_calls":[{"id":"c","type":"function","function":{"name":"t","arguments":"{}"‹.,"k#":1›}}]},{"role":"tool","tool_call_id":"c","content":"ok"}` + chatTools},
	{"chat broken arguments", "openai-chat", []string{"-t convo", "-t anthropic"}, `{"model":"gpt-5","messages":[{"role":"assistant","content":null,"tool_calls":[‹,{"id":"c#","type":"function","function":{"name":"t","arguments":"{\"a\":"}}›]}` + chatTools},
	{"chat answer parts", "openai-chat", []string{"-t openai-chat", "-t markdown", "-t tau"}, `{"model":"gpt-5","messages":[{"role":"user","content":"hi"},{"role":"assistant","content":[‹,{"type":"text","text":"a #"}›]}]}`},
	{"chat-stream unknown fields of a call", "openai-chat-stream", []string{"-t convo", "-t anthropic-stream"}, `data: {"choices":[{"index":0,"delta":{"tool_calls":[{"index":0,"id":"c","type":"function","function":{"name":"n","arguments":"{}"}}]}}]}` + "\n\n" + `‹.data: {"choices":[{"index":0,"delta":{"tool_calls":[{"index":0,"function":{"k#":1}}]}}]}` + "\n\n›" + `data: {"choices":[{"index":0,"delta":{},"finish_reason":"tool_calls"}]}` + "\n\ndata: [DONE]\n\n"},
	{"chat unknown roles", "openai-chat", []string{"-t anthropic", "-t markdown"}, `{"model":"gpt-5","messages":[‹,{"role":"r#","content":"hi"}›]}`},
	{"chat deep", "openai-chat", []string{"-t openai-chat", "-t anthropic"}, `{"model":"gpt-5","messages":[‹,{"role":"user","content":"hi","x":` + deep + `}›]}`},
	{"chat parts", "openai-chat", []string{"-t anthropic", "-t markdown", "-t sharegpt", "-t openai-responses"}, `{"model":"gpt-5","messages":[{"role":"user","content":[‹,{"type":"text","text":"a #"}›]}]}`},
	{"chat empty parts", "openai-chat", []string{"-t gemini", "--for anthropic -t anthropic"}, `{"model":"gpt-5","messages":[{"role":"user","content":[‹,{"type":"text","text":""}›]}]}`},
	{"chat images", "openai-chat", []string{"-t anthropic", "-t gemini", "-t text", "-t markdown", "--drop media", "validate --for anthropic"}, `{"model":"gpt-5","messages":[{"role":"user","content":[‹,{"type":"image_url","image_url":{"url":"data:image/png;base64,iVBORw0KGgo="}}›]}]}`},
	{"chat tools of one name", "openai-chat", []string{"-t anthropic", "-t gemini", "validate --for openai-chat", "--for gemini"}, `{"model":"gpt-5","messages":[{"role":"user","content":"hi"}],"tools":[‹,{"type":"function","function":{"name":"t","parameters":{"type":"object"}}}›]}`},
	{"chat tools of bad names", "openai-chat", []string{"--for anthropic -t anthropic", "--for gemini -t gemini", "validate --for openai-chat"}, `{"model":"gpt-5","messages":[{"role":"user","content":"hi"}],"tools":[‹,{"type":"function","function":{"name":"a b","parameters":{"type":"object"}}}›]}`},
	{
		"chat bad ids of one start", "openai-chat",
		[]string{"--for mistral -t openai-chat", "--for anthropic -t anthropic", "-t openai-responses"},
		`{"model":"gpt-5","messages":[{"role":"user","content":"hi"}‹.,{"role":"assistant","content":null,"tool_calls":[{"id":"call!!!!!!!!!!!!!!!!!!!!!!!!!!!!!!!!!!!!!!!!!!!!!!!!!!!!!!!!!!!!!!!!!!!!!!!!#","type":"function","function":{"name":"t","arguments":"{}"}}]},{"role":"tool","tool_call_id":"call!!!!!!!!!!!!!!!!!!!!!!!!!!!!!!!!!!!!!!!!!!!!!!!!!!!!!!!!!!!!!!!!!!!!!!!!#","content":"ok"}›` + chatTools,
	},
}
