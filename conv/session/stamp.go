package session

import (
	"crypto/sha256"
	"encoding/binary"
	"fmt"
	"strconv"

	"convo/conv"
	"convo/conv/note"
)

// Complete is the [format.Format].Stamp of formats that date all messages: new ones
// have the time at, in Unix milliseconds, and a new session begins then.
func Complete(c *conv.Conversation, first int, at int64, _ *note.Notes) {
	for _, m := range c.Messages[first:] {
		if meta := conv.MetaOf(m); meta.Timestamp == 0 {
			meta.Timestamp = at
		}
	}
	if first > 0 || c.Session != nil && c.Session.Started != 0 {
		return
	}
	s := conv.Session{}
	if c.Session != nil {
		s = *c.Session
	}
	s.Started = at
	c.Session = &s
}

// IsUUID reports whether an id is a UUID in lower case.
func IsUUID(s string) bool {
	if len(s) != 36 {
		return false
	}
	for i, b := range []byte(s) {
		dash := i == 8 || i == 13 || i == 18 || i == 23
		if dash != (b == '-') || !dash && !(b >= '0' && b <= '9' || b >= 'a' && b <= 'f') {
			return false
		}
	}
	return true
}

// MadeUUID is a UUID of version 7: a time in milliseconds, and what a message says
// and its place in place of random bits. Place -1 is that of the session itself.
func MadeUUID(at int64, place int, m conv.Message) string {
	said, _ := conv.Native.MarshalMessage(m) // a message always has its JSON
	sum := sha256.Sum256(append(strconv.AppendInt(nil, int64(place), 10), said...))
	var id [16]byte
	copy(id[:], sum[:])
	binary.BigEndian.PutUint32(id[:], uint32(at>>16))
	binary.BigEndian.PutUint16(id[4:], uint16(at))
	id[6] = id[6]&0x0f | 0x70
	id[8] = id[8]&0x3f | 0x80
	return fmt.Sprintf("%x-%x-%x-%x-%x", id[:4], id[4:6], id[6:8], id[8:10], id[10:])
}
