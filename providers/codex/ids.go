package codex

import (
	"fmt"
	"hash/fnv"
	"slices"
	"strings"
	"time"

	"convo/conv"
	"convo/conv/rawjson"
	"convo/conv/session"
)

// threadID is the id of a conversation, or one that is made from what it says.
func threadID(c *conv.Conversation) string {
	if c.ID != "" {
		return c.ID
	}
	h := fnv.New64a()
	h.Write(rawjson.BytesOf(c.SystemPrompt))
	for _, m := range withoutKept(c.Messages) {
		for _, text := range texts(m) {
			h.Write(rawjson.BytesOf(text))
			h.Write([]byte{0})
		}
	}
	return madeThread + digits(h.Sum64())
}

// digits is a number in the last 12 places of an id.
func digits(n uint64) string { return fmt.Sprintf("%012x", n&(1<<48-1)) }

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
			if at := session.Time(pair.Lookup("0.timestamp")); at != 0 {
				return at
			}
		}
		if own, ok := m.(*conv.CustomMessage); ok && strings.HasPrefix(own.CustomType, family+".") {
			if at := session.Time(own.Data.Lookup("timestamp")); at != 0 {
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
		if at := session.Time(l.Lookup("timestamp")); at != 0 {
			return at
		}
	}
	return 0
}
