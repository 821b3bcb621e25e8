package parts

import (
	"convo/conv"
	"convo/conv/note"
	"convo/conv/rawjson"
	"convo/conv/sse"
)

// Done is what Chunks passes of an event that only says that a stream is over.
const Done conv.Raw = "[DONE]"

// Chunks passes the values of a stream: those of events, of lines or of a list. An event
// without JSON is noted.
func Chunks(data []byte, notes *note.Notes, chunk func(conv.Raw)) error {
	if c := rawjson.NewCursor(data); c.Kind() == rawjson.Array {
		for range c.Elements {
			if raw := c.Raw(); c.Err() == nil {
				chunk(raw)
			}
		}
		return c.End()
	}
	for e, err := range sse.EventsOrLines(rawjson.NewAtRest(data), nil) {
		if err != nil {
			return err
		}
		c := rawjson.NewCursor([]byte(e.Data))
		raw := c.Raw()
		switch {
		case e.Data == string(Done):
			chunk(Done)
		case c.End() != nil:
			notes.Loss(note.CodeHistory, note.Dropped, -1, "chunk that is not JSON", "")
		default:
			chunk(raw)
		}
	}
	return nil
}
