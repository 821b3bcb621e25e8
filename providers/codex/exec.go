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
	*conv.Reader
	c       *conv.Conversation
	open    *conv.AssistantMessage // the answer that the next item belongs to
	last    *conv.AssistantMessage
	started map[string]conv.Raw // events of items that have begun, by the id of the item
	order   []string
	lines   []conv.Raw // the events of the item that is being read
}

func decodeExec(data []byte, notes *note.Notes) iter.Seq2[*conv.Conversation, error] {
	all, err := eventLines(data, notes)
	if err != nil {
		return format.Single(nil, err)
	}
	r := &run{c: &conv.Conversation{}, Reader: conv.NewReader(data, execFamily, notes), started: map[string]conv.Raw{}}
	r.c.SetOffset(all[0].at)
	for _, l := range all {
		r.event(&l)
	}
	r.flush(all[len(all)-1].at)
	return format.Single(r.c, nil)
}

// flush reads the items that have begun and did not end.
func (r *run) flush(at int) {
	for _, id := range r.order {
		if event := r.started[id]; event != "" {
			r.lines = []conv.Raw{event}
			r.item(event.Lookup("item"), at, false)
		}
	}
	clear(r.started)
	r.order = nil
}

// eventLines are the lines of a run. It is an error if none is an event.
func eventLines(data []byte, notes *note.Notes) ([]line, error) {
	all, err := outlines(data, notes)
	if err == nil && len(all) == 0 {
		c := rawjson.NewCursor(data)
		c.Fail(c.Offset(), "no event of codex exec --json")
		err = c.Err()
	}
	return all, err
}

func (r *run) event(l *line) {
	c := rawjson.NewTrustedCursor(r.Buffer())
	c.Rewind(l.at)
	raw := c.Raw()
	kind := raw.Lookup("type").Text()
	switch kind {
	case "thread.started":
		r.c.ID = raw.Lookup("thread_id").Text()
		parts.Left(execOwn, &r.c.Node, raw, "type thread_id")
	case "turn.started":
		r.open = nil
		parts.Left(execOwn, &r.c.Node, raw, "type")
	case "item.started", "item.updated":
		r.start(raw)
	case "item.completed":
		item := raw.Lookup("item")
		id := item.Lookup("id").Text()
		r.lines = []conv.Raw{r.started[id], raw}
		delete(r.started, id)
		r.item(item, l.at, true)
	case "turn.completed":
		r.flush(l.at)
		if r.last == nil {
			parts.Left(execOwn, &r.c.Node, raw, "type")
			return
		}
		usage := raw.Lookup("usage")
		if u := readUsage(rawjson.NewTrustedCursor(rawjson.BytesOf(string(usage)))); !u.IsZero() {
			r.last.Usage = u
		}
		parts.Left(execOwn, &r.last.Node, raw, "type usage")
		parts.LeftIn(execOwn, &r.last.Node, "usage", usage, "input_tokens cached_input_tokens cache_write_input_tokens output_tokens reasoning_output_tokens")
		r.open = nil
	case "turn.failed":
		r.flush(l.at)
		if r.last != nil {
			r.last.StopReason, r.last.ErrorMessage = conv.StopError, raw.Lookup("error.message").Text()
			parts.Left(execOwn, &r.last.Node, raw, "type error")
			parts.LeftIn(execOwn, &r.last.Node, "error", raw.Lookup("error"), "message")
			r.open = nil
			return
		}
		r.lines = nil
		r.custom(kind, raw, l.at)
	case "error":
		r.lines = nil
		r.custom(kind, raw, l.at)
	default:
		r.lines = nil
		r.Notes.Unknown(l.at, "line", kind)
		r.custom(kind, raw, l.at)
	}
}

// start remembers an item that has begun: a run that is cut off does not
// complete it.
func (r *run) start(event conv.Raw) {
	id := event.Lookup("item.id").Text()
	if r.started[id] == "" {
		r.order = append(r.order, id)
	}
	r.started[id] = event
}

// left keeps what is left of the events of an item.
func (r *run) left(n *conv.Node, read string) {
	for _, event := range r.lines {
		parts.Left(execOwn, n, event, "type item")
		parts.Left(execOwn, n, event.Lookup("item"), "id type item_type status "+read)
	}
}

