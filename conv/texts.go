package conv

import (
	"fmt"
	"strings"

	"convo/conv/rawjson"
	"convo/conv/redact"
)

// textKind says what a string of a conversation is there for.
type textKind int

// The kinds of texts.
const (
	saidText      textKind = iota // what people, models and tools said
	thoughtText                   // reasoning
	describedText                 // titles, names and descriptions of tools' parts, errors
	speakerText                   // names of speakers and users
	fileText                      // names of files
	idText                        // ids, names of tools and models
	wordText                      // words of a protocol
	proofText                     // signatures, encrypted reasoning
	fileData                      // a file in base64
	addressText                   // a URL
	argumentText                  // in arguments, and in what an application keeps
	schemaText                    // in a JSON Schema
	foreignText                   // in what only one family of formats understands
	callText                      // arguments as the wire had them
)

// textAt is one string of a conversation.
type textAt struct {
	kind  textKind
	node  *Node  // that it is of
	key   string // of the member of raw JSON that it is the value of
	isKey bool   // it is that key
	s     *string
}

// spans is what is found in a text. Of a file it is the whole.
func (t *textAt) spans(find redact.Finder) []redact.Span {
	if t.kind != fileData {
		return find(t.of(), *t.s)
	}
	if text := redact.TextOf(*t.s); text != "" {
		if found := find("", text); len(found) > 0 {
			return []redact.Span{{Start: 0, End: len(*t.s), Kind: found[0].Kind}}
		}
	}
	return nil
}

// of is the key of the member that a text is the value of, "" of none.
func (t *textAt) of() string {
	if t.isKey {
		return ""
	}
	return t.key
}

// texts passes the strings of a conversation, those in raw JSON too, in the
// order of the document. visit may set them in a conversation that is its own.
type texts struct {
	visit func(*textAt)
	skip  func(Raw) bool // is raw JSON to be passed over? nil: never
	at    textAt         // what is passed; one for all, so that nothing is allocated
}

// eachText passes the strings of a conversation.
func eachText(c *Conversation, visit func(*textAt)) { (&texts{visit: visit}).pass(c) }

func (t *texts) pass(c *Conversation) {
	t.text(idText, &c.Node, &c.ID)
	t.text(describedText, &c.Node, &c.Title)
	t.text(saidText, &c.Node, &c.SystemPrompt)
	for _, m := range c.Messages {
		t.message(m)
	}
	for i := range c.Tools {
		t.tool(&c.Tools[i])
	}
	t.request(c.Request)
	t.raw(argumentText, &c.Node, &c.State)
	t.raw(argumentText, &c.Node, &c.Context)
	t.residue(&c.Node)
}

// text passes one string. Inlined everywhere it would be most of this file.
//
//go:noinline
func (t *texts) text(kind textKind, n *Node, s *string) {
	if *s != "" && (kind != wordText || !isPlainWord(*s)) {
		t.at = textAt{kind: kind, node: n, s: s}
		t.visit(&t.at)
	}
}

// isPlainWord reports whether a text is as words of a protocol are, which
// nobody redacts: short, without spaces, almost without numbers.
func isPlainWord(s string) bool {
	const longest, mostDigits = 64, 3
	digits := 0
	for i := range len(s) {
		switch c := s[i]; {
		case c >= '0' && c <= '9':
			digits++
		case c <= ' ' || c >= 0x7f:
			return false
		}
	}
	return len(s) <= longest && digits <= mostDigits
}

func (t *texts) raw(kind textKind, n *Node, r *Raw) { t.rawOf(kind, n, "", r) }

