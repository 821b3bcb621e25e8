package conv

import (
	"bytes"

	"convo/conv/rawjson"
)

// MarshalJSON writes conversation.json. It fails if [Conversation.Check] does.
//
// Note that json.Marshal turns < > and & into escapes. [WriteNative] keeps every
// byte.
func (c Conversation) MarshalJSON() ([]byte, error) {
	if err := c.Check(); err != nil {
		return nil, err
	}
	w := rawjson.NewWriter(nil)
	WriteNative(w, &c)
	return w.Bytes(), nil
}

// UnmarshalJSON reads conversation.json, and the context documents that it grew
// out of. Null changes nothing.
func (c *Conversation) UnmarshalJSON(b []byte) error {
	if string(b) == "null" {
		return nil
	}
	read, err := DecodeNative(bytes.Clone(b), nil)
	if err != nil {
		return err
	}
	*c = *read
	return nil
}