// item reads an item. Without its end, a call has no result.
func (r *run) item(item conv.Raw, at int, completed bool) {
	kind := cmp.Or(item.Lookup("type"), item.Lookup("item_type")).Text() // so in 2025
	switch kind {
	case "agent_message", "assistant_message":
		t := &conv.TextContent{Text: item.Lookup("text").Text()}
		r.says(t, at)
		r.left(&t.Node, "text")
	case "reasoning":
		t := &conv.ThinkingContent{Thinking: item.Lookup("text").Text()}
		r.says(t, at)
		r.left(&t.Node, "text")
	case "command_execution":
		code := item.Lookup("exit_code")
		r.call(item, kind, rawjson.ObjectOf([]rawjson.Member{{Key: "command", Value: cmp.Or(item.Lookup("command"), `""`)}}), at, completed)
		failed := code != "" && code != "null" && code != "0"
		if m := r.result(item, kind, item.Lookup("aggregated_output").Text(), failed, completed); m != nil && failed {
			execOwn.Set(&m.Node, "exit_code", code)
		}
	case "file_change":
		r.call(item, kind, rawjson.ObjectOf([]rawjson.Member{{Key: "changes", Value: cmp.Or(item.Lookup("changes"), "[]")}}), at, completed)
		r.result(item, kind, item.Lookup("status").Text(), item.Lookup("status").Text() == "failed", completed)
	case "mcp_tool_call":
		r.tool(item, at, completed)
	case "web_search", "todo_list", "error", "collab_tool_call":
		r.custom(kind, item, at)
	default:
		r.Notes.Unknown(at, "item", kind)
		r.custom(kind, item, at)
	}
}

// tool reads a call of a tool of an MCP server.
func (r *run) tool(item conv.Raw, at int, completed bool) {
	name := item.Lookup("tool").Text()
	arguments := item.Lookup("arguments")
	if arguments == "" || arguments[0] != '{' {
		arguments = "{}"
	}
	r.call(item, name, arguments, at, completed)
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
		parts.LeftIn(execOwn, &m.Node, "result", item.Lookup("result"), read)
		parts.LeftIn(execOwn, &m.Node, "error", item.Lookup("error"), "message")
	}
}

func (r *run) says(b conv.AssistantContent, at int) {
	conv.NodeOf(b).SetOffset(at)
	if r.open == nil {
		r.open = &conv.AssistantMessage{}
		r.open.SetOffset(at)
		r.c.Messages = append(r.c.Messages, r.open)
		r.last = r.open
	}
	r.open.Content = append(r.open.Content, b)
}

func (r *run) call(item conv.Raw, name string, arguments conv.Raw, at int, completed bool) {
	call := &conv.ToolCall{ID: item.Lookup("id").Text(), Name: name, Arguments: arguments}
	r.says(call, at)
	if completed {
		r.left(&call.Node, "command changes tool arguments exit_code aggregated_output result error")
	} else {
		r.left(&call.Node, "command changes tool arguments")
	}
	record.Diagnose(call, r.open)
}

// result adds the result of a call that was completed; nil: it was not.
func (r *run) result(item conv.Raw, name, text string, failed, completed bool) *conv.ToolResultMessage {
	if !completed {
		return nil
	}
	m := &conv.ToolResultMessage{ToolCallID: item.Lookup("id").Text(), ToolName: name, IsError: failed}
	m.Content = []conv.ToolResultContent{&conv.TextContent{Text: text}}
	if status := item.Lookup("status"); status != "" && !parts.IsWord("completed failed in_progress", status.Text()) {
		execOwn.Set(&m.Node, "status", status)
	}
	r.c.Messages = append(r.c.Messages, m)
	r.open = nil
	return m
}

func (r *run) custom(kind string, data conv.Raw, at int) {
	m := &conv.CustomMessage{CustomType: execFamily + "." + kind, Data: data}
	m.SetOffset(at)
	for _, event := range r.lines {
		parts.Left(execOwn, &m.Node, event, "type item")
	}
	r.c.Messages = append(r.c.Messages, m)
	r.open = nil
}
