package main

import (
	"encoding/base64"
	"regexp"
	"slices"
	"strings"

	"github.com/anthropics/anthropic-sdk-go"
)

var (
	useID   = regexp.MustCompile(`^[a-zA-Z0-9_-]{1,64}$`)
	useName = regexp.MustCompile(`^[a-zA-Z0-9_-]{1,128}$`)
)

// maxCacheMarks is how many cache_control fields a request may have.
const maxCacheMarks = 4

func judgeMessagesRequest(body []byte, partial bool) findings {
	v := parse(body)
	found := messagesEcho(body)
	if !partial {
		found.addIf(str(member(v, "model")) == "", "/model", "missing")
		n, ok := whole(member(v, "max_tokens"))
		found.addIf(!ok || n < 0, "/max_tokens", "must be a whole number")
	} else {
		found = found.without("max_tokens", "model")
	}
	found.system(member(v, "system"))
	found.turns(list(member(v, "messages")))
	found.tools(list(member(v, "tools")))
	n := cacheMarks(v)
	found.addIf(n > maxCacheMarks, "/", "%d cache_control marks, of at most %d", n, maxCacheMarks)
	return found
}

// messagesEcho tries the stable and the beta types: the better fit counts.
func messagesEcho(body []byte) findings {
	return better(takenAnyway(echo(body, &anthropic.MessageNewParams{})), takenAnyway(echo(body, &anthropic.BetaMessageNewParams{})))
}

// takenAnyway drops what the server accepts although the types lack it: stream
// (the SDK's methods set it) and a client tool without a type.
func takenAnyway(found findings) findings {
	return slices.DeleteFunc(found, func(x finding) bool {
		toolType := strings.HasPrefix(x.at, "/tools/") && strings.HasSuffix(x.at, "/type") && strings.HasPrefix(x.what, "added")
		return x.at == "/stream" || toolType
	})
}

func (f *findings) system(system any) {
	for i, block := range list(system) {
		f.addIf(member(block, "type") != "text" || str(member(block, "text")) == "", under("/system", i), "must be a text block with text")
	}
}

// turn is what the rules need to know about the previous message.
type turn struct {
	role string
	uses []string // ids of tool_use blocks without a result yet
}

func (f *findings) turns(messages []any) {
	f.addIf(len(messages) == 0, "/messages", "missing or empty")
	var before turn
	for i, m := range messages {
		at := under("/messages", i)
		role := str(member(m, "role"))
		f.addIf(!slices.Contains([]string{"user", "assistant", "system"}, role), under(at, "role"), "no role here: %q", role)
		if role != before.role && role != "user" || i == 0 {
			f.unused(at, &before)
		}
		last := i == len(messages)-1
		f.blocks(under(at, "content"), role, member(m, "content"), &before, last)
		if role != "assistant" {
			f.unused(at, &before)
		}
		before.role = role
	}
	f.unused("/messages", &before)
}

// unused returns the tool_use blocks without a result.
func (f *findings) unused(at string, before *turn) {
	for _, id := range before.uses {
		f.add(at, "tool_use %q has no tool_result in the next message", id)
	}
	before.uses = nil
}

func (f *findings) blocks(at, role string, content any, before *turn, last bool) {
	if s, ok := content.(string); ok {
		f.text(at, role, s, last)
		return
	}
	blocks := list(content)
	f.addIf(len(blocks) == 0 && !(last && role == "assistant"), at, "empty")
	others := false
	for i, block := range blocks {
		at := under(at, i)
		kind := str(member(block, "type"))
		want := blockRoles[kind]
		f.addIf(want != "" && want != role, under(at, "type"), "%s in a message of the %s", kind, role)
		switch kind {
		case "text":
			f.text(under(at, "text"), role, str(member(block, "text")), last && i == len(blocks)-1)
		case "tool_use":
			f.use(at, block, before)
		case "tool_result":
			f.addIf(others, at, "after a block that is no tool_result")
			f.result(at, block, before)
		case "thinking":
			f.thinking(at, block, "signature")
		case "redacted_thinking":
			f.thinking(at, block, "data")
		case "image", "document":
			f.source(at, kind, member(block, "source"))
		}
		others = others || kind != "tool_result"
	}
}

// blockRoles are the blocks that only one role may have.
var blockRoles = map[string]string{
	"tool_use": "assistant", "thinking": "assistant", "redacted_thinking": "assistant", "server_tool_use": "assistant",
	"tool_result": "user", "image": "user", "document": "user", "search_result": "user",
}

