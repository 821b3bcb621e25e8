// Package providers is the table of the formats that convo knows. Each format
// has its own package below this one. Nothing registers itself.
package providers

import (
	"slices"
	"sync"

	"convo/conv/format"
	"convo/providers/a2a"
	"convo/providers/agentthreads"
	"convo/providers/agui"
	"convo/providers/aider"
	"convo/providers/aisdkui"
	"convo/providers/aistudio"
	"convo/providers/alpaca"
	"convo/providers/anthropic"
	"convo/providers/atif"
	"convo/providers/bedrock"
	"convo/providers/chatapps"
	"convo/providers/chatgptexport"
	"convo/providers/chatmarkdown"
	"convo/providers/chatml"
	"convo/providers/claudecode"
	"convo/providers/claudeexport"
	"convo/providers/cline"
	"convo/providers/codex"
	"convo/providers/cohere"
	"convo/providers/continuedev"
	"convo/providers/copilotchat"
	"convo/providers/copilotcli"
	"convo/providers/cursor"
	"convo/providers/datasetrows"
	"convo/providers/deepseekexport"
	"convo/providers/frameworks"
	"convo/providers/gemini"
	"convo/providers/geminicli"
	"convo/providers/geministream"
	"convo/providers/goose"
	"convo/providers/grokexport"
	"convo/providers/harmony"
	"convo/providers/hfmessages"
	"convo/providers/html"
	"convo/providers/internal/protocol"
	"convo/providers/langchain"
	"convo/providers/librechat"
	"convo/providers/llamafactory"
	"convo/providers/llamaindex"
	"convo/providers/llmlogs"
	"convo/providers/lmstudio"
	"convo/providers/markdown"
	"convo/providers/mcp"
	"convo/providers/ollama"
	"convo/providers/openaiagents"
	"convo/providers/openaichat"
	"convo/providers/openaifinetune"
	"convo/providers/openairesponses"
	"convo/providers/opencode"
	"convo/providers/openwebui"
	"convo/providers/orcontext"
	"convo/providers/otelgenai"
	"convo/providers/pisession"
	"convo/providers/pydanticai"
	"convo/providers/qwencode"
	"convo/providers/sharegpt"
	"convo/providers/tau"
	"convo/providers/text"
)

// Kind is a group of the table: formats of one purpose.
type Kind struct {
	Name    string
	Formats []format.Format
}

// kind is a group of the table before its formats are made.
type kind struct {
	name string
	rows []row
}

// row is what one room brings. It names the formats, so that Lookup only makes
// those of one row: a format is some hundred bytes, and most runs need two.
type row struct {
	names   []string               // in the order of formats
	formats func() []format.Format // nil: those that need the other formats
}

// all makes the formats of a row.
func (r *row) all() []format.Format {
	if r.formats == nil {
		return []format.Format{archive().format(), tape().format(), observed().format(), logged().format()}
	}
	return r.formats()
}

