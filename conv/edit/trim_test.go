package edit_test

import (
	"errors"
	"fmt"
	"math/rand/v2"
	"strconv"
	"strings"
	"testing"

	"convo/conv"
	"convo/conv/edit"
	"convo/conv/format"
	"convo/conv/note"
	"convo/conv/tokens"
	"github.com/google/go-cmp/cmp"
)

// A talk is a conversation in short, a word for each message: u the user, a
// an answer, d the developer, n a notice, B the summary of a branch, S that of
// a compaction; x=500 is a result of 500 tokens for the call a+x, a+x,y makes
// two calls, t+x begins with reasoning, x=cut is a result that was cut, and ^
// joins a message with the one before it on the wire.
func talk(s string) *conv.Conversation {
	c := &conv.Conversation{SystemPrompt: "Be brief."}
	for i, word := range strings.Fields(s) {
		m := said(strings.TrimPrefix(word, "^"))
		meta := *conv.MetaOf(m)
		meta.ID = strconv.Itoa(i)
		if strings.HasPrefix(word, "^") {
			before := *conv.MetaOf(c.Messages[i-1])
			before.Group = "g" + before.ID
			meta.Group = before.Group
			c.Messages[i-1] = format.WithMeta(c.Messages[i-1], before)
		}
		c.Messages = append(c.Messages, format.WithMeta(m, meta))
	}
	return c
}

const sentence = "one word or two and more of them at last"

func said(word string) conv.Message {
	if id, size, ok := strings.Cut(word, "="); ok {
		n, _ := strconv.Atoi(size)
		return conv.ToolResult(id, "look", strings.Repeat("word ", n))
	}
	kind, ids, calls := strings.Cut(word, "+")
	switch kind {
	case "u":
		return conv.UserText(sentence)
	case "d":
		return conv.SystemText(sentence)
	case "n":
		return &conv.CustomMessage{CustomType: "notice", Data: `{}`}
	case "B":
		return &conv.BranchSummary{Summary: sentence}
	}
	if first, ok := strings.CutPrefix(kind, "S"); ok {
		return &conv.CompactionSummary{Summary: sentence, FirstKeptID: first}
	}
	m := conv.AssistantText(sentence)
	if kind == "t" {
		m.Content = append([]conv.AssistantContent{&conv.ThinkingContent{Thinking: sentence, ThinkingSignature: "RQ=="}}, m.Content...)
	}
	for id := range strings.SplitSeq(ids, ",") {
		if calls {
			m.Content = append(m.Content, &conv.ToolCall{ID: id, Name: "look", Arguments: `{}`})
		}
	}
	return m
}

// short is a conversation as talk reads it.
func short(c *conv.Conversation) string {
	var words []string
	for _, m := range c.Messages {
		words = append(words, wordOf(m))
	}
	return strings.Join(words, " ")
}

func wordOf(m conv.Message) string {
	switch m := m.(type) {
	case *conv.UserMessage:
		return "u"
	case *conv.SystemMessage:
		return "d"
	case *conv.CustomMessage:
		return "n"
	case *conv.BranchSummary:
		return "B"
	case *conv.CompactionSummary:
		return "S" + m.FirstKeptID
	case *conv.ToolResultMessage:
		if strings.HasPrefix(m.Text(), "[result left out: about ") {
			return m.ToolCallID + "=cut"
		}
		return fmt.Sprintf("%s=%d", m.ToolCallID, strings.Count(m.Text(), "word "))
	case *conv.AssistantMessage:
		word := "a"
		if m.Thinking() != "" {
			word = "t"
		}
		var ids []string
		for _, call := range m.ToolCalls() {
			ids = append(ids, call.ID)
		}
		if ids != nil {
			word += "+" + strings.Join(ids, ",")
		}
		return word
	}
	return fmt.Sprintf("%T", m)
}

