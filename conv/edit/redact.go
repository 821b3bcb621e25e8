package edit

import (
	"encoding/base64"
	"strings"

	"convo/conv"
	"convo/conv/format"
	"convo/conv/note"
	"convo/conv/rawjson"
	"convo/conv/redact"
)

// Redact returns c with placeholders such as [secret:github-token:1] in place of
// what the finders find in its texts, one finder after the other. Equal texts get the
// same placeholder throughout the conversation. It searches everything: strings in JSON,
// ids, and text files in base64, which are replaced as a whole. If signed reasoning would
// change, it is dropped; if a signed text or call changes, only the signature is. Each
// kind is noted, with the first place where it was found. An application's message in
// which something is found becomes a *CustomMessage; one that is not JSON cannot be
// searched, and is dropped. c is not changed; it is returned if nothing was found.
func Redact(c *conv.Conversation, finds []redact.Finder, notes *note.Notes) *conv.Conversation {
	isFound := func(c *conv.Conversation) bool { return redact.FirstFound(c, finds...) < len(finds) }
	c = stored(c, isFound, notes)
	for len(finds) > 0 {
		first := redact.FirstFound(c, finds...)
		if first == len(finds) {
			break
		}
		c, finds = redacted(c, finds[first], notes), finds[first+1:]
	}
	return c
}

// redacted returns a copy of c with placeholders in place of what find finds.
func redacted(c *conv.Conversation, find redact.Finder, notes *note.Notes) *conv.Conversation {
	r := &redactor{find: find, notes: notes, changed: map[*conv.Node]bool{}, unfit: map[*conv.Node]bool{}}
	redact.EachText(c, func(t *redact.Text) { r.names.Taken(*t.Value) })
	out := owned(c)
	redact.EachText(out, r.replace)
	out.Messages = format.ChangeMessages(out.Messages, r.unsigned)
	return out
}

// redactor does the work of redacted.
type redactor struct {
	find    redact.Finder
	names   redact.Names
	notes   *note.Notes
	changed map[*conv.Node]bool // nodes in which something was found
	unfit   map[*conv.Node]bool // nodes whose signature it was found in
}

// replace replaces what is found in a text. It leaves signatures alone: they go
// if their text changes.
func (r *redactor) replace(t *redact.Text) {
	spans := t.Spans(r.find)
	if len(spans) == 0 {
		return
	}
	r.changed[t.Node] = true
	if t.Kind == redact.ProofText {
		r.unfit[t.Node] = true
		return
	}
	by := func(kind, was string) string {
		r.note(t.Node, kind)
		return r.names.Of(kind, was)
	}
	if t.Kind == redact.FileData {
		*t.Value = base64.StdEncoding.EncodeToString([]byte(by(spans[0].Kind, *t.Value)))
		return
	}
	*t.Value = redact.Redacted(t.Of(), *t.Value, r.find, by)
}

// note notes what was replaced, without its text.
func (r *redactor) note(n *conv.Node, kind string) {
	what, name, secret := strings.Cut(kind, ":")
	if !secret {
		name = ""
	}
	r.notes.Info(note.CodeSecret, note.Redacted, n.Offset(), what, name)
}

// unsigned returns a message without signatures of what has changed, nil if
// nothing of it is left.
func (r *redactor) unsigned(m conv.Message) conv.Message {
	meta := conv.MetaOf(m)
	kept := format.ChangeBlocks(m, func(b conv.Block) conv.Block {
		if r.signedAnew(meta, b) {
			return nil
		}
		return b
	})
	if a, ok := m.(*conv.AssistantMessage); ok && len(a.Content) > 0 && !format.HasContent(kept) {
		return nil
	}
	if meta.EncryptedValue != "" && r.changed[&meta.Node] {
		r.lose(note.CodeThinking, &meta.Node, "encrypted reasoning next to redacted text")
		conv.MetaOf(kept).EncryptedValue = ""
	}
	return kept
}

// signedAnew removes the signature of a block that has changed. It reports
// whether the whole block must go: servers refuse reasoning without a signature.
func (r *redactor) signedAnew(meta *conv.Meta, b conv.Block) bool {
	n := conv.NodeOf(b)
	if !r.changed[n] {
		return false
	}
	r.changed[&meta.Node] = true
	switch b := b.(type) {
	case *conv.ThinkingContent:
		if redact.IsProof(b.ThinkingSignature) {
			r.lose(note.CodeThinking, n, "signed reasoning that was redacted")
			return true
		}
	case *conv.TextContent:
		if item, ok := format.ParseItemSignature(b.TextSignature, format.TextItem); b.TextSignature != "" && (r.unfit[n] || !ok || item.EncryptedContent != "") {
			r.lose(note.CodeSignature, n, "signature of a text that was redacted")
			b.TextSignature = ""
		}
	case *conv.ToolCall:
		mendArguments(b)
		if b.ThoughtSignature != "" {
			r.lose(note.CodeSignature, n, "signature of a call that was redacted")
			b.ThoughtSignature = ""
		}
	case *conv.Opaque:
		if isSigned(b) {
			r.lose(note.CodeThinking, n, "signed block that was redacted")
			return true
		}
	}
	return false
}

// mendArguments parses the arguments of a call again if their text was not JSON
// and has changed.
func mendArguments(t *conv.ToolCall) {
	if t.ArgumentsText != nil && !rawjson.IsValue(*t.ArgumentsText) {
		t.Arguments, _ = rawjson.Repair(*t.ArgumentsText)
	}
}

// lose notes a loss that follows from what the user asked for.
func (r *redactor) lose(code note.Code, n *conv.Node, what string) {
	r.notes.Add(note.Note{Severity: note.Loss, Kind: note.Dropped, Code: code, Offset: n.Offset(), What: what, Asked: true})
}

// isSigned reports whether a block itself is signed or encrypted.
func isSigned(b *conv.Opaque) bool {
	for _, path := range []string{"signature", "thoughtSignature", "thought_signature", "encrypted_content", "encryptedContent"} {
		if v := b.Raw.Lookup(path); len(v) > 2 && v[0] == '"' {
			return true
		}
	}
	return false
}
