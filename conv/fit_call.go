package conv

func (f *fitter) call(b *ToolCall, held Blocks) Block {
	if held&ToolCallBlock == 0 {
		f.lose(CodeTools, Dropped, &b.Node, "tool call", b.Name)
		return nil
	}
	x := *b
	x.Extensions = f.residue(&b.Node)
	f.clear(&x.ThoughtSignature, CallSignatures, &b.Node, CodeSignature, "signature of a tool call")
	f.clearForeign(&x.ThoughtSignature, &b.Node, "signature of a tool call")
	f.callKind(&x, b)
	if x.ArgumentsText != nil && !f.has(ArgumentTexts) {
		var again ToolCall
		again.SetArguments(*b.ArgumentsText, nil)
		broken := len(*b.ArgumentsText) > 0 && !again.strict()
		switch {
		case broken && again.Arguments == b.Arguments && f.has(BrokenArguments):
		case f.has(ArgumentSpaces) && b.spaced():
		case broken && again.Arguments == b.Arguments && isValue(*b.ArgumentsText):
			f.lose(CodeArguments, Downgraded, &b.Node, "arguments that are no object, now in one, of", b.Name)
			x.Arguments, x.ArgumentsText = argumentsOf(*b.ArgumentsText), nil
		case broken || again.Arguments != b.Arguments:
			f.lose(CodeArguments, Dropped, &b.Node, "exact text of the arguments of", b.Name)
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
func (f *fitter) callKind(x, b *ToolCall) {
	if x.Kind != CustomCall || f.has(CallKinds) {
		f.clear(&x.Kind, CallKinds, &b.Node, CodeUI, "kind of a tool call")
		return
	}
	_, ok := b.Input()
	ok = ok || b.Arguments == "" // they are yet to come
	if !ok || !f.has(CustomCalls) {
		f.lose(CodeCustomTool, Downgraded, &b.Node, "free text of a call, now in an object, of", b.Name)
		x.Kind = ""
	}
}
