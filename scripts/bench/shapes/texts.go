package shapes

// texts are data sets, Markdown and plain text.
var texts = []Shape{
	{"sharegpt turns", "sharegpt", []string{"-t convo", "-t sharegpt", "-t openai-finetune"}, `{"conversations":[‹,{"from":"human","value":"hi"},{"from":"gpt","value":"yes"}›]}`},
	{"sharegpt calls", "sharegpt", []string{"-t convo", "-t sharegpt", "-t gemini"}, `{"conversations":[{"from":"human","value":"hi"}‹.,{"from":"function_call","value":"{\"name\":\"t\",\"arguments\":{}}"},{"from":"observation","value":"ok"}›]}`},
	{"sharegpt calls without result", "sharegpt", []string{"-t convo", "-t sharegpt", "-t gemini"}, `{"conversations":[{"from":"human","value":"hi"}‹.,{"from":"function_call","value":"{\"name\":\"t\",\"arguments\":{}}"}›]}`},
	{"sharegpt images", "sharegpt", []string{"-t convo", "-t sharegpt"}, `{"conversations":[{"from":"human","value":"‹.<image>›"},{"from":"gpt","value":"yes"}],"images":[‹,"a#.png"›]}`},
	{"alpaca history", "alpaca", []string{"-t convo", "-t alpaca"}, `{"instruction":"hi","input":"","output":"yes","history":[‹,["a","b"]›]}`},
	{"openai-finetune turns", "openai-finetune", []string{"-t convo", "-t openai-finetune", "validate"}, `{"messages":[‹,{"role":"user","content":"hi"},{"role":"assistant","content":"yes","weight":0}›]}`},
	{"markdown messages", "markdown", []string{"-t convo", "-t markdown"}, "## user\n\nhi\n\n‹.## assistant\n\nyes\n\n## user\n\nhi #\n\n›"},
	{"markdown fences", "markdown", []string{"-t convo", "-t markdown"}, "## user\n\n‹.```go\nx\n```\n\n›"},
	{"markdown open fences", "markdown", []string{"-t convo", "-t markdown"}, "## user\n\n‹.````` ~~~ ```\n›"},
	{"markdown comments", "markdown", []string{"-t convo", "-t markdown"}, "## user\n\n‹.<!-- a -->\n›"},
	{"markdown open comments", "markdown", []string{"-t convo", "-t markdown"}, "## user\n\n‹.<!-- a\n›"},
	{"markdown links", "markdown", []string{"-t convo", "-t markdown"}, "## user\n\n‹.![a](a.png)\n\n›"},
	{"markdown brackets", "markdown", []string{"-t convo", "-t markdown"}, "## user\n\n‹.![›"},
	{"markdown empty lines", "markdown", []string{"-t convo", "-t markdown"}, "## user\n\na‹.\n›b"},
	{"text lines", "text", []string{"-t convo", "-t text"}, "User: ‹.hi #\n\n›"},
	{"text lines of spaces", "text", []string{"-t convo", "-t markdown"}, "User: a‹. \n›b"},
	{"text secrets", "text", []string{"--redact secrets", "--redact paths", "--redact emails", "--redact secrets,paths,emails"}, "User: ‹.a@b.de /home/x# sk-ant-api03-# -----BEGIN PRIVATE KEY----- ›"},
	{"text of one letter", "text", []string{"--redact secrets", "--redact paths", "--redact emails", "cost --estimate", "--trim 1k"}, "User: ‹.a›"},
	{"text of dots", "text", []string{"--redact secrets,paths,emails", "cost --estimate"}, "User: ‹.a.›"},
	{"text of equals", "text", []string{"--redact secrets", "cost --estimate"}, "User: ‹.key=›"},
	{"text of quotes", "text", []string{"--redact secrets"}, `User: ‹."key": "›`},
	{"text of dashes", "text", []string{"--redact secrets,paths,emails", "-t markdown"}, "User: ‹.-----BEGIN ›"},
	{"text of digits", "text", []string{"cost --estimate", "--redact secrets"}, "User: ‹.1234567890›"},
	{"text of slashes", "text", []string{"--redact secrets,paths,emails"}, "User: ‹./home/›"},
}
