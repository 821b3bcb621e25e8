package main

import (
	"fmt"
	"time"
)

// session is the session of an agent that is being written: about size bytes, with
// the fields that the program itself writes.
type session struct {
	*generator
	agent string
	out   []byte
	parts list   // of a document, the messages
	last  string // id of the last line
	place int
}

// agents are the programs whose sessions are written, each in the format of its
// name.
var agents = []string{"claude-code", "codex", "gemini-cli", "pi-session", "opencode"}

// session writes a session: questions, each with some calls and an answer.
func (g *generator) session(agent string, size int) []byte {
	s := &session{generator: g, agent: agent}
	s.begin()
	for len(s.out)+s.bytes < size {
		s.write("user", s.prose(s.length(20, 600), 8), "", nil)
		for range s.between(2, 12) {
			id := s.id("call_")
			s.write("call", s.prose(s.length(30, 300), 5), id, object{{"path", "src/" + pick(g, words) + ".go"}, {"command", "grep -n \"depth\" src/*.go"}})
			s.write("result", s.listing(s.length(60, 6000)), id, nil)
		}
		s.write("answer", s.prose(s.length(80, 1500), 5), "", nil)
	}
	if agent == "opencode" {
		s.line(object{
			{"info", object{{"id", "ses_20a1b2c3d4e5fGhIjKlMnOpQrS"}, {"slug", "calm-harbour"}, {"projectID", "global"}, {"directory", "/a"}, {"title", "Tides"}, {"version", "1.18.33"}, {"time", object{{"created", 1750000000000}, {"updated", 1750000090000}}}}},
			{"messages", s.parts},
		})
	}
	return s.out
}

const sessionID = "7f0c1f3e-5a50-4a0b-9a11-0d2f6a1c0001"

// now is the time of the next line.
func (s *session) now() string {
	s.place++
	return time.UnixMilli(1750000000000 + int64(s.place)*1501).UTC().Format("2006-01-02T15:04:05.000Z")
}

func (s *session) line(o object) { s.out = append(style{}.write(s.out, o), '\n') }

// begin writes the head.
func (s *session) begin() {
	*s.generator = generator{Rand: s.Rand}
	switch s.agent {
	case "codex":
		s.line(object{{"timestamp", s.now()}, {"type", "session_meta"}, {"payload", object{
			{"id", sessionID}, {"timestamp", s.now()}, {"cwd", "/a"}, {"originator", "codex_cli_rs"}, {"cli_version", "0.98.0"}, {"source", "cli"}, {"model_provider", "openai"},
		}}})
	case "gemini-cli":
		s.line(object{{"sessionId", sessionID}, {"projectHash", "d0f62c57"}, {"startTime", s.now()}, {"lastUpdated", s.now()}, {"kind", "main"}})
	case "pi-session":
		s.line(object{{"type", "session"}, {"version", 3}, {"id", sessionID}, {"timestamp", s.now()}, {"cwd", "/a"}})
	}
}

// write writes what is said: by the user, in a call or in an answer, or by a tool.
func (s *session) write(what, text, id string, arguments object) {
	switch s.agent {
	case "claude-code":
		s.claude(what, text, id, arguments)
	case "codex":
		s.codex(what, text, id, arguments)
	case "gemini-cli":
		s.gemini(what, text, id, arguments)
	case "pi-session":
		s.pi(what, text, id, arguments)
	case "opencode":
		s.opencode(what, text, id, arguments)
	}
}

