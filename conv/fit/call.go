package fit

import (
	"strings"

	"convo/conv"
	"convo/conv/format"
	"convo/conv/note"
	"convo/conv/rawjson"
)

func (f *Fitter) call(b *conv.ToolCall, held format.Blocks) conv.Block {
	if held&format.ToolCallBlock == 0 {
		f.lose(note.CodeTools, note.Dropped, &b.Node, "tool call", b.Name)
		return nil
	}
	x := *b
	x.Extensions = f.residue(&b.Node)
	drop(f, &x.ThoughtSignature, format.CallSignatures, &b.Node, note.CodeSignature, "signature of a tool call")
	if x.ThoughtSignature != "" && !f.signed(x.ThoughtSignature) {
		f.lose(note.CodeSignature, note.Dropped, &b.Node, "signature of a tool call that another provider issued", "")
		x.ThoughtSignature = ""
	}
	drop(f, &x.Conversation, format.Sessions, &b.Node, note.CodeExtension, "id of the conversation that a call started")
	f.callKind(&x, b)
	if x.ArgumentsText != nil && !f.Has(format.ArgumentTexts) {
		f.argumentsText(&x, b)
	}
	if unchanged(x.Extensions, b.Extensions) && x.ThoughtSignature == b.ThoughtSignature && x.Kind == b.Kind && x.Conversation == b.Conversation && x.ArgumentsText == b.ArgumentsText {
		return b
	}
	fit := x // x itself stays off the heap
	return &fit
}

// argumentsText fits the text of a call's arguments for a format that has only
// the arguments.
func (f *Fitter) argumentsText(x, b *conv.ToolCall) {
	if f.Has(format.ArgumentSpaces) && spaced(b) {
		return
	}
	text := *b.ArgumentsText
	x.ArgumentsText = nil
	if b.AsRead() {
		return
	}
	var again conv.ToolCall
	again.SetArguments(text, nil)
	broken := len(text) > 0 && again.Mended() != rawjson.Strict
	switch {
	case broken && again.Arguments == b.Arguments && f.Has(format.BrokenArguments):
		x.ArgumentsText = b.ArgumentsText
	case broken && again.Arguments == b.Arguments && rawjson.IsValue(text):
		f.lose(note.CodeArguments, note.Downgraded, &b.Node, "arguments that are not an object, now wrapped in one, of", b.Name)
		x.Arguments = argumentsOf(text)
	case broken || again.Arguments != b.Arguments:
		f.lose(note.CodeArguments, note.Dropped, &b.Node, "exact text of the arguments of", b.Name)
	}
}

// callKind fits the kind of a call. Where all calls have objects for arguments,
// a free text is a field of one.
func (f *Fitter) callKind(x, b *conv.ToolCall) {
	switch {
	case x.Kind == "" || f.Has(format.CallKinds):
		return
	case x.Kind == format.CustomCall:
		f.lose(note.CodeCustomTool, note.Downgraded, &b.Node, "free text of a call, now in an object, of", b.Name)
	default:
		f.lose(note.CodeUI, note.Dropped, &b.Node, "kind of a tool call", "")
	}
	x.Kind = ""
}

// spaced reports whether the text of a call's arguments is the arguments with
// white space between their tokens, on one line.
func spaced(t *conv.ToolCall) bool {
	s := *t.ArgumentsText
	if !strings.HasPrefix(s, "{") || !strings.HasSuffix(s, "}") || strings.IndexByte(s, '\n') >= 0 || strings.IndexByte(s, '\r') >= 0 || len(s) == len(t.Arguments) {
		return false
	}
	if t.AsRead() {
		return true
	}
	c := rawjson.NewCursor([]byte(s))
	return c.Raw() == t.Arguments && c.End() == nil
}

// argumentsOf is the arguments object for a value, as for a free text.
func argumentsOf(s string) conv.Raw {
	return conv.Raw(rawjson.AppendCompact([]byte(`{"input":`), s)) + "}"
}
