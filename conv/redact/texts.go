package redact

import (
	"cmp"
	"fmt"
	"strings"

	"convo/conv"
	"convo/conv/format"
	"convo/conv/rawjson"
)

// TextKind is the purpose of a string in a conversation.
type TextKind int

// The kinds of texts.
const (
	SaidText      TextKind = iota // written by people, models and tools
	ThoughtText                   // reasoning
	DescribedText                 // titles, errors, names and descriptions in tools
	SpeakerText                   // names of speakers and users
	FileText                      // names of files
	IDText                        // ids, names of tools and models
	WordText                      // words of a protocol
	ProofText                     // signatures, encrypted reasoning
	FileData                      // a file in base64
	AddressText                   // a URL
	ArgumentText                  // in arguments and in an application's data
	SchemaText                    // in a JSON Schema
	ForeignText                   // in fields that only one family of formats understands
	DataText                      // in an application's own message
	CallText                      // arguments as they were on the wire
)

// Text is one string of a conversation. Its value may be set if nobody else uses
// the conversation.
type Text struct {
	Kind  TextKind
	Node  *conv.Node // the node that it belongs to
	Key   string     // key of its field in raw JSON
	IsKey bool       // the text is that key
	Value *string
}

// Spans returns what find finds in a text. In a file it is the whole file.
func (t *Text) Spans(find Finder) []Span {
	if t.Kind != FileData {
		return find(t.Of(), *t.Value)
	}
	if text := TextOf(*t.Value); text != "" {
		if found := find("", text); len(found) > 0 {
			return []Span{{Start: 0, End: len(*t.Value), Kind: found[0].Kind}}
		}
	}
	return nil
}

// Of returns the key of the field that holds the text, "" if there is none.
func (t *Text) Of() string {
	if t.IsKey {
		return ""
	}
	return t.Key
}

// texts passes the strings of a conversation in the order of the document, with
// those in raw JSON. visit may set them in a conversation of its own.
type texts struct {
	visit  func(*Text)
	skip   func(conv.Raw) bool // reports whether to skip raw JSON; nil: never
	once   bool                // pass what is written in two ways only once
	at     Text                // the text that is passed; only one, to save allocations
	inside string              // its value, if it is a string in raw JSON
}

// EachText passes the strings of a conversation to visit. An application's message
// is passed as [conv.CustomOf] returns it.
func EachText(c *conv.Conversation, visit func(*Text)) { (&texts{visit: visit}).pass(c) }

func (t *texts) pass(c *conv.Conversation) {
	t.text(IDText, &c.Node, &c.ID)
	t.text(DescribedText, &c.Node, &c.Title)
	t.text(SaidText, &c.Node, &c.SystemPrompt)
	for _, m := range c.Messages {
		t.message(m)
	}
	for i := range c.Tools {
		t.tool(&c.Tools[i])
	}
	t.request(c.Request)
	t.session(c.Session)
	t.raw(ArgumentText, &c.Node, &c.State)
	t.raw(ArgumentText, &c.Node, &c.Context)
	t.residue(&c.Node)
}

// text passes one string. Inlined everywhere it would be most of this file's code.
//
//go:noinline
func (t *texts) text(kind TextKind, n *conv.Node, s *string) {
	if *s != "" && (kind != WordText || !isPlainWord(*s)) {
		t.at = Text{Kind: kind, Node: n, Value: s}
		t.visit(&t.at)
	}
}

// isPlainWord reports whether a text looks like a word of a protocol, which
// needs no redaction: short, without spaces, with hardly any digits.
func isPlainWord(s string) bool {
	const longest, mostDigits = 64, 3
	digits := 0
	for i := range len(s) {
		switch c := s[i]; {
		case c >= '0' && c <= '9':
			digits++
		case c <= ' ' || c >= 0x7f || c == '/' && i > 0 && s[i-1] == ':': // an address is no word
			return false
		}
	}
	return len(s) <= longest && digits <= mostDigits
}

