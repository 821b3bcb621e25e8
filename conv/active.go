package conv

import "slices"

// Active returns the messages that are not excluded, the list itself if none is.
func Active(list []Message) []Message {
	first := slices.IndexFunc(list, isExcluded)
	if first < 0 {
		return list
	}
	out := slices.Clip(list[:first])
	for _, m := range list[first:] {
		if !isExcluded(m) {
			out = append(out, m)
		}
	}
	return out
}

func isExcluded(m Message) bool { return MetaOf(m).Excluded }
