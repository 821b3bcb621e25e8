package edit

import (
	"encoding/base64"
	"fmt"
	"slices"
	"strings"

	"convo/conv"
	"convo/conv/rawjson"
	"convo/conv/redact"
)

// Redact is c with what find finds in its texts replaced by placeholders:
// [secret:github-token:1]. The same thing has the same placeholder throughout
// the conversation. It looks into everything, strings of JSON, ids and files
// of text in base64 too; of a file the whole is replaced. Reasoning that is
// signed is dropped if it would change; of a text or call that changes only
// the signature is. Each kind is noted, with the place where it was first
// found. c is not changed; it is returned if nothing was found.
func Redact(c *conv.Conversation, find redact.Finder, notes *conv.Notes) *conv.Conversation {
	r := &redactor{find: find, notes: notes, changed: map[*conv.Node]bool{}, unfit: map[*conv.Node]bool{}}
	found := false
	redact.EachText(c, func(t *redact.Text) { found = found || len(t.Spans(find)) > 0 })
	if !found {
		return c
	}
	redact.EachText(c, func(t *redact.Text) { r.names.Taken(*t.Value) })
	out := owned(c)
	redact.EachText(out, r.replace)
	left := out.Messages[:0]
	for _, m := range out.Messages {
		if m = r.unsigned(m); m != nil {
			left = append(left, m)
		}
	}
	out.Messages = left
	return out
}

// redactor is Redact at work.
type redactor struct {
	find    redact.Finder
	names   redact.Names
	notes   *conv.Notes
	changed map[*conv.Node]bool // in which something was found
	unfit   map[*conv.Node]bool // in whose signature
}

// replace replaces what is found in a text. Signatures stay as they are: what
// they are of goes with them.
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

// note notes what was replaced, and never says it.
func (r *redactor) note(n *conv.Node, kind string) {
	what, name, secret := strings.Cut(kind, ":")
	if !secret {
		name = ""
	}
	r.notes.Info(conv.CodeSecret, conv.Redacted, n.Offset(), what, name)
}

// unsigned is a message without signatures of what has changed, nil if
// nothing of it is left.
func (r *redactor) unsigned(m conv.Message) conv.Message {
	meta := conv.MetaOf(m)
	switch m := m.(type) {
	case *conv.UserMessage:
		m.Content = unsignedBlocks(r, meta, m.Content)
	case *conv.AssistantMessage:
		had := len(m.Content)
		m.Content = unsignedBlocks(r, meta, m.Content)
		if had > 0 && !conv.SaysSomething(m) {
			return nil
		}
	case *conv.ToolResultMessage:
		m.Content = unsignedBlocks(r, meta, m.Content)
	case *conv.SystemMessage:
		m.Content = unsignedBlocks(r, meta, m.Content)
	case *conv.CustomMessage:
		m.Content = unsignedBlocks(r, meta, m.Content)
	case *conv.BranchSummary, *conv.CompactionSummary:
	default:
		panic(fmt.Sprintf("conv: unexpected message %T", m))
	}
	if meta.EncryptedValue != "" && r.changed[&meta.Node] {
		r.lose(conv.CodeThinking, &meta.Node, "encrypted reasoning of what was redacted")
		meta.EncryptedValue = ""
	}
	return m
}

func unsignedBlocks[B conv.Block](r *redactor, meta *conv.Meta, blocks []B) []B {
	return slices.DeleteFunc(blocks, func(b B) bool { return r.signedAnew(meta, b) })
}

// signedAnew takes the signature from a block that has changed, and reports
// whether the block goes with it: reasoning that nobody signed is refused.
func (r *redactor) signedAnew(meta *conv.Meta, b conv.Block) bool {
	n := conv.NodeOf(b)
	if !r.changed[n] {
		return false
	}
	r.changed[&meta.Node] = true
	switch b := b.(type) {
	case *conv.ThinkingContent:
		if redact.IsProof(b.ThinkingSignature) {
			r.lose(conv.CodeThinking, n, "signed reasoning that was redacted")
			return true
		}
	case *conv.TextContent:
		if item, ok := conv.ParseItemSignature(b.TextSignature, conv.TextItem); b.TextSignature != "" && (r.unfit[n] || !ok || item.EncryptedContent != "") {
			r.lose(conv.CodeSignature, n, "signature of a text that was redacted")
			b.TextSignature = ""
		}
	case *conv.ToolCall:
		mendArguments(b)
		if b.ThoughtSignature != "" {
			r.lose(conv.CodeSignature, n, "signature of a call that was redacted")
			b.ThoughtSignature = ""
		}
	case *conv.Opaque:
		if isSigned(b) {
			r.lose(conv.CodeThinking, n, "signed block that was redacted")
			return true
		}
	}
	return false
}

// mendArguments makes the arguments of a call anew from the text of them that
// has changed and is no JSON.
func mendArguments(t *conv.ToolCall) {
	if t.ArgumentsText != nil && !rawjson.IsValue(*t.ArgumentsText) {
		t.Arguments, _ = rawjson.Repair(*t.ArgumentsText)
	}
}

// lose notes a loss that comes of what was asked for.
func (r *redactor) lose(code conv.Code, n *conv.Node, what string) {
	r.notes.Add(conv.Note{Severity: conv.Loss, Kind: conv.Dropped, Code: code, Offset: n.Offset(), What: what, Asked: true})
}

// isSigned reports whether a block says itself that it is signed or encrypted.
func isSigned(b *conv.Opaque) bool {
	for _, path := range []string{"signature", "thoughtSignature", "thought_signature", "encrypted_content", "encryptedContent"} {
		if v := b.Raw.Lookup(path); len(v) > 2 && v[0] == '"' {
			return true
		}
	}
	return false
}
