package fit

import (
	"slices"
	"strings"

	"convo/conv"
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

func (f *Fitter) thinking(b *conv.ThinkingContent, held conv.Blocks, fields *fieldsSeen) conv.Block {
	switch {
	case held&conv.ThinkingBlock == 0 || b.Redacted && !f.Has(conv.RedactedThinking):
		code := conv.CodeThinking
		if b.Redacted {
			code = conv.CodeRedacted
		}
		f.lose(code, conv.Dropped, &b.Node, "reasoning", "")
		return nil
	case f.Thinking == conv.FieldSignature && !fields.take(b.ThinkingSignature):
		f.lose(conv.CodeThinking, conv.Dropped, &b.Node, "reasoning", "")
		return nil
	case f.Thinking == conv.OwnSignature && !(ownSignature(b) && f.takesSignature(b.ThinkingSignature)) && b.Extensions.Of(f.family) == nil:
		f.lose(conv.CodeThinking, conv.Dropped, &b.Node, "reasoning without a signature", "")
		return nil
	case f.Thinking.OfItems():
		return f.reasoningItem(b)
	case b.Redacted && b.ThinkingSignature != "" && !f.takesReasoning(b) && !(b.Thinking != "" && f.Has(conv.RedactedTexts)):
		f.lose(conv.CodeRedacted, conv.Dropped, &b.Node, "reasoning that another protocol redacted", "")
		return nil
	}
	ext, text := f.residue(&b.Node), f.text(&b.Node, b.Thinking)
	if b.Redacted && text != "" && !f.Has(conv.RedactedTexts) {
		f.info(conv.CodeRedacted, conv.Dropped, &b.Node, "placeholder of redacted reasoning", "")
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
func (f *Fitter) reasoningItem(b *conv.ThinkingContent) conv.Block {
	s, ok := conv.ParseItemSignature(b.ThinkingSignature, conv.ReasoningItem)
	s.Phase = ""
	signature := s.Of(conv.ReasoningItem)
	own := ok && signature != "" || b.Extensions.Of(f.family) != nil
	if !own && (f.Thinking == conv.ItemSigned || b.Redacted) {
		code := conv.CodeThinking
		if b.Redacted {
			code = conv.CodeRedacted
		}
		f.lose(code, conv.Dropped, &b.Node, "reasoning of another protocol", "")
		return nil
	}
	if signature == "" && b.ThinkingSignature != "" {
		signature = f.signature(b)
	}
	ext, text := f.residue(&b.Node), f.text(&b.Node, b.Thinking)
	if b.Redacted && text != "" {
		f.info(conv.CodeRedacted, conv.Dropped, &b.Node, "placeholder of redacted reasoning", "")
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
func (f *Fitter) signature(b *conv.ThinkingContent) string {
	s := b.ThinkingSignature
	if item, ok := conv.ParseItemSignature(s, conv.ReasoningItem); ok && f.Thinking.OfItems() && item != (conv.ItemSignature{}) {
		return s
	}
	switch {
	case s == "" || f.takesReasoning(b):
		return s
	case conv.IsReasoningField(s):
		f.info(conv.CodeSignature, conv.Dropped, &b.Node, "name of the field of reasoning", s)
	case f.Thinking == conv.NoSignature:
		f.lose(conv.CodeSignature, conv.Dropped, &b.Node, "signature of reasoning", "")
	default:
		f.lose(conv.CodeSignature, conv.Dropped, &b.Node, "signature of another protocol", "")
	}
	return ""
}

// takesReasoning reports whether a provider of the format's protocol could
// have signed reasoning.
func (f *Fitter) takesReasoning(b *conv.ThinkingContent) bool {
	switch f.Thinking {
	case conv.NoSignature:
		return false
	case conv.FreeSignature:
		return ownSignature(b) && f.takesSignature(b.ThinkingSignature)
	case conv.ItemSigned, conv.FreeItemSigned:
		s, ok := conv.ParseItemSignature(b.ThinkingSignature, conv.ReasoningItem)
		return ok && s != (conv.ItemSignature{})
	default:
		return true
	}
}

// take claims the field that a signature names, once.
func (s *fieldsSeen) take(signature string) bool {
	if !conv.IsReasoningField(signature) || slices.Contains(*s, signature) {
		return false
	}
	*s = append(*s, signature)
	return true
}

// ownSignature reports whether reasoning is signed, and not in one of the
// encodings that other protocols' histories have in or and pi.
func ownSignature(b *conv.ThinkingContent) bool {
	s := b.ThinkingSignature
	return s != "" && !conv.IsReasoningField(s) && s[0] != '{' && !strings.HasPrefix(s, "openai-responses:")
}

// takesSignature reports whether servers that a format is for may have issued
// a signature.
func (f *Fitter) takesSignature(s string) bool {
	if by := conv.Signer(s); f.Provider != "" && f.Provider != conv.AnyProvider && by != "" && by != f.Provider {
		return false
	}
	return f.Limits&conv.Base64Signatures == 0 || conv.IsBase64(s)
}

// clearForeign empties the signature of a text or a call that another
// provider issued.
func (f *Fitter) clearForeign(s *string, n *conv.Node, what string) {
	if *s != "" && !f.takesSignature(*s) {
		f.lose(conv.CodeSignature, conv.Dropped, n, what+" that another provider issued", "")
		*s = ""
	}
}
