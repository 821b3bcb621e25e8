package adapt_test

import (
	"strings"
	"testing"

	"convo/conv"
	"convo/conv/adapt"
	"convo/conv/format"
	"convo/conv/note"
)

// A made result stands on the path: after its call, before what follows on the path,
// and no branch beside the path follows it.
func TestRepairOfATree(t *testing.T) {
	said := func(id, parent string, excluded bool) conv.Message {
		m := conv.UserText(id)
		m.ID, m.Excluded = id, excluded
		m.SetTreePosition(conv.TreePosition{Parent: parent})
		return m
	}
	call := func(id string, excluded bool) *conv.AssistantMessage {
		return &conv.AssistantMessage{
			Meta:    conv.Meta{ID: id, Excluded: excluded},
			Content: []conv.AssistantContent{&conv.ToolCall{ID: "call-" + id, Name: "look", Arguments: "{}"}},
		}
	}
	c := conv.NewConversation(
		said("a", "", false),
		call("b", false),
		said("x", "", true), // follows b
		call("y", true),     // follows x, and is not answered
		said("c", "b", false),
		said("d", "", false),
	)
	repaired, err := adapt.Repair(c, format.RepairStub, &note.Notes{})
	if err != nil {
		t.Fatal(err)
	}
	links := format.LinksOf(repaired.Messages)
	var got []string
	for i, m := range repaired.Messages {
		name := func(i int) string {
			if i < 0 {
				return "-"
			}
			if r, ok := repaired.Messages[i].(*conv.ToolResultMessage); ok {
				return r.ToolCallID
			}
			return conv.MetaOf(repaired.Messages[i]).ID
		}
		mark := ""
		if conv.MetaOf(m).Excluded {
			mark = "x"
		}
		got = append(got, name(links.Parents[i])+">"+name(i)+mark)
	}
	if want := "->a a>b b>xx x>yx b>call-b call-b>c c>d"; strings.Join(got, " ") != want {
		t.Errorf("got %s, want %s", strings.Join(got, " "), want)
	}
}

// What stood after a message that goes stays where it was.
func TestRepairOfATreeDropsResults(t *testing.T) {
	stray := &conv.ToolResultMessage{Meta: conv.Meta{ID: "r"}, ToolCallID: "nobody"}
	x, y := conv.UserText("x"), conv.UserText("y")
	x.Excluded, y.Excluded = true, true
	c := conv.NewConversation(stray, x, conv.UserText("a"), y, conv.UserText("b"))
	repaired, err := adapt.Repair(c, format.RepairStub, &note.Notes{})
	if err != nil {
		t.Fatal(err)
	}
	var got []string
	for _, m := range repaired.Messages {
		got = append(got, m.(*conv.UserMessage).Text())
	}
	if strings.Join(got, "") != "xayb" {
		t.Errorf("got %q", got)
	}
}
