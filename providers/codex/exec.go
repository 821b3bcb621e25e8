package codex

import (
	"cmp"
	"iter"
	"strings"

	"convo/conv"
	"convo/conv/format"
	"convo/conv/note"
	"convo/conv/parts"
	"convo/conv/rawjson"
	"convo/conv/record"
	"convo/conv/session"
)

// execFamily is the output of codex exec --json: what a run shows, a line an
// event. It has no prompt of the user, and what tools were called with is in the
// words of the program.
const execFamily = "codex-exec"

// execOwn is the residue of the format.
var execOwn = &record.Family{Name: execFamily}

// execFormat is the output of codex exec --json, which is only read.
//
// The facts are those of codex-rs/exec/src/exec_events.rs.
func execFormat() format.Format {
	return format.Format{
		Name:   execFamily,
		Family: execFamily,
		About:  "output of codex exec --json",
		Unit:   format.SessionUnit,
		Detect: format.Shows("type = thread.started & thread_id", "type = turn.completed & usage", "type = item.started|item.updated|item.completed & item.type"),
		Decode: decodeExec,
	}
}

// run reads the events of a run.
type run struct {
	*parts.Builder
	at      int                    // the offset of the event
	open    *conv.AssistantMessage // the answer that the next item belongs to
	last    *conv.AssistantMessage
	started map[string]conv.Raw // events of items that have begun, by the id of the item
	order   []string
	lines   []conv.Raw // the events of the item that is being read
}

func decodeExec(data []byte, notes *note.Notes) iter.Seq2[*conv.Conversation, error] {
	r := &run{Builder: parts.NewPlain(execOwn, data, notes), at: -1, started: map[string]conv.Raw{}}
	err := session.Values(data, notes, func(c *rawjson.Cursor) {
		at := c.Offset()
		if raw := c.Raw(); c.Err() == nil {
			r.at = at
			r.event(raw)
		}
	})
	if err == nil && r.at < 0 {
		r.Fail(r.Offset(), "no event of codex exec --json")
		err = r.Err()
	}
	if err != nil {
		return format.Single(nil, err)
	}
	r.flush()
	return format.Single(r.C, nil)
}

// flush reads the items that have begun and did not end.
func (r *run) flush() {
	for _, id := range r.order {
		if event := r.started[id]; event != "" {
			r.lines = []conv.Raw{event}
			r.item(event.Lookup("item"), false)
		}
	}
	clear(r.started)
	r.order, r.lines = nil, nil
}

func (r *run) event(raw conv.Raw) {
	r.lines = nil
	switch kind := raw.Lookup("type").Text(); kind {
	case "thread.started":
		r.C.ID = raw.Lookup("thread_id").Text()
		r.Rest(&r.C.Node, raw, "type thread_id")
	case "turn.started":
		r.open = nil
		r.Rest(&r.C.Node, raw, "type")
	case "item.started", "item.updated": // a run that is cut off does not complete the item
		id := raw.Lookup("item.id").Text()
		if r.started[id] == "" {
			r.order = append(r.order, id)
		}
		r.started[id] = raw
	case "item.completed":
		item := raw.Lookup("item")
		id := item.Lookup("id").Text()
		r.lines = []conv.Raw{r.started[id], raw}
		delete(r.started, id)
		r.item(item, true)
	case "turn.completed":
		r.flush()
		if r.last == nil {
			r.Rest(&r.C.Node, raw, "type")
			return
		}
		usage := raw.Lookup("usage")
		if u := readUsage(rawjson.NewTrustedCursor(rawjson.BytesOf(string(usage)))); !u.IsZero() {
			r.last.Usage = u
		}
		r.Rest(&r.last.Node, raw, "type usage")
		r.Object(&r.last.Node, "usage", usage, "input_tokens cached_input_tokens cache_write_input_tokens output_tokens reasoning_output_tokens")
		r.open = nil
	case "turn.failed":
		if r.flush(); r.last == nil {
			r.custom(kind, raw)
			return
		}
		r.last.StopReason, r.last.ErrorMessage = conv.StopError, raw.Lookup("error.message").Text()
		r.Rest(&r.last.Node, raw, "type error")
		r.Object(&r.last.Node, "error", raw.Lookup("error"), "message")
		r.open = nil
	default:
		if kind != "error" {
			r.Notes.Unknown(r.at, "line", kind)
		}
		r.custom(kind, raw)
	}
}

