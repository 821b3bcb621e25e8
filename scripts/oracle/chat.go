package main

import (
	"encoding/base64"
	"regexp"
	"slices"
	"strings"

	"github.com/openai/openai-go/v3"
)

var functionName = regexp.MustCompile(`^[a-zA-Z0-9_-]{1,64}$`)

// maxChatID is the longest tool call id that the server accepts.
const maxChatID = 64

func judgeChatRequest(body []byte, partial bool) findings {
	v := parse(body)
	found := slices.DeleteFunc(echo(body, &openai.ChatCompletionNewParams{}), chatTakesAnyway)
	found.addIf(!partial && str(member(v, "model")) == "", "/model", "missing")
	found.chatMessages(list(member(v, "messages")))
	found.chatTools(list(member(v, "tools")))
	return found
}

// chatTakesAnyway knows what the server accepts although the SDK's type lacks
// it: stream (the SDK's methods set it), a named tool choice (the union picks
// the wrong variant), the name of a tool result, and the annotations of an
// answer that is sent back.
func chatTakesAnyway(x finding) bool {
	if x.at == "/stream" || x.at == "/tool_choice/function" {
		return true
	}
	inMessage := strings.HasPrefix(x.at, "/messages/") && strings.HasPrefix(x.what, "dropped")
	return inMessage && (strings.HasSuffix(x.at, "/name") || strings.HasSuffix(x.at, "/annotations"))
}

// chatMessages checks roles and contents, and that each call has its result
// before the next turn.
func (f *findings) chatMessages(messages []any) {
	f.addIf(len(messages) == 0, "/messages", "missing or empty")
	open := map[string]bool{}
	for i, m := range messages {
		at := under("/messages", i)
		role := str(member(m, "role"))
		if role == "tool" {
			f.chatAnswer(at, m, open)
		} else {
			f.unanswered(at, open)
		}
		f.chatContent(under(at, "content"), role, member(m, "content"))
		switch role {
		case "assistant":
			f.chatCalls(at, m, open)
		case "system", "developer", "user", "tool":
			f.addIf(member(m, "content") == nil, under(at, "content"), "missing")
		case "function":
			f.addIf(str(member(m, "name")) == "", under(at, "name"), "missing")
		default:
			f.add(under(at, "role"), "no role here: %s", show(member(m, "role")))
		}
	}
	f.unanswered("/messages", open)
}

func (f *findings) unanswered(at string, open map[string]bool) {
	for id := range open {
		f.add(at, "call %q has no answer before this", id)
		delete(open, id)
	}
}

func (f *findings) chatAnswer(at string, m any, open map[string]bool) {
	id := str(member(m, "tool_call_id"))
	f.addIf(!open[id], under(at, "tool_call_id"), "%q answers no open call", id)
	delete(open, id)
}

func (f *findings) chatCalls(at string, m any, open map[string]bool) {
	calls := list(member(m, "tool_calls"))
	said := member(m, "content") != nil || member(m, "refusal") != nil || member(m, "audio") != nil || member(m, "function_call") != nil
	f.addIf(!said && len(calls) == 0, at, "neither content nor calls")
	for i, call := range calls {
		at := under(under(at, "tool_calls"), i)
		id := str(member(call, "id"))
		f.addIf(id == "" || len(id) > maxChatID, under(at, "id"), "must have 1 to %d characters: %q", maxChatID, id)
		f.addIf(open[id], under(at, "id"), "given twice: %q", id)
		open[id] = true
		if member(call, "type") == "custom" {
			continue
		}
		f.functionName(under(at, "function"), member(call, "function"))
		f.strings(under(at, "function"), member(call, "function"), "arguments")
	}
}

// chatParts are the content parts that each role may have.
var chatParts = map[string]string{
	"system": "text", "developer": "text", "tool": "text", "assistant": "text refusal",
	"user": "text image_url input_audio file",
}

func (f *findings) chatContent(at, role string, content any) {
	if content == nil || isString(content) {
		return
	}
	parts := list(content)
	f.addIf(len(parts) == 0, at, "must be a string or a list of parts, is %s", show(content))
	for i, part := range parts {
		at := under(at, i)
		kind := str(member(part, "type"))
		f.addIf(kind == "" || !strings.Contains(" "+chatParts[role]+" ", " "+kind+" "), under(at, "type"), "no part of a %s message: %q", role, kind)
		switch kind {
		case "image_url":
			f.dataURL(under(at, "image_url/url"), str(member(part, "image_url", "url")))
		case "input_audio":
			format := str(member(part, "input_audio", "format"))
			f.addIf(format != "wav" && format != "mp3", under(at, "input_audio/format"), "neither wav nor mp3: %q", format)
		case "file":
			if data := str(member(part, "file", "file_data")); data != "" && !strings.HasPrefix(data, "data:") {
				f.add(under(at, "file/file_data"), "must be a data URL")
			} else if data != "" {
				f.dataURL(under(at, "file/file_data"), data)
			}
		}
	}
}

func (f *findings) dataURL(at, url string) {
	f.addIf(url == "", at, "missing")
	if !strings.HasPrefix(url, "data:") {
		return
	}
	_, data, ok := strings.Cut(url, ";base64,")
	_, err := base64.StdEncoding.DecodeString(data)
	f.addIf(!ok || err != nil, at, "a data URL without base64 data")
}

func (f *findings) chatTools(tools []any) {
	for i, tool := range tools {
		if member(tool, "type") != "function" {
			continue
		}
		f.functionName(under(under("/tools", i), "function"), member(tool, "function"))
	}
}

func (f *findings) functionName(at string, v any) {
	name := str(member(v, "name"))
	f.addIf(!functionName.MatchString(name), under(at, "name"), "no name of a function: %q", name)
}

// chatDialects are fields of answers that compatible servers add: the text of
// reasoning, and OpenRouter's data about its choice of provider.
var chatDialects = []string{
	"reasoning_content", "reasoning", "reasoning_details",
	"provider", "native_finish_reason", "cost", "cost_details", "is_byok",
}

func judgeChatResponse(body []byte, _ bool) findings {
	v := parse(body)
	if member(v, "error") != nil {
		return nil
	}
	found := decode(body, &openai.ChatCompletion{}).without(chatDialects...)
	found.addIf(member(v, "object") != "chat.completion", "/object", "must be chat.completion")
	found.present("", v, "id", "model", "created", "choices")
	for i, choice := range list(member(v, "choices")) {
		found.chatChoice(under("/choices", i), choice)
	}
	return found
}

func (f *findings) chatChoice(at string, choice any) {
	message := member(choice, "message")
	f.addIf(member(message, "role") != "assistant", under(at, "message/role"), "must be assistant")
	content := member(message, "content")
	f.addIf(content != nil && !isString(content), under(at, "message/content"), "must be a string or null")
	calls := list(member(message, "tool_calls"))
	for i, call := range calls {
		f.addIf(str(member(call, "id")) == "", under(under(at, "message/tool_calls"), i), "no id")
	}
	reason := str(member(choice, "finish_reason"))
	f.addIf(!chatFinishes[reason], under(at, "finish_reason"), "unknown: %q", reason)
	f.addIf(reason == "tool_calls" && len(calls) == 0, under(at, "finish_reason"), "tool_calls without calls")
}

// chatFinishes are the finish reasons of the API.
var chatFinishes = map[string]bool{"stop": true, "length": true, "tool_calls": true, "content_filter": true, "function_call": true}
