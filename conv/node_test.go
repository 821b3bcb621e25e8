package conv

import (
	"strconv"
	"testing"

	"convo/conv/rawjson"
)

// Room for many unknown fields is made once: their list does not grow by copies,
// and moves once at most from where it first had many.
func TestManyUnknownFieldsGrowOnce(t *testing.T) {
	text := []byte(`{"k":1`)
	const many = 40_000
	for i := range many {
		text = append(text, `,"key`+strconv.Itoa(i)+`":1`...)
	}
	text = append(text, '}')
	list := 0 // how often the fields moved
	var first *rawjson.Member
	n := &Node{}
	r := NewReader(text, "a", nil)
	for key := range r.Fields {
		r.Keep(n, key)
		if all := n.Extensions.Of("a"); len(all) > 1024 && &all[0] != first {
			first = &all[0]
			list++
		}
	}
	if err := r.End(); err != nil || list > 2 || len(n.Extensions.Of("a")) != many+1 {
		t.Errorf("%d fields that moved %d times, %v", len(n.Extensions.Of("a")), list, err)
	}
	if got := n.Extensions.Get("a", "key39999"); got != "1" {
		t.Errorf("the last is %q", got)
	}
}

// Unknown fields that come one a chunk move seldom: a copy for each would take time
// that grows with the square of the stream.
func TestUnknownFieldsOfManyChunksMoveSeldom(t *testing.T) {
	const many = 40_000
	n := &Node{}
	moved := 0
	var first *rawjson.Member
	for i := range many {
		r := NewReader([]byte(`{"key`+strconv.Itoa(i)+`":1}`), "a", nil)
		for key := range r.Fields {
			r.Keep(n, key)
		}
		if all := n.Extensions.Of("a"); len(all) > 1024 && &all[0] != first {
			first = &all[0]
			moved++
		}
	}
	if moved > 40 || len(n.Extensions.Of("a")) != many {
		t.Errorf("%d fields moved %d times", len(n.Extensions.Of("a")), moved)
	}
}
