package main

import (
	"bytes"
	"encoding/json"
	"os"
	"path/filepath"
	"slices"
	"strconv"
	"strings"

	"convo/scripts/must"
)

// turnsSize is the size of a session that turns make, in bytes: about that of a
// conversation of the corpora.
const turnsSize = 100_000

// turns make sessions of a format that convo only reads: an example of ours, of
// which a part is repeated as it is in files of that format.
type turns struct {
	format, file string   // the example
	from         string   // begins the part
	to           string   // ends it, the last of these; "": the end of the file
	rest         string   // begins what comes after the last part; "": to
	between      string   // two parts
	own          []string // texts that begin with another number in each part
	root, parent string   // how the first part is linked, and how the others are: % is the number of the part before
}

var readOnly = []turns{
	{format: "codex-exec", file: "run/input.jsonl", from: `{"type":"turn.started"}`, own: []string{`item_`}},
	{format: "claude-code-stream", file: "run/input.jsonl", from: `{"type":"assistant"`, own: []string{`toolu_`, `msg_`, `-4000-b000-`}},
	{format: "claude-code-web", file: "session/input.json", from: `{"type"`, to: `,{"type":"user","isCompactSummary"`, rest: `],"title"`, between: ",", own: []string{`toolu_`}},
	{format: "qwen-code", file: "turn-with-a-call/input.jsonl", from: `{`, own: []string{`call-`, `000001"`, `000002"`, `000003"`, `000004"`, `000005"`}, root: `"parentUuid":null`, parent: `"parentUuid":"5b0c7f10-0000-4000-8000-000000%000005"`},
	{format: "cline", file: "turn-with-a-call/input.json", from: `{`, to: "]", between: ",", own: []string{`toolu_`}},
	{format: "goose", file: "export/input.json", from: `{"role"`, to: `],"message_count"`, between: ",", own: []string{`toolu_`, `msg_`}},
	{format: "opencode-run", file: "run/input.jsonl", from: `{"type":"step_start"`, own: []string{`toolu_`, `msg_`, `prt_`}},
	{format: "aider", file: "run/input.md", from: "#### "},
	{format: "chatgpt-export", file: "plain/input.json", from: `{"title"`, to: "]", between: ","},
	{format: "claude-export", file: "plain/input.json", from: `{"uuid"`, to: "]", between: ","},
	{format: "openwebui", file: "plain/input.json", from: `{"id":"c-`, to: "]", between: ","},
	{format: "ai-studio", file: "plain/input.json", from: `{"text":"When`, to: `],"pendingInputs"`, between: ","},
	{format: "ai-sdk-ui", file: "steps/input.json", from: `{"id"`, to: "]", between: ",", own: []string{`c1"`, `c2"`}},
	{format: "ai-sdk-ui-stream", file: "steps/input.sse", from: `data: {"type":"start-step"`, to: `data: {"type":"message-metadata"`, own: []string{`c1"`, `c2"`}},
	{format: "langchain", file: "dumps/input.json", from: `{"lc"`, to: "]", between: ",", own: []string{`c1"`}},
	{format: "langchain-lines", file: "messages/input.jsonl", from: `{"content"`},
	{format: "otel-genai", file: "json-strings/input.json", from: `{"traceId"`, to: "]}]}]}", between: ","},
	{format: "openai-agents", file: "input-list/input.json", from: `{"role"`, to: "]", between: ",", own: []string{`c1"`, `rs_1"`, `fc_1"`, `msg_1"`}},
	{format: "pydantic-ai", file: "run/input.json", from: `{"parts"`, to: "]", between: ",", own: []string{`c1"`, `c2"`, `c3"`}},
	{format: "llama-index", file: "messages/input.json", from: `{"role"`, to: "]", between: ",", own: []string{`c1"`, `c2"`}},
	{format: "mcp", file: "sampling/input.json", from: `{"role"`, to: `],"systemPrompt"`, between: ",", own: []string{`c1"`}},
	{format: "a2a", file: "task/input.json", from: `{"messageId"`, to: `],"artifacts"`, between: ",", own: []string{`m1"`, `m2"`}},
	{format: "copilot-chat", file: "shown/input.json", from: `{"requestId"`, to: `]}`, between: ",", own: []string{`c1"`}},
	{format: "continue", file: "plain/input.json", from: `{"message":{"role":"user"`, to: `],"mode"`, between: ",", own: []string{`call_1"`}},
	{format: "atif", file: "calls/input.json", from: `{"step_id":1`, to: `],"final_metrics"`, between: ",", own: []string{`call_1"`}},
	{format: "gemini-cli-stream", file: "tools/input.jsonl", from: `{"type":"message","timestamp":"2026-03-01T08:00:01.000Z"`, to: `{"type":"result"`, own: []string{`tide-1"`, `tide-2"`}},
	{format: "copilot-cli", file: "plain/input.jsonl", from: `{"type":"user.message"`, own: []string{`e2"`, `e4"`, `e6"`, `e7"`}},
	{format: "cursor", file: "plain/input.jsonl", from: `{"role": "user"`, to: `{"type": "turn_ended"`},
	{format: "cursor-chats", file: "calls/input.json", from: `{"_v":3,"type":1`, to: `]}`, between: ",", own: []string{`toolu_1`}},
	{format: "agent-threads", file: "kimi/input.jsonl", from: `{"role":"user"`, own: []string{`Shell:0"`}},
	{format: "chat-markdown", file: "cursor/input.md", from: "**User**"},
	{format: "deepseek-export", file: "plain/input.json", from: `{"type":"REQUEST"`, to: `]}},"2"`, between: ","},
	{format: "grok-export", file: "plain/input.json", from: `{"response"`, to: "]}]", between: ",", own: []string{`r1"`, `r2"`}},
	{format: "librechat", file: "plain/input.json", from: `{"messageId":"m1"`, to: `,{"messageId":"m2"`, between: ","},
	{format: "lmstudio", file: "tools/input.json", from: `{"versions"`, to: "]}", between: ",", own: []string{`c1"`}},
	{format: "llm-logs", file: "tools/input.json", from: `{"id":"01a"`, to: "]", between: ",", own: []string{`t1"`, `t2"`}},
	{format: "chat-apps", file: "sillytavern/input.jsonl", from: `{"name":"Kai","is_user":true,"is_system":false`},
	{format: "har", file: "stream-in-base64/input.json", from: `{"startedDateTime"`, to: "]}}", between: ","},
	{format: "vcr", file: "vcrpy/input.json", from: `{"request"`, to: "]}", between: ","},
	{format: "bedrock-converse-response", file: "answer/input.json", from: `{"toolUse"`, to: `]}},"stopReason"`, between: ",", own: []string{`t1"`}},
	{format: "bedrock-converse-log", file: "log/input.json", from: `{"role":"user"`, to: `],"inferenceConfig"`, between: ","},
	{format: "bedrock-converse-stream", file: "calls/input.jsonl", from: `{"contentBlockDelta":{"contentBlockIndex":0,"delta":{"reasoningContent":{"text":"A "`, to: `{"contentBlockDelta":{"contentBlockIndex":0,"delta":{"reasoningContent":{"signature"`},
	{format: "cohere-response", file: "response/input.json", from: `{"type":"text"`, to: `]},"usage"`, between: ","},
	{format: "cohere-v1", file: "turns/input.json", from: `{"role":"User"`, to: `],"preamble"`, between: ","},
	{format: "cohere-stream", file: "calls/input.sse", from: "event: tool-call-start", to: "event: message-end", own: []string{`c1"`}},
	{format: "ollama-response", file: "answer/input.json", from: `{"function"`, to: `]},"done"`, between: ","},
	{format: "ollama-stream", file: "calls/input.jsonl", from: `{"model":"qwen3","created_at":"2026-03-01T08:00:00Z"`, to: `{"model":"qwen3","created_at":"2026-03-01T08:00:01Z"`, own: []string{`call_7`}},
	{format: "langfuse", file: "text/input.json", from: `{"id":"o1"`, to: "]", between: ","},
	{format: "call-log", file: "http/input.json", from: `{"role":"user"`, to: "]", between: ","},
	{format: "framework-messages", file: "adk/input.json", from: `{"author"`, to: "]", between: ",", own: []string{`adk-1"`}},
	{format: "dataset-rows", file: "texts-that-take-turns/input.jsonl", from: `"High water?"`, to: "]", between: ","},
}