func (t *texts) raw(kind TextKind, n *conv.Node, r *conv.Raw) { t.rawOf(kind, n, "", r) }

// rawOf passes the strings in JSON that is the value of a key.
func (t *texts) rawOf(kind TextKind, n *conv.Node, of string, r *conv.Raw) {
	if *r == "" || t.skip != nil && t.skip(*r) {
		return
	}
	now := r.EditStrings(func(key, s string, isKey bool) string {
		key = cmp.Or(key, of)
		if (kind == ForeignText || kind == DataText) && isPlainWord(s) && (isKey && IsStructural(s) || !isKey && (key == "type" || key == "role")) {
			return s
		}
		t.inside = s
		t.at = Text{Kind: kind, Node: n, Key: key, IsKey: isKey, Value: &t.inside}
		t.visit(&t.at)
		return t.inside
	})
	if now != *r {
		*r = now
	}
}

func (t *texts) residue(n *conv.Node) {
	for i := range n.Extensions {
		t.text(WordText, n, &n.Extensions[i].Family)
		for j := range n.Extensions[i].Members {
			m := &n.Extensions[i].Members[j]
			t.text(IDText, n, &m.Key)
			t.rawOf(ForeignText, n, m.Key, &m.Value)
		}
	}
}

// foreign passes the strings of an application's message. Its data is a copy, so what
// visit sets there is lost.
func (t *texts) foreign(m conv.Message) {
	if stored, err := conv.CustomOf(m); err == nil {
		t.message(stored)
	}
}

func (t *texts) message(m conv.Message) {
	if conv.IsForeign(m) {
		t.foreign(m)
		return
	}
	meta := conv.MetaOf(m)
	n := &meta.Node
	t.text(IDText, n, &meta.ID)
	t.text(SpeakerText, n, &meta.Name)
	switch m := m.(type) {
	case *conv.UserMessage:
		t.blocks(m)
	case *conv.AssistantMessage:
		t.blocks(m)
		t.answer(m)
	case *conv.ToolResultMessage:
		t.text(IDText, n, &m.ToolCallID)
		t.text(IDText, n, &m.ToolName)
		t.blocks(m)
		t.raw(ArgumentText, n, &m.Details)
	case *conv.SystemMessage:
		t.text(WordText, n, (*string)(&m.Role))
		t.blocks(m)
	case *conv.CustomMessage:
		t.text(IDText, n, &m.CustomType)
		t.raw(DataText, n, &m.Data)
		t.blocks(m)
	case *conv.BranchSummary:
		t.text(SaidText, n, &m.Summary)
		t.text(IDText, n, &m.FromID)
		t.raw(ArgumentText, n, &m.Details)
		t.usage(m.Usage)
	case *conv.CompactionSummary:
		t.text(SaidText, n, &m.Summary)
		t.text(IDText, n, &m.FirstKeptID)
		t.raw(ArgumentText, n, &m.Details)
		t.usage(m.Usage)
	default:
		panic(fmt.Sprintf("conv: unexpected message %T", m))
	}
	t.text(IDText, n, &meta.Group)
	t.text(ProofText, n, &meta.EncryptedValue)
	t.place(meta)
	t.residue(n)
}

func (t *texts) answer(m *conv.AssistantMessage) {
	n := &m.Node
	t.text(WordText, n, (*string)(&m.Protocol))
	t.text(IDText, n, &m.Provider)
	t.text(IDText, n, &m.Model)
	t.text(IDText, n, &m.ResponseModel)
	t.text(IDText, n, &m.ResponseID)
	t.text(IDText, n, &m.ProviderRequestID)
	t.usage(m.Usage)
	t.text(WordText, n, (*string)(&m.StopReason))
	if d := m.StopDetail; d != nil {
		t.text(IDText, n, &d.Raw)
		t.text(WordText, n, (*string)(&d.Kind))
		t.residue(&d.Node)
	}
	t.text(DescribedText, n, &m.ErrorMessage)
	for i := range m.Diagnostics {
		t.text(WordText, n, &m.Diagnostics[i].Type)
		t.text(DescribedText, n, &m.Diagnostics[i].Message)
		t.raw(ForeignText, n, &m.Diagnostics[i].Details)
	}
}