// table is in the order that decides between formats that read an input as the
// same conversation.
var table = []kind{
	{"documents", []row{
		{[]string{"convo"}, func() []format.Format { return []format.Format{format.Native()} }},
		{[]string{"or", "pi"}, orcontext.Formats},
		{[]string{"convo-lines", "or-lines", "pi-lines"}, orcontext.Lines},
	}},
	{"APIs", []row{
		{[]string{"openai-chat", "openai-chat-response", "openai-chat-stream", "openai-chat-messages"}, openaichat.Formats},
		{[]string{"openai-responses", "openai-responses-response", "openai-responses-stream"}, openairesponses.Formats},
		{[]string{"anthropic", "anthropic-response", "anthropic-stream", "anthropic-messages"}, anthropic.Formats},
		{[]string{"gemini", "gemini-response", "gemini-stream"}, gemini.Formats},
		{[]string{"ag-ui", "ag-ui-events", "ag-ui-lines"}, agui.Formats},
		{[]string{"bedrock-converse", "bedrock-converse-response", "bedrock-converse-stream", "bedrock-converse-log"}, bedrock.Formats},
		{[]string{"cohere", "cohere-response", "cohere-stream", "cohere-v1"}, cohere.Formats},
		{[]string{"ollama", "ollama-response", "ollama-stream"}, ollama.Formats},
	}},
	{"sessions", []row{
		{[]string{"pi-session"}, pisession.Formats},
		{[]string{"codex", "codex-exec"}, codex.Formats},
		{[]string{"claude-code", "claude-code-stream", "claude-code-web"}, claudecode.Formats},
		{[]string{"gemini-cli"}, geminicli.Formats},
		{[]string{"gemini-cli-stream"}, geministream.Formats},
		{[]string{"qwen-code"}, qwencode.Formats},
		{[]string{"cline"}, cline.Formats},
		{[]string{"goose"}, goose.Formats},
		{[]string{"aider"}, aider.Formats},
		{[]string{"copilot-chat"}, copilotchat.Formats},
		{[]string{"copilot-cli"}, copilotcli.Formats},
		{[]string{"continue"}, continuedev.Formats},
		{[]string{"atif"}, atif.Formats},
		{[]string{"cursor", "cursor-chats"}, cursor.Formats},
		{[]string{"agent-threads"}, agentthreads.Formats},
		{[]string{"chat-markdown"}, chatmarkdown.Formats},
		{[]string{"tau", "tau-lines"}, tau.Formats},
		{[]string{"opencode", "opencode-run"}, opencode.Formats},
	}},
	{"exports", []row{
		{[]string{"chatgpt-export"}, chatgptexport.Formats},
		{[]string{"claude-export"}, claudeexport.Formats},
		{[]string{"grok-export"}, grokexport.Formats},
		{[]string{"deepseek-export"}, deepseekexport.Formats},
		{[]string{"openwebui"}, openwebui.Formats},
		{[]string{"librechat"}, librechat.Formats},
		{[]string{"ai-studio"}, aistudio.Formats},
		{[]string{"lmstudio"}, lmstudio.Formats},
		{[]string{"chat-apps"}, chatapps.Formats},
		{[]string{"llm-logs"}, llmlogs.Formats},
	}},
	{"libraries", []row{
		{[]string{"ai-sdk-ui", "ai-sdk-ui-stream", "ai-sdk"}, aisdkui.Formats},
		{[]string{"langchain", "langchain-lines"}, langchain.Formats},
		{[]string{"openai-agents"}, openaiagents.Formats},
		{[]string{"pydantic-ai"}, pydanticai.Formats},
		{[]string{"llama-index"}, llamaindex.Formats},
		{[]string{"framework-messages"}, frameworks.Formats},
		{[]string{"mcp"}, mcp.Formats},
		{[]string{"a2a"}, a2a.Formats},
	}},
	{"batches", []row{
		{[]string{"openai-batch", "openai-batch-output"}, func() []format.Format { return chatBatch.formats() }},
		{[]string{"openai-responses-batch", "openai-responses-batch-output"}, func() []format.Format { return responsesBatch.formats() }},
		{[]string{"anthropic-batch", "anthropic-batch-output"}, func() []format.Format { return anthropicBatch.formats() }},
		{[]string{"gemini-batch", "gemini-batch-output"}, func() []format.Format { return geminiBatch.formats() }},
	}},
	{"recordings", []row{
		{[]string{"har", "vcr", "langfuse", "call-log"}, nil},
		{[]string{"otel-genai"}, otelgenai.Formats},
	}},
	{"data sets", []row{
		{[]string{"openai-finetune"}, openaifinetune.Formats},
		{[]string{"hf-messages"}, hfmessages.Formats},
		{[]string{"sharegpt"}, sharegpt.Formats},
		{[]string{"alpaca"}, alpaca.Formats},
		{[]string{"llamafactory"}, llamafactory.Formats},
		{[]string{"dataset-rows"}, datasetrows.Formats},
		{[]string{"chatml"}, chatml.Formats},
		{[]string{"harmony"}, harmony.Formats},
	}},
	{"text", []row{
		{[]string{"markdown"}, markdown.Formats},
		{[]string{"text"}, text.Formats},
		{[]string{"html"}, html.Formats},
	}},
}

// Kinds is the table. Its order decides between formats that read an input as
// the same conversation.
func Kinds() (all []Kind) {
	for _, k := range table {
		var formats []format.Format
		for _, r := range k.rows {
			formats = append(formats, r.all()...)
		}
		all = append(all, Kind{k.name, formats})
	}
	return all
}

// Formats lists the formats of all kinds.
func Formats() []format.Format {
	var rows [][]format.Format
	for _, k := range table {
		for _, r := range k.rows {
			rows = append(rows, r.guarded())
		}
	}
	return slices.Concat(rows...)
}

// guarded returns the formats of a row as they are read. They are made once: who
// changes one changes a copy.
func (r *row) guarded() []format.Format {
	if all, ok := made.Load(r.names[0]); ok {
		return all.([]format.Format)
	}
	all := r.all()
	for i := range all {
		guardFormat(&all[i])
	}
	made.Store(r.names[0], all)
	return all
}

// made are the formats of the rows that were needed, by the first name of each.
var made sync.Map

// unguarded yields the formats of all kinds, for those who do not read with
// them. Each row is made when its turn comes, and none is copied.
func unguarded(yield func(*format.Format) bool) {
	for _, k := range table {
		for _, r := range k.rows {
			all := r.all()
			for i := range all {
				if !yield(&all[i]) {
					return
				}
			}
		}
	}
}

// callable returns the protocols of the servers that can be called.
func callable() []*protocol.Protocol {
	return []*protocol.Protocol{
		openaichat.Protocol(),
		openairesponses.Protocol(),
		anthropic.Protocol(),
		gemini.Protocol(),
	}
}

// ProtocolOf returns how to call servers that take a format, nil if there are
// none.
func ProtocolOf(format string) *protocol.Protocol {
	for _, p := range callable() {
		if p.Format == format {
			return p
		}
	}
	return nil
}