func (s *session) claude(what, text, id string, arguments object) {
	kind, more := "user", object{}
	block := list{object{{"type", "text"}, {"text", text}}}
	message := object{{"role", "user"}, {"content", text}}
	switch what {
	case "result":
		message[1].value = list{object{{"tool_use_id", id}, {"type", "tool_result"}, {"content", text}, {"is_error", false}}}
		more = object{{"toolUseResult", object{{"stdout", text}, {"stderr", ""}, {"interrupted", false}, {"isImage", false}}}}
	case "call", "answer":
		kind, more = "assistant", object{{"requestId", s.id("req_")}}
		stop := any("end_turn")
		if what == "call" {
			stop = "tool_use"
			block = append(block, object{{"type", "tool_use"}, {"id", id}, {"name", "Bash"}, {"input", arguments}})
		}
		message = object{{"model", "claude-sonnet-4-5"}, {"id", s.id("msg_")}, {"type", "message"}, {"role", "assistant"}, {"content", block}, {"stop_reason", stop}, {"stop_sequence", nil}, {"usage", object{
			{"input_tokens", s.between(1, 90)},
			{"cache_creation_input_tokens", s.between(1, 900)},
			{"cache_read_input_tokens", s.between(1, 90000)},
			{"cache_creation", object{{"ephemeral_5m_input_tokens", 0}, {"ephemeral_1h_input_tokens", 0}}},
			{"output_tokens", s.between(1, 900)},
			{"service_tier", "standard"},
		}}}
	}
	parent := any(nil)
	if s.last != "" {
		parent = s.last
	}
	s.last = fmt.Sprintf("%08x-1111-4111-8111-%012x", s.Uint32(), s.place)
	line := object{{"parentUuid", parent}, {"isSidechain", false}, {"type", kind}, {"message", message}}
	line = append(line, field{"uuid", s.last}, field{"timestamp", s.now()})
	line = append(line, more...)
	s.line(append(line, field{"userType", "external"}, field{"entrypoint", "cli"}, field{"cwd", "/a"}, field{"sessionId", sessionID}, field{"version", "2.1.197"}, field{"gitBranch", "main"}))
}

func (s *session) codex(what, text, id string, arguments object) {
	item := func(kind string, payload object) {
		s.line(object{{"timestamp", s.now()}, {"type", kind}, {"payload", payload}})
	}
	message := func(role, part string) {
		item("response_item", object{{"type", "message"}, {"role", role}, {"content", list{object{{"type", part}, {"text", text}}}}})
	}
	switch what {
	case "user":
		item("turn_context", object{{"cwd", "/a"}, {"approval_policy", "never"}, {"sandbox_policy", object{{"type", "danger-full-access"}}}, {"model", "gpt-5.2"}, {"effort", "high"}, {"summary", "auto"}})
		message("user", "input_text")
		item("event_msg", object{{"type", "user_message"}, {"message", text}, {"images", list{}}, {"local_images", list{}}})
	case "result":
		item("response_item", object{{"type", "function_call_output"}, {"call_id", id}, {"output", text}})
	default:
		item("event_msg", object{{"type", "agent_message"}, {"message", text}})
		message("assistant", "output_text")
		if what == "call" {
			item("response_item", object{{"type", "function_call"}, {"name", "shell"}, {"arguments", string(style{}.write(nil, arguments))}, {"call_id", id}})
		}
		used := object{{"input_tokens", s.between(50, 90000)}, {"cached_input_tokens", 0}, {"output_tokens", s.between(5, 900)}, {"reasoning_output_tokens", 0}, {"total_tokens", 60 + s.place}}
		item("event_msg", object{{"type", "token_count"}, {"info", object{{"total_token_usage", used}, {"last_token_usage", used}, {"model_context_window", 258400}}}, {"rate_limits", nil}})
	}
}

func (s *session) gemini(what, text, id string, arguments object) {
	head := object{{"id", s.id("")}, {"timestamp", s.now()}}
	response := list{object{{"functionResponse", object{{"id", id}, {"name", "shell"}, {"response", object{{"output", text}}}}}}}
	switch what {
	case "user":
		s.line(append(head, field{"type", "user"}, field{"content", list{object{{"text", text}}}}))
	case "result":
		s.line(append(head, field{"type", "user"}, field{"content", response}))
	default:
		answer := append(head, field{"type", "gemini"}, field{"content", text}, field{"tokens", object{{"input", s.between(90, 900)}, {"output", 5}, {"cached", 15}, {"thoughts", 4}, {"tool", 0}, {"total", 224}}}, field{"model", "gemini-3-pro"})
		if what == "call" {
			answer = append(answer, field{"toolCalls", list{object{{"id", id}, {"name", "shell"}, {"args", arguments}, {"status", "success"}, {"timestamp", s.now()}, {"description", "src"}, {"displayName", "Shell"}}}})
		}
		s.line(answer)
	}
	s.line(object{{"$set", object{{"lastUpdated", s.now()}}}})
}

