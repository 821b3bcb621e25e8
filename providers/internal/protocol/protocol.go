// Package protocol is what a format supplies whose servers can be called:
// where a request goes, what it says of itself, and what a failure means.
//
// The rule of the room: pure functions, bytes in, bytes out. Nothing here
// opens a connection or knows a vendor.
package protocol

import "convo/conv"

// Protocol is how the servers of a format are called. The format's name with
// -response and -stream behind it are those of its answers.
type Protocol struct {
	Format string

	// Path is where a request goes, below the base URL that the vendor's own
	// SDK takes.
	Path func(model string, streamed bool) string

	Auth   Header   // what carries the key, which is put behind its value
	Header []Header // what every request says

	// Ask is the conversation with what a request for an answer says beside
	// it: whether it comes in pieces, with its usage. nil: nothing.
	Ask func(c *conv.Conversation, streamed bool) *conv.Conversation
}

// Header is a header's name and value.
type Header struct{ Name, Value string }

// Bearer is the usual way to show a key.
var Bearer = Header{"Authorization", "Bearer "}

// Asking is c with its request edited in a copy.
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
