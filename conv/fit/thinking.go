package fit

import (
	"slices"

	"convo/conv"
	"convo/conv/format"
	"convo/conv/note"
)

// fieldsSeen is which reasoning fields an answer has filled.
type fieldsSeen []string

// KeepsReasoning is a function that reports of each block of reasoning of one
// answer, in order, whether something of it will be left.
func (f *Fitter) KeepsReasoning() func(*conv.ThinkingContent) bool {
	var fields fieldsSeen
	quiet := f.quiet()
	return func(t *conv.ThinkingContent) bool { return quiet.thinking(t, quiet.Assistant, &fields) != nil }
}

func (f *Fitter) thinking(b *conv.ThinkingContent, held format.Blocks, fields *fieldsSeen) conv.Block {
	code := note.CodeThinking
	if b.Redacted {
		code = note.CodeRedacted
	}
	switch {
	case !held.Has(b) || b.Redacted && !f.Has(format.RedactedThinking):
		f.lose(code, note.Dropped, &b.Node, "reasoning", "")
		return nil
	case f.Thinking == format.FieldSignature && !fields.take(b.ThinkingSignature) && b.Extensions.Get(f.family, format.Continued) == "":
		f.lose(code, note.Dropped, &b.Node, "reasoning", "")
		return nil
	case f.Thinking == format.OwnSignature && !f.isOwn(b):
		what := "reasoning without a signature"
		if b.ThinkingSignature != "" && !format.IsReasoningField(b.ThinkingSignature) {
			what = "reasoning of another protocol"
		}
		f.lose(code, note.Dropped, &b.Node, what, "")
		return nil
	case b.Redacted && b.ThinkingSignature != "" && !f.takesReasoning(b.ThinkingSignature) && !(b.Thinking != "" && f.Has(format.RedactedTexts)):
		f.lose(code, note.Dropped, &b.Node, "reasoning that another protocol redacted", "")
		return nil
	}
	ext, text := f.residue(&b.Node), f.text(&b.Node, b.Thinking)
	if b.Redacted && text != "" && !f.Has(format.RedactedTexts) {
		f.info(note.CodeRedacted, note.Dropped, &b.Node, "placeholder of redacted reasoning", "")
		text = ""
	}
	signature := f.signature(b)
	if unchanged(ext, b.Extensions) && text == b.Thinking && signature == b.ThinkingSignature {
		return b
	}
	x := *b
	x.Extensions, x.Thinking, x.ThinkingSignature = ext, text, signature
	return &x
}

// isOwn reports whether reasoning is the format's own: by its signature, or
// by what only its family knows of it.
func (f *Fitter) isOwn(b *conv.ThinkingContent) bool {
	return b.ThinkingSignature != "" && f.signed(b.ThinkingSignature) || b.Extensions.Of(f.family) != nil
}

// signature is the block's signature, or "" where the format's servers cannot
// have issued it.
func (f *Fitter) signature(b *conv.ThinkingContent) string {
	s := b.ThinkingSignature
	switch {
	case s == "" || f.takesReasoning(s):
		return s
	case format.IsReasoningField(s):
		f.info(note.CodeSignature, note.Dropped, &b.Node, "name of the field of reasoning", s)
	case f.Thinking == format.NoSignature:
		f.lose(note.CodeSignature, note.Dropped, &b.Node, "signature of reasoning", "")
	default:
		f.lose(note.CodeSignature, note.Dropped, &b.Node, "signature of another protocol", "")
	}
	return ""
}

// takesReasoning reports whether a signature of reasoning is held.
func (f *Fitter) takesReasoning(s string) bool {
	switch f.Thinking {
	case format.NoSignature:
		return false
	case format.OwnSignature, format.FreeSignature:
		return f.signed(s)
	default:
		return true
	}
}

// signed reports whether the format's servers may have issued a signature.
func (f *Fitter) signed(s string) bool { return f.Signed == nil || f.Signed(s) }

// take claims the field that a signature names, once.
func (s *fieldsSeen) take(signature string) bool {
	if signature == format.ThinkingPart {
		return true
	}
	if !format.IsReasoningField(signature) || slices.Contains(*s, signature) {
		return false
	}
	*s = append(*s, signature)
	return true
}
