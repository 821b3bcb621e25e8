package shapes

// anthropic are Messages requests.
var anthropic = []Shape{
	{"anthropic unknown fields, then a repeated choice", "anthropic", []string{"-t anthropic", "-t convo", "validate"}, `{"model":"m","max_tokens":9,"messages":[{"role":"user","content":"hi"}]‹.,"k#":1›‹.,"tool_choice":{"type":"odd"}›}`},
	{"anthropic unknown fields, then an input odd and good", "anthropic", []string{"-t anthropic", "-t convo", "validate"}, `{"model":"m","max_tokens":9,"messages":[{"role":"user","content":"hi"},{"role":"assistant","content":[{"type":"tool_use","id":"t","name":"t"‹.,"k#":1›‹.,"input":{},"input":"x"›}]}]}`},
	{
		"anthropic calls of one answer", "anthropic",
		[]string{"-t openai-chat", "-t gemini", "-t openai-responses"},
		`{"model":"claude-sonnet-5","max_tokens":9,"messages":[{"role":"user","content":"hi"},{"role":"assistant","content":[‹,{"type":"tool_use","id":"t#","name":"t","input":{}}›]},{"role":"user","content":[‹,{"type":"tool_result","tool_use_id":"t#","content":"ok"}›]}]}`,
	},
	{
		"anthropic results of one id", "anthropic",
		[]string{"-t openai-chat", "-t gemini", "-t ag-ui", "-t anthropic"},
		`{"model":"claude-sonnet-5","max_tokens":9,"messages":[{"role":"user","content":"hi"},{"role":"assistant","content":[{"type":"tool_use","id":"t","name":"t","input":{}}]},{"role":"user","content":[‹,{"type":"tool_result","tool_use_id":"t","content":"ok"}›]}]}`,
	},
	{
		"anthropic results of no call", "anthropic",
		[]string{"-t openai-chat", "-t gemini", "-t openai-responses", "--for anthropic"},
		`{"model":"claude-sonnet-5","max_tokens":9,"messages":[{"role":"user","content":[‹,{"type":"tool_result","tool_use_id":"t#","content":"ok"}›]}]}`,
	},
	{
		"anthropic server results of no call", "anthropic",
		[]string{"-t anthropic", "-t openai-chat"},
		`{"model":"claude-sonnet-5","max_tokens":9,"messages":[‹,{"role":"user","content":"hi"},{"role":"assistant","content":[{"type":"text","text":"yes"},{"type":"web_search_tool_result","tool_use_id":"srvtoolu_#","content":[]}]}›]}`,
	},
	{
		"anthropic thinking", "anthropic",
		[]string{"-t openai-chat", "-t gemini", "-t openai-responses", "--for anthropic/claude-opus-5 -t anthropic", "-t markdown"},
		`{"model":"claude-sonnet-5","max_tokens":9,"messages":[{"role":"user","content":"hi"},{"role":"assistant","content":[‹,{"type":"thinking","thinking":"hm #","signature":"c2ln"}›,{"type":"text","text":"yes"}]},{"role":"user","content":"go"}]}`,
	},
	{
		"anthropic cache marks", "anthropic",
		[]string{"-t openai-chat", "--for anthropic -t anthropic", "validate --for anthropic"},
		`{"model":"claude-sonnet-5","max_tokens":9,"messages":[‹,{"role":"user","content":[{"type":"text","text":"hi","cache_control":{"type":"ephemeral"}}]}›]}`,
	},
	{
		"anthropic unknown blocks", "anthropic",
		[]string{"-t openai-chat", "-t markdown", "-t convo"},
		`{"model":"claude-sonnet-5","max_tokens":9,"messages":[{"role":"user","content":[‹,{"type":"b#","x":1}›]}]}`,
	},
	{
		"anthropic result parts", "anthropic",
		[]string{"-t openai-chat", "-t gemini", "-t tau", "--trim 1k"},
		`{"model":"claude-sonnet-5","max_tokens":9,"messages":[{"role":"assistant","content":[{"type":"tool_use","id":"t","name":"t","input":{}}]},{"role":"user","content":[{"type":"tool_result","tool_use_id":"t","content":[‹,{"type":"text","text":"a #"}›]}]}]}`,
	},
	{
		"anthropic server tools", "anthropic",
		[]string{"-t openai-chat", "-t anthropic", "--for anthropic -t anthropic", "--for gemini", "-t openai-responses"},
		`{"model":"claude-sonnet-5","max_tokens":9,"messages":[{"role":"user","content":"hi"},{"role":"assistant","content":[‹,{"type":"server_tool_use","id":"s#","name":"web_search","input":{"query":"q"}},{"type":"web_search_tool_result","tool_use_id":"s#","content":[]}›]},{"role":"user","content":"hi"}]}`,
	},
}

