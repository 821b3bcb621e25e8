// Package html writes a conversation as one page for people: a file that loads
// nothing, runs nothing of what it shows, and can be read without its script.
//
// The rule of the room: whatever is in a conversation is text. It reaches the
// page through writer.text alone, which escapes it. Addresses become links only
// if they lead out, with http, https or mailto; images only if their data is
// in the conversation and its type is one of a few.
package html

import "convo/conv"

// Formats is html.
func Formats() []conv.Format {
	return []conv.Format{{
		Name:   "html",
		Family: "html",
		About:  "one page for people, in a file",
		Unit:   conv.SessionUnit,
		Brief:  true,
		Shared: true,
		Alone:  true,
		Site:   &conv.Site{Index: "index.html", Page: page, Entry: entryOf, WriteIndex: index},
		Holds:  holds(),
		Write:  write,
	}}
}

// holds is what a page shows.
func holds() conv.Holds {
	h := conv.NativeHolds()
	h.Thinking = conv.NoSignature
	for _, s := range []*conv.Sources{&h.Image, &h.Audio, &h.Video, &h.Document} {
		*s &^= conv.MediaDetail
	}
	h.Features &^= conv.MessageID | conv.Groups | conv.GroupNames | conv.Origin | conv.ResponseIDs | conv.ResponseDetails |
		conv.UsageTotals | conv.PrivateDetails | conv.CallKinds |
		conv.TextSignatures | conv.CallSignatures | conv.EncryptedValues | conv.ForeignResidue |
		conv.ArgumentTexts | conv.RunState | conv.LoneSurrogates
	return h
}
