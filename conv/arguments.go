package conv

import (
	"slices"

	"convo/conv/rawjson"
)

// SetArguments gives a call the arguments that a wire carried as a string:
// as they are if they are a JSON object, otherwise mended as far as they can
// be, with a diagnostic in m (which may be nil). "" is {}.
func (t *ToolCall) SetArguments(s string, m *AssistantMessage) {
	fixed, mode := rawjson.Repair(s)
	t.Arguments, t.ArgumentsText = fixed, nil
	if string(fixed) != s {
		t.ArgumentsText = &s
	}
	if m == nil || mode == rawjson.Strict {
		return
	}
	if d := recovered(t, mode); !slices.Contains(m.Diagnostics, d) {
		m.Diagnostics = append(m.Diagnostics, d)
	}
}

const recoveredArguments = "tool_arguments_recovered"

// recovered is the diagnostic for arguments that had to be mended.
func recovered(t *ToolCall, mode rawjson.Mode) Diagnostic {
	w := rawjson.NewWriter(nil)
	w.BeginObject()
	w.Field("toolCallId", t.ID)
	w.Field("toolName", t.Name)
	w.Field("mode", string(mode))
	w.EndObject()
	return Diagnostic{Type: recoveredArguments, Details: Raw(w.Bytes())}
}

// IsRecovery reports whether it says that arguments had to be mended.
func (d Diagnostic) IsRecovery() bool { return d.Type == recoveredArguments }

// ArgumentsString is the arguments as a wire that takes a string wants them.
func (t *ToolCall) ArgumentsString() string {
	if t.ArgumentsText != nil {
		return *t.ArgumentsText
	}
	if t.Arguments == "" {
		return "{}"
	}
	return string(t.Arguments)
}

// ReadArguments reads a call's arguments where the wire has an object. White
// space is no part of them, unless [ToolCall.ArgumentsObject] wrote it.
func (r *Reader) ReadArguments(t *ToolCall) {
	arguments, written := r.Glued()
	t.Arguments, t.ArgumentsText = arguments, nil
	if written != "" {
		t.ArgumentsText = &written
	}
}

// ArgumentsObject is the arguments as a wire that takes an object wants them:
// with the white space of their text, where Fit left that.
func (t *ToolCall) ArgumentsObject() Raw {
	switch {
	case t.ArgumentsText != nil:
		return Raw(*t.ArgumentsText)
	case t.Arguments == "":
		return "{}"
	}
	return t.Arguments
}

// CustomCall is the Kind of a call of a tool that takes free text: its
// arguments are an object of that text alone, under "input".
const CustomCall = "custom"

// InputArguments is the arguments of a call with free text, given as JSON.
func InputArguments(input Raw) Raw { return `{"input":` + input + `}` }

// Input is the free text of a call, as JSON, and whether its arguments are
// nothing but that.
func (t *ToolCall) Input() (Raw, bool) {
	input := t.Arguments.Lookup("input")
	return input, input != "" && input[0] == '"' && t.Arguments == InputArguments(input)
}
