package shapes

const (
	piHeader  = `{"type":"session","version":3,"id":"0199aa00-1111-7000-8000-000000000001","timestamp":"2026-03-01T08:00:00.000Z","cwd":"/a"}` + "\n"
	tauHeader = `{"type":"session","version":3,"id":"0199bb00-1111-7000-8000-000000000001","timestamp":1772352000.5,"cwd":"/a","parent_session":null}` + "\n"
	piUser    = `"timestamp":"2026-03-01T08:00:00.000Z","message":{"role":"user","content":[{"type":"text","text":"hi"}],"timestamp":1}}` + "\n"
)

// sessions are the files of agents, and convo's own documents.
var sessions = []Shape{
	{"pi-session messages", "pi-session", []string{"-t convo", "-t pi-session", "-t tau", "-t openai-chat"}, piHeader + `{"type":"message","id":"e","parentId":null,` + piUser + `‹.{"type":"message","id":"e#","parentId":"e",` + piUser + `›`},
	{"pi-session chain of unknown parents", "pi-session", []string{"-t convo", "-t pi-session"}, piHeader + `‹.{"type":"message","id":"e#","parentId":"p#",` + piUser + `›`},
	{"pi-session entries of one id", "pi-session", []string{"-t convo", "-t pi-session"}, piHeader + `‹.{"type":"message","id":"e","parentId":null,` + piUser + `›`},
	{"pi-session custom entries", "pi-session", []string{"-t convo", "-t pi-session", "--for anthropic -t anthropic"}, piHeader + `{"type":"message","id":"e","parentId":null,` + piUser + `‹.{"type":"custom_message","id":"c#","parentId":"e","timestamp":"2026-03-01T08:00:00.000Z","customType":"x","content":"c","display":true}` + "\n›"},
	{"tau messages", "tau", []string{"-t convo", "-t tau", "-t pi-session"}, tauHeader + `‹.{"type":"message","id":"d#","timestamp":1772352001.0,"parent_id":null,"message":{"contents":[{"type":"text","content":"Hi."}],"id":"u#","timestamp":1772352001.0,"role":"user"},"meta":null}` + "\n›"},
	{"pi messages", "pi", []string{"-t convo", "-t pi", "-t anthropic", "-t or"}, `{"messages":[‹,{"role":"user","content":[{"type":"text","text":"hi"}],"timestamp":1},{"role":"bashExecution","command":"ls","output":"a","exitCode":0,"cancelled":false,"truncated":false,"timestamp":2}›]}`},
	{"or calls", "or", []string{"-t convo", "-t or", "-t gemini"}, `{"messages":[‹,{"role":"assistant","content":[{"type":"toolCall","id":"c#","name":"t","arguments":{}}],"protocol":"anthropic-messages","provider":"p","model":"m","stopReason":"toolUse","timestamp":0},{"role":"toolResult","toolCallId":"c#","toolName":"t","content":[{"type":"text","text":"ok"}],"isError":false,"timestamp":0}›]}`},
	{"convo custom messages", "convo", []string{"-t convo", "-t openai-chat", "-t anthropic", "-t markdown", "--for anthropic -t anthropic", "--project x=drop --for openai -t openai-chat", "-t ag-ui", "-t pi-session", "cost --estimate", "--trim 1k"}, `{"convo":1,"messages":[{"role":"user","content":[{"type":"text","text":"hi"}]}‹.,{"role":"custom","type":"x","content":[{"type":"text","text":"note #"}]}›]}`},
	{"convo custom types", "convo", []string{"-t openai-chat", "--for anthropic -t anthropic", "-t tau"}, `{"convo":1,"messages":[{"role":"user","content":[{"type":"text","text":"hi"}]}‹.,{"role":"custom","type":"x#","content":[{"type":"text","text":"note"}]}›]}`},
	{"convo summaries", "convo", []string{"-t openai-chat", "--for anthropic -t anthropic", "-t pi-session", "-t tau", "--trim 1k"}, `{"convo":1,"messages":[{"role":"user","content":[{"type":"text","text":"hi"}]}‹.,{"role":"custom","type":"compaction","content":[{"type":"text","text":"s #"}]}›]}`},
	{"convo messages of one id", "convo", []string{"-t convo", "-t ag-ui", "-t pi-session", "-t tau", "validate"}, `{"convo":1,"messages":[‹,{"role":"user","id":"m","content":[{"type":"text","text":"hi"}]}›]}`},
	{"convo messages", "convo", []string{"-t convo", "-t pi-session", "-t tau", "-t ag-ui-events", "--redact secrets,paths,emails", "--split final", "cost --estimate", "validate --for anthropic"}, `{"convo":1,"messages":[‹,{"role":"user","content":[{"type":"text","text":"hi #"}]},{"role":"assistant","content":[{"type":"text","text":"yes"}],"provider":"openai","model":"gpt-5","stopReason":"stop"}›]}`},
}
