package shapes

const (
	claudeRest   = `,"isSidechain":false,"timestamp":"2026-03-01T08:00:01.000Z","cwd":"/a","sessionId":"s","version":"2.1.197"}` + "\n"
	claudeUser   = `"type":"user","message":{"role":"user","content":"hi"}` + claudeRest
	claudeCall   = `"type":"assistant","message":{"id":"msg_#","type":"message","role":"assistant","model":"m","content":[{"type":"tool_use","id":"t#","name":"t","input":{}}],"stop_reason":"tool_use","usage":{"input_tokens":1,"output_tokens":1}}` + claudeRest
	claudeResult = `"type":"user","message":{"role":"user","content":[{"tool_use_id":"t#","type":"tool_result","content":"ok"}]},"sourceToolAssistantUUID":"e#"` + claudeRest

	codexAt   = `{"timestamp":"2026-03-01T08:00:02.000Z","type":`
	codexHead = codexAt + `"session_meta","payload":{"id":"s","timestamp":"2026-03-01T08:00:01.000Z","cwd":"/a","originator":"codex_cli_rs","cli_version":"0.98.0","source":"cli"}}` + "\n"
	codexItem = codexAt + `"response_item","payload":`
	codexUser = codexItem + `{"type":"message","role":"user","content":[{"type":"input_text","text":"hi"}]}}` + "\n" + codexAt + `"event_msg","payload":{"type":"user_message","message":"hi"}}` + "\n"

	cliHead = `{"sessionId":"s","projectHash":"c","startTime":"2026-03-01T08:00:00.000Z","lastUpdated":"2026-03-01T08:00:00.000Z","kind":"main"}` + "\n"
	cliAt   = `"timestamp":"2026-03-01T08:00:01.000Z",`
	cliUser = cliAt + `"type":"user","content":[{"text":"hi"}]}` + "\n"

	openHead = `{"info":{"id":"ses_1","slug":"a","projectID":"global","directory":"/a","title":"t","version":"1.18.33","time":{"created":1,"updated":2}},"messages":[`
	openUser = `"info":{"id":"msg_#","sessionID":"ses_1","role":"user","time":{"created":1},"agent":"build","model":{"providerID":"p","modelID":"m"}}`
	openSaid = `"role":"assistant","time":{"created":1,"completed":2},"modelID":"m","providerID":"p","mode":"build","agent":"build","path":{"cwd":"/a","root":"/"},"cost":0,"tokens":{"input":1,"output":1,"reasoning":0,"cache":{"read":0,"write":0}}`

	piEntry  = `{"type":"message","id":"e#","parentId":`
	tauEntry = `{"type":"message","id":"d#","timestamp":1772352001.0,"parent_id":`
	tauUser  = `"message":{"contents":[{"type":"text","content":"Hi."}],"id":"u#","timestamp":1772352001.0,"role":"user"},"meta":null}` + "\n"
)

// trees is what to do with a session that may be a tree.
func trees(own string) []string {
	return []string{"-t convo", "-t " + own, "-t openai-chat", "validate"}
}

