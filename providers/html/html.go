// Package html writes a conversation as one page for people: a file that loads
// nothing, runs nothing of what it shows, and can be read without its script.
//
// The rule of the room: whatever is in a conversation is text. It reaches the
// page through writer.text alone, which escapes it. Addresses become links only
// if they lead out, with http, https or mailto; images only if their data is
// in the conversation and its type is one of a few.
package html

import (
	"strings"

	"convo/conv"
	"convo/conv/rawjson"
)

// Formats is html.
func Formats() []conv.Format {
	return []conv.Format{{
		Name:    "html",
		Family:  "html",
		About:   "one page for people, in a file",
		Unit:    conv.SessionUnit,
		Brief:   true,
		Alone:   true,
		Site:    &conv.Site{Index: "index.html", Page: page, Entry: entryOf, WriteIndex: index},
		Holds:   holds(),
		Mention: mention,
		Write:   write,
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

// maxMention is how much of a block that only its own formats understand is
// shown.
const maxMention = 4000

// mention shows a block that only its own formats understand as its JSON.
func mention(b conv.Block) string {
	o, ok := b.(*conv.Opaque)
	if !ok {
		return "[" + b.BlockType() + "]"
	}
	raw := string(o.Raw)
	if len(raw) > maxMention {
		raw = strings.ToValidUTF8(raw[:maxMention], "") + " …"
	}
	return "[" + strings.TrimSpace(o.Family+" "+o.Raw.Lookup("type").Text()) + "] " + rawjson.ReplaceLoneSurrogates(raw)
}
