package conv_test

import (
	"encoding/json"
	"errors"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"convo/conv"
)

// Notice is an entry of an application, kept in a transcript by value.
type Notice struct {
	conv.Custom
	Text string `json:"text"`
}

// Progress is one that is kept by pointer.
type Progress struct {
	conv.Custom
	Done, All int
}

// impostor joins the sealed set by embedding a message.
type impostor struct{ *conv.UserMessage }

// impostorBlock joins a sealed set of blocks.
type impostorBlock struct{ *conv.TextContent }

func customs() conv.Customs {
	return conv.Customs{
		"notice":   conv.CustomJSON[Notice](),
		"progress": conv.CustomJSON[*Progress](),
	}
}

func TestCustomsComeBack(t *testing.T) {
	notice := Notice{Text: "session <resumed>"}
	notice.Meta.ID, notice.Meta.Timestamp = "n1", 7
	progress := &Progress{Done: 1, All: 2}
	progress.Content = []conv.UserContent{&conv.TextContent{Text: "half"}}
	c := conv.NewConversation(conv.UserText("hi"), notice, progress)

	stored, err := customs().Store(c)
	if err != nil {
		t.Fatal(err)
	}
	want := `{"convo":1,"messages":[{"role":"user","content":[{"type":"text","text":"hi"}]},` +
		`{"role":"custom","id":"n1","customType":"notice","data":{"text":"session \u003cresumed\u003e"},"timestamp":7},` +
		`{"role":"custom","customType":"progress","data":{"Done":1,"All":2},"content":[{"type":"text","text":"half"}]}]}`
	got := native(t, stored)
	if diff := cmp.Diff(want, got); diff != "" {
		t.Errorf("(-want +got)\n%s", diff)
	}
	if _, same := c.Messages[1].(Notice); !same {
		t.Error("Store changed its argument")
	}

	read, err := conv.Native.Decode([]byte(got), nil)
	if err != nil {
		t.Fatal(err)
	}
	back, err := customs().Restore(read)
	if err != nil {
		t.Fatal(err)
	}
	n, ok := back.Messages[1].(Notice)
	if !ok || n.Text != notice.Text || n.Meta.ID != "n1" || n.Meta.Timestamp != 7 {
		t.Errorf("the notice came back as %#v", back.Messages[1])
	}
	p, ok := back.Messages[2].(*Progress)
	if !ok || p.Done != 1 || p.All != 2 || len(p.Content) != 1 {
		t.Errorf("the progress came back as %#v", back.Messages[2])
	}
	again, err := customs().Store(back)
	if err != nil {
		t.Fatal(err)
	}
	if diff := cmp.Diff(want, native(t, again)); diff != "" {
		t.Errorf("stored again: (-want +got)\n%s", diff)
	}
}

func TestUnknownCustomsAreKept(t *testing.T) {
	const doc = `{"convo":1,"messages":[{"role":"custom","customType":"theirs","data":[1.0,{"b":1,"a":2}]}]}`
	c, err := conv.Native.Decode([]byte(doc), nil)
	if err != nil {
		t.Fatal(err)
	}
	for about, cs := range map[string]conv.Customs{"none": nil, "others": customs()} {
		back, err := cs.Restore(c)
		if err != nil {
			t.Fatal(err)
		}
		if diff := cmp.Diff(doc, native(t, back)); diff != "" {
			t.Errorf("%s: (-want +got)\n%s", about, diff)
		}
	}
}

func TestCustomsFail(t *testing.T) {
	broken := conv.NewConversation(&conv.CustomMessage{CustomType: "notice", Data: `{"text":7}`})
	if _, err := customs().Restore(broken); err == nil || !strings.HasPrefix(err.Error(), `messages[0]: custom message "notice": `) {
		t.Errorf("data of another shape: %v", err)
	}
	if _, err := (conv.Customs{}).Store(conv.NewConversation(Notice{})); err == nil {
		t.Error("a type that nobody knows is stored")
	}
	failing := conv.Customs{"x": {Encode: func(conv.Message) (*conv.CustomMessage, error) { return nil, errors.New("no") }}}
	if _, err := failing.Store(conv.NewConversation(Notice{})); err == nil || err.Error() != `messages[0]: custom message "x": no` {
		t.Errorf("a codec that fails: %v", err)
	}
	empty, err := customs().Restore(conv.NewConversation(&conv.CustomMessage{CustomType: "notice"}))
	if err != nil || empty.Messages[0].(Notice).Text != "" {
		t.Errorf("no data: %v", err)
	}
}

