package codex

import (
	"strings"

	"convo/conv"
	"convo/conv/note"
	"convo/conv/rawjson"
)

// No item says that a call failed. What says it is the event of its end, the
// object that the output was once, or the words in which Codex reports how
// a command exited.

// ends says of calls, by their ids, whether they failed.
type ends map[string]bool

// isEnd reports whether an event is the end of a call.
func isEnd(what string) bool {
	return what == "exec_command_end" || what == "patch_apply_end" || what == "mcp_tool_call_end"
}

// addLine takes what an event of the end of a call says.
func (e ends) addLine(payload conv.Raw) {
	switch payload.Lookup("type").Text() {
	case "exec_command_end":
		e.add(payload.Lookup("call_id"), exitFailed(payload.Lookup("exit_code")))
	case "patch_apply_end":
		e.add(payload.Lookup("call_id"), said(payload.Lookup("success") != "", payload.Lookup("success") == "false"))
	case "mcp_tool_call_end":
		result := payload.Lookup("result")
		failed := result.Lookup("Err") != "" || result.Lookup("Ok.isError") == "true" || result.Lookup("Ok.is_error") == "true"
		e.add(payload.Lookup("call_id"), said(result != "", failed))
	case "item_completed":
		e.addItem(payload.Lookup("item"))
	}
}

// addItem takes what a completed item of the newest versions says.
func (e ends) addItem(item conv.Raw) {
	switch item.Lookup("type").Text() {
	case "CommandExecution":
		if code := item.Lookup("exit_code"); code != "" && code != "null" {
			e.add(item.Lookup("id"), exitFailed(code))
			return
		}
		fallthrough
	case "FileChange", "McpToolCall", "DynamicToolCall":
		status := item.Lookup("status").Text()
		e.add(item.Lookup("id"), said(status != "", status == "failed" || status == "declined"))
	}
}

// ending is what a line says of the end of a call.
type ending int

const (
	untold ending = iota
	succeeded
	failed
)

func said(told, fails bool) ending {
	switch {
	case !told:
		return untold
	case fails:
		return failed
	}
	return succeeded
}

func exitFailed(code conv.Raw) ending {
	n, ok := rawjson.Number(code).Int()
	return said(ok, n != 0)
}

func (e ends) add(id conv.Raw, how ending) {
	if call := id.Text(); call != "" && how != untold {
		e[call] = how == failed
	}
}

// keptEnds is what the kept lines of a conversation say.
func keptEnds(c *conv.Conversation) ends {
	e := ends{}
	for l := range keptLines(c, "_end", "item_completed") {
		if outlined, payload := keptLine(l); outlined.kind == kindEvent {
			e.addLine(payload)
		}
	}
	return e
}

// hasFailed reports whether the call of a result failed.
func (e ends) hasFailed(m *conv.ToolResultMessage) bool {
	if failed, ok := e[m.ToolCallID]; ok {
		return failed
	}
	if object := m.Extensions.Get(family, hintOutput); object != "" && objectText(object) == m.Text() {
		return object.Lookup("success") == "false"
	}
	if len(m.Content) != 1 {
		return false
	}
	t, ok := m.Content[0].(*conv.TextContent)
	return ok && exitOf(t.Text) == failed
}

// exitOf is what the words say in which Codex reports the exit of a command.
func exitOf(text string) ending {
	if rest, ok := strings.CutPrefix(text, "Exit code: "); ok {
		if code, rest, _ := strings.Cut(rest, "\n"); strings.HasPrefix(rest, "Wall time: ") {
			return exitFailed(conv.Raw(code))
		}
	}
	if strings.HasPrefix(text, `{"output":`) && rawjson.IsValue(text) {
		return exitFailed(conv.Raw(text).Lookup("metadata.exit_code"))
	}
	if rest, ok := strings.CutPrefix(text, "Chunk ID: "); ok {
		_, text, _ = strings.Cut(rest, "\n")
	}
	if rest, ok := strings.CutPrefix(text, "Wall time: "); ok {
		_, rest, _ = strings.Cut(rest, "\n")
		if code, ok := strings.CutPrefix(rest, "Process exited with code "); ok {
			code, _, _ = strings.Cut(code, "\n")
			return exitFailed(conv.Raw(code))
		}
	}
	return untold
}

// failures leaves the marks of failed calls that a reader would make.
func (r reducer) failures() {
	e := keptEnds(r.c)
	for i, m := range r.c.Messages {
		t, ok := m.(*conv.ToolResultMessage)
		if !ok || t.IsError == e.hasFailed(t) {
			continue
		}
		if t.IsError {
			r.notes.Loss(note.CodeErrorFlag, note.Dropped, t.Offset(), "error flag of a tool result", "")
		}
		x := *t
		x.IsError = !t.IsError
		r.c.Messages[i] = &x
	}
}