// rawOf passes the strings of JSON that is the value of a key.
func (t *texts) rawOf(kind textKind, n *Node, of string, r *Raw) {
	if *r == "" || t.skip != nil && t.skip(*r) {
		return
	}
	now := r.EditStrings(func(key, s string, isKey bool) string {
		if key == "" {
			key = of
		}
		if kind == foreignText && isPlainWord(s) && (isKey && isStructural(s) || !isKey && (key == "type" || key == "role")) {
			return s
		}
		t.at = textAt{kind: kind, node: n, key: key, isKey: isKey, s: &s}
		t.visit(&t.at)
		return s
	})
	if now != *r {
		*r = now
	}
}

func (t *texts) residue(n *Node) {
	for i := range n.Extensions {
		t.text(wordText, n, &n.Extensions[i].Family)
		for j := range n.Extensions[i].Members {
			m := &n.Extensions[i].Members[j]
			t.text(idText, n, &m.Key)
			t.rawOf(foreignText, n, m.Key, &m.Value)
		}
	}
}

func (t *texts) message(m Message) {
	meta := MetaOf(m)
	n := &meta.Node
	t.text(idText, n, &meta.ID)
	t.text(speakerText, n, &meta.Name)
	switch m := m.(type) {
	case *UserMessage:
		blocksOf(t, m.Content)
	case *AssistantMessage:
		blocksOf(t, m.Content)
		t.answer(m)
	case *ToolResultMessage:
		t.text(idText, n, &m.ToolCallID)
		t.text(idText, n, &m.ToolName)
		blocksOf(t, m.Content)
		t.raw(argumentText, n, &m.Details)
	case *SystemMessage:
		t.text(wordText, n, (*string)(&m.Role))
		blocksOf(t, m.Content)
	case *CustomMessage:
		t.text(idText, n, &m.CustomType)
		t.raw(foreignText, n, &m.Data)
		blocksOf(t, m.Content)
	case *BranchSummary:
		t.text(saidText, n, &m.Summary)
		t.text(idText, n, &m.FromID)
		t.raw(argumentText, n, &m.Details)
		t.usage(m.Usage)
	case *CompactionSummary:
		t.text(saidText, n, &m.Summary)
		t.text(idText, n, &m.FirstKeptID)
		t.raw(argumentText, n, &m.Details)
		t.usage(m.Usage)
	default:
		panic(fmt.Sprintf("conv: unexpected message %T", m))
	}
	t.text(idText, n, &meta.Group)
	t.text(proofText, n, &meta.EncryptedValue)
	t.residue(n)
}

func (t *texts) answer(m *AssistantMessage) {
	n := &m.Node
	t.text(wordText, n, (*string)(&m.Protocol))
	t.text(idText, n, &m.Provider)
	t.text(idText, n, &m.Model)
	t.text(idText, n, &m.ResponseModel)
	t.text(idText, n, &m.ResponseID)
	t.text(idText, n, &m.ProviderRequestID)
	t.usage(m.Usage)
	t.text(wordText, n, (*string)(&m.StopReason))
	if d := m.StopDetail; d != nil {
		t.text(idText, n, &d.Raw)
		t.text(wordText, n, (*string)(&d.Kind))
		t.residue(&d.Node)
	}
	t.text(describedText, n, &m.ErrorMessage)
	for i := range m.Diagnostics {
		t.text(wordText, n, &m.Diagnostics[i].Type)
		t.text(describedText, n, &m.Diagnostics[i].Message)
		t.raw(foreignText, n, &m.Diagnostics[i].Details)
	}
}

func (t *texts) usage(u *Usage) {
	if u != nil {
		t.residue(&u.Node)
	}
}

func blocksOf[B Block](t *texts, blocks []B) {
	for _, b := range blocks {
		t.block(b)
	}
}

