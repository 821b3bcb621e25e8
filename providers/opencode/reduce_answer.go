package opencode

import (
	"cmp"
	"encoding/base64"

	"convo/conv"
	"convo/conv/media"
	"convo/conv/note"
	"convo/conv/rawjson"
)

// path is the directory of a session as an answer has it.
func (r *reducer) path() conv.Raw {
	cwd := rawjson.Quoted(r.c.Session.Cwd)
	return rawjson.ObjectOf([]rawjson.Member{{Key: "cwd", Value: cwd}, {Key: "root", Value: cwd}})
}

// answer does without what opencode does not say of an answer.
func (r *reducer) answer(m *conv.AssistantMessage, meta conv.Meta) conv.Message {
	x := *m
	x.Provider, x.Model = r.named(m)
	if r.want(&meta) {
		set(&meta.Node, "mode", `"`+agentName+`"`)
		set(&meta.Node, "path", r.path())
		if own.Get(&meta.Node, hintStep) == "" {
			own.Set(&meta.Node, hintTime, completedAt(meta.Timestamp))
		}
	}
	if m.Protocol != "" {
		r.info(note.CodeModel, note.Dropped, &m.Node, "protocol of an answer", string(m.Protocol))
		x.Protocol = ""
	}
	x.Usage = r.usage(m.Usage)
	if x.ErrorMessage != "" && x.StopReason == "" {
		x.StopReason, x.StopDetail = conv.StopError, &conv.StopDetail{Raw: "error"}
	}
	x.Meta = meta
	return &x
}

// usage leaves the counts that opencode has. Zeros are nothing to it.
func (r *reducer) usage(u *conv.Usage) *conv.Usage {
	if u == nil {
		return nil
	}
	x := conv.Usage{
		Node: u.Node, Input: max(u.Input, 0), Output: max(u.Output, 0), Reasoning: max(u.Reasoning, 0),
		CacheRead: max(u.CacheRead, 0), CacheWrite: max(u.CacheWrite, 0),
	}
	x.Extensions = nil
	if x.Reasoning > x.Output {
		x.Output = x.Reasoning
	}
	if c := u.Cost; c != nil {
		if nano, ok := c.Total.Nano(); ok && nano > 0 {
			x.Cost = &conv.UsageCost{Total: c.Total}
		}
		if x.Cost == nil || *c != *x.Cost {
			r.lose(note.CodeCost, note.Dropped, &u.Node, "cost other than a total", "")
		}
	}
	if x.Input != u.Input || x.Output != u.Output || x.Reasoning != u.Reasoning || x.CacheRead != u.CacheRead || x.CacheWrite != u.CacheWrite ||
		u.CacheWrite1h != 0 {
		r.lose(note.CodeUsage, note.Dropped, &u.Node, "part of usage", "")
	}
	for _, count := range []*int64{&x.Input, &x.Output, &x.Reasoning, &x.CacheRead, &x.CacheWrite} {
		*count = min(*count, 1<<52)
	}
	if x.Cost == nil && x.IsZero() {
		r.info(note.CodeUsage, note.Dropped, &u.Node, "usage of zero tokens", "")
		return nil
	}
	return &x
}

// block changes a block that would be read as another one.
func (r *reducer) block(m conv.Message, b conv.Block) conv.Block {
	a, _ := m.(*conv.AssistantMessage)
	switch b := b.(type) {
	case *conv.TextContent:
		if a == nil {
			return r.unsigned(b)
		}
		return r.text(b, a)
	case *conv.ThinkingContent:
		return r.thinking(b, a)
	case *conv.ToolCall:
		return r.call(b, a)
	case *conv.ImageContent, *conv.AudioContent, *conv.VideoContent, *conv.DocumentContent:
		return r.file(b)
	}
	return b
}

// call gives a call arguments, and the metadata that has its signature.
func (r *reducer) call(t *conv.ToolCall, m *conv.AssistantMessage) conv.Block {
	isSigned := t.ThoughtSignature != "" || own.Get(&t.Node, "metadata") != ""
	if t.Arguments != "" && !isSigned {
		return t
	}
	x := *t
	x.Arguments = cmp.Or(x.Arguments, "{}")
	if isSigned {
		x.Extensions = t.Extensions.Clone()
		x.ThoughtSignature = r.sign(&x.Node, signed{signature: t.ThoughtSignature}, "", "", m).signature
	}
	return &x
}

// file gives media a MIME type that says what they are. A text file is text:
// opencode sends no model a file of text.
func (r *reducer) file(b conv.Block) conv.Block {
	m := conv.MediaOf(b)
	x := *m
	if x.MIMEType == "" {
		x.MIMEType = media.TypeOfName(x.URL)
		if media.Kind(x.MIMEType) != b.BlockType() || x.MIMEType == "" {
			x.MIMEType = usualType(b.BlockType())
		}
		r.info(note.CodeSynthesized, note.Synthesized, &m.Node, "MIME type", x.MIMEType)
	}
	if isUnsent(x.MIMEType) {
		if text, err := base64.StdEncoding.DecodeString(x.Data); err == nil && x.Data != "" {
			r.info(note.CodeDocument, note.Downgraded, &m.Node, "text file, now text", x.Name)
			return &conv.TextContent{Text: string(text)}
		}
		r.info(note.CodeDocument, note.Downgraded, &m.Node, "address of a text file, now text", x.Name)
		return &conv.TextContent{Text: x.URL}
	}
	if kind := media.Kind(x.MIMEType); kind != b.BlockType() {
		r.lose(note.CodeFile, note.Downgraded, &m.Node, "media of another kind than their MIME type", x.MIMEType)
		return x.Block(kind)
	}
	if x.MIMEType == m.MIMEType {
		return b
	}
	return x.Block(b.BlockType())
}

// usualType is the MIME type of media of which nobody knows it.
func usualType(block string) string {
	switch block {
	case "image":
		return "image/png"
	case "audio":
		return "audio/mpeg"
	case "video":
		return "video/mp4"
	}
	return "application/pdf"
}
