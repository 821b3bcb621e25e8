package conv

import "convo/conv/note"

// nativeFamily names the residue of conversation.json itself: fields that a later
// convo may know. They are written where they were read.
const nativeFamily = "convo"

// Dialect is a variant of conversation.json: the native one, or one of the context
// documents that it grew out of. The packages of their formats export theirs.
type Dialect struct {
	Family string // that of Native writes the field convo
	API    bool   // an answer's protocol is spelled api
	ByTime bool   // fields of an answer stand in the order in which an agent knows them
	Filled bool   // fields that a reader of the dialect requires are always written
}

// Native is conversation.json itself: conv.Native.Decode reads a document, and
// conv.Native.Write writes one.
var Native = Dialect{Family: nativeFamily}

// Decode reads a document. Unknown fields become residue of the dialect's family.
func (d Dialect) Decode(data []byte, notes *note.Notes) (*Conversation, error) {
	r := decoder{NewReader(data, d.Family, notes)}
	c := r.conversation()
	if err := r.in.End(); err != nil {
		return nil, err
	}
	return c, nil
}