// agents are sessions as agents keep them, grown in one way.
var agents = []Shape{
	{"claude-code chain", "claude-code", trees("claude-code"), `{"parentUuid":null,"uuid":"e-00001",` + claudeUser + `‹.{"parentUuid":"e←","uuid":"e#",` + claudeUser + `›`},
	{"claude-code branches of one entry", "claude-code", trees("claude-code"), `{"parentUuid":null,"uuid":"e",` + claudeUser + `‹.{"parentUuid":"e","uuid":"e#",` + claudeUser + `›`},
	{"claude-code branches everywhere", "claude-code", trees("claude-code"), `‹.{"parentUuid":"e÷","uuid":"e@",` + claudeUser + `›`},
	{"claude-code orphans", "claude-code", trees("claude-code"), `‹.{"parentUuid":"p#","uuid":"e#",` + claudeUser + `›`},
	{"claude-code entries of one id", "claude-code", trees("claude-code"), `‹.{"parentUuid":"e","uuid":"e",` + claudeUser + `›`},
	{"claude-code results far behind", "claude-code", trees("claude-code"), `‹.{"parentUuid":"e←","uuid":"e#",` + claudeCall + `›‹.{"parentUuid":"e#","uuid":"r#",` + claudeResult + `›`},
	{"claude-code lines of one answer", "claude-code", trees("claude-code"), `{"parentUuid":null,"uuid":"e-00001",` + claudeUser + `‹.{"parentUuid":"e←","uuid":"e#","type":"assistant","message":{"id":"msg","type":"message","role":"assistant","model":"m","content":[{"type":"text","text":"a"}],"usage":{"input_tokens":1,"output_tokens":1}}` + claudeRest + `›`},
	{"claude-code compactions", "claude-code", trees("claude-code"), `‹.{"parentUuid":null,"logicalParentUuid":"u←","uuid":"c#","type":"system","subtype":"compact_boundary","content":"Compacted","compactMetadata":{"trigger":"auto","preTokens":9}` + claudeRest + `{"parentUuid":"c#","uuid":"u#","isCompactSummary":true,` + claudeUser + `›`},
	{"codex turns", "codex", trees("codex"), codexHead + `‹.` + codexUser + `›`},
	{"codex results far behind", "codex", trees("codex"), codexHead + codexUser + `‹.` + codexItem + `{"type":"function_call","name":"t","arguments":"{}","call_id":"c#"}}` + "\n›‹." + codexItem + `{"type":"function_call_output","call_id":"c#","output":"ok"}}` + "\n›"},
	{"codex calls of one id", "codex", trees("codex"), codexHead + codexUser + `‹.` + codexItem + `{"type":"function_call","name":"t","arguments":"{}","call_id":"c"}}` + "\n" + codexItem + `{"type":"function_call_output","call_id":"c","output":"ok"}}` + "\n›"},
	{"codex turns rolled back", "codex", trees("codex"), codexHead + `‹.` + codexUser + codexAt + `"event_msg","payload":{"type":"thread_rolled_back","num_turns":1}}` + "\n›"},
	{"codex turns rolled back at once", "codex", trees("codex"), codexHead + `‹.` + codexUser + `›‹.` + codexAt + `"event_msg","payload":{"type":"thread_rolled_back","num_turns":1}}` + "\n›"},
	{"codex compactions", "codex", trees("codex"), codexHead + codexUser + `‹.` + codexAt + `"compacted","payload":{"message":"s #","replacement_history":[{"type":"message","role":"user","content":[{"type":"input_text","text":"hi"}]}]}}` + "\n›"},
	{"codex heads", "codex", trees("codex"), `‹.` + codexHead + `›` + codexUser},
	{"gemini-cli messages", "gemini-cli", trees("gemini-cli"), cliHead + `‹.{"id":"u#",` + cliUser + `{"id":"a#",` + cliAt + `"type":"gemini","content":"yes"}` + "\n›"},
	{"gemini-cli messages of one id", "gemini-cli", trees("gemini-cli"), cliHead + `‹.{"id":"u",` + cliUser + `›`},
	{"gemini-cli rewinds to the first", "gemini-cli", trees("gemini-cli"), cliHead + `{"id":"u",` + cliUser + `‹.{"id":"u#",` + cliUser + `{"$rewindTo":"u"}` + "\n›"},
	{"gemini-cli rewinds one by one", "gemini-cli", trees("gemini-cli"), cliHead + `‹.{"id":"u#",` + cliUser + `›‹.{"$rewindTo":"u#"}` + "\n›"},
	{"gemini-cli rewinds to nothing", "gemini-cli", trees("gemini-cli"), cliHead + `‹.{"id":"u#",` + cliUser + `{"$rewindTo":"x#"}` + "\n›"},
	{"gemini-cli results twice", "gemini-cli", trees("gemini-cli"), cliHead + `‹.{"id":"a#",` + cliAt + `"type":"gemini","content":"","toolCalls":[{"id":"c#","name":"t","args":{},"result":[{"functionResponse":{"id":"c#","name":"t","response":{"output":"ok"}}}],"status":"success"}]}` + "\n›‹." + `{"id":"r#",` + cliAt + `"type":"user","content":[{"functionResponse":{"id":"c#","name":"t","response":{"output":"ok"}}}]}` + "\n›"},
	{"opencode messages", "opencode", trees("opencode"), openHead + `‹,{` + openUser + `,"parts":[{"id":"prt_#","sessionID":"ses_1","messageID":"msg_#","type":"text","text":"hi"}]}›]}`},
	{"opencode parts", "opencode", trees("opencode"), openHead + `{"info":{"id":"msg_1","sessionID":"ses_1","role":"user","time":{"created":1},"agent":"build","model":{"providerID":"p","modelID":"m"}},"parts":[‹,{"id":"prt_#","sessionID":"ses_1","messageID":"msg_1","type":"text","text":"hi"}›]}]}`},
	{"opencode answers of one parent", "opencode", trees("opencode"), openHead + `{"info":{"id":"msg_1","sessionID":"ses_1","role":"user","time":{"created":1},"agent":"build","model":{"providerID":"p","modelID":"m"}},"parts":[]}‹.,{"info":{"id":"msg_a#","sessionID":"ses_1","parentID":"msg_1",` + openSaid + `},"parts":[{"id":"prt_#","sessionID":"ses_1","messageID":"msg_a#","type":"tool","callID":"c","tool":"t","state":{"status":"completed","input":{},"output":"ok","title":"t","metadata":{},"time":{"start":1,"end":2}}}]}›]}`},
	{"pi-session chain", "pi-session", trees("pi-session"), piHeader + `{"type":"message","id":"e-00001","parentId":null,` + piUser + `‹.` + piEntry + `"e←",` + piUser + `›`},
	{"pi-session branches everywhere", "pi-session", trees("pi-session"), piHeader + `‹.{"type":"message","id":"e@","parentId":"e÷",` + piUser + `›`},
	{"pi-session compactions", "pi-session", trees("pi-session"), piHeader + `{"type":"message","id":"e-00001","parentId":null,` + piUser + `‹.{"type":"compaction","id":"e#","parentId":"e←","timestamp":"2026-03-01T08:00:00.000Z","summary":"s","firstKeptEntryId":"e÷","tokensBefore":9}` + "\n›"},
	{"tau chain", "tau", trees("tau"), tauHeader + `{"type":"message","id":"d-00001","timestamp":1772352001.0,"parent_id":null,"message":{"contents":[{"type":"text","content":"Hi."}],"id":"u","timestamp":1772352001.0,"role":"user"},"meta":null}` + "\n‹." + tauEntry + `"d←",` + tauUser + `›`},
	{"tau branches of one entry", "tau", trees("tau"), tauHeader + `{"type":"message","id":"d","timestamp":1772352001.0,"parent_id":null,"message":{"contents":[{"type":"text","content":"Hi."}],"id":"u","timestamp":1772352001.0,"role":"user"},"meta":null}` + "\n‹." + tauEntry + `"d",` + tauUser + `›`},
	{"tau orphans", "tau", trees("tau"), tauHeader + `‹.` + tauEntry + `"p#",` + tauUser + `›`},
	{"tau leaves", "tau", trees("tau"), tauHeader + `‹.` + tauEntry + `null,` + tauUser + `{"type":"leaf","id":"l#","timestamp":1772352004.0,"parent_id":"d#","target_id":"d÷"}` + "\n›"},
	{"claude-code keys of a message", "claude-code", trees("claude-code"), `{"parentUuid":null,"uuid":"e","type":"user","message":{‹."k#":1,›"role":"user","content":"hi"}` + claudeRest},
	{"claude-code keys of a usage", "claude-code", trees("claude-code"), `{"parentUuid":null,"uuid":"e",` + claudeUser + `{"parentUuid":"e","uuid":"f","type":"assistant","message":{"id":"msg_1","type":"message","role":"assistant","model":"m","content":[{"type":"text","text":"a"}],"stop_reason":"end_turn","usage":{‹."k#":1,›"input_tokens":1,"output_tokens":1}}` + claudeRest},
	{"codex keys of an item", "codex", trees("codex"), codexHead + codexUser + codexItem + `{‹."k#":1,›"type":"message","role":"assistant","content":[{"type":"output_text","text":"a"}]}}` + "\n"},
	{"codex keys of a part", "codex", trees("codex"), codexHead + codexUser + codexItem + `{"type":"message","role":"assistant","content":[{‹."k#":1,›"type":"output_text","text":"a"}]}}` + "\n"},
	{"gemini-cli keys of a message", "gemini-cli", trees("gemini-cli"), cliHead + `{‹."k#":1,›"id":"u",` + cliUser},
	{"claude-code texts of a queued prompt", "claude-code", trees("claude-code"), `{"parentUuid":null,"uuid":"e","type":"attachment","attachment":{"type":"queued_command","prompt":[‹,{"type":"text","text":"hi"}›]}` + claudeRest},
	{"claude-code texts of an error", "claude-code", trees("claude-code"), `{"parentUuid":null,"uuid":"e",` + claudeUser + `{"parentUuid":"e","uuid":"f","type":"assistant","isApiErrorMessage":true,"message":{"id":"msg_1","type":"message","role":"assistant","model":"m","content":[‹,{"type":"text","text":"a"}›],"stop_reason":"end_turn","usage":{"input_tokens":1,"output_tokens":1}}` + claudeRest},
	{"claude-code helpers of one answer", "claude-code", []string{"-t codex"}, `{"parentUuid":null,"uuid":"e",` + claudeUser + `{"parentUuid":"e","uuid":"f","type":"assistant","message":{"id":"msg_1","type":"message","role":"assistant","model":"m","content":[‹,{"type":"tool_use","id":"t#","name":"Task","input":{"prompt":"p"}}›],"stop_reason":"tool_use","usage":{"input_tokens":1,"output_tokens":1}}` + claudeRest + `‹.{"parentUuid":"f","uuid":"r#","type":"user","message":{"role":"user","content":[{"tool_use_id":"t#","type":"tool_result","content":"ok"}]},"toolUseResult":{"agentId":"a#"}` + claudeRest + `›`},
	{"codex-exec texts of a result", "codex-exec", []string{"-t convo", "-t openai-chat"}, `{"type":"thread.started","thread_id":"t"}` + "\n" + `{"type":"turn.started"}` + "\n" + `{"type":"item.completed","item":{"id":"i","type":"mcp_tool_call","server":"s","tool":"t","arguments":{},"result":{"content":[‹,{"type":"text","text":"hi"}›]},"status":"completed"}}` + "\n"},
	{"qwen-code texts of a summary", "qwen-code", []string{"-t convo", "-t openai-chat"}, `{"uuid":"u1","parentUuid":null,"sessionId":"s","timestamp":"2026-03-01T08:00:01.000Z","type":"user","cwd":"/a","version":"0.21.13","message":{"role":"user","parts":[{"text":"hi"}]}}` + "\n" + `{"uuid":"u2","parentUuid":"u1","sessionId":"s","timestamp":"2026-03-01T08:00:06.000Z","type":"system","cwd":"/a","version":"0.21.13","subtype":"chat_compression","systemPayload":{"info":{"originalTokenCount":900},"compressedHistory":[{"role":"user","parts":[‹,{"text":"a"}›]},{"role":"model","parts":[{"text":"Got it."}]}]}}` + "\n"},
	{"copilot-chat rounds", "copilot-chat", []string{"-t openai-chat"}, `{"responderUsername":"x","requests":[{"message":"q","response":[‹,{"value":"a"}›],"result":{"metadata":{"toolCallRounds":[‹,{"response":"r","toolCalls":[{"id":"c#","name":"t","arguments":"{}"}]}›],"toolCallResults":{‹,"c#":{"content":[{"value":"x"}]}›}}}}]}`},
	{"copilot-chat shown calls", "copilot-chat", []string{"-t openai-chat"}, `{"responderUsername":"x","requests":[{"message":"q","response":[‹,{"value":"a"},{"kind":"toolInvocationSerialized","toolCallId":"c#","toolId":"t","pastTenseMessage":"x"}›]}]}`},
	{"copilot-chat journal", "copilot-chat", []string{"-t openai-chat"}, `{"kind":0,"v":{"requests":[]}}` + "\n" + `‹.{"kind":2,"k":["requests"],"v":[{"message":"q","response":[{"value":"a"}]}]}` + "\n" + `›`},
	{"librechat calls", "librechat", []string{"-t openai-chat"}, `{"conversationId":"c","messages":[{"messageId":"m","isCreatedByUser":false,"content":[‹,{"type":"tool_call","tool_call":{"id":"c#","name":"t","args":"{}","output":"x"}}›]}]}`},
	{"deepseek-export fragments", "deepseek-export", []string{"-t openai-chat"}, `{"inserted_at":"","mapping":{"1":{"parent":null,"message":{"fragments":[‹,{"type":"REQUEST","content":"q"},{"type":"RESPONSE","content":"a"}›]}}}}`},
	{"cursor lines", "cursor", []string{"-t openai-chat"}, `‹.{"role":"user","message":{"content":"q"}}` + "\n" + `{"role":"assistant","message":{"content":[{"type":"tool_use","name":"t","input":{}}]}}` + "\n" + `›`},
}
