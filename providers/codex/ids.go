package codex

import (
	"slices"
	"strings"
	"time"

	"convo/conv"
	"convo/conv/session"
)

// threadID is the id of a conversation, or one that is made from what it says.
func threadID(c *conv.Conversation) string {
	if c.ID != "" {
		return c.ID
	}
	h := newHash.after(c.SystemPrompt)
	for _, m := range withoutKept(c.Messages) {
		for text := range texts(m) {
			h = h.after(text).after("\x00")
		}
	}
	return madeThread + digits(uint64(h))
}

// hash is FNV-1a of 64 bits, without the copies of text that hash/fnv needs.
type hash uint64

const newHash hash = 0xcbf29ce484222325

// after returns the hash of what came before and a text.
func (h hash) after(text string) hash {
	const prime = 0x100000001b3
	for i := range len(text) {
		h = (h ^ hash(text[i])) * prime
	}
	return h
}

// firstTime is the first time that a conversation says, in Unix milliseconds.
func firstTime(c *conv.Conversation) int64 {
	for _, m := range c.Messages {
		if at := conv.MetaOf(m).Timestamp; at != 0 {
			return at
		}
	}
	if c.Session != nil {
		return c.Session.Started
	}
	return 0
}

func timeLiteral(ms int64) conv.Raw { return session.ISOLiteral(ms) }

// madeTime is the literal of a time that is derived from another one: it has no
// fraction.
func madeTime(ms int64) conv.Raw {
	t := time.UnixMilli(ms).UTC()
	if y := t.Year(); y < 0 || y > 9999 {
		t = time.UnixMilli(0).UTC()
	}
	return conv.Raw(t.Format(`"2006-01-02T15:04:05Z"`))
}

// firstModel is the model of the first answer that says one.
func firstModel(c *conv.Conversation) string {
	for _, m := range c.Messages {
		if a, ok := m.(*conv.AssistantMessage); ok && a.Model != "" {
			return a.Model
		}
	}
	return ""
}

// updated is the time of the last line that has one, in Unix milliseconds.
func updated(c *conv.Conversation) int64 {
	for _, m := range slices.Backward(c.Messages) {
		meta := conv.MetaOf(m)
		for _, lines := range slices.Backward(elements(meta.Extensions.Get(family, hintAfter))) {
			if at := lastOf(lines); at != 0 {
				return at
			}
		}
		for _, pair := range slices.Backward(elements(meta.Extensions.Get(family, hintLines))) {
			if both := elements(pair); len(both) == 2 && strings.HasPrefix(string(both[0]), "{") {
				if at := milliseconds(both[0].Lookup("timestamp")); at != 0 {
					return at
				}
			}
		}
		if own, ok := m.(*conv.CustomMessage); ok && strings.HasPrefix(own.CustomType, family+".") {
			if at := milliseconds(own.Data.Lookup("timestamp")); at != 0 {
				return at
			}
		}
		if meta.Timestamp != 0 {
			return meta.Timestamp
		}
	}
	return lastOf(c.Extensions.Get(family, hintFirst))
}

// lastOf is the last time that lines say.
func lastOf(lines conv.Raw) int64 {
	for _, l := range slices.Backward(elements(lines)) {
		l, _ = unguarded(l)
		if at := milliseconds(l.Lookup("timestamp")); at != 0 {
			return at
		}
	}
	return 0
}
