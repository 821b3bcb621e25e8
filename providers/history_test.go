package providers_test

import (
	"slices"
	"strings"
	"testing"

	"convo/conv"
	"convo/conv/fit"
	"convo/conv/format"
	"convo/conv/note"
	"convo/providers"
)

// What a format is for decides what becomes of a compacted history: servers get what
// a call sends, training data what was said, and everything else all there is, but
// for a program that sends all that its session has.
func TestFormatsSayWhatBecomesOfACompactedHistory(t *testing.T) {
	for _, k := range providers.Kinds() {
		for _, f := range k.Formats {
			want := format.WholeHistory
			switch {
			case k.Name == "data sets" && f.Write != nil:
				want = format.SpokenHistory
			case f.Name == "gemini-cli", k.Name == "batches" && f.Capabilities.Scope == format.Whole:
				want = format.SentHistory
			case providers.ProtocolOf(strings.TrimSuffix(f.Name, "-messages")) != nil && f.Write != nil, f.Name == f.Family && f.Protocol != "":
				want = format.SentHistory
			}
			if f.History != want {
				t.Errorf("%s: History is %v, want %v", f.Name, f.History, want)
			}
		}
	}
}

// compactedTexts is what a format has of a compacted history, in order.
func compactedTexts(f *format.Format, firstKept string, notes *note.Notes) string {
	id := func(text string) *conv.UserMessage {
		m := conv.UserText(text)
		m.ID = text
		return m
	}
	c := conv.NewConversation(id("old"), id("kept"), &conv.CompactionSummary{Summary: "gist", FirstKeptID: firstKept}, id("fresh"), conv.AssistantText("yes"))
	body := string(written(f, providers.ToFormat(c, &native0, f, nil, notes)))
	var found []string
	for _, word := range []string{"old", "kept", "gist", "fresh", "yes"} {
		if strings.Contains(body, word) {
			found = append(found, word)
		}
	}
	slices.SortFunc(found, func(a, b string) int { return strings.Index(body, a) - strings.Index(body, b) })
	return strings.Join(found, " ")
}

var native0 = format.Native()

func TestServersGetTheSummaryForWhatItReplaced(t *testing.T) {
	for _, f := range providers.Formats() {
		if f.History == format.WholeHistory {
			continue
		}
		sent, dangling := "gist kept fresh yes", "gist old kept fresh yes"
		if f.History == format.SpokenHistory {
			sent, dangling = "old kept fresh yes", "old kept fresh yes"
		}
		t.Run(f.Name, func(t *testing.T) {
			notes := &note.Notes{}
			if got := compactedTexts(&f, "kept", notes); got != sent {
				t.Errorf("of a compacted history it writes %s, want %s", got, sent)
			}
			if notes.Losses() == 0 {
				t.Error("nothing is noted")
			}
			notes = &note.Notes{}
			if got := compactedTexts(&f, "gone", notes); got != dangling {
				t.Errorf("first kept message unknown: it writes %s, want %s", got, dangling)
			}
			told := slices.ContainsFunc(notes.List(), func(n note.Note) bool { return n.Kind == note.Recovered && n.Name == "gone" })
			if told != (f.History == format.SentHistory) {
				t.Errorf("notes: %v", notes.List())
			}
			f.History = format.WholeHistory
			if got := compactedTexts(&f, "kept", nil); got != "old kept gist fresh yes" {
				t.Errorf("of all messages it writes %s", got)
			}
		})
	}
}

// A *CustomMessage and the same as an application's type give the same documents and
// the same events.
func TestAnApplicationsTypeIsACustomMessage(t *testing.T) {
	own := Named{Custom: conv.Custom{Meta: conv.Meta{ID: "n1"}, Content: []conv.UserContent{&conv.TextContent{Text: "shown"}}}, Text: "low"}
	stored := &conv.CustomMessage{Meta: own.Meta, CustomType: "banner", Data: `{"text":"low"}`, Content: own.Content}
	for _, f := range providers.Formats() {
		if f.Write == nil || f.Capabilities.Scope == format.Answer {
			continue
		}
		as := func(m conv.Message) string {
			return string(written(&f, fit.To(conv.NewConversation(conv.UserText("hi"), m), &f, nil)))
		}
		if a, b := as(stored), as(own); a != b {
			t.Errorf("%s:\n%s", f.Name, diff(a, b))
		}
		emitted := func(m conv.Message) (out []conv.Event) {
			for e := range fit.Events(events(conv.NewConversation(m)), &f, nil) {
				out = append(out, e)
			}
			return out
		}
		a, b := emitted(stored), emitted(&own)
		if len(a) != len(b) || len(a) == 2 && native(conv.NewConversation(a[0].Other)) != native(conv.NewConversation(b[0].Other)) {
			t.Errorf("%s: events %v, want %v", f.Name, b, a)
		}
	}
}

func TestCompleteAppliesACompaction(t *testing.T) {
	kept := conv.UserText("kept")
	kept.ID = "k"
	c := conv.NewConversation(conv.UserText("old"), kept, &conv.CompactionSummary{Summary: "gist", FirstKeptID: "k"}, conv.UserText("fresh"))
	for _, whole := range []bool{false, true} {
		x := &standIn{answer: brief}
		_, err := providers.Complete(t.Context(), "deepseek/deepseek-v4-flash", c, providers.CallOptions{Exchange: x, Key: "sk-planted", WholeHistory: whole})
		if err != nil {
			t.Fatal(err)
		}
		if body := string(x.asked.Body); strings.Contains(body, `"old"`) != whole || !strings.Contains(body, "gist") || !strings.Contains(body, `"kept"`) {
			t.Errorf("whole history: %v, sent %s", whole, body)
		}
	}
}
