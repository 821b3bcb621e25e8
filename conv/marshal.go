package conv

import (
	"bytes"

	"convo/conv/rawjson"
)

// MarshalJSON writes conversation.json. A conversation that [Conversation.Check] refuses
// is an error.
//
// encoding/json rewrites what it is given: through json.Marshal, < > and &
// become escapes. Through [WriteNative] every byte stays.
func (c Conversation) MarshalJSON() ([]byte, error) {
	if err := c.Check(); err != nil {
		return nil, err
	}
	w := rawjson.NewWriter(nil)
	WriteNative(w, &c)
	return w.Bytes(), nil
}

// UnmarshalJSON reads conversation.json, and the context documents of or and
// pi. Null changes nothing.
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
