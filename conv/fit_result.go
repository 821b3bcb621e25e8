package conv

func (f *fitter) toolResult(m *ToolResultMessage) Message {
	x := *m
	if x.Name != "" && !f.Has(SpeakerName) && x.Name == f.toolName(x.ToolCallID) {
		x.Name = "" // the call says it
	}
	var same, kept bool
	x.Meta, same = f.meta(&x.Meta)
	same = same && x.Name == m.Name
	x.Content, kept = fitBlocks(f, m.Content, f.ToolResult|f.User)
	x.Content, kept = f.oneText(m, x.Content, kept)
	if x.IsError && !f.Has(ErrorFlags) {
		f.lose(CodeErrorFlag, Dropped, &m.Node, "error flag of a tool result", "")
		x.IsError = false
	}
	if x.ToolName != "" && !f.Has(ToolNames) {
		if f.toolName(x.ToolCallID) != x.ToolName {
			f.lose(CodeName, Dropped, &m.Node, "tool name of a result", x.ToolName)
		}
		x.ToolName = ""
	}
	if x.ToolName == "" && f.demands(ToolNames, &m.Node) {
		if x.ToolName = f.toolName(x.ToolCallID); x.ToolName != "" {
			f.info(CodeName, Synthesized, &m.Node, "tool name of a result", x.ToolName)
		}
	}
	if !f.Has(PrivateDetails) {
		f.drop(&x.Details, CodePrivate, &m.Node, "private details of a tool result")
		if x.Terminate {
			f.lose(CodePrivate, Dropped, &m.Node, "terminate flag of a tool result", "")
			x.Terminate = false
		}
	}
	if same && kept && x.IsError == m.IsError && x.ToolName == m.ToolName && x.Details == m.Details && x.Terminate == m.Terminate {
		return m
	}
	fit := x // x itself stays off the heap
	return &fit
}

// toolName is the name of the tool that the nearest call of an id before the
// message at hand asked for: some servers begin anew at call_0 each turn.
func (f *fitter) toolName(callID string) string {
	if f.names == nil {
		f.names = map[string]string{}
	}
	for ; f.named < f.at; f.named++ {
		if a, ok := f.all[f.named].(*AssistantMessage); ok {
			for _, b := range a.Content {
				if t, ok := b.(*ToolCall); ok {
					f.names[t.ID] = t.Name
				}
			}
		}
	}
	return f.names[callID]
}

// moveMedia takes the blocks that a tool result cannot hold, but a user
// message can, to one user message behind the run of results.
func (f *fitter) moveMedia(in []Message) []Message {
	if f.User&^f.ToolResult&(ImageBlock|AudioBlock|VideoBlock|DocumentBlock) == 0 {
		return in
	}
	var out []Message
	var moved []UserContent
	from := 0 // in[:from] is in out
	for i := 0; i <= len(in); i++ {
		var r *ToolResultMessage
		if i < len(in) {
			r, _ = in[i].(*ToolResultMessage)
		}
		if r == nil && moved != nil {
			out = append(append(out, in[from:i]...), &UserMessage{Content: moved})
			moved, from = nil, i
		}
		if r == nil {
			continue
		}
		if kept, rest := f.splitResult(r); kept != nil {
			out = append(append(out, in[from:i]...), kept)
			from = i + 1
			if moved == nil {
				moved = []UserContent{&TextContent{Text: "Attached image(s) from tool result:"}}
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
func (f *fitter) splitResult(m *ToolResultMessage) (*ToolResultMessage, []UserContent) {
	var kept []ToolResultContent
	var rest []UserContent
	for _, b := range m.Content {
		u, isUser := b.(UserContent)
		if isUser && (^f.ToolResult).Has(b) {
			f.lose(CodeResultMedia, Downgraded, NodeOf(b), "block of a tool result, now in a user message, of type", b.BlockType())
			rest = append(rest, u)
			continue
		}
		kept = append(kept, b)
	}
	if rest == nil {
		return nil, nil
	}
	if kept == nil {
		kept = []ToolResultContent{&TextContent{Text: "(see attached image)"}}
	}
	x := *m
	x.Content = kept
	return &x, rest
}
