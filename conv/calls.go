package conv

import (
	"slices"
	"strings"

	"convo/conv/rawjson"
)

// OpenCalls returns the tool calls without a result, in order. A result belongs
// to the last call before it with the same id. Excluded messages do not count.
func (c *Conversation) OpenCalls() []*ToolCall {
	var calls []*ToolCall
	open := map[string][]int{} // places in calls, by id
	for _, m := range Active(c.Messages) {
		switch m := m.(type) {
		case *AssistantMessage:
			for _, b := range m.Content {
				if t, ok := b.(*ToolCall); ok && t != nil {
					open[t.ID] = append(open[t.ID], len(calls))
					calls = append(calls, t)
				}
			}
		case *ToolResultMessage:
			if same := open[m.ToolCallID]; len(same) > 0 {
				last := len(same) - 1
				calls[same[last]] = nil
				open[m.ToolCallID] = same[:last]
			}
		}
	}
	return slices.DeleteFunc(calls, func(t *ToolCall) bool { return t == nil })
}

// PendingCalls returns the open calls of the last turn: tools must answer them
// before the model can continue. Open calls before the last user message no
// longer count.
func (c *Conversation) PendingCalls() []*ToolCall {
	turn := 0
	sent := Active(c.Messages)
	for i, m := range sent {
		if _, ok := m.(*UserMessage); ok {
			turn = i + 1
		}
	}
	return (&Conversation{Messages: sent[turn:]}).OpenCalls()
}

// Mended returns how the model's text became the call's arguments: Strict if the
// text was a JSON object.
func (t *ToolCall) Mended() rawjson.Mode {
	if t.ArgumentsText == nil || t.AsRead() {
		return rawjson.Strict
	}
	_, mode := rawjson.Repair(*t.ArgumentsText)
	return mode
}

// SetArguments sets a call's arguments from a string on the wire. A JSON object
// is kept as it is; other text is repaired as far as possible, with a diagnostic
// in m (which may be nil). "" is {}.
func (t *ToolCall) SetArguments(s string, m *AssistantMessage) {
	fixed, mode := rawjson.Repair(s)
	t.Arguments, t.ArgumentsText = fixed, nil
	if string(fixed) != s {
		t.ArgumentsText = &s
	}
	if m == nil || mode == rawjson.Strict {
		return
	}
	m.diagnose(recovered(t, mode))
}

// fewDiagnostics is the number of diagnostics up to which a search needs no
// index.
const fewDiagnostics = 16

// diagnosed is which diagnostics an answer has, as long as they are those that it
// was made from.
type diagnosed struct {
	has map[Diagnostic]bool
	of  []Diagnostic
}

// diagnose adds a diagnostic, unless the answer has it.
func (m *AssistantMessage) diagnose(d Diagnostic) {
	all := m.Diagnostics
	if len(all) < fewDiagnostics {
		if !slices.Contains(all, d) {
			m.Diagnostics = append(all, d)
		}
		return
	}
	x := m.diagnosed
	if x == nil || len(x.of) != len(all) || &x.of[0] != &all[0] {
		x = &diagnosed{has: make(map[Diagnostic]bool, 2*len(all))}
		for _, old := range all {
			x.has[old] = true
		}
		m.diagnosed = x
	}
	if !x.has[d] {
		x.has[d] = true
		all = append(all, d)
	}
	m.Diagnostics, x.of = all, all
}

const recoveredArguments = "tool_arguments_recovered"

// recovered is the diagnostic for repaired arguments.
func recovered(t *ToolCall, mode rawjson.Mode) Diagnostic {
	return Diagnostic{Type: recoveredArguments, Details: rawjson.ObjectBy(func(w *rawjson.Writer) {
		w.Fields("toolCallId", t.ID, "toolName", t.Name, "mode", string(mode))
	})}
}

// IsRecovery reports whether the diagnostic is about repaired arguments.
func (d Diagnostic) IsRecovery() bool { return d.Type == recoveredArguments }

// ArgumentsString returns the arguments as a string, for wires that want one.
func (t *ToolCall) ArgumentsString() string {
	if t.ArgumentsText != nil {
		return *t.ArgumentsText
	}
	if t.Arguments == "" {
		return "{}"
	}
	return string(t.Arguments)
}

// judgement is what reading a call found out: that arguments is the object in
// text, compacted. It holds while the call has these very texts.
type judgement struct {
	text, arguments string

	written string // room for ArgumentsText, for the first text that is read
}

// SetRead sets arguments that a Cursor read: a value, and the text that it is
// the compact form of.
func (t *ToolCall) SetRead(object Raw, text string) {
	t.Arguments, t.ArgumentsText = object, nil
	if string(object) == text {
		return
	}
	t.writeDown(text)
	if strings.HasPrefix(string(object), "{") {
		t.judged.text, t.judged.arguments = text, string(object)
	}
}

// writeDown sets ArgumentsText. A copy of the call shares its text, so the room
// in the call is used once.
func (t *ToolCall) writeDown(text string) {
	if t.judged.written == "" {
		t.judged.written = text
		t.ArgumentsText = &t.judged.written
		return
	}
	t.ArgumentsText = new(text)
}

// AsRead reports whether Arguments is known to be the object in ArgumentsText,
// compacted: both were read together, and nobody has changed them. Otherwise,
// only reading the text again can tell.
func (t *ToolCall) AsRead() bool {
	return t.ArgumentsText != nil && t.judged.text != "" &&
		rawjson.IsSame(*t.ArgumentsText, t.judged.text) && rawjson.IsSame(string(t.Arguments), t.judged.arguments)
}

// ReadArguments reads a call's arguments from a wire that has an object. It drops
// white space, unless [ToolCall.ArgumentsObject] wrote it.
func (r *Reader) ReadArguments(t *ToolCall) {
	arguments, written := r.RawWithSpacing()
	if written == "" {
		written = string(arguments)
	}
	t.SetRead(arguments, written)
}

// ArgumentsObject returns the arguments as an object, for wires that want one:
// with the white space of their text, if Fit kept it.
func (t *ToolCall) ArgumentsObject() Raw {
	return Raw(t.ArgumentsString())
}

// Input returns the free text of a call, as JSON, and whether the arguments are
// only that text.
func (t *ToolCall) Input() (Raw, bool) {
	const before = `{"input":"`
	if !strings.HasPrefix(string(t.Arguments), before) { // as in most calls: nobody searches their arguments
		return "", false
	}
	input := t.Arguments.Lookup("input")
	return input, t.Arguments == `{"input":`+input+`}`
}
