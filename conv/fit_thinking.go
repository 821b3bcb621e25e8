package conv

import (
	"slices"
	"strings"
)

// fieldsSeen is which reasoning fields an answer has filled.
type fieldsSeen [len(reasoningFields)]bool

// reasoningFields are the fields that Chat Completions servers put reasoning
// in; a block's signature names its own, as or and pi store it.
var reasoningFields = [...]string{"reasoning_content", "reasoning", "reasoning_text"}

// itemSigned reports whether blocks are signed as items of the Responses API.
func (f *fitter) itemSigned() bool { return f.Thinking == ItemSigned || f.Thinking == FreeItemSigned }

func (f *fitter) thinking(b *ThinkingContent, held Blocks, fields *fieldsSeen) Block {
	switch {
	case held&ThinkingBlock == 0 || b.Redacted && !f.has(RedactedThinking):
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
	case f.itemSigned():
		return f.reasoningItem(b)
	case b.Redacted && b.ThinkingSignature != "" && !f.takesReasoning(b) && !(b.Thinking != "" && f.has(RedactedTexts)):
		f.lose(CodeRedacted, Dropped, &b.Node, "reasoning that another protocol redacted", "")
		return nil
	}
	ext, text := f.residue(&b.Node), f.text(&b.Node, b.Thinking)
	if b.Redacted && text != "" && !f.has(RedactedTexts) {
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
	if item, ok := ParseItemSignature(s, ReasoningItem); ok && f.itemSigned() && item != (ItemSignature{}) {
		return s
	}
	switch {
	case s == "" || f.takesReasoning(b):
		return s
	case slices.Contains(reasoningFields[:], s):
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
	for i, name := range reasoningFields {
		if name == signature && !s[i] {
			s[i] = true
			return true
		}
	}
	return false
}

// ownSignature reports whether reasoning is signed, and not in one of the
// encodings that other protocols' histories have in or and pi.
func ownSignature(b *ThinkingContent) bool {
	s := b.ThinkingSignature
	for _, name := range reasoningFields {
		if s == name {
			return false
		}
	}
	return s != "" && s[0] != '{' && !strings.HasPrefix(s, "openai-responses:")
}
