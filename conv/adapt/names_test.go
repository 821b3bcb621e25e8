package adapt

import (
	"strconv"
	"strings"
	"testing"

	"convo/conv"
)

// A repeated id is found wherever its calls stand, among few and among many.
func TestRepeatsID(t *testing.T) {
	answer := func(ids []string) []conv.Message {
		m := &conv.AssistantMessage{}
		for _, id := range ids {
			m.Content = append(m.Content, &conv.ToolCall{ID: id})
		}
		return []conv.Message{m}
	}
	for _, n := range []int{1, 5, 96, 97, 98, 300} {
		ids := make([]string, n)
		for i := range ids {
			ids[i] = strings.Repeat("call_", i%3) + strconv.Itoa(i) // some end alike
		}
		if ids[0] = ""; repeatsID(answer(ids)) {
			t.Errorf("%d different ids: one is found twice", n)
		}
		for i := range ids {
			if !repeatsID(answer(append(ids[:n:n], ids[i]))) {
				t.Errorf("%d ids: %q is twice there and not found", n, ids[i])
			}
		}
	}
}
