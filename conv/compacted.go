package conv

import "slices"

// Compacted returns the messages that the last compaction left, in the order in
// which a model sees them: its summary, what it kept, what came after it. Without
// a compaction it returns all messages but the excluded ones. If the first message that it kept does not
// exist, it kept all that the compaction before it left.
func (c *Conversation) Compacted() []Message { return compacted(c.Messages) }

// compacted does the same for a list of messages.
func compacted(messages []Message) []Message {
	if lastCompaction(messages) < 0 {
		return Active(messages)
	}
	var out []Message
	for _, i := range compactedPlaces(messages) {
		out = append(out, messages[i])
	}
	return out
}

// CompactedAt returns the index of each message of Compacted.
func (c *Conversation) CompactedAt() []int { return compactedPlaces(c.Messages) }

// LastCompaction returns the last compaction, nil if there is none, and whether
// the first message that it kept is missing.
func (c *Conversation) LastCompaction() (summary *CompactionSummary, dangling bool) {
	last := lastCompaction(c.Messages)
	if last < 0 {
		return nil, false
	}
	_, dangling = keptFrom(c.Messages, last)
	return c.Messages[last].(*CompactionSummary), dangling
}

func lastCompaction(messages []Message) int {
	for i, m := range slices.Backward(messages) {
		if s, ok := m.(*CompactionSummary); ok && !s.Excluded {
			return i
		}
	}
	return -1
}

func compactedPlaces(messages []Message) []int {
	places := make([]int, 0, len(messages))
	last, first := lastCompaction(messages), 0
	if last >= 0 {
		places = append(places, last)
		first, _ = keptFrom(messages, last)
	}
	for i := first; i < len(messages); i++ {
		if _, summary := messages[i].(*CompactionSummary); !summary && !MetaOf(messages[i]).Excluded {
			places = append(places, i)
		}
	}
	return places
}

// keptFrom returns the index of the first message that the compaction at an index
// kept, which is its own if it kept none. If that message does not exist, nobody
// knows what the summary replaces: it is what the compaction before it kept.
func keptFrom(messages []Message, at int) (first int, dangling bool) {
	var places map[string]int
	for i := at; i >= 0; i-- {
		m, ok := messages[i].(*CompactionSummary)
		if !ok || m.Excluded {
			continue
		}
		if m.FirstKeptID == "" {
			return i, dangling
		}
		if places == nil {
			places = firstPlaces(messages)
		}
		if place, ok := places[m.FirstKeptID]; ok {
			return min(place, i), dangling
		}
		dangling = true
	}
	return 0, dangling
}

// firstPlaces returns the index of the first message of each id that is sent.
func firstPlaces(messages []Message) map[string]int {
	places := make(map[string]int, len(messages))
	for i, m := range messages {
		meta := MetaOf(m)
		if _, known := places[meta.ID]; !known && !meta.Excluded {
			places[meta.ID] = i
		}
	}
	return places
}
