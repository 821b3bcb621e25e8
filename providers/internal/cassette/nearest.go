package cassette

import (
	"cmp"
	"strconv"

	"convo/conv/rawjson"
)

// Miss is the error of a request that was not recorded.
type Miss struct {
	What   string // for people, without any text of a conversation
	Advice string
}

func (m *Miss) Error() string { return m.What }

// Hint says what to do.
func (m *Miss) Hint() string { return m.Advice }

const advice = "to record what is missing, use --cassette-mode auto"

// miss names the recording nearest to r, and where it first differs.
func (c *Cassette) miss(r *request) *Miss {
	what := "no recording of this " + r.where()
	near := c.nearest(r)
	if near == nil {
		return &Miss{what + "; none in the cassette has this address, of " + strconv.Itoa(len(c.tracks)), advice}
	}
	recorded := readValue(rawjson.NewCursor([]byte(near.request.body)))
	wanted := readValue(rawjson.NewCursor([]byte(r.body)))
	pointer, how := difference(&recorded, &wanted, "")
	pointer = cmp.Or(pointer, "the whole body")
	return &Miss{what + "; the nearest is in line " + strconv.Itoa(near.line) + ": " + pointer + " " + how, advice}
}

// nearest returns the track of the same address whose body has the longest
// start and end in common with r's, nil if there is none.
func (c *Cassette) nearest(r *request) *track {
	var best *track
	most := 0
	for _, t := range c.order {
		if t.request.where() != r.where() {
			continue
		}
		if n := common(t.request.body, r.body); best == nil || n > most {
			best, most = t, n
		}
	}
	return best
}

// common counts the bytes that two texts share at start and end, less those
// that differ.
func common(a, b string) int {
	n := min(len(a), len(b))
	head := 0
	for head < n && a[head] == b[head] {
		head++
	}
	tail := 0
	for tail < n-head && a[len(a)-1-tail] == b[len(b)-1-tail] {
		tail++
	}
	return 2*(head+tail) - max(len(a), len(b))
}
