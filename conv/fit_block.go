package conv

import (
	"encoding/base64"
	"slices"
	"strings"

	"convo/conv/rawjson"
)

// blockBit is the block's bit in Blocks; 0 for opaque, which its family holds.
func blockBit(b Block) Blocks {
	switch b.(type) {
	case *TextContent:
		return TextBlock
	case *ImageContent:
		return ImageBlock
	case *AudioContent:
		return AudioBlock
	case *VideoContent:
		return VideoBlock
	case *DocumentContent:
		return DocumentBlock
	case *ThinkingContent:
		return ThinkingBlock
	case *ToolCall:
		return ToolCallBlock
	default:
		return 0
	}
}

// fitBlocks fits the content of a message that holds some types of blocks.
// It keeps the slice, and says so, if no block changes.
func fitBlocks[B Block](f *fitter, in []B, held Blocks) (out []B, kept bool) {
	out, kept = in, true
	var fields fieldsSeen
	for i, b := range in {
		fit, ok := f.block(b, held, &fields).(B)
		if kept && ok && Block(fit) == Block(b) {
			continue
		}
		if kept {
			out, kept = make([]B, i, len(in)), false
			copy(out, in)
		}
		if ok && !repeats(out, fit) {
			out = append(out, fit)
		}
	}
	return out, kept
}

// fieldsSeen is which reasoning fields an answer has filled.
type fieldsSeen [len(reasoningFields)]bool

// reasoningFields are the fields that Chat Completions servers put reasoning
// in; a block's signature names its own (formats.md SX.9).
var reasoningFields = [...]string{"reasoning_content", "reasoning", "reasoning_text"}

// opaqueName is the type of an opaque block, or the name of its first member.
func opaqueName(b *Opaque) string {
	if t := b.Raw.Lookup("type").Text(); t != "" {
		return t
	}
	c := rawjson.NewCursor([]byte(b.Raw))
	if c.Kind() == rawjson.Object {
		for name := range c.Fields {
			return name
		}
	}
	return ""
}

// repeats reports whether a placeholder stands right before its like.
func repeats[B Block](out []B, b B) bool {
	t, ok := Block(b).(*TextContent)
	if !ok || !strings.HasPrefix(t.Text, "(") || !strings.HasSuffix(t.Text, placeholderEnd) || len(out) == 0 {
		return false
	}
	last, ok := Block(out[len(out)-1]).(*TextContent)
	return ok && last.Text == t.Text
}

const placeholderEnd = " omitted: the format cannot hold it)"

// block fits one block; nil drops it.
func (f *fitter) block(b Block, held Blocks, fields *fieldsSeen) Block {
	switch b := b.(type) {
	case *Opaque:
		if b.Family == f.family {
			return b
		}
		if f.has(Mentions) && held&TextBlock != 0 {
			return f.mention(b, CodeServerTool)
		}
		f.lose(CodeServerTool, Dropped, &b.Node, b.Family+" block", opaqueName(b))
		return nil
	case *TextContent:
		return f.textBlock(b, held)
	case *ThinkingContent:
		return f.thinking(b, held, fields)
	case *ToolCall:
		return f.call(b, held)
	default:
		return f.media(b, held)
	}
}

func (f *fitter) textBlock(b *TextContent, held Blocks) Block {
	ext := f.residue(&b.Node)
	text := f.text(&b.Node, b.Text)
	signature, refusal := f.textSignature(b, held), b.Refusal
	f.clearForeign(&signature, &b.Node, "text signature")
	if refusal && !f.has(Refusals) {
		f.lose(CodeRefusal, Downgraded, &b.Node, "refusal, now text", "")
		refusal = false
	}
	if len(ext) == len(b.Extensions) && text == b.Text && signature == b.TextSignature && refusal == b.Refusal {
		return b
	}
	x := *b
	x.Extensions, x.Text, x.TextSignature, x.Refusal = ext, text, signature, refusal
	return &x
}

// textSignature is what of a text's signature is held. The id of an item is
// of no use to anybody but the server that gave it.
func (f *fitter) textSignature(b *TextContent, held Blocks) string {
	s, ok := ParseItemSignature(b.TextSignature, TextItem)
	switch {
	case b.TextSignature == "" || f.has(TextSignatures) && !(ok && !f.takesSignature(b.TextSignature)):
		return b.TextSignature
	case ok && f.itemSigned() && held&ToolCallBlock != 0:
		return s.Of(TextItem)
	}
	if ok && s.Phase == "" {
		f.info(CodeID, Dropped, &b.Node, "id of the item of a text", s.ID)
		return ""
	}
	f.lose(CodeSignature, Dropped, &b.Node, "text signature", "")
	return ""
}

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
// encodings that other protocols' histories have (formats.md SX.9).
func ownSignature(b *ThinkingContent) bool {
	s := b.ThinkingSignature
	for _, name := range reasoningFields {
		if s == name {
			return false
		}
	}
	return s != "" && s[0] != '{' && !strings.HasPrefix(s, "openai-responses:")
}

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