func (s *session) pi(what, text, id string, arguments object) {
	content := list{object{{"type", "text"}, {"text", text}}}
	at := field{"timestamp", 1750000000000 + s.place}
	message := object{{"role", "user"}, {"content", content}, at}
	switch what {
	case "result":
		message = object{{"role", "toolResult"}, {"toolCallId", id}, {"toolName", "bash"}, {"content", content}, {"isError", false}, at}
	case "call", "answer":
		stop := "stop"
		if what == "call" {
			stop = "toolUse"
			content = append(content, object{{"type", "toolCall"}, {"id", id}, {"name", "bash"}, {"arguments", arguments}})
		}
		cost := object{{"input", 0}, {"output", 0}, {"cacheRead", 0}, {"cacheWrite", 0}, {"total", 0}}
		message = object{{"role", "assistant"}, {"content", content}, {"api", "openai-completions"}, {"provider", "openai"}, {"model", "gpt-5.2"}, {"usage", object{
			{"input", s.between(1, 900)}, {"output", 9}, {"cacheRead", 5}, {"cacheWrite", 0}, {"totalTokens", 34}, {"cost", cost},
		}}, {"stopReason", stop}, at, {"responseId", s.id("chatcmpl-")}}
	}
	parent := any(nil)
	if s.last != "" {
		parent = s.last
	}
	s.last = fmt.Sprintf("%08x", s.place+1)
	s.line(object{{"type", "message"}, {"id", s.last}, {"parentId", parent}, {"timestamp", s.now()}, {"message", message}})
}

// opencode adds to a document. The result of a call is a field of it.
func (s *session) opencode(what, text, id string, arguments object) {
	const session = "ses_20a1b2c3d4e5fGhIjKlMnOpQrS"
	s.bytes += len(text) + 500
	if what == "result" {
		parts := s.parts[len(s.parts)-1].(object)[1].value.(list)
		parts[2].(object)[6].value = object{{"status", "completed"}, {"input", object{{"command", "ls"}}}, {"output", text}, {"title", "src"}, {"metadata", object{}}, {"time", object{{"start", 1750000001000}, {"end", 1750000002000}}}}
		return
	}
	s.place++
	name := fmt.Sprintf("msg_20a1b2c%05xAbCdEfGhIjKlMn", s.place)
	part := func(n int, kind string, more ...field) object {
		return append(object{{"id", fmt.Sprintf("prt_20a1b2c%05x%dpQrStUvWxYz", s.place, n)}, {"sessionID", session}, {"messageID", name}, {"type", kind}}, more...)
	}
	info := object{{"id", name}, {"sessionID", session}}
	if what == "user" {
		info = append(info, field{"role", "user"}, field{"time", object{{"created", 1750000000000 + s.place}}}, field{"agent", "build"}, field{"model", object{{"providerID", "anthropic"}, {"modelID", "claude-sonnet-4-5"}}})
		s.parts, s.last = append(s.parts, object{{"info", info}, {"parts", list{part(1, "text", field{"text", text})}}}), name
		return
	}
	tokens := object{{"input", s.between(1, 900)}, {"output", 9}, {"reasoning", 0}, {"cache", object{{"read", 5}, {"write", 0}}}}
	stop := "stop"
	parts := list{part(1, "step-start"), part(2, "text", field{"text", text})}
	if what == "call" {
		stop = "tool-calls"
		parts = append(parts, part(3, "tool", field{"callID", id}, field{"tool", "bash"}, field{"state", object{{"status", "pending"}, {"input", arguments}, {"raw", ""}}}))
	}
	parts = append(parts, part(4, "step-finish", field{"reason", stop}, field{"cost", 0}, field{"tokens", tokens}))
	info = append(info, field{"role", "assistant"}, field{"time", object{{"created", 1750000000000 + s.place}, {"completed", 1750000000000 + s.place}}}, field{"parentID", s.last}, field{"modelID", "claude-sonnet-4-5"},
		field{"providerID", "anthropic"}, field{"mode", "build"}, field{"agent", "build"}, field{"path", object{{"cwd", "/a"}, {"root", "/a"}}}, field{"cost", 0}, field{"tokens", tokens}, field{"finish", stop})
	s.parts = append(s.parts, object{{"info", info}, {"parts", parts}})
}
