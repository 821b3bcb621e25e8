package openaichat

import (
	"convo/conv"
	"convo/conv/record"
)

// decoder reads one wire body.
type decoder struct {
	record.Reader
	thread *Thread
	limit  string // the member that held Request.MaxTokens
	answer bool   // an answer's message, not one of a request
}

func newDecoder(data []byte, notes *conv.Notes) *decoder {
	return (&Thread{}).decoder(conv.NewReader(data, family, notes))
}

// reread reads JSON text that is part of a conversation, noting nothing.
func reread(r conv.Raw) *decoder { return newDecoder([]byte(r), nil) }
