// Package html writes a conversation as one page for people: a file that loads
// nothing, runs nothing of what it shows, and can be read without its script.
//
// The rule of the room: whatever is in a conversation is text. It reaches the
// page through writer.text alone, which escapes it. Addresses become links only
// if they lead out, with http, https or mailto; images only if their data is
// in the conversation and its type is one of a few.
package html

import "convo/conv/format"

// Formats is html.
func Formats() []format.Format {
	return []format.Format{{
		Name:           "html",
		Family:         "html",
		About:          "one page for people, in a file",
		Unit:           format.SessionUnit,
		Brief:          true,
		Shared:         true,
		SingleDocument: true,
		Site:           &format.Site{Index: "index.html", Page: page, Entry: entryOf, WriteIndex: index},
		Capabilities:   holds(),
		Write:          write,
	}}
}

// holds is what a page shows.
func holds() format.Capabilities {
	h := format.NativeCapabilities()
	h.Thinking = format.NoSignature
	for _, s := range []*format.Sources{&h.Image, &h.Audio, &h.Video, &h.Document} {
		*s &^= format.MediaDetail
	}
	h.Features &^= format.MessageID | format.Groups | format.GroupNames | format.Origin | format.Protocols | format.ResponseIDs | format.ResponseDetails |
		format.UsageTotals | format.PrivateDetails | format.Terminates | format.CallKinds |
		format.TextSignatures | format.CallSignatures | format.EncryptedValues | format.ForeignResidue |
		format.ArgumentTexts | format.RunState | format.LoneSurrogates
	return h
}
