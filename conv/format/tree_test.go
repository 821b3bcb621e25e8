package format_test

import (
	"fmt"
	"strings"
	"testing"

	"convo/conv"
	"convo/conv/format"
)

// tree makes messages that are written id, id<parent or id< for a root, with - before
// those that are excluded.
func tree(entries string) *conv.Conversation {
	c := &conv.Conversation{}
	for _, e := range strings.Fields(entries) {
		e, excluded := strings.CutPrefix(e, "-")
		id, parent, linked := strings.Cut(e, "<")
		m := conv.UserText(id)
		m.ID, m.Excluded = id, excluded
		m.SetTreePosition(conv.TreePosition{Parent: parent, Root: linked && parent == ""})
		c.Messages = append(c.Messages, m)
	}
	return c
}

func said(list []conv.Message) string {
	var all []string
	for _, m := range list {
		all = append(all, m.(*conv.UserMessage).Text())
	}
	return strings.Join(all, "")
}

func TestBranches(t *testing.T) {
	for entries, want := range map[string]string{
		"a b c":             "[abc]",
		"a -b c":            "[ac ab]",
		"a -b -c d":         "[ad abc]",
		"a -b -c<a d":       "[ad ab ac]",
		"a -b< c":           "[ac b]",
		"a -b<gone c":       "[ac ab]",
		"a -b<d -c d":       "[ad adbc]",
		"a -b<c -c<b d":     "[ad bc]",
		"-a -b":             "[ ab]",
		"a -a<a b":          "[ab aa]",
		"a -b<b c":          "[ac b]",
		"a -b -c<b -d<b e":  "[ae abc abd]",
		"a -b c -d<b e<c f": "[acef abd]",
	} {
		var got []string
		for c := range format.Branches(tree(entries)) {
			got = append(got, said(c.Messages))
			if len(conv.Active(c.Messages)) != len(c.Messages) || len(format.LinksOf(c.Messages).Missing) > 0 {
				t.Errorf("%s: a branch has excluded messages or parents", entries)
			}
		}
		if fmt.Sprint(got) != want {
			t.Errorf("%s: %v, want %s", entries, got, want)
		}
	}
}

func TestLinksSayWhatIsWrong(t *testing.T) {
	links := format.LinksOf(tree("a -b<gone -c<d -d<c e").Messages)
	if got := fmt.Sprint(links.Missing, links.Circular, links.Parents); got != "[1] [2] [-1 0 -1 2 0]" {
		t.Errorf("missing, circular, parents: %s", got)
	}
}

// Excluded messages are kept, and not sent, counted or answered.
func TestExcludedMessagesAreNotSent(t *testing.T) {
	call := conv.AssistantText("")
	call.Content = []conv.AssistantContent{&conv.ToolCall{ID: "c1", Name: "look", Arguments: "{}"}}
	call.Excluded = true
	summary := &conv.CompactionSummary{Summary: "nothing"}
	summary.Excluded = true
	c := conv.NewConversation(conv.UserText("a"), call, summary, conv.UserText("b"))
	seen, err := c.ModelMessages()
	if err != nil || len(seen) != 2 || len(c.OpenCalls()) != 0 || len(c.Compacted()) != 2 || len(c.CompactedAt()) != 2 {
		t.Errorf("seen %v, %v, open calls %v, compacted %v", seen, err, c.OpenCalls(), c.CompactedAt())
	}
	if last, _ := c.LastCompaction(); last != nil {
		t.Errorf("the last compaction is one that was rolled back")
	}
}
