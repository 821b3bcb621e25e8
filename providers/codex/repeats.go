package codex

import (
	"slices"
	"strconv"
	"strings"

	"convo/conv"
	"convo/conv/format"
	"convo/conv/note"
	"convo/conv/rawjson"
	"convo/providers/openairesponses"
)

// A compaction keeps what users said: its replacement_history repeats their items
// beside the summary, and Codex sends them again. They are messages after the
// summary that nobody typed, with the index in that list as a hint. They have no
// lines of their own.

// hintKept is the hint, on a user message, with its index in the history that the
// compaction before it left.
const hintKept = "~kept"

const keptHistory = "replacement_history"

// keptUsers adds the messages of users that a compaction kept.
func (d *decoder) keptUsers(m *conv.CompactionSummary, at int) {
	i := -1
	for item := range m.Details.Lookup(keptHistory).Elements {
		i++
		u := keptUser(item, m.Summary)
		if u == nil {
			continue
		}
		placed(u, at)
		u.Extensions.Set(family, hintKept, indexOf(i))
		d.c.Messages = append(d.c.Messages, u)
	}
}

// keptUser reads an item of the history that a compaction left, nil if it is not
// what a user said.
func keptUser(item conv.Raw, summary string) *conv.UserMessage {
	if item[0] != '{' || item.Lookup("type").Text() != "message" || item.Lookup("role").Text() != "user" {
		return nil
	}
	text := textOf(item)
	if isContext(text) || summary != "" && strings.HasSuffix(text, summary) {
		return nil
	}
	bare := rawjson.ObjectOf([]rawjson.Member{{Key: "role", Value: `"user"`}, {Key: "content", Value: item.Lookup("content")}})
	r := conv.NewReader([]byte(bare), family, &note.Notes{})
	thread := openairesponses.Thread{Listed: true}
	u, ok := thread.Message(r).(*conv.UserMessage)
	if !ok || r.Err() != nil || len(u.Content) == 0 || len(u.Extensions) > 0 {
		return nil
	}
	u.Injected = true
	return u
}

// isKept reports whether a message is one that a compaction repeats.
func isKept(m conv.Message) bool {
	u, ok := m.(*conv.UserMessage)
	return ok && u.Extensions.Get(family, hintKept) != ""
}

// withoutKept is messages without those that a compaction repeats: they stand in
// its line.
func withoutKept(messages []conv.Message) []conv.Message {
	if !slices.ContainsFunc(messages, isKept) {
		return messages
	}
	return slices.DeleteFunc(slices.Clone(messages), isKept)
}

// repeats gives each compaction the messages that it repeats, as they are now. One
// that does not stand after its compaction any more is a message like others.
func (r reducer) repeats() {
	list := r.c.Messages
	for i := 0; i < len(list); i++ {
		m, ok := list[i].(*conv.CompactionSummary)
		if !ok {
			if isKept(list[i]) {
				list[i] = unkept(list[i])
			}
			continue
		}
		items := elements(m.Details.Lookup(keptHistory))
		first := i + 1
		for last := -1; i+1 < len(list) && isKept(list[i+1]); i++ {
			u := list[i+1].(*conv.UserMessage)
			at := keptAt(u)
			if at <= last || at >= len(items) || u.Excluded != m.Excluded || !belongs(u, items[at], m.Summary) {
				break
			}
			last = at
		}
		list[first-1] = withKept(m, items, list[first:i+1])
	}
}

func unkept(m conv.Message) conv.Message {
	meta := *conv.MetaOf(m)
	meta.Extensions = meta.Extensions.Without(family, hintKept)
	return format.WithMeta(m, meta)
}

// belongs reports whether an item of the history that a compaction left can say a
// message.
func belongs(u *conv.UserMessage, item conv.Raw, summary string) bool {
	if !u.Injected || u.Timestamp != 0 || len(u.Extensions) > 1 || len(u.Extensions.Of(family)) > 1 || keptUser(item, summary) == nil {
		return false
	}
	now := keptUser(item.With("content", contentOf(u)), summary)
	return now != nil && contentOf(now) == contentOf(u)
}

func keptAt(u *conv.UserMessage) int {
	n, _ := rawjson.Number(u.Extensions.Get(family, hintKept)).Int()
	return int(n)
}

// contentOf is what a message of a user says, as an item has it.
func contentOf(u *conv.UserMessage) (content conv.Raw) {
	var thread openairesponses.Thread
	x := *u
	x.Extensions = nil
	w := rawjson.NewWriter(nil)
	thread.WriteMessage(w, &x, func(item func()) {
		w.Reset()
		item()
		content = rawjson.ObjectOf(full(conv.Raw(w.Bytes()).Members(), "")).Lookup("content")
	})
	return content
}

// withKept is a compaction whose history has the messages of users that it still
// repeats. It renews the indexes of these messages.
func withKept(m *conv.CompactionSummary, items []conv.Raw, list []conv.Message) conv.Message {
	var left []conv.Raw
	changed := false
	for i, item := range items {
		was := keptUser(item, m.Summary)
		if was != nil && (len(list) == 0 || keptAt(list[0].(*conv.UserMessage)) != i) {
			changed = true
			continue
		}
		if was != nil {
			u := list[0].(*conv.UserMessage)
			if now := contentOf(u); now != contentOf(was) {
				item, changed = item.With("content", now), true
			}
			if len(left) != i {
				meta := u.Meta
				meta.Extensions = meta.Extensions.Clone()
				meta.Extensions.Set(family, hintKept, indexOf(len(left)))
				list[0] = format.WithMeta(u, meta)
			}
			list = list[1:]
		}
		left = append(left, item)
	}
	if !changed {
		return m
	}
	x := *m
	x.Details = m.Details.With(keptHistory, rawjson.ArrayOf(left))
	return &x
}

func indexOf(i int) conv.Raw { return conv.Raw(strconv.Itoa(i)) }