// gemini are generateContent requests.
var gemini = []Shape{
	{"gemini unknown fields, then a repeated config", "gemini", []string{"-t gemini", "-t convo", "validate"}, `{"contents":[{"role":"user","parts":[{"text":"hi"}]}]‹.,"k#":1›‹.,"generationConfig":{"x":1}›}`},
	{"gemini unknown fields, then a repeated role", "gemini", []string{"-t gemini", "-t convo", "validate"}, `{"contents":[{"parts":[{"text":"hi"}]‹.,"k#":1›‹.,"role":"user"›}]}`},
	{"gemini unknown fields, then a repeated call", "gemini", []string{"-t gemini", "-t convo", "validate"}, `{"contents":[{"role":"model","parts":[{"k":1‹.,"k#":1›‹.,"functionCall":{"name":"t","args":{},"x":1}›}]}]}`},
	{
		"gemini calls of one answer", "gemini",
		[]string{"-t openai-chat", "-t gemini", "-t anthropic", "-t convo"},
		`{"contents":[{"role":"user","parts":[{"text":"hi"}]},{"role":"model","parts":[‹,{"functionCall":{"name":"t","args":{}}}›]},{"role":"user","parts":[‹,{"functionResponse":{"name":"t","response":{"a":1}}}›]}]}`,
	},
	{
		"gemini calls of many names", "gemini",
		[]string{"-t openai-chat", "-t gemini"},
		`{"contents":[{"role":"user","parts":[{"text":"hi"}]},{"role":"model","parts":[‹,{"functionCall":{"name":"t#","args":{}}}›]},{"role":"user","parts":[‹,{"functionResponse":{"name":"t#","response":{"a":1}}}›]}]}`,
	},
	{
		"gemini calls one by one", "gemini",
		[]string{"-t openai-chat", "-t gemini"},
		`{"contents":[{"role":"user","parts":[{"text":"hi"}]}‹.,{"role":"model","parts":[{"functionCall":{"name":"t","args":{}}}]},{"role":"user","parts":[{"functionResponse":{"name":"t","response":{"a":1}}}]}›]}`,
	},
	{
		"gemini calls without result", "gemini",
		[]string{"-t openai-chat", "-t gemini", "--for gemini -t gemini"},
		`{"contents":[{"role":"user","parts":[{"text":"hi"}]}‹.,{"role":"model","parts":[{"functionCall":{"name":"t","args":{}}}]}›]}`,
	},
	{
		"gemini results of no call", "gemini",
		[]string{"-t openai-chat", "-t gemini", "--for gemini -t gemini"},
		`{"contents":[{"role":"user","parts":[‹,{"functionResponse":{"name":"t","response":{"a":1}}}›]}]}`,
	},
	{
		"gemini parts", "gemini",
		[]string{"-t openai-chat", "-t gemini", "-t anthropic"},
		`{"contents":[{"role":"model","parts":[‹,{"text":"hm #","thought":true},{"text":"yes"}›]},{"role":"user","parts":[{"text":"hi"}]}]}`,
	},
	{
		"gemini parts of two kinds", "gemini",
		[]string{"-t openai-chat", "-t gemini"},
		`{"contents":[{"role":"user","parts":[‹,{"text":"a","fileData":{"mimeType":"image/png","fileUri":"gs://a/#"}}›]}]}`,
	},
	{
		"gemini schema", "gemini",
		[]string{"-t openai-chat", "-t gemini", "-t anthropic", "validate --for gemini"},
		`{"contents":[{"role":"user","parts":[{"text":"hi"}]}],"tools":[{"functionDeclarations":[{"name":"t","parameters":{"type":"OBJECT","properties":{‹,"p#":{"type":"STRING"}›},"required":[‹,"p#"›]}}]}]}`,
	},
}