func TestForeignTypesAreErrors(t *testing.T) {
	for _, c := range []struct {
		about   string
		message conv.Message
		want    string
	}{
		{"an application's type", Notice{}, "messages[1]: no format can write a message of type conv_test.Notice: convert it with Customs"},
		{"an impostor", impostor{conv.UserText("hi")}, "messages[1]: no format can write a message of type conv_test.impostor: convert it with Customs"},
		{"an impostor of nothing", impostor{}, "messages[1]: no format can write a message of type conv_test.impostor: convert it with Customs"},
		{"nothing", nil, "messages[1]: the message is nil (<nil>)"},
		{"a message that is nil", (*conv.UserMessage)(nil), "messages[1]: the message is nil (*conv.UserMessage)"},
		{"an impostor's block", conv.UserWith("", impostorBlock{&conv.TextContent{}}), "messages[1].content[1]: no format can write a block of type conv_test.impostorBlock"},
		{"a block that is nil", conv.UserWith("", (*conv.ImageContent)(nil)), "messages[1].content[1]: the block is nil (*conv.ImageContent)"},
		{"no block", conv.UserWith("", nil), "messages[1].content[1]: the block is nil (<nil>)"},
	} {
		t.Run(c.about, func(t *testing.T) {
			in := conv.NewConversation(conv.UserText(""), c.message)
			if err := in.Check(); err == nil || err.Error() != c.want {
				t.Errorf("Check: want %q, got %v", c.want, err)
			}
			if _, err := json.Marshal(in); err == nil {
				t.Error("MarshalJSON takes it")
			}
		})
	}
	if err := conv.NewConversation(conv.UserText(""), conv.AssistantText(""), conv.SystemText(""), conv.ToolResult("", "", ""),
		&conv.CustomMessage{}, &conv.BranchSummary{}, &conv.CompactionSummary{}).Check(); err != nil {
		t.Errorf("Check refuses this package's own messages: %v", err)
	}
}

func TestModelMessages(t *testing.T) {
	answer := conv.AssistantText("hello")
	answer.StopReason = conv.StopNormal
	c := conv.NewConversation(
		conv.SystemText("be brief"),
		Notice{Text: "session resumed"},
		conv.UserText("hi"),
		&Progress{},
		answer,
		&conv.CustomMessage{CustomType: "theirs", Content: []conv.UserContent{&conv.TextContent{Text: "look"}}},
		&conv.BranchSummary{Summary: "we tried tea"},
		&conv.ToolResultMessage{ToolCallID: "c1", Details: `{"private":1}`, Terminate: true},
	)
	seen, err := c.ModelMessages()
	if err != nil {
		t.Fatal(err)
	}
	want := []string{
		"system: be brief", "user: hi", "assistant: hello",
		"user: " + (&conv.BranchSummary{Summary: "we tried tea"}).Text(), "toolResult: ",
	}
	if diff := cmp.Diff(want, told(seen)); diff != "" {
		t.Errorf("(-want +got)\n%s", diff)
	}
	if !strings.HasSuffix(want[3], ":\n\n<summary>\nwe tried tea\n</summary>") {
		t.Errorf("a model is told %s", want[3])
	}
	if seen[2] != answer {
		t.Error("an answer is copied without need")
	}
	if r := seen[4].(*conv.ToolResultMessage); r.Details != "" || r.Terminate || r.ToolCallID != "c1" {
		t.Errorf("private parts are shown: %+v", r)
	}
	if c.Messages[7].(*conv.ToolResultMessage).Details == "" {
		t.Error("the conversation was changed")
	}
}

