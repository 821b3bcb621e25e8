package providers

import (
	"slices"
	"strings"

	"convo/conv/format"
)

// Unread is a shape that convo recognizes but cannot read yet. When a format
// can read it, its row goes.
type Unread struct {
	Name  string   // the future name of the format
	About string   // for people: a Claude Code session
	Hint  string   // what helps until then, "" if nothing does
	Marks []string // one of them is enough (see [format.Probe.Shows])
}

// unreadOf returns the shape of an input that convo cannot read yet, with the
// marks that it has; nil if there is none.
func unreadOf(p *format.Probe) *Unread {
	if strings.HasPrefix(p.Text, sqliteMark) {
		for _, u := range databases {
			if slices.ContainsFunc(u.Marks, func(word string) bool { return strings.Contains(p.Text, word) }) {
				return &u
			}
		}
	}
	p.Known()
	for _, u := range unread {
		if p.Shows(u.Marks...) {
			u.Marks = p.Known()
			return &u
		}
	}
	return nil
}

// unread is the table of these shapes. The first row that fits counts, so an
// envelope comes before its contents.
var unread = []Unread{
	// Envelopes of bodies.
	{"batch", "a batch of other requests than for answers", "", []string{"custom_id & body & url = /v1/completions|/v1/embeddings|/v1/moderations|/v1/images/*"}},
	{"bedrock-batch", "a batch of Bedrock", "jq -c .modelInput FILE | convo transform", []string{"recordId & modelInput"}},

	// Sessions of coding agents.
	{"gemini-cli-prompts", "the prompts of Gemini CLI (logs.json)", "", []string{"[].sessionId & [].messageId & [].type = user"}},
	{"claude-code-prompts", "the prompts of Claude Code (history.jsonl)", "convo sessions lists the sessions that they began", []string{"display & pastedContents"}},
	{"codex-prompts", "the prompts of Codex (history.jsonl)", "convo sessions lists the sessions that they began", []string{"session_id & ts is number & text"}},
	{"opencode-storage", "one file of opencode's storage", "opencode export writes a session that convo reads", []string{
		"sessionID & role & time.created", "sessionID & messageID & type",
	}},
	{"cline-ui", "the messages that Cline, Roo Code or Kilo Code shows (ui_messages.json)", "convo reads api_conversation_history.json of the same folder", []string{"[].ts & [].type = ask|say"}},
	{"zed", "a Zed thread", `jq '[.messages[] | (.User // empty | {role: "user", content: [.content[].Text // empty]}), (.Agent // empty | {role: "assistant", content: [.content[].Text // empty]}) | .content |= join("\n")]' FILE | convo transform`, []string{"messages[].User", "messages[].Agent"}},
	{"crush", "messages of a Crush database", `jq '[.[] | {role, content: [.parts | fromjson[] | .data.text // empty] | join("\n")} | select(.content != "")]' FILE | convo transform`, []string{
		"[].session_id & [].role & [].parts is string",
	}},
	{"pi-events", "events of the coding agent pi (--mode json or rpc)", "pi keeps a file of the session that convo reads: see convo sessions", []string{
		"type = agent_start|agent_end|turn_start|turn_end|message_update|tool_execution_*", "type = message_start|message_end & message.role & no message.type",
	}},

	{"cursor-tabs", "chats of an older Cursor", "jq -c '.tabs[]' FILE | convo transform", []string{"tabs[].bubbles"}},
	{"antigravity", "a transcript of Antigravity", "", []string{"step_index & source & type"}},
	{"kiro", "a conversation of Kiro CLI or Amazon Q", "", []string{"conversation_id & history & transcript"}},
	{"augment", "a session of Augment", `jq '[.chatHistory[].exchange | {role: "user", content: .request_message}, {role: "assistant", content: .response_text} | select(.content // "" != "")]' FILE | convo transform`, []string{"chatHistory[].exchange"}},
	{"kimi-wire", "events of Kimi CLI (wire.jsonl)", "convo reads context.jsonl of the same folder", []string{"type = metadata & protocol_version", "message.type & message.payload & timestamp is number"}},

	// Exports of chat applications.
	{"chatgpt-shared", "the list of shared links of a ChatGPT export", "convo reads conversations.json of the same archive", []string{"[].conversation_id & [].is_anonymous"}},
	{"gemini-takeout", "the Gemini activity of Google Takeout", "", []string{"[].header = Gemini Apps"}},
	{"text-generation-webui", "a chat of text-generation-webui", `jq '[.internal[] | {role: "user", content: .[0]}, {role: "assistant", content: .[1]} | select(.content != "" and .content != "<|BEGIN-VISIBLE-CHAT|>")]' FILE | convo transform`, []string{"internal[][] is string & visible"}},
	{"people-chat", "a chat between people, of Telegram, Discord or Slack", "", []string{"messages[].from_id & messages[].text_entities", "guild & channel & messages", "[].user is string & [].ts is string & [].text"}},

	// Data sets.
	{"oasst", "a tree of OpenAssistant", `jq -c '{messages: [.prompt | recurse(.replies[0] // empty) | {role: (if .role == "prompter" then "user" else .role end), content: .text}]}' FILE | convo transform`, []string{
		"message_tree_id & prompt.role",
	}},
	{"oasst-rows", "the messages of OpenAssistant, one a row", "convo reads each tree by itself: take the file of trees", []string{"message_tree_id & parent_id & text"}},
	{"safe-rlhf", "two answers of PKU-SafeRLHF", `jq -c '{prompt, chosen: .["response_\(.better_response_id)"], rejected: .["response_\(1 - .better_response_id)"]}' FILE | convo transform`, []string{
		"response_0 & response_1 & better_response_id",
	}},
	{"ultrafeedback", "answers of UltraFeedback", "jq -c '{instruction, output: .completions[].response}' FILE | convo transform", []string{"instruction & completions[].response"}},
	{"messages-as-text", "rows with messages as a JSON text", "jq -c '.messages |= fromjson' FILE | convo transform", []string{"messages is string"}},

	// Logs of evaluations.
	{"lm-eval", "samples of lm-evaluation-harness", `jq -c '{messages: ([.arguments | (.gen_args_0.arg_0)? // .[0][0] | .[0]? // . | (fromjson? // [{role: "user", content: .}])[]] + [{role: "assistant", content: (.resps[0][0] | strings)}])}' FILE | convo transform`, []string{"arguments & resps & doc"}},
	{"openai-evals", "a log of OpenAI's evals", `jq -c 'select(.type == "sampling").data | {messages: ([.prompt | .[]?, (strings | {role: "user", content: .})] + [{role: "assistant", content: .sampled[0]}])}' FILE | convo transform`, []string{"type = sampling & data.prompt"}},
	{"promptfoo", "results of promptfoo", `jq -c '.results.results[] | {messages: ([.prompt.raw | (fromjson? // [{role: "user", content: .}])[]] + [{role: "assistant", content: (.response.output // empty | tostring)}])}' FILE | convo transform`, []string{"results.results[].prompt.raw"}},

	// Messages of libraries.
	{"gemini-contents", "a list of Gemini contents", "jq '{contents: (.clientHistory? // .history? // .)}' FILE | convo transform", []string{"clientHistory[].parts", "[].role & [].parts & no [].parts[].type & no [].messageId", "history[].parts & no history[].messageId & no history[].parts[].kind"}},

	// APIs.
	{"mistral-conversations", "Mistral's Conversations API", "", []string{
		"object = conversation.response", "type = conversation.response.*|message.output.delta", "inputs[].type = message.input|message.output|function.call|function.result",
	}},
	{"gemini-interactions", "Gemini's Interactions API", "", []string{
		"input & system_instruction", "input & generation_config", "input & previous_interaction_id", "input & response_modalities", "input & agent",
		"input & model = gemini-*", "input[].type = text|user_input|model_output|thought|function_result", "object = interaction",
		"event_type = interaction.*|content.*|step.*",
	}},
	{"openai-threads", "messages of OpenAI's Assistants API", "", []string{"data[].object = thread.message", "object = thread.run", "object = thread.message & no content[].text.value"}},
	{"completions", "a completion of a prompt, without messages", "", []string{"prompt is string & model & max_tokens", "object = text_completion"}},
	{"embeddings", "a request for embeddings, moderation or speech", "", []string{"input & model = *embed*|*moderation*|*rerank*|*tts*", "input & encoding_format"}},
}

