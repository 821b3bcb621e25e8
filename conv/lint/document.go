package lint

import (
	"strings"

	"convo/conv"
	"convo/conv/format"
	"convo/conv/media"
	"convo/conv/note"
)

// repeatedTools finds tools with the same name.
func repeatedTools(r *run) {
	seen := map[string]bool{}
	for i := range r.Tools {
		t := &r.Tools[i]
		if t.Family == "" && t.Name != "" && seen[t.Name] {
			r.Reportf(&t.Node, "the tool %s is already declared", Quoted(t.Name))
		}
		seen[t.Name] = true
	}
}

// brokenSchemas finds parameters that do not compile as JSON Schema.
func brokenSchemas(r *run) {
	for i := range r.Tools {
		if err := r.tools.schemas[i].err; err != nil {
			t := &r.Tools[i]
			r.Reportf(&t.Node, "the parameters of %s are not a JSON Schema: %v", Quoted(t.Name), err)
		}
	}
}

// unknownChoice finds a tool that must be called but is not declared.
func unknownChoice(r *run) {
	if r.Request == nil || r.Request.ToolChoice == nil || Continues(r.Conversation) {
		return
	}
	if t := r.Request.ToolChoice; t.Mode == conv.ChoiceTool && !r.tools.has(t.Name) {
		r.Reportf(&t.Node, "the tool %s must be called, but is not declared", Quoted(t.Name))
	}
}

// brokenBase64 finds data that does not decode.
func brokenBase64(r *run) {
	for _, b := range r.content.media {
		if m := conv.MediaOf(b); m.Data != "" {
			if _, ok := media.Base64(m.Data); !ok {
				r.Reportf(&m.Node, "the data of this %s is not base64", b.BlockType())
			}
		}
	}
}

// mistakenTypes finds MIME types that contradict the data.
func mistakenTypes(r *run) {
	for _, b := range r.content.media {
		m := conv.MediaOf(b)
		if m.Data == "" || m.MIMEType == "" || strings.HasSuffix(m.MIMEType, "/*") {
			continue
		}
		is, said := media.Type64(m.Data), strings.ToLower(m.MIMEType)
		if isTelling(is) && is != alias(said) {
			r.Reportf(&m.Node, "the data is %s, but the MIME type says %s", is, Quoted(m.MIMEType))
		}
	}
}

// isTelling reports whether data that looks like a type is hardly ever of
// another.
func isTelling(mimeType string) bool {
	switch mimeType {
	case "image/png", "image/jpeg", "image/gif", "image/webp", "application/pdf", "image/bmp", "image/tiff", "audio/wav", "audio/flac":
		return true
	}
	return false
}

// alias returns the usual name of a MIME type.
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

// emptyMedia finds media without a source.
func emptyMedia(r *run) {
	for _, b := range r.content.media {
		if m := conv.MediaOf(b); m.Data == "" && m.URL == "" && m.FileID == "" && m.Text == "" && len(m.Extensions) == 0 {
			r.Reportf(&m.Node, "this %s has no data, URL or file id", b.BlockType())
		}
	}
}

// emptyMessages finds messages without content.
func emptyMessages(r *run) {
	for _, m := range r.History {
		if !format.HasContent(m) {
			r.Reportf(&conv.MetaOf(m).Node, "this message of role %s has no content", conv.RoleOf(m))
		}
	}
}

// repeatedIDs finds messages with the same id, unless they were one message of their format.
func repeatedIDs(r *run) {
	groups := map[string]string{} // of messages, by their ids
	for _, m := range r.Whole.Messages {
		meta := conv.MetaOf(m)
		group, seen := groups[meta.ID]
		if meta.ID != "" && seen && (group == "" || group != meta.Group) {
			r.Reportf(&meta.Node, "an earlier message has the id %s", Quoted(meta.ID))
		}
		groups[meta.ID] = meta.Group
	}
}

// The times of plausible conversations, in Unix milliseconds: the years 2000 to
// 2100.
const (
	firstTime = 946_684_800_000
	lastTime  = 4_102_444_800_000
)

// strangeTimes finds timestamps that cannot be Unix milliseconds.
func strangeTimes(r *run) {
	for _, m := range r.Messages {
		if meta := conv.MetaOf(m); meta.Timestamp != 0 && (meta.Timestamp < firstTime || meta.Timestamp > lastTime) {
			r.Reportf(&meta.Node, "the timestamp %d cannot be in Unix milliseconds", meta.Timestamp)
		}
	}
}

// impossibleNumbers finds token counts and costs that no answer has.
func impossibleNumbers(r *run) {
	for _, m := range r.Whole.Messages {
		at := format.UsageOf(m)
		if at == nil || *at == nil {
			continue
		}
		u := *at
		if key, n := u.ImpossibleCount(); key != "" {
			r.Reportf(&u.Node, "the token count of %s is %d", key, n)
		}
		if key, n := u.Cost.ImpossibleAmount(); key != "" {
			r.Reportf(&u.Node, "the recorded cost of %s is %s", key, n)
		}
	}
}

// backwardTimes finds timestamps before that of the previous message.
func backwardTimes(r *run) {
	last := int64(0)
	for _, m := range r.Messages {
		meta := conv.MetaOf(m)
		if meta.Timestamp == 0 {
			continue
		}
		if meta.Timestamp < last {
			r.Reportf(&meta.Node, "this message is %d ms older than the one before it", last-meta.Timestamp)
		}
		last = meta.Timestamp
	}
}

// lostEntries finds messages that a summary names but that do not exist.
func lostEntries(r *run) {
	ids := map[string]bool{}
	for _, m := range r.Messages {
		ids[conv.MetaOf(m).ID] = true
	}
	for _, m := range r.Messages {
		if s, ok := m.(*conv.CompactionSummary); ok && s.FirstKeptID != "" && !ids[s.FirstKeptID] {
			r.Reportf(&s.Node, "the first message that this summary keeps, %s, does not exist", Quoted(s.FirstKeptID))
		}
	}
}

// missingParents finds parents that do not exist.
func missingParents(r *run) {
	for _, i := range format.LinksOf(r.Whole.Messages).Missing {
		meta := conv.MetaOf(r.Whole.Messages[i])
		r.Reportf(&meta.Node, "the parent of this message, %s, does not exist", Quoted(meta.Position.Parent))
	}
}

// circularParents finds messages that follow themselves.
func circularParents(r *run) {
	for _, i := range format.LinksOf(r.Whole.Messages).Circular {
		meta := conv.MetaOf(r.Whole.Messages[i])
		r.Reportf(&meta.Node, "the parent of this message, %s, follows it", Quoted(meta.Position.Parent))
	}
}

// foreignSignatures finds signatures of another provider than the answer's.
func foreignSignatures(r *run) {
	if r.Signer == nil {
		return
	}
	for _, x := range r.content.signed {
		own := r.Issuers[x.answer.Protocol]
		if by := r.Signer(SignatureOf(x.block)); by != "" && own != "" && by != own {
			r.Reportf(conv.NodeOf(x.block), "%s signed this %s, but %s gave the answer", by, x.block.BlockType(), own)
		}
	}
}

// duplicateField reports a repeated field whose first value decoding dropped.
func duplicateField(n *note.Note) string {
	if n.Code != note.CodeDuplicateKey {
		return ""
	}
	return "the field " + Quoted(n.Name) + " is there more than once"
}
