package tau

import (
	"crypto/sha256"
	"encoding/binary"
	"fmt"

	"convo/conv"
	"convo/conv/rawjson"
)

// stamp gives a new answer the id, the time and the usage that Tau writes of
// every answer. The id is the server's, or else one that the time and the answer
// make.
func stamp(m *conv.AssistantMessage, at int64, notes *conv.Notes) {
	if m.Timestamp == 0 {
		m.Timestamp = at
	}
	if m.ID == "" {
		if m.ID = m.ResponseID; m.ID == "" {
			m.ID = answerID(m)
		}
		m.ResponseID = ""
	}
	residue.Set(&m.Node, hintID, rawjson.Quoted(m.ID))
	if m.Usage == nil {
		notes.Info(conv.CodeUsage, conv.Synthesized, -1, "usage of zero tokens", "")
		m.Usage = &conv.Usage{}
	}
}

// answerID is a UUID of version 7: a time in milliseconds, and what the answer
// says in place of random bits.
func answerID(m *conv.AssistantMessage) string {
	said, _ := conv.MarshalMessage(m) // an answer always has its JSON
	sum := sha256.Sum256(said)
	var id [16]byte
	copy(id[:], sum[:])
	binary.BigEndian.PutUint32(id[:], uint32(m.Timestamp>>16))
	binary.BigEndian.PutUint16(id[4:], uint16(m.Timestamp))
	id[6] = id[6]&0x0f | 0x70
	id[8] = id[8]&0x3f | 0x80
	return fmt.Sprintf("%x-%x-%x-%x-%x", id[:4], id[4:6], id[6:8], id[8:10], id[10:])
}