func (t *texts) block(b Block) {
	n := NodeOf(b)
	switch b := b.(type) {
	case *TextContent:
		t.text(saidText, n, &b.Text)
		t.text(proofText, n, &b.TextSignature)
	case *ThinkingContent:
		t.text(thoughtText, n, &b.Thinking)
		if isProof(b.ThinkingSignature) {
			t.text(proofText, n, &b.ThinkingSignature)
		}
	case *ImageContent, *AudioContent, *VideoContent, *DocumentContent:
		m := MediaOf(b)
		t.text(fileData, n, &m.Data)
		t.text(wordText, n, &m.MIMEType)
		t.text(addressText, n, &m.URL)
		t.text(idText, n, &m.FileID)
		t.text(wordText, n, &m.Provider)
		t.text(wordText, n, &m.Detail)
		t.text(saidText, n, &m.Text)
		t.text(fileText, n, &m.Name)
	case *ToolCall:
		t.text(idText, n, &b.ID)
		t.text(idText, n, &b.Name)
		t.raw(argumentText, n, &b.Arguments)
		if b.ArgumentsText != nil {
			t.arguments(b)
		}
		t.text(proofText, n, &b.ThoughtSignature)
		t.text(wordText, n, &b.Kind)
	case *Opaque:
		t.text(wordText, n, &b.Family)
		t.raw(foreignText, n, &b.Raw)
	default:
		panic(fmt.Sprintf("conv: unexpected block %T", b))
	}
	t.residue(n)
}

// arguments passes the text of a call's arguments: string by string if it is
// JSON, else as one.
func (t *texts) arguments(call *ToolCall) {
	s := *call.ArgumentsText
	if rawjson.IsValue(s) {
		r := Raw(s)
		t.raw(argumentText, &call.Node, &r)
		s = string(r)
	} else {
		t.text(callText, &call.Node, &s)
	}
	if s != *call.ArgumentsText {
		call.ArgumentsText = &s
	}
}

func (t *texts) tool(d *ToolDefinition) {
	t.text(idText, &d.Node, &d.Name)
	t.text(describedText, &d.Node, &d.Description)
	t.raw(schemaText, &d.Node, &d.Parameters)
	t.text(wordText, &d.Node, &d.Family)
	t.raw(foreignText, &d.Node, &d.Raw)
	t.residue(&d.Node)
}

func (t *texts) request(r *Request) {
	if r == nil {
		return
	}
	t.text(idText, &r.Node, &r.Model)
	for i := range r.Stop {
		t.text(describedText, &r.Node, &r.Stop[i])
	}
	if x := r.ToolChoice; x != nil {
		t.text(wordText, &x.Node, (*string)(&x.Mode))
		t.text(idText, &x.Node, &x.Name)
		t.residue(&x.Node)
	}
	if x := r.ResponseFormat; x != nil {
		t.text(wordText, &x.Node, &x.Type)
		t.text(idText, &x.Node, &x.Name)
		t.text(describedText, &x.Node, &x.Description)
		t.raw(schemaText, &x.Node, &x.Schema)
		t.residue(&x.Node)
	}
	if x := r.Reasoning; x != nil {
		t.text(wordText, &x.Node, &x.Effort)
		t.residue(&x.Node)
	}
	t.text(speakerText, &r.Node, &r.User)
	t.residue(&r.Node)
}

// isProof reports whether a signature is one, and not the name of the field
// that reasoning without one stood in.
func isProof(signature string) bool {
	return signature != "" && !IsReasoningField(signature)
}

// isStructural reports whether a member of what only one family understands
// says what something is, rather than what it says.
func isStructural(key string) bool {
	switch key {
	case "type", "role", "content", "text", "object", "toolName", "tool_name", "status", "model", "name", "format", "version", "phase", "effort", "mode", "kind", "event", "level", "family",
		"finish_reason", "finishReason", "stop_reason", "stopReason", "service_tier", "serviceTier", "truncation", "verbosity", "detail",
		"mime_type", "mimeType", "media_type", "mediaType", "cache_control", "ttl", "created_at", "createTime", "timestamp":
		return true
	}
	return key == "id" || strings.HasSuffix(key, "_id") || strings.HasSuffix(key, "Id") || strings.HasSuffix(key, "_type") || strings.HasSuffix(key, "Type")
}