// What goes if so many tokens have to. A message here is 14 of them, one with
// reasoning 24, a call 5 or 6 more.
func TestTrim(t *testing.T) {
	for _, c := range []struct {
		talk string
		save int64
		want string
	}{
		// What fits stays as it is.
		{"u a+x x=500 a u", 0, "u a+x x=500 a u"},
		// Old results are cut, the oldest first and no more than has to be.
		{"u a+x x=500 a+y y=500 a u", 1, "u a+x x=cut a+y y=500 a u"},
		{"u a+x x=500 a+y y=500 a u", 500, "u a+x x=cut a+y y=cut a u"},
		// Results in parallel too; but those that nobody has answered stay.
		{"u a+x,y x=500 y=500 a+z z=500", 1, "u a+x,y x=cut y=500 a+z z=500"},
		// A short one says as much as a mark, so it goes with its call.
		{"u a+x x=9 a u", 1, "u a u"},
		// Then answers go, with their results, and what is between the first
		// turn and the last goes with the last answer to it.
		{"u a u a u a u", 1, "u u a u a u"},
		{"u a u a u a u", 15, "u u a u"},
		{"u a+x x=500 a u a+y y=500 a u", 1000, "u a u a+y y=cut a u"},
		{"u a+x x=500 a u a+y y=500 a u", 1020, "u u a+y y=cut a u"},
		{"u a+x x=500 a u a+y y=500 a u", 1030, "u u a u"},
		// In the last turn too, from the front, but never its last answer.
		{"u a+x x=9 a+y y=9 a+z z=9", 1, "u a+y y=9 a+z z=9"},
		{"u a+x x=9 a+y y=9 a+z z=9", 40, "u a+z z=9"},
		// Instructions stay, and so does what no model sees.
		{"u d n a n u d a u", 1, "u d n n u d a u"},
		{"n u a n u a u", 1, "n u n u a u"},
		// A result that comes late goes with its call, or keeps it.
		{"u a+x u a x=9 u a u", 1, "u u a u a u"},
		{"u a+x u a u a x=9", 1, "u a+x u a x=9"},
		// So does a result without a call, and a call that is still open.
		{"u a x=9 u a u", 1, "u u a u"},
		{"u a+x u a u", 1, "u u a u"},
		{"u a+x a+y", 1, "u a+y"},
		// An id that is used again is another call.
		{"u a+x x=9 u a+x x=9 u a", 1, "u u a+x x=9 u a"},
		// What the user said with results belongs to them.
		{"u a+x x=9 ^u a+y y=9 ^u a", 1, "u a+y y=9 u a"},
		// A summary is the first turn where there is one.
		{"S u a u a u", 1, "S u u a u"},
		{"B a u a u", 1, "B u a u"},
		{"u a B a u a u", 1, "u B a u a u"},
		{"u a B a u a u", 15, "u u a u"},
		// What it stands for counts nothing, and stays as long as what it
		// kept does.
		{"u a u S2 a u a u", 1, "u a u S2 u a u"},
		{"u a u a S3 a u a u", 1, "S a u a u"},
		{"u a u a+x x=500 a S3 u a", 1, "u a u a+x x=cut a S3 u a"},
		// A loop that is still open begins with reasoning if it did.
		{"u t+x x=9 a+y y=9 t+z z=9", 1, "u t+z z=9"},
		{"u a+x x=9 t+y y=9 a+z z=9", 1, "u t+y y=9 a+z z=9"},
		{"u t+x x=500 a+y y=500 a+z z=9", 1, "u t+x x=cut a+y y=500 a+z z=9"},
		{"u t+x x=9 a+y y=9 a u", 1, "u a+y y=9 a u"},
	} {
		whole := talk(c.talk)
		most := tokens.Estimate(whole) - c.save
		got, err := edit.Trim(whole, most, tokens.Known.Estimate, nil)
		if err != nil {
			t.Errorf("%s less %d: %v", c.talk, c.save, err)
			continue
		}
		if short(got) != strings.ReplaceAll(c.want, "^", "") {
			t.Errorf("%s less %d:\n%s, want\n%s", c.talk, c.save, short(got), c.want)
		}
	}
}

// What cannot be made to fit is told, with what it is that stays.
func TestTrimTooLong(t *testing.T) {
	for _, s := range []string{"", "u", "a", "u u a", "u a+x x=500", "u t+x x=9 a+y y=9 a+z z=9", "S u a", "d d n"} {
		whole := talk(s)
		all := tokens.Estimate(whole)
		_, err := edit.Trim(whole, all-1, tokens.Known.Estimate, nil)
		var long *edit.TooLong
		if !errors.As(err, &long) || long.Most != all-1 || long.Least != all || long.Instructions+long.Tools+long.Messages != all {
			t.Errorf("%q: %v of %d", s, err, all)
		}
	}
}

// The count that is given decides, whatever is estimated: here it sees no
// results, as some model might not.
func TestTrimByAnotherCount(t *testing.T) {
	blind := func(_ tokens.Known, c *conv.Conversation) (n int64) {
		for _, m := range c.Messages {
			if _, ok := m.(*conv.ToolResultMessage); !ok {
				n += 100
			}
		}
		return n
	}
	for most, want := range map[int64]string{
		500: "u a+x x=500 a+y y=9 a u",
		400: "u a+y y=9 a u",
		300: "u a u",
	} {
		got, err := edit.Trim(talk("u a+x x=500 a+y y=9 a u"), most, blind, nil)
		if err != nil || short(got) != want {
			t.Errorf("%d: %s, %v, want %s", most, short(got), err, want)
		}
	}
	if _, err := edit.Trim(talk("u a+x x=500 a+y y=9 a u"), 299, blind, nil); err == nil {
		t.Error("nothing is left to go")
	}
}

