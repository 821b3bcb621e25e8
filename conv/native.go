package conv

import (
	"iter"

	"convo/conv/rawjson"
)

// Native is conversation.json, the format that holds everything.
func Native() Format {
	return Format{
		Name:   "convo",
		Family: NativeFamily,
		About:  "conversation.json, the neutral document",
		Holds:  NativeHolds(),
		Detect: func(p *Probe) Grade { return OwnIf(p.Form != FormEvents && p.Shows("convo is number")) },
		Decode: func(data []byte, notes *Notes) iter.Seq2[*Conversation, error] {
			return One(DecodeNative(data, notes))
		},
		Write: WriteNative,
		Shape: nativeShape,
	}
}

// NativeHolds is everything.
func NativeHolds() Holds {
	const all = ^Blocks(0)
	return Holds{
		User: all, Assistant: all, ToolResult: all, System: all,
		Image: ^Sources(0), Audio: ^Sources(0), Video: ^Sources(0), Document: ^Sources(0),
		Features: ^Features(0), Params: ^Params(0),
	}
}

// NativeFamily names the residue of conversation.json itself: members that a
// later convo may know. They are written where they were read.
const NativeFamily = "convo"

// DecodeNative reads a conversation.json.
func DecodeNative(data []byte, notes *Notes) (*Conversation, error) {
	return DecodeContext(data, NativeFamily, notes)
}

// WriteNative writes a conversation.json.
func WriteNative(w *rawjson.Writer, c *Conversation) {
	WriteContext(w, c, Dialect{Family: NativeFamily})
}

// Dialect is a spelling of conversation.json: the native one, or one of the
// context documents that it grew out of.
type Dialect struct {
	Family string // "convo" writes the magic member
	API    bool   // an answer's protocol is spelled api
	Filled bool   // members that a reader of the dialect demands are always there
}
