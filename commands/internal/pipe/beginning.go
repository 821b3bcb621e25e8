package pipe

import (
	"bytes"

	"convo/conv/format"
	"convo/conv/rawjson"
)

// The size, in bytes, from which an input has a Beginning, and about how long
// that is.
const (
	longInput   = 4 << 20
	ofLongInput = 256 << 10
)

// Beginning is the beginning of a long conversation, as an input of its own: the
// first lines of a session, or a document whose list of messages ends early. It
// is nil if the input is short or has no such beginning. Nothing is taken from the
// input.
func (s *Source) Beginning() []byte {
	if len(s.Taken) > 0 || s.ended {
		return nil
	}
	switch s.From.Unit {
	case format.DocumentUnit:
		first, err := s.Frames.First(longInput)
		if err != nil || len(first) < longInput {
			return nil
		}
		return rawjson.Begun(first[:ofLongInput])
	case format.SessionUnit:
		head, err := s.Frames.Ahead(longInput)
		if err != nil || len(head) < longInput {
			return nil
		}
		if end := bytes.LastIndexByte(head[:ofLongInput], '\n'); end > 0 {
			return head[:end+1]
		}
		if end := bytes.IndexByte(head[:longInput], '\n'); end > 0 {
			return head[:end+1]
		}
		return rawjson.Begun(head[:ofLongInput])
	}
	return nil
}
