package claudecode

import (
	"strconv"

	"convo/conv"
	"convo/conv/format"
)

// group makes a group of the results that the program sends in one message: those
// that follow one another, and what is in their line. Messages that are not sent
// are grouped among themselves.
func group(messages []conv.Message) {
	var runs [2]run
	for i, m := range messages {
		meta := conv.MetaOf(m)
		_, result := m.(*conv.ToolResultMessage)
		messages[i] = format.WithGroup(m, "")
		if isCustom(m) {
			continue
		}
		r := &runs[0]
		if meta.Excluded {
			r = &runs[1]
		}
		joined := meta.Extensions.Get(family, hintJoined) != ""
		if r.n > 0 && (joined || result && r.results) {
			r.n++
		} else {
			*r = run{first: i, n: 1}
		}
		if r.results = result; r.n == 2 {
			messages[r.first] = format.WithGroup(messages[r.first], strconv.Itoa(r.first))
		}
		if r.n > 1 {
			messages[i] = format.WithGroup(messages[i], strconv.Itoa(r.first))
		}
	}
}

// run is messages that are sent as one.
type run struct {
	first, n int
	results  bool // the last one is a result
}