// Every message that goes and every result that is cut is a note.
func TestTrimNotes(t *testing.T) {
	whole := talk("u a u a+x x=500 u a+y y=500 S6 a u")
	notes := &note.Notes{}
	if _, err := edit.Trim(whole, 80, tokens.Known.Estimate, notes); err != nil {
		t.Fatal(err)
	}
	want := map[string]int{
		`dropped old message of role "assistant"`:                          1,
		`dropped old message of role "toolResult"`:                         1,
		`dropped message that a compaction replaces, of role "user"`:       3,
		`dropped message that a compaction replaces, of role "assistant"`:  2,
		`dropped message that a compaction replaces, of role "toolResult"`: 1,
		`downgraded conversation, in tokens: "594, now 70"`:                1,
	}
	got := map[string]int{}
	for _, n := range notes.List() {
		got[n.String()] += n.Count
	}
	if d := cmp.Diff(want, got); d != "" {
		t.Error(d)
	}
}

// Whatever the conversation: it fits, calls and results are paired as they
// were, the ends stay, no step was needless, nothing was written into, and
// trimming again changes nothing.
func TestTrimLaws(t *testing.T) {
	random := rand.New(rand.NewPCG(1, 2))
	fit := 0
	for range 1000 {
		words := randomTalk(random)
		whole, copied := talk(words), talk(words)
		all := tokens.Estimate(whole)
		most := all * random.Int64N(100) / 100
		got, err := edit.Trim(whole, most, tokens.Known.Estimate, nil)
		if d := cmp.Diff(short(copied), short(whole)); d != "" {
			t.Fatalf("%s was changed: %s", words, d)
		}
		if err != nil {
			continue
		}
		fit++
		if n := tokens.Estimate(got); n > most {
			t.Errorf("%s: %d tokens, want %d at most", words, n, most)
		}
		if again, err := edit.Trim(got, most, tokens.Known.Estimate, nil); again != got || err != nil {
			t.Errorf("%s: trimmed again: %s, %v", words, short(again), err)
		}
		if w, g := unpaired(whole), unpaired(got); g > w {
			t.Errorf("%s: %d calls and results are alone, %d were: %s", words, g, w, short(got))
		}
		if w, g := strings.Fields(short(whole)), strings.Fields(short(got)); g[len(g)-1] != w[len(w)-1] || !strings.Contains(short(got), "u") {
			t.Errorf("%s: an end is gone: %s", words, short(got))
		}
		// With a token less to save, it would have been another conversation
		// only if all that went had to.
		if more, err := edit.Trim(whole, tokens.Estimate(got), tokens.Known.Estimate, nil); err != nil || short(more) != short(got) {
			t.Errorf("%s: %s, but %s (%v) for just what that has", words, short(got), short(more), err)
		}
	}
	if fit < 300 {
		t.Errorf("only %d of 1000 could be trimmed", fit)
	}
}

// randomTalk begins with the user, and goes on as it likes.
func randomTalk(random *rand.Rand) string {
	words, open := []string{"u"}, []string{}
	for i := range 2 + random.IntN(25) {
		if len(open) > 0 && random.IntN(4) > 0 {
			at := random.IntN(len(open))
			words = append(words, fmt.Sprintf("%s=%d", open[at], []int{3, 150, 400}[random.IntN(3)]))
			open = append(open[:at], open[at+1:]...)
			continue
		}
		id := "c" + strconv.Itoa(i%7)
		switch random.IntN(9) {
		case 0:
			words = append(words, "a+"+id+",p"+id)
			open = append(open, id, "p"+id)
		case 1, 2, 3:
			words = append(words, []string{"a+", "t+"}[random.IntN(2)]+id)
			open = append(open, id)
		case 4:
			words = append(words, "a")
		case 5, 6:
			words = append(words, "u")
		case 7:
			words = append(words, []string{"d", "n", "B"}[random.IntN(3)])
		case 8:
			words = append(words, "lost=200")
		}
	}
	return strings.Join(words, " ")
}

// unpaired counts calls without a result and results without a call.
func unpaired(c *conv.Conversation) int {
	open := c.OpenCalls()
	calls, results := 0, 0
	for _, m := range c.Messages {
		switch m := m.(type) {
		case *conv.AssistantMessage:
			calls += len(m.ToolCalls())
		case *conv.ToolResultMessage:
			results++
		}
	}
	return len(open) + results - (calls - len(open))
}
