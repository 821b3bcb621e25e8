package fit

import (
	"convo/conv"
	"convo/conv/format"
	"convo/conv/note"
	"convo/conv/record"
)

func (f *Fitter) toolResult(m *conv.ToolResultMessage) conv.Message {
	x := *m
	if x.Name != "" && !f.Has(format.SpeakerName) && x.Name == f.toolName(x.ToolCallID) {
		x.Name = "" // the call says it
	}
	var same, kept bool
	x.Meta, same = f.Meta(&x.Meta)
	same = same && x.Name == m.Name
	x.Content, kept = fitBlocks(f, m.Content, f.ToolResult|f.User)
	if f.ToolResult&format.OneString != 0 {
		x.Content, kept = oneString(f, &m.Node, "text blocks of a tool result", x.Content, kept)
	}
	drop(f, &x.IsError, format.ErrorFlags, &m.Node, note.CodeErrorFlag, "error flag of a tool result")
	if x.ToolName != "" && !f.Has(format.ToolNames) {
		if f.toolName(x.ToolCallID) != x.ToolName {
			f.lose(note.CodeName, note.Dropped, &m.Node, "tool name of a result", x.ToolName)
		}
		x.ToolName = ""
	}
	if x.ToolName == "" && f.demands(format.ToolNames, &m.Node) {
		if x.ToolName = f.toolName(x.ToolCallID); x.ToolName != "" {
			(&record.Family{Name: f.family}).Drop(&x.Node, "~name") // that it was empty
			f.info(note.CodeName, note.Synthesized, &m.Node, "tool name of a result", x.ToolName)
		}
	}
	drop(f, &x.Details, format.PrivateDetails, &m.Node, note.CodePrivate, "private details of a tool result")
	drop(f, &x.Terminate, format.Terminates, &m.Node, note.CodePrivate, "terminate flag of a tool result")
	if same && kept && x.IsError == m.IsError && x.ToolName == m.ToolName && x.Details == m.Details && x.Terminate == m.Terminate {
		return m
	}
	fit := x // x itself stays off the heap
	return &fit
}

// toolName is the name of the tool that the nearest call of an id before the
// message at hand asked for: some servers begin anew at call_0 each turn.
func (f *Fitter) toolName(callID string) string {
	if f.names == nil {
		f.names = map[string]string{}
	}
	for ; f.named < f.at; f.named++ {
		a, _ := f.all[f.named].(*conv.AssistantMessage)
		for t := range a.Calls {
			f.names[t.ID] = t.Name
		}
	}
	return f.names[callID]
}

// MoveMedia takes the blocks that a tool result cannot hold, but a user
// message can, to one user message after the run of results.
func (f *Fitter) MoveMedia(in []conv.Message) []conv.Message {
	if f.User&^f.ToolResult&(format.ImageBlock|format.AudioBlock|format.VideoBlock|format.DocumentBlock) == 0 {
		return in
	}
	var out []conv.Message
	var moved []conv.UserContent
	from := 0 // in[:from] is in out
	for i := 0; i <= len(in); i++ {
		var r *conv.ToolResultMessage
		if i < len(in) {
			r, _ = in[i].(*conv.ToolResultMessage)
		}
		if r == nil && moved != nil {
			out = append(append(out, in[from:i]...), &conv.UserMessage{Content: moved})
			moved, from = nil, i
		}
		if r == nil {
			continue
		}
		if kept, rest := f.splitResult(r); kept != nil {
			out = append(append(out, in[from:i]...), kept)
			from = i + 1
			if moved == nil {
				moved = []conv.UserContent{&conv.TextContent{Text: "Attached image(s) from tool result:"}}
			}
			moved = append(moved, rest...)
		}
	}
	if out == nil {
		return in
	}
	return append(out, in[from:]...)
}

// splitResult parts a result into what it can hold and the rest; nil if it
// can hold all.
func (f *Fitter) splitResult(m *conv.ToolResultMessage) (*conv.ToolResultMessage, []conv.UserContent) {
	var kept []conv.ToolResultContent
	var rest []conv.UserContent
	for _, b := range m.Content {
		u, isUser := b.(conv.UserContent)
		if isUser && (^f.ToolResult).Has(b) {
			f.lose(note.CodeResultMedia, note.Downgraded, conv.NodeOf(b), "block of a tool result, now in a user message, of type", b.BlockType())
			rest = append(rest, u)
			continue
		}
		kept = append(kept, b)
	}
	if rest == nil {
		return nil, nil
	}
	if kept == nil {
		kept = []conv.ToolResultContent{&conv.TextContent{Text: "(see attached image)"}}
	}
	x := *m
	x.Content = kept
	return &x, rest
}
