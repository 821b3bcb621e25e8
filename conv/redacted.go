package conv

import (
	"encoding/base64"
	"fmt"
	"slices"
	"strings"

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
func Redact(c *Conversation, find redact.Finder, notes *Notes) *Conversation {
	r := &redactor{find: find, notes: notes, changed: map[*Node]bool{}, unfit: map[*Node]bool{}}
	found := false
	eachText(c, func(t *textAt) { found = found || len(t.spans(find)) > 0 })
	if !found {
		return c
	}
	eachText(c, func(t *textAt) { r.names.Taken(*t.s) })
	out := owned(c)
	eachText(out, r.replace)
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
	notes   *Notes
	changed map[*Node]bool // in which something was found
	unfit   map[*Node]bool // in whose signature
}

// replace replaces what is found in a text. Signatures stay as they are: what
// they are of goes with them.
func (r *redactor) replace(t *textAt) {
	spans := t.spans(r.find)
	if len(spans) == 0 {
		return
	}
	r.changed[t.node] = true
	if t.kind == proofText {
		r.unfit[t.node] = true
		return
	}
	by := func(kind, was string) string {
		r.note(t.node, kind)
		return r.names.Of(kind, was)
	}
	if t.kind == fileData {
		*t.s = base64.StdEncoding.EncodeToString([]byte(by(spans[0].Kind, *t.s)))
		return
	}
	*t.s = redact.Redacted(t.of(), *t.s, r.find, by)
}

// note notes what was replaced, and never says it.
func (r *redactor) note(n *Node, kind string) {
	what, name, secret := strings.Cut(kind, ":")
	if !secret {
		name = ""
	}
	r.notes.Info(CodeSecret, Redacted, n.Offset(), what, name)
}

// unsigned is a message without signatures of what has changed, nil if
// nothing of it is left.
func (r *redactor) unsigned(m Message) Message {
	meta := MetaOf(m)
	switch m := m.(type) {
	case *UserMessage:
		m.Content = unsignedBlocks(r, meta, m.Content)
	case *AssistantMessage:
		had := len(m.Content)
		m.Content = unsignedBlocks(r, meta, m.Content)
		if had > 0 && !SaysSomething(m) {
			return nil
		}
	case *ToolResultMessage:
		m.Content = unsignedBlocks(r, meta, m.Content)
	case *SystemMessage:
		m.Content = unsignedBlocks(r, meta, m.Content)
	case *CustomMessage:
		m.Content = unsignedBlocks(r, meta, m.Content)
	case *BranchSummary, *CompactionSummary:
	default:
		panic(fmt.Sprintf("conv: unexpected message %T", m))
	}
	if meta.EncryptedValue != "" && r.changed[&meta.Node] {
		r.lose(CodeThinking, &meta.Node, "encrypted reasoning of what was redacted")
		meta.EncryptedValue = ""
	}
	return m
}

func unsignedBlocks[B Block](r *redactor, meta *Meta, blocks []B) []B {
	return slices.DeleteFunc(blocks, func(b B) bool { return r.signedAnew(meta, b) })
}

// signedAnew takes the signature from a block that has changed, and reports
// whether the block goes with it: reasoning that nobody signed is refused.
func (r *redactor) signedAnew(meta *Meta, b Block) bool {
	n := NodeOf(b)
	if !r.changed[n] {
		return false
	}
	r.changed[&meta.Node] = true
	switch b := b.(type) {
	case *ThinkingContent:
		if isProof(b.ThinkingSignature) {
			r.lose(CodeThinking, n, "signed reasoning that was redacted")
			return true
		}
	case *TextContent:
		if item, ok := ParseItemSignature(b.TextSignature, TextItem); b.TextSignature != "" && (r.unfit[n] || !ok || item.EncryptedContent != "") {
			r.lose(CodeSignature, n, "signature of a text that was redacted")
			b.TextSignature = ""
		}
	case *ToolCall:
		mendArguments(b)
		if b.ThoughtSignature != "" {
			r.lose(CodeSignature, n, "signature of a call that was redacted")
			b.ThoughtSignature = ""
		}
	case *Opaque:
		if isSigned(b) {
			r.lose(CodeThinking, n, "signed block that was redacted")
			return true
		}
	}
	return false
}

// mendArguments makes the arguments of a call anew from the text of them that
// has changed and is no JSON.
func mendArguments(t *ToolCall) {
	if t.ArgumentsText != nil && !rawjson.IsValue(*t.ArgumentsText) {
		t.Arguments, _ = rawjson.Repair(*t.ArgumentsText)
	}
}

// lose notes a loss that comes of what was asked for.
func (r *redactor) lose(code Code, n *Node, what string) {
	r.notes.Add(Note{Severity: Loss, Kind: Dropped, Code: code, Offset: n.Offset(), What: what, Asked: true})
}

// isSigned reports whether a block says itself that it is signed or encrypted.
func isSigned(b *Opaque) bool {
	for _, path := range []string{"signature", "thoughtSignature", "thought_signature", "encrypted_content", "encryptedContent"} {
		if v := b.Raw.Lookup(path); len(v) > 2 && v[0] == '"' {
			return true
		}
	}
	return false
}