// responses are Responses requests.
var responses = []Shape{
	{"responses keys with odd values among them", "openai-responses", anyKeys, `{"model":"m","input":"hi"‹.,"k#":1,"temperature":"x","temperature":1›}`},
	{
		"responses calls", "openai-responses",
		[]string{"-t openai-chat", "-t gemini", "-t anthropic", "-t openai-responses"},
		`{"model":"gpt-5","input":[{"role":"user","content":"hi"},‹,{"type":"function_call","id":"fc_#","call_id":"c#","name":"t","arguments":"{}"}›,‹,{"type":"function_call_output","call_id":"c#","output":"ok"}›]}`,
	},
	{
		"responses calls of one id", "openai-responses",
		[]string{"-t openai-chat", "-t gemini", "-t openai-responses", "--for openai -t openai-responses"},
		`{"model":"gpt-5","input":[{"role":"user","content":"hi"},‹,{"type":"function_call","call_id":"c","name":"t","arguments":"{}"}›,‹,{"type":"function_call_output","call_id":"c","output":"ok"}›]}`,
	},
	{
		"responses calls without result", "openai-responses",
		[]string{"-t openai-chat", "-t gemini", "-t openai-responses", "--for openai -t openai-responses"},
		`{"model":"gpt-5","input":[{"role":"user","content":"hi"}‹.,{"type":"function_call","call_id":"c#","name":"t","arguments":"{}"}›]}`,
	},
	{
		"responses reasoning", "openai-responses",
		[]string{"-t openai-chat", "-t openai-responses", "-t anthropic", "--for openai -t openai-responses"},
		`{"model":"gpt-5","input":[{"role":"user","content":"hi"}‹.,{"type":"reasoning","id":"rs_#","summary":[{"type":"summary_text","text":"hm"}]}›,{"type":"message","role":"assistant","content":[{"type":"output_text","text":"yes"}]}]}`,
	},
	{
		"responses answers", "openai-responses",
		[]string{"-t openai-chat", "-t openai-responses", "-t anthropic"},
		`{"model":"gpt-5","input":[{"role":"user","content":"hi"}‹.,{"type":"message","id":"msg_#","role":"assistant","content":[{"type":"output_text","text":"yes"}]}›]}`,
	},
	{
		"responses unknown items", "openai-responses",
		[]string{"-t openai-chat", "-t openai-responses", "-t convo"},
		`{"model":"gpt-5","input":[{"role":"user","content":"hi"}‹.,{"type":"x#","id":"x_#"}›]}`,
	},
	{
		"responses summaries", "openai-responses",
		[]string{"-t openai-chat", "-t openai-responses", "-t markdown"},
		`{"model":"gpt-5","input":[{"role":"user","content":"hi"},{"type":"reasoning","id":"rs","summary":[‹,{"type":"summary_text","text":"hm #"}›]},{"role":"assistant","content":"hi"}]}`,
	},
	{
		"responses annotations", "openai-responses-response",
		[]string{"-t openai-chat-response", "-t openai-responses-response", "-t openai-responses-stream", "-t ag-ui-events"},
		`{"id":"resp","object":"response","status":"completed","model":"gpt-5","output":[{"type":"message","id":"m","role":"assistant","status":"completed","content":[{"type":"output_text","text":"yes","annotations":[‹,{"type":"url_citation","url":"http://a/#","title":"t","start_index":0,"end_index":1}›]}]}]}`,
	},
}
