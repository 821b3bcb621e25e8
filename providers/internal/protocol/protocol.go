// Package protocol describes how to call the servers of a format: where a
// request goes, what is added to it, and what a failure means.
//
// The rule of the room: pure functions, bytes in, bytes out. Nothing here opens
// a connection or knows a vendor.
package protocol

import "convo/conv"

// Protocol says how the servers of a format are called. Their answers are in
// the formats with the suffixes -response and -stream.
type Protocol struct {
	Format string

	// Path is where a request goes, below the base URL that the vendor's own
	// SDK takes. {model} stands for the name of the model; see [Protocol.Address].
	Path       string
	StreamPath string                    // for a streamed answer; "": Path
	Named      func(model string) string // the name as the path has it; nil: unchanged

	Auth   Header   // the header with the key, which follows its value
	Header []Header // headers of every request

	// Ask adds to a request what it asks of the answer: whether it is streamed, and
	// with usage. nil adds nothing.
	Ask func(r *conv.Request, streamed bool)
}

// Header is a header's name and value.
type Header struct{ Name, Value string }

// Bearer is the usual header for a key.
var Bearer = Header{"Authorization", "Bearer "}

// AskToStream is an Ask that says whether to stream.
func AskToStream(r *conv.Request, streamed bool) {
	if r.Stream = &streamed; !streamed {
		r.Stream = nil
	}
}

// Asking returns a copy of c with its request edited.
func Asking(c *conv.Conversation, edit func(*conv.Request)) *conv.Conversation {
	out, r := *c, conv.Request{}
	if c.Request != nil {
		r = *c.Request
	}
	r.Extensions = r.Extensions.Clone()
	edit(&r)
	out.Request = &r
	return &out
}
