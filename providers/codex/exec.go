package codex

import (
	"cmp"
	"iter"
	"strings"

	"convo/conv"
	"convo/conv/format"
	"convo/conv/note"
	"convo/conv/rawjson"
	"convo/conv/record"
)

// execFamily is the output of codex exec --json: what a run shows, a line an
// event. It has no prompt of the user, and what tools were called with is in the
// words of the program.
const execFamily = "codex-exec"

// execFormat is the output of codex exec --json, which is only read.
//
// The facts are those of codex-rs/exec/src/exec_events.rs.
func execFormat() format.Format {
	return format.Format{
		Name:   execFamily,
		Family: execFamily,
		About:  "output of codex exec --json",
		Unit:   format.SessionUnit,
		Detect: func(p *format.Probe) format.Grade {
			return format.OwnIf(p.IsJSON() && p.Shows(
				"type = thread.started & thread_id", "type = turn.completed & usage", "type = item.started|item.updated|item.completed & item.type"))
		},
		Decode: decodeExec,
	}
}

// run reads the events of a run.
type run struct {
	*conv.Reader
	c       *conv.Conversation
	open    *conv.AssistantMessage // the answer that the next item belongs to
	last    *conv.AssistantMessage
	started map[string]conv.Raw // items that have begun, by id
	order   []string
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
		if item := r.started[id]; item != "" {
			r.item(item, at, false)
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
	case "turn.started":
		r.open = nil
	case "item.started", "item.updated":
		r.start(raw.Lookup("item"))
	case "item.completed":
		item := raw.Lookup("item")
		delete(r.started, item.Lookup("id").Text())
		r.item(item, l.at, true)
	case "turn.completed":
		r.flush(l.at)
		if u := readUsage(rawjson.NewTrustedCursor(rawjson.BytesOf(string(raw.Lookup("usage"))))); r.last != nil && !u.IsZero() {
			r.last.Usage = u
		}
		r.open = nil
	case "turn.failed":
		r.flush(l.at)
		if r.last != nil {
			r.last.StopReason, r.last.ErrorMessage = conv.StopError, raw.Lookup("error.message").Text()
			r.open = nil
			return
		}
		r.custom(kind, raw, l.at)
	case "error":
		r.custom(kind, raw, l.at)
	default:
		r.Notes.Unknown(l.at, "line", kind)
		r.custom(kind, raw, l.at)
	}
}

// start remembers an item that has begun: a run that is cut off does not
// complete it.
func (r *run) start(item conv.Raw) {
	id := item.Lookup("id").Text()
	if r.started[id] == "" {
		r.order = append(r.order, id)
	}
	r.started[id] = item
}

// item reads an item. Without its end, a call has no result.
func (r *run) item(item conv.Raw, at int, completed bool) {
	kind := item.Lookup("type").Text()
	switch kind {
	case "agent_message":
		r.says(&conv.TextContent{Text: item.Lookup("text").Text()}, at)
	case "reasoning":
		r.says(&conv.ThinkingContent{Thinking: item.Lookup("text").Text()}, at)
	case "command_execution":
		code := item.Lookup("exit_code")
		r.call(item, kind, rawjson.ObjectOf([]rawjson.Member{{Key: "command", Value: cmp.Or(item.Lookup("command"), `""`)}}), at)
		r.result(item, kind, item.Lookup("aggregated_output").Text(), code != "" && code != "null" && code != "0", completed)
	case "file_change":
		r.call(item, kind, rawjson.ObjectOf([]rawjson.Member{{Key: "changes", Value: cmp.Or(item.Lookup("changes"), "[]")}}), at)
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
	r.call(item, name, arguments, at)
	var texts strings.Builder
	for part := range item.Lookup("result.content").Elements {
		texts.WriteString(part.Lookup("text").Text())
	}
	text, failed := texts.String(), item.Lookup("status").Text() == "failed"
	if message := item.Lookup("error.message").Text(); message != "" {
		text, failed = message, true
	}
	r.result(item, name, text, failed, completed)
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

func (r *run) call(item conv.Raw, name string, arguments conv.Raw, at int) {
	call := &conv.ToolCall{ID: item.Lookup("id").Text(), Name: name, Arguments: arguments}
	r.says(call, at)
	record.Diagnose(call, r.open)
}

func (r *run) result(item conv.Raw, name, text string, failed, completed bool) {
	if !completed {
		return
	}
	m := &conv.ToolResultMessage{ToolCallID: item.Lookup("id").Text(), ToolName: name, IsError: failed}
	m.Content = []conv.ToolResultContent{&conv.TextContent{Text: text}}
	r.c.Messages = append(r.c.Messages, m)
	r.open = nil
}

func (r *run) custom(kind string, data conv.Raw, at int) {
	m := &conv.CustomMessage{CustomType: execFamily + "." + kind, Data: data}
	m.SetOffset(at)
	r.c.Messages = append(r.c.Messages, m)
	r.open = nil
}
