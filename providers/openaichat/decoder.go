package openaichat

import (
	"convo/conv"
	"convo/conv/record"
)

// decoder reads one body.
type decoder struct {
	record.Reader
	thread *Thread
	limit  string // the field that held Request.MaxTokens
	in     inMessage
	answer bool // reads the message of an answer, not of a request

	// What is read at the moment. Records take pointers, and a new object for
	// each call would be garbage soon.
	said said
	call call
}

func newDecoder(data []byte, notes *conv.Notes) *decoder {
	return (&Thread{}).decoder(conv.NewReader(data, family, notes))
}

// reread reads JSON text that is part of a conversation, without notes.
func reread(r conv.Raw) *decoder { return newDecoder([]byte(r), nil) }