// left keeps what is left of the events of the item that was added last.
func (r *run) left(read string) {
	for _, event := range r.lines {
		r.Left(event, "type item")
		r.Left(event.Lookup("item"), "id type item_type status "+read)
	}
}

// item reads an item. Without its end, a call has no result.
func (r *run) item(item conv.Raw, completed bool) {
	kind := cmp.Or(item.Lookup("type"), item.Lookup("item_type")).Text() // so in 2025
	switch kind {
	case "agent_message", "assistant_message":
		r.says(&conv.TextContent{Text: item.Lookup("text").Text()})
		r.left("text")
	case "reasoning":
		r.says(&conv.ThinkingContent{Thinking: item.Lookup("text").Text()})
		r.left("text")
	case "command_execution":
		code := item.Lookup("exit_code")
		r.call(item, kind, rawjson.ObjectOf([]rawjson.Member{{Key: "command", Value: cmp.Or(item.Lookup("command"), `""`)}}), completed)
		failed := code != "" && code != "null" && code != "0"
		if m := r.result(item, kind, item.Lookup("aggregated_output").Text(), failed, completed); m != nil && failed {
			execOwn.Set(&m.Node, "exit_code", code)
		}
	case "file_change":
		r.call(item, kind, rawjson.ObjectOf([]rawjson.Member{{Key: "changes", Value: cmp.Or(item.Lookup("changes"), "[]")}}), completed)
		r.result(item, kind, item.Lookup("status").Text(), item.Lookup("status").Text() == "failed", completed)
	case "mcp_tool_call":
		r.tool(item, completed)
	case "web_search", "todo_list", "error", "collab_tool_call":
		r.custom(kind, item)
	default:
		r.Notes.Unknown(r.at, "item", kind)
		r.custom(kind, item)
	}
}

// tool reads a call of a tool of an MCP server.
func (r *run) tool(item conv.Raw, completed bool) {
	name := item.Lookup("tool").Text()
	arguments := item.Lookup("arguments")
	if arguments == "" || arguments[0] != '{' {
		arguments = "{}"
	}
	r.call(item, name, arguments, completed)
	var texts strings.Builder
	whole := true
	for part := range item.Lookup("result.content").Elements {
		text := part.Lookup("text")
		texts.WriteString(text.Text())
		whole = whole && text != "" && part.Without("type", "text") == "{}"
	}
	text, failed := texts.String(), item.Lookup("status").Text() == "failed"
	if message := item.Lookup("error.message").Text(); message != "" {
		whole = whole && text == ""
		text, failed = message, true
	}
	if m := r.result(item, name, text, failed, completed); m != nil {
		read := "content"
		if !whole { // there is more than texts
			read = ""
		}
		r.Object(&m.Node, "result", item.Lookup("result"), read)
		r.Object(&m.Node, "error", item.Lookup("error"), "message")
	}
}

func (r *run) says(b conv.AssistantContent) {
	if r.open == nil {
		r.open = &conv.AssistantMessage{}
		r.Add(r.open, r.at)
		r.last = r.open
	}
	r.Say(r.open, b, "", r.at)
}

func (r *run) call(item conv.Raw, name string, arguments conv.Raw, completed bool) {
	r.says(r.NewCall(nil, item.Lookup("id").Text(), name, arguments))
	read := "command changes tool arguments"
	if completed {
		read += " exit_code aggregated_output result error"
	}
	r.left(read)
}

// result adds the result of a call that was completed; nil: it was not.
func (r *run) result(item conv.Raw, name, text string, failed, completed bool) *conv.ToolResultMessage {
	if !completed {
		return nil
	}
	m := r.Result(item.Lookup("id").Text(), name, -1)
	m.IsError = failed
	r.Say(m, &conv.TextContent{Text: text}, "", -1)
	if status := item.Lookup("status"); status != "" && !parts.IsWord("completed failed in_progress", status.Text()) {
		execOwn.Set(&m.Node, "status", status)
	}
	r.open = nil
	return m
}

func (r *run) custom(kind string, data conv.Raw) {
	r.Custom(kind, data, true, r.at)
	for _, event := range r.lines {
		r.Left(event, "type item")
	}
	r.open = nil
}