func (t *texts) usage(u *conv.Usage) {
	if u != nil {
		t.residue(&u.Node)
	}
}

func (t *texts) blocks(m conv.Message) {
	for b := range conv.BlocksOf(m) {
		t.block(b)
	}
}

func (t *texts) block(b conv.Block) {
	n := conv.NodeOf(b)
	switch b := b.(type) {
	case *conv.TextContent:
		t.text(SaidText, n, &b.Text)
		t.text(ProofText, n, &b.TextSignature)
	case *conv.ThinkingContent:
		t.text(ThoughtText, n, &b.Thinking)
		if IsProof(b.ThinkingSignature) {
			t.text(ProofText, n, &b.ThinkingSignature)
		}
	case *conv.ImageContent, *conv.AudioContent, *conv.VideoContent, *conv.DocumentContent:
		m := conv.MediaOf(b)
		t.text(FileData, n, &m.Data)
		t.text(WordText, n, &m.MIMEType)
		t.text(AddressText, n, &m.URL)
		t.text(fileKind(m.FileID), n, &m.FileID)
		t.text(WordText, n, &m.Provider)
		t.text(WordText, n, &m.Detail)
		t.text(SaidText, n, &m.Text)
		t.text(FileText, n, &m.Name)
	case *conv.ToolCall:
		t.text(IDText, n, &b.ID)
		t.text(IDText, n, &b.Name)
		t.raw(ArgumentText, n, &b.Arguments)
		if b.ArgumentsText != nil && !(t.once && b.AsRead()) {
			t.arguments(b)
		}
		t.text(ProofText, n, &b.ThoughtSignature)
		t.text(WordText, n, &b.Kind)
		t.text(IDText, n, &b.Conversation)
	case *conv.Opaque:
		t.text(WordText, n, &b.Family)
		t.raw(ForeignText, n, &b.Raw)
	default:
		panic(fmt.Sprintf("conv: unexpected block %T", b))
	}
	t.residue(n)
}

// fileKind is the kind of a file's handle: some servers take addresses.
func fileKind(handle string) TextKind {
	if strings.Contains(handle, "://") {
		return AddressText
	}
	return IDText
}

// arguments passes the text of a call's arguments: each string of it if it is
// JSON, else as one text.
func (t *texts) arguments(call *conv.ToolCall) {
	s := *call.ArgumentsText
	if rawjson.IsValue(s) {
		r := conv.Raw(s)
		t.raw(ArgumentText, &call.Node, &r)
		s = string(r)
	} else {
		t.text(CallText, &call.Node, &s)
	}
	if s != *call.ArgumentsText {
		call.ArgumentsText = &s
	}
}

// IsProof reports whether a signature is really one, and not the name of the
// field that held reasoning without a signature.
func IsProof(signature string) bool {
	return signature != "" && !format.IsReasoningField(signature)
}

// IsStructural reports whether a field that only one family understands holds a
// name, a word of a protocol or a place, and not content.
func IsStructural(key string) bool {
	switch key {
	case "role", "content", "text", "object", "status", "name", "phase", "effort", "mode", "kind", "event", "level", "family",
		"finish_reason", "finishReason", "stop_reason", "stopReason", "service_tier", "serviceTier", "truncation", "verbosity", "detail", "cache_control", "ttl":
		return true
	}
	return IsName(key)
}

// IsName reports whether a field holds a type, an id, a time, or the name of a
// tool or a model.
func IsName(key string) bool {
	switch key {
	case "type", "toolName", "tool_name", "model", "format", "version", "mime_type", "mimeType", "media_type", "mediaType", "created_at", "createTime", "timestamp":
		return true
	}
	return key == "id" || strings.HasSuffix(key, "_id") || strings.HasSuffix(key, "Id") || strings.HasSuffix(key, "_type") || strings.HasSuffix(key, "Type")
}
