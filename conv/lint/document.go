package lint

import (
	"strings"

	"convo/conv"
	"convo/conv/media"
)

// repeatedTools are two definitions of one name.
func repeatedTools(v *validator) {
	seen := map[string]bool{}
	for i := range v.c.Tools {
		t := &v.c.Tools[i]
		if t.Family == "" && t.Name != "" && seen[t.Name] {
			v.find(&t.Node, "the tool %s is declared already", quoted(t.Name))
		}
		seen[t.Name] = true
	}
}

// brokenSchemas are parameters that are no JSON Schema.
func brokenSchemas(v *validator) {
	for i := range v.c.Tools {
		t := &v.c.Tools[i]
		if t.Parameters == "" {
			continue
		}
		if _, err := v.schema(t.Parameters); err != nil {
			v.find(&t.Node, "the parameters of %s are no JSON Schema: %v", quoted(t.Name), err)
		}
	}
}

// unknownChoice is a tool that must be called and is not declared.
func unknownChoice(v *validator) {
	r := v.c.Request
	if r == nil || r.ToolChoice == nil || r.ToolChoice.Mode != conv.ChoiceTool || v.goesOn() {
		return
	}
	if v.tool(r.ToolChoice.Name) == nil {
		v.find(&r.ToolChoice.Node, "the tool %s must be called, but is not declared", quoted(r.ToolChoice.Name))
	}
}

// brokenBase64 is data that does not decode.
func brokenBase64(v *validator) {
	v.eachBlock(func(_ conv.Message, b conv.Block) {
		if m := conv.MediaOf(b); m != nil && m.Data != "" {
			if _, ok := media.Base64(m.Data); !ok {
				v.find(&m.Node, "the data of this %s is no base64", b.BlockType())
			}
		}
	})
}

// mistakenTypes are MIME types that the bytes contradict.
func mistakenTypes(v *validator) {
	v.eachBlock(func(_ conv.Message, b conv.Block) {
		m := conv.MediaOf(b)
		if m == nil || m.Data == "" || m.MIMEType == "" || strings.HasSuffix(m.MIMEType, "/*") {
			return
		}
		is, said := media.Type64(m.Data), strings.ToLower(m.MIMEType)
		if isTelling(is) && is != alias(said) {
			v.find(&m.Node, "the data is %s, but said to be %s", is, quoted(m.MIMEType))
		}
	})
}

// isTelling reports whether bytes of a type are hardly ever another's.
func isTelling(mimeType string) bool {
	switch mimeType {
	case "image/png", "image/jpeg", "image/gif", "image/webp", "application/pdf", "image/bmp", "image/tiff", "audio/wav", "audio/flac":
		return true
	}
	return false
}

// alias is a MIME type by its usual name.
func alias(mimeType string) string {
	mimeType, _, _ = strings.Cut(mimeType, ";")
	switch mimeType {
	case "image/jpg", "image/pjpeg":
		return "image/jpeg"
	case "audio/x-wav", "audio/wave", "audio/vnd.wave", "wav":
		return "audio/wav"
	case "audio/x-flac":
		return "audio/flac"
	case "image/x-ms-bmp":
		return "image/bmp"
	}
	return mimeType
}

// emptyMedia have no data, address or handle.
func emptyMedia(v *validator) {
	v.eachBlock(func(_ conv.Message, b conv.Block) {
		if m := conv.MediaOf(b); m != nil && m.Data == "" && m.URL == "" && m.FileID == "" && m.Text == "" && len(m.Extensions) == 0 {
			v.find(&m.Node, "this %s has no data, address or handle", b.BlockType())
		}
	})
}

// emptyMessages say nothing.
func emptyMessages(v *validator) {
	for _, m := range v.history {
		if !conv.SaysSomething(m) {
			v.find(&conv.MetaOf(m).Node, "a message of role %s with no content", conv.RoleOf(m))
		}
	}
}

// repeatedIDs are two messages of one id.
func repeatedIDs(v *validator) {
	seen := map[string]bool{}
	for _, m := range v.c.Messages {
		meta := conv.MetaOf(m)
		if meta.ID != "" && seen[meta.ID] {
			v.find(&meta.Node, "an earlier message has the id %s", quoted(meta.ID))
		}
		seen[meta.ID] = true
	}
}

// The times in which a conversation with a model can have been: in Unix
// milliseconds, the years 2000 to 2100.
const (
	firstTime = 946_684_800_000
	lastTime  = 4_102_444_800_000
)

// strangeTimes are no Unix milliseconds of our age.
func strangeTimes(v *validator) {
	for _, m := range v.c.Messages {
		if meta := conv.MetaOf(m); meta.Timestamp != 0 && (meta.Timestamp < firstTime || meta.Timestamp > lastTime) {
			v.find(&meta.Node, "the timestamp %d is no time in Unix milliseconds", meta.Timestamp)
		}
	}
}

// backwardTimes are before that of the message before.
func backwardTimes(v *validator) {
	last := int64(0)
	for _, m := range v.c.Messages {
		meta := conv.MetaOf(m)
		if meta.Timestamp == 0 {
			continue
		}
		if meta.Timestamp < last {
			v.find(&meta.Node, "this message is older by %d ms than that before it", last-meta.Timestamp)
		}
		last = meta.Timestamp
	}
}

// lostEntries are entries that summaries name and that are not there.
func lostEntries(v *validator) {
	ids := map[string]bool{}
	for _, m := range v.c.Messages {
		ids[conv.MetaOf(m).ID] = true
	}
	for _, m := range v.c.Messages {
		if s, ok := m.(*conv.CompactionSummary); ok && s.FirstKeptID != "" && !ids[s.FirstKeptID] {
			v.find(&s.Node, "the first message that was kept, %s, is not there", quoted(s.FirstKeptID))
		}
	}
}

// foreignSignatures were issued by another provider than the answer's own.
func foreignSignatures(v *validator) {
	v.eachBlock(func(m conv.Message, b conv.Block) {
		a, ok := m.(*conv.AssistantMessage)
		if !ok {
			return
		}
		own := a.Issuer()
		if by := conv.Signer(signatureOf(b)); by != "" && own != "" && by != own {
			v.find(conv.NodeOf(b), "the signature of this %s is %s's, but the answer is %s's", b.BlockType(), by, own)
		}
	})
}

// signatureOf is the signature of a block, "" if it has none.
func signatureOf(b conv.Block) string {
	switch b := b.(type) {
	case *conv.TextContent:
		return b.TextSignature
	case *conv.ThinkingContent:
		return b.ThinkingSignature
	case *conv.ToolCall:
		return b.ThoughtSignature
	}
	return ""
}