// session is an example with its part repeated until it has so many bytes.
func (t turns) session(example string, size int) string {
	begin, end := strings.Index(example, t.from), len(example)
	if t.to != "" {
		end = strings.LastIndex(example, t.to)
	}
	must.FailIf(begin < 0 || end < begin, "the example of %s has no %s", t.format, t.from+t.to)
	part, after := example[begin:end], example[end:]
	if t.rest != "" {
		after = after[max(strings.LastIndex(after, t.rest), 0):]
	}
	var b strings.Builder
	b.WriteString(example[:begin])
	for n := 0; n == 0 || b.Len() < size; n++ {
		if n > 0 {
			b.WriteString(t.between)
		}
		b.WriteString(t.numbered(part, n))
	}
	b.WriteString(after)
	return b.String()
}

// numbered is a part that differs from the others by its number.
func (t turns) numbered(part string, n int) string {
	var changes []string
	for _, own := range t.own {
		changes = append(changes, own, strconv.Itoa(n)+own)
	}
	if n > 0 && t.root != "" {
		changes = append(changes, t.root, strings.ReplaceAll(t.parent, "%", strconv.Itoa(n-1)))
	}
	return strings.NewReplacer(changes...).Replace(part)
}

// compact is an example without the blanks of JSON.
func compact(example []byte, file string) []byte {
	if filepath.Ext(file) != ".json" {
		return example
	}
	var short bytes.Buffer
	must.Do(json.Compact(&short, example))
	return short.Bytes()
}

// readAlone measures a format that convo reads and does not write, against
// openai-chat of the same conversations.
func (b *bench) readAlone(f format) {
	i := slices.IndexFunc(readOnly, func(t turns) bool { return t.format == f.Name })
	must.FailIf(i < 0, "no input for %s: name an example of it in readOnly", f.Name)
	t := readOnly[i]
	example := must.Get(os.ReadFile(filepath.Join(b.examples, t.format, t.file)))
	example = compact(example, t.file)
	session := t.session(string(example), turnsSize)
	name := filepath.Join(b.dir, f.Name+".session")
	must.Do(os.WriteFile(name, []byte(session), 0o600))
	args := []string{"transform", "-q", "-c", "-f", f.Name}
	files := slices.Repeat([]string{name}, max(int(min(formatSize, b.size)*1e6)/len(session), 1))
	chat := b.output(f.Name+".openai-chat", b.one(slices.Concat(args, []string{"-t", "openai-chat"}, files)...))
	runs := medians(b.rounds,
		b.one(slices.Concat(args, []string{"-t", "anthropic"}, files)...),
		b.one("transform", "-q", "-c", "-f", "openai-chat", "-t", "anthropic", chat))
	b.readRow(f, runs, fileSize(chat), float64(len(session)*len(files)))
}

// readRow compares reading a format with reading openai-chat, for each byte.
func (b *bench) readRow(f format, runs []usage, chat, own float64) {
	b.atMost("read "+f.Name+": time for a byte, against openai-chat", cpuRatio(runs[0], runs[1])*chat/own, slowest, "%.2f×")
}
