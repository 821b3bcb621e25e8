package conv

import "convo/conv/rawjson"

// NativeFamily names the residue of conversation.json itself: fields that a later
// convo may know. They are written where they were read.
const NativeFamily = "convo"

// DecodeNative reads a conversation.json.
func DecodeNative(data []byte, notes *Notes) (*Conversation, error) {
	return DecodeContext(data, NativeFamily, notes)
}

// WriteNative writes a conversation.json.
func WriteNative(w *rawjson.Writer, c *Conversation) {
	WriteContext(w, c, Dialect{Family: NativeFamily})
}

// Dialect is a variant of conversation.json: the native one, or one of the context
// documents that it grew out of. The packages of their formats export theirs.
type Dialect struct {
	Family string // NativeFamily writes the field convo
	API    bool   // an answer's protocol is spelled api
	ByTime bool   // fields of an answer stand in the order in which an agent knows them
	Filled bool   // fields that a reader of the dialect requires are always written
}
