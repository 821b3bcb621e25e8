// Package cline reads the file api_conversation_history.json of a task of Cline,
// of Roo Code and of Kilo Code: a list of messages of the Anthropic API with fields
// of the program beside role and content. Newer versions of Roo Code keep messages
// of the AI SDK in a document instead.
//
//	[{"role":"user","content":[{"type":"text","text":"…"}],"ts":1772352000000},…]
//	{"version":2,"messages":[{"role":"user","content":"…","ts":1772352000000},…]}
//
// The rule of the room: it reads what stands around content, and
// [anthropic.Thread] reads messages of that API. A summary replaces what is before
// it. Messages that a truncation hides are excluded as long as its marker exists.
//
// The facts are those of the public sources of Cline (ClineStorageMessage,
// ClineMessageMetricsInfo) and of Roo Code (apiMessages.ts, rooMessage.ts,
// condense/index.ts).
package cline

import (
	"convo/conv/format"
	"convo/conv/record"
)

// own is the residue of the format.
var own = &record.Family{Name: family}

const family = "cline"

// Formats is the history, which is only read.
func Formats() []format.Format {
	return []format.Format{{
		Name:   family,
		Family: family,
		About:  "history of Cline, Roo Code, Kilo Code",
		Detect: detect,
		Decode: decode,
	}}
}

// detect recognizes messages with a time and the marks of Roo Code.
func detect(p *format.Probe) format.Grade {
	return format.OwnIf(p.Form == format.FormJSON && p.Shows(
		"[].role = user|assistant & [].content & [].ts is number",
		"[].role & [].condenseParent", "[].role & [].condenseId", "[].role & [].truncationParent",
		"version is number & messages[].role & messages[].ts is number",
	))
}
