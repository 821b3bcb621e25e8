package adapt

import "convo/conv"

// onActive returns the messages with those of the active path changed. The
// excluded ones stay where they stood.
func onActive(in []conv.Message, change func([]conv.Message) []conv.Message) []conv.Message {
	sent := conv.Active(in)
	if len(sent) == len(in) {
		return change(in)
	}
	places := make(map[place]int, len(in)) // in the list, of messages that are sent
	for i, m := range in {
		if meta := conv.MetaOf(m); !meta.Excluded {
			places[placeOf(meta)] = i
		}
	}
	out, next := make([]conv.Message, 0, len(in)), 0
	stay := func(to int) { // excluded messages before a place
		for ; next < to; next++ {
			if conv.MetaOf(in[next]).Excluded {
				out = append(out, in[next])
			}
		}
	}
	for _, m := range change(sent) {
		if at, known := places[placeOf(conv.MetaOf(m))]; known {
			stay(at)
		}
		out = append(out, m)
	}
	stay(len(in))
	return out
}

// place tells a message from others, also if it was changed.
type place struct {
	id     string
	offset int
}

func placeOf(m *conv.Meta) place { return place{m.ID, m.Offset()} }