// sqliteMark begins each SQLite database.
const sqliteMark = "SQLite format 3"

// databases is the table of SQLite databases that keep conversations. Their marks are
// words of the schema. The last row is any other one.
var databases = []Unread{
	{"cursor-database", "Cursor's database", `sqlite3 -readonly FILE "select json_set(c.value, '$.conversation', (select json_group_array(json(b.value)) from json_each(c.value, '$.fullConversationHeadersOnly') h join cursorDiskKV b on b.key = 'bubbleId:' || (c.value ->> 'composerId') || ':' || (h.value ->> 'bubbleId'))) from cursorDiskKV c where c.key like 'composerData:%'" | convo transform`, []string{"cursorDiskKV"}},
	{"openwebui-database", "the database of Open WebUI", `sqlite3 -readonly FILE "select json_object('id', id, 'title', title, 'chat', json(chat)) from chat" | convo transform`, []string{"share_id"}},
	{"goose-database", "the database of goose", "goose session list names the sessions, and goose session export --format json writes one that convo reads", []string{"content_json"}},
	{"opencode-database", "the database of opencode", "opencode session list names the sessions, and opencode export ID writes one that convo reads", []string{"`part`"}},
	{"llm-database", "the database of the program llm", "llm logs --json -n 0 | convo transform", []string{"response_json"}},
	{"sqlite", "a SQLite database", "convo reads rows that sqlite3 -json prints, if each is a conversation or a message", []string{sqliteMark}},
}
