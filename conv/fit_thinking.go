package conv

import (
	"slices"
	"strings"
)

// fieldsSeen is which reasoning fields an answer has filled.
type fieldsSeen []string

// keepsReasoning is a function that reports of each block of reasoning of one
// answer, in order, whether something of it will be left.
func (f *fitter) keepsReasoning() func(*ThinkingContent) bool {
	var fields fieldsSeen
	quiet := f.quiet()
	return func(t *ThinkingContent) bool { return quiet.thinking(t, quiet.Assistant, &fields) != nil }
}

func (f *fitter) thinking(b *ThinkingContent, held Blocks, fields *fieldsSeen) Block {
	switch {
	case held&ThinkingBlock == 0 || b.Redacted && !f.Has(RedactedThinking):
		code := CodeThinking
		if b.Redacted {
			code = CodeRedacted
		}
		f.lose(code, Dropped, &b.Node, "reasoning", "")
		return nil
	case f.Thinking == FieldSignature && !fields.take(b.ThinkingSignature):
		f.lose(CodeThinking, Dropped, &b.Node, "reasoning", "")
		return nil
	case f.Thinking == OwnSignature && !(ownSignature(b) && f.takesSignature(b.ThinkingSignature)) && b.Extensions.Of(f.family) == nil:
		f.lose(CodeThinking, Dropped, &b.Node, "reasoning without a signature", "")
		return nil
	case f.Thinking.OfItems():
		return f.reasoningItem(b)
	case b.Redacted && b.ThinkingSignature != "" && !f.takesReasoning(b) && !(b.Thinking != "" && f.Has(RedactedTexts)):
		f.lose(CodeRedacted, Dropped, &b.Node, "reasoning that another protocol redacted", "")
		return nil
	}
	ext, text := f.residue(&b.Node), f.text(&b.Node, b.Thinking)
	if b.Redacted && text != "" && !f.Has(RedactedTexts) {
		f.info(CodeRedacted, Dropped, &b.Node, "placeholder of redacted reasoning", "")
		text = ""
	}
	signature := f.signature(b)
	if len(ext) == len(b.Extensions) && text == b.Thinking && signature == b.ThinkingSignature {
		return b
	}
	x := *b
	x.Extensions, x.Thinking, x.ThinkingSignature = ext, text, signature
	return &x
}

// reasoningItem fits reasoning to an item of the Responses API. It is redacted
// if its payload is all there is.
func (f *fitter) reasoningItem(b *ThinkingContent) Block {
	s, ok := ParseItemSignature(b.ThinkingSignature, ReasoningItem)
	s.Phase = ""
	signature := s.Of(ReasoningItem)
	own := ok && signature != "" || b.Extensions.Of(f.family) != nil
	if !own && (f.Thinking == ItemSigned || b.Redacted) {
		code := CodeThinking
		if b.Redacted {
			code = CodeRedacted
		}
		f.lose(code, Dropped, &b.Node, "reasoning of another protocol", "")
		return nil
	}
	if signature == "" && b.ThinkingSignature != "" {
		signature = f.signature(b)
	}
	ext, text := f.residue(&b.Node), f.text(&b.Node, b.Thinking)
	if b.Redacted && text != "" {
		f.info(CodeRedacted, Dropped, &b.Node, "placeholder of redacted reasoning", "")
		text = ""
	}
	redacted := text == "" && s.EncryptedContent != ""
	if len(ext) == len(b.Extensions) && text == b.Thinking && signature == b.ThinkingSignature && redacted == b.Redacted {
		return b
	}
	x := *b
	x.Extensions, x.Thinking, x.ThinkingSignature, x.Redacted = ext, text, signature, redacted
	return &x
}

// signature is the block's signature, or "" where it is none that a provider
// of the format's protocol could have issued.
func (f *fitter) signature(b *ThinkingContent) string {
	s := b.ThinkingSignature
	if item, ok := ParseItemSignature(s, ReasoningItem); ok && f.Thinking.OfItems() && item != (ItemSignature{}) {
		return s
	}
	switch {
	case s == "" || f.takesReasoning(b):
		return s
	case IsReasoningField(s):
		f.info(CodeSignature, Dropped, &b.Node, "name of the field of reasoning", s)
	case f.Thinking == NoSignature:
		f.lose(CodeSignature, Dropped, &b.Node, "signature of reasoning", "")
	default:
		f.lose(CodeSignature, Dropped, &b.Node, "signature of another protocol", "")
	}
	return ""
}

// takesReasoning reports whether a provider of the format's protocol could
// have signed reasoning.
func (f *fitter) takesReasoning(b *ThinkingContent) bool {
	switch f.Thinking {
	case NoSignature:
		return false
	case FreeSignature:
		return ownSignature(b) && f.takesSignature(b.ThinkingSignature)
	case ItemSigned, FreeItemSigned:
		s, ok := ParseItemSignature(b.ThinkingSignature, ReasoningItem)
		return ok && s != (ItemSignature{})
	default:
		return true
	}
}

// take claims the field that a signature names, once.
func (s *fieldsSeen) take(signature string) bool {
	if !IsReasoningField(signature) || slices.Contains(*s, signature) {
		return false
	}
	*s = append(*s, signature)
	return true
}

// ownSignature reports whether reasoning is signed, and not in one of the
// encodings that other protocols' histories have in or and pi.
func ownSignature(b *ThinkingContent) bool {
	s := b.ThinkingSignature
	return s != "" && !IsReasoningField(s) && s[0] != '{' && !strings.HasPrefix(s, "openai-responses:")
}

// takesSignature reports whether servers that a format is for may have issued
// a signature.
func (f *fitter) takesSignature(s string) bool {
	if by := Signer(s); f.Provider != "" && f.Provider != AnyProvider && by != "" && by != f.Provider {
		return false
	}
	return f.Limits&Base64Signatures == 0 || IsBase64(s)
}

// clearForeign empties the signature of a text or a call that another
// provider issued.
func (f *fitter) clearForeign(s *string, n *Node, what string) {
	if *s != "" && !f.takesSignature(*s) {
		f.lose(CodeSignature, Dropped, n, what+" that another provider issued", "")
		*s = ""
	}
}