// media fits an image, audio, video or document block: as it is, with its
// source said in another way, or, where there is none, as a line of text.
func (f *fitter) media(b Block, held Blocks) Block {
	m := MediaOf(b)
	sources, code := f.sources(b)
	if f.has(Mentions) && held&TextBlock != 0 && (held&blockBit(b) == 0 || !f.holdsSource(m, sources)) {
		return f.mention(b, code)
	}
	if held&blockBit(b) == 0 {
		f.lose(code, Downgraded, &m.Node, b.BlockType()+" that the message cannot hold", "")
		return omitted(b, held)
	}
	x := *m
	x.Extensions = f.residue(&m.Node)
	if x.Text != "" && sources&TextSource == 0 && sources&DataSource != 0 {
		f.info(code, Renamed, &m.Node, "document text, now data", "")
		x.Data, x.Text = base64.StdEncoding.EncodeToString([]byte(x.Text)), ""
		if x.MIMEType == "" {
			x.MIMEType = "text/plain"
		}
	}
	if !f.holdsSource(&x, sources) {
		f.lose(sourceCode(&x, code), Downgraded, &m.Node, "source of "+b.BlockType()+" that the format cannot hold", x.URL)
		return omitted(b, held)
	}
	f.typed(&x, b.BlockType(), code)
	f.oneSource(&x, m, sources, code)
	if sources&MediaName == 0 {
		f.clearMedia(&x.Name, m, code, "name of "+b.BlockType())
	}
	if sources&MediaDetail == 0 {
		f.clearMedia(&x.Detail, m, code, "detail of "+b.BlockType())
	}
	if fit := f.ofType(b, &x, held); fit.BlockType() != b.BlockType() || !x.equal(m) {
		return fit
	}
	return b
}

// oneSource leaves one source of media, with the MIME type if it takes one.
func (f *fitter) oneSource(x, m *Media, sources Sources, code Code) {
	found := false
	for _, source := range []*string{&x.Data, &x.URL, &x.FileID, &x.Text} {
		if *source != "" && found {
			f.lose(code, Dropped, &m.Node, "second source of media", "")
			*source = ""
		}
		found = found || *source != ""
	}
	if x.FileID == "" {
		x.Provider = ""
	} else if x.Provider == "" && f.Provider != AnyProvider {
		x.Provider = f.Provider
	}
	switch {
	case x.Text != "" && x.MIMEType != "text/plain":
		if x.MIMEType != "" {
			f.lose(code, Downgraded, &m.Node, "MIME type, now text/plain,", x.MIMEType)
		}
		x.MIMEType = "text/plain"
	case x.Data == "" && x.Text == "" && x.MIMEType != "" && sources&MediaType == 0:
		f.info(code, Dropped, &m.Node, "MIME type", x.MIMEType)
		x.MIMEType = ""
	}
}

func (m *Media) equal(o *Media) bool {
	return len(m.Extensions) == len(o.Extensions) && m.Data == o.Data && m.URL == o.URL && m.FileID == o.FileID &&
		m.Provider == o.Provider && m.MIMEType == o.MIMEType && m.Text == o.Text && m.Name == o.Name && m.Detail == o.Detail
}

func (f *fitter) clearMedia(s *string, m *Media, code Code, what string) {
	if *s != "" {
		f.lose(code, Dropped, &m.Node, what, *s)
		*s = ""
	}
}

// sources is how a block's kind of media may be given, and its code.
func (f *fitter) sources(b Block) (Sources, Code) {
	switch b.(type) {
	case *ImageContent:
		return f.Image, CodeImage
	case *AudioContent:
		return f.Audio, CodeAudio
	case *VideoContent:
		return f.Video, CodeVideo
	default:
		return f.Document, CodeDocument
	}
}

func (f *fitter) holdsSource(m *Media, s Sources) bool {
	switch {
	case m.Data != "":
		return s&DataSource != 0
	case IsLocal(m.URL):
		return f.has(LocalFiles)
	case m.URL != "":
		return s&URLSource != 0
	case m.FileID != "":
		return s&FileSource != 0 && (m.Provider == "" || m.Provider == f.Provider || f.Provider == AnyProvider)
	case m.Text != "":
		return s&TextSource != 0
	default: // nothing to see
		return false
	}
}

// IsLocal reports whether an address is that of a file on somebody's disk,
// which no server can fetch.
func IsLocal(url string) bool { return strings.HasPrefix(url, "file:") }

func sourceCode(m *Media, code Code) Code {
	switch {
	case m.FileID != "":
		return CodeFile
	case m.URL != "":
		return CodeURL
	default:
		return code
	}
}

// omitted is a line of text in the place of media, where text can stand.
func omitted(b Block, held Blocks) Block {
	if held&TextBlock == 0 || held&ToolCallBlock != 0 {
		return nil
	}
	return &TextContent{Text: "(" + b.BlockType() + placeholderEnd}
}