func TestProjection(t *testing.T) {
	c := conv.NewConversation(Notice{Text: "low battery"}, conv.UserText("hi"), &Progress{}, &conv.BranchSummary{})
	say := func(m conv.Message) ([]conv.ModelMessage, bool) {
		n, ok := m.(Notice)
		return []conv.ModelMessage{conv.UserText("[system] " + n.Text)}, ok
	}
	hide := func(m conv.Message) ([]conv.ModelMessage, bool) {
		_, ok := m.(*conv.BranchSummary)
		return nil, ok
	}
	seen, err := c.ModelMessages(say, hide)
	if err != nil {
		t.Fatal(err)
	}
	if diff := cmp.Diff([]string{"user: [system] low battery", "user: hi"}, told(seen)); diff != "" {
		t.Errorf("(-want +got)\n%s", diff)
	}
}

func TestCompaction(t *testing.T) {
	id := func(text string) *conv.UserMessage {
		m := conv.UserText(text)
		m.ID = text
		return m
	}
	notice := Notice{}
	notice.Meta.ID = "n"
	sum := "user: " + (&conv.CompactionSummary{Summary: "s"}).Text()
	for _, c := range []struct {
		about    string
		messages []conv.Message
		want     []string
	}{
		{
			"the summary comes first, then what was kept",
			[]conv.Message{id("a"), id("b"), id("c"), &conv.CompactionSummary{Summary: "s", FirstKeptID: "b"}, id("d")},
			[]string{sum, "user: b", "user: c", "user: d"},
		},
		{
			"nothing kept",
			[]conv.Message{id("a"), &conv.CompactionSummary{Summary: "s"}, id("d")},
			[]string{sum, "user: d"},
		},
		{
			"a kept message that is not there: nothing before the summary is dropped",
			[]conv.Message{id("a"), &conv.CompactionSummary{Summary: "s", FirstKeptID: "z"}, id("d")},
			[]string{sum, "user: a", "user: d"},
		},
		{
			"a kept message that is not there: what the compaction before it replaced stays away",
			[]conv.Message{id("a"), id("b"), &conv.CompactionSummary{Summary: "old", FirstKeptID: "b"}, id("c"), &conv.CompactionSummary{Summary: "s", FirstKeptID: "z"}, id("d")},
			[]string{sum, "user: b", "user: c", "user: d"},
		},
		{
			"a kept message after the summary",
			[]conv.Message{id("a"), &conv.CompactionSummary{Summary: "s", FirstKeptID: "d"}, id("c"), id("d")},
			[]string{sum, "user: c", "user: d"},
		},
		{
			"the last one counts",
			[]conv.Message{id("a"), &conv.CompactionSummary{Summary: "old", FirstKeptID: "a"}, id("b"), &conv.CompactionSummary{Summary: "s", FirstKeptID: "a"}},
			[]string{sum, "user: a", "user: b"},
		},
		{
			"kept from a custom message on",
			[]conv.Message{id("a"), notice, id("b"), &conv.CompactionSummary{Summary: "s", FirstKeptID: "n"}},
			[]string{sum, "user: b"},
		},
	} {
		t.Run(c.about, func(t *testing.T) {
			seen, err := conv.NewConversation(c.messages...).ModelMessages()
			if err != nil {
				t.Fatal(err)
			}
			if diff := cmp.Diff(c.want, told(seen)); diff != "" {
				t.Errorf("(-want +got)\n%s", diff)
			}
		})
	}
}

func TestModelMessagesRefusesImpostors(t *testing.T) {
	for _, m := range []conv.Message{impostor{}, nil, (*conv.AssistantMessage)(nil)} {
		if _, err := conv.NewConversation(m).ModelMessages(); err == nil {
			t.Errorf("%T is taken", m)
		}
	}
}

// told is messages as role and text.
func told(messages []conv.ModelMessage) (out []string) {
	for _, m := range messages {
		switch m := m.(type) {
		case *conv.UserMessage:
			out = append(out, "user: "+m.Text())
		case *conv.AssistantMessage:
			out = append(out, "assistant: "+m.Text())
		case *conv.ToolResultMessage:
			out = append(out, "toolResult: "+m.Text())
		case *conv.SystemMessage:
			out = append(out, "system: "+m.Text())
		}
	}
	return out
}
