package fit

import (
	"strings"

	"convo/conv"
	"convo/conv/rawjson"
)

func (f *Fitter) call(b *conv.ToolCall, held conv.Blocks) conv.Block {
	if held&conv.ToolCallBlock == 0 {
		f.lose(conv.CodeTools, conv.Dropped, &b.Node, "tool call", b.Name)
		return nil
	}
	x := *b
	x.Extensions = f.residue(&b.Node)
	f.clear(&x.ThoughtSignature, conv.CallSignatures, &b.Node, conv.CodeSignature, "signature of a tool call")
	f.clearForeign(&x.ThoughtSignature, &b.Node, "signature of a tool call")
	f.callKind(&x, b)
	if x.ArgumentsText != nil && !f.Has(conv.ArgumentTexts) {
		var again conv.ToolCall
		again.SetArguments(*b.ArgumentsText, nil)
		broken := len(*b.ArgumentsText) > 0 && !strict(&again)
		switch {
		case broken && again.Arguments == b.Arguments && f.Has(conv.BrokenArguments):
		case f.Has(conv.ArgumentSpaces) && spaced(b):
		case broken && again.Arguments == b.Arguments && rawjson.IsValue(*b.ArgumentsText):
			f.lose(conv.CodeArguments, conv.Downgraded, &b.Node, "arguments that are no object, now in one, of", b.Name)
			x.Arguments, x.ArgumentsText = argumentsOf(*b.ArgumentsText), nil
		case broken || again.Arguments != b.Arguments:
			f.lose(conv.CodeArguments, conv.Dropped, &b.Node, "exact text of the arguments of", b.Name)
			x.ArgumentsText = nil
		default:
			x.ArgumentsText = nil
		}
	}
	if len(x.Extensions) == len(b.Extensions) && x.ThoughtSignature == b.ThoughtSignature && x.Kind == b.Kind && x.ArgumentsText == b.ArgumentsText {
		return b
	}
	fit := x // x itself stays off the heap
	return &fit
}

// callKind fits the kind of a call. Where all calls have objects for arguments,
// a free text is a member of one.
func (f *Fitter) callKind(x, b *conv.ToolCall) {
	if x.Kind != conv.CustomCall || f.Has(conv.CallKinds) {
		f.clear(&x.Kind, conv.CallKinds, &b.Node, conv.CodeUI, "kind of a tool call")
		return
	}
	_, ok := b.Input()
	ok = ok || b.Arguments == "" // they are yet to come
	if !ok || !f.Has(conv.CustomCalls) {
		f.lose(conv.CodeCustomTool, conv.Downgraded, &b.Node, "free text of a call, now in an object, of", b.Name)
		x.Kind = ""
	}
}

// spaced reports whether the text of a call's arguments is the arguments with
// white space between their tokens, on one line.
func spaced(t *conv.ToolCall) bool {
	s := *t.ArgumentsText
	if !strings.HasPrefix(s, "{") || !strings.HasSuffix(s, "}") || strings.ContainsAny(s, "\r\n") || len(s) == len(t.Arguments) {
		return false
	}
	c := rawjson.NewCursor([]byte(s))
	return c.Raw() == t.Arguments && c.End() == nil
}

// strict reports whether a call's arguments needed no mending.
func strict(t *conv.ToolCall) bool {
	if t.ArgumentsText == nil {
		return true
	}
	var m conv.AssistantMessage
	x := *t
	x.SetArguments(*t.ArgumentsText, &m)
	return len(m.Diagnostics) == 0
}

// argumentsOf is the arguments object for a value, as for a free text.
func argumentsOf(s string) conv.Raw {
	return conv.Raw(rawjson.AppendCompact([]byte(`{"input":`), s)) + "}"
}