func (f *findings) text(at, role, s string, last bool) {
	prefill := last && role == "assistant"
	switch {
	case s == "" && !prefill:
		f.add(at, "empty text")
	case role != "assistant" && strings.TrimSpace(s) == "":
		f.add(at, "nothing but white space")
	case prefill && strings.TrimRight(s, " \t\r\n") != s:
		f.add(at, "the last message ends in white space")
	}
}

func (f *findings) use(at string, block any, before *turn) {
	id := str(member(block, "id"))
	f.addIf(!useID.MatchString(id), under(at, "id"), "no id of a tool_use: %q", id)
	f.addIf(slices.Contains(before.uses, id), under(at, "id"), "given twice: %q", id)
	before.uses = append(before.uses, id)
	name := str(member(block, "name"))
	f.addIf(!useName.MatchString(name), under(at, "name"), "no name of a tool: %q", name)
	f.addIf(!isObject(member(block, "input")), under(at, "input"), "must be an object")
}

func (f *findings) result(at string, block any, before *turn) {
	id := str(member(block, "tool_use_id"))
	i := slices.Index(before.uses, id)
	if i < 0 {
		f.add(under(at, "tool_use_id"), "%q answers no tool_use of the message before", id)
	} else {
		before.uses = slices.Delete(before.uses, i, i+1)
	}
	for j, inner := range list(member(block, "content")) {
		at := under(under(at, "content"), j)
		switch kind := str(member(inner, "type")); kind {
		case "text":
			f.addIf(str(member(inner, "text")) == "", under(at, "text"), "empty text")
		case "image", "document":
			f.source(at, kind, member(inner, "source"))
		}
	}
}

func (f *findings) thinking(at string, block any, seal string) {
	f.addIf(str(member(block, seal)) == "", under(at, seal), "missing")
	f.addIf(member(block, "cache_control") != nil, under(at, "cache_control"), "not on thinking")
}

// sourceTypes are the MIME types of base64 sources.
var sourceTypes = map[string][]string{
	"image":    {"image/jpeg", "image/png", "image/gif", "image/webp"},
	"document": {"application/pdf"},
}

func (f *findings) source(at, kind string, source any) {
	if member(source, "type") != "base64" {
		return
	}
	mime := str(member(source, "media_type"))
	f.addIf(!slices.Contains(sourceTypes[kind], mime), under(at, "source/media_type"), "no %s type: %q", kind, mime)
	data := str(member(source, "data"))
	_, err := base64.StdEncoding.DecodeString(data)
	f.addIf(err != nil || data == "", under(at, "source/data"), "not base64")
}

func (f *findings) tools(tools []any) {
	seen := map[string]bool{}
	for i, tool := range tools {
		at := under("/tools", i)
		name, kind := str(member(tool, "name")), str(member(tool, "type"))
		if kind == "mcp_toolset" {
			continue
		}
		f.addIf(!useName.MatchString(name) || seen[name], under(at, "name"), "no name of a tool, or given twice: %q", name)
		seen[name] = true
		f.addIf((kind == "" || kind == "custom") && member(tool, "input_schema", "type") != "object", under(at, "input_schema/type"), "must be object")
	}
}

// cacheMarks counts the marks on blocks and tools, but not inside arguments and
// schemas.
func cacheMarks(v any) (n int) {
	switch x := v.(type) {
	case []any:
		for _, element := range x {
			n += cacheMarks(element)
		}
	case object:
		if x["cache_control"] != nil {
			n++
		}
		for _, key := range []string{"system", "messages", "content", "tools"} {
			n += cacheMarks(x[key])
		}
	}
	return n
}

func judgeMessagesResponse(body []byte, _ bool) findings {
	v := parse(body)
	if member(v, "type") == "error" {
		return nil
	}
	found := better(decode(body, &anthropic.Message{}), decode(body, &anthropic.BetaMessage{}))
	found.answer(v)
	return found
}

// answer checks a finished message.
func (f *findings) answer(v any) {
	f.addIf(member(v, "type") != "message" || member(v, "role") != "assistant", "/", "must be a message of the assistant")
	f.present("", v, "id", "model", "content", "stop_reason", "usage")
	uses := false
	for i, block := range list(member(v, "content")) {
		if member(block, "type") != "tool_use" {
			continue
		}
		uses = true
		at := under("/content", i)
		f.addIf(!useID.MatchString(str(member(block, "id"))) || str(member(block, "name")) == "", at, "needs an id and a name")
		f.addIf(!isObject(member(block, "input")), under(at, "input"), "must be an object")
	}
	f.addIf(member(v, "stop_reason") == "tool_use" && !uses, "/stop_reason", "tool_use without a tool_use block")
}
