package conv_test

import (
	"encoding/json"
	"io"
	"strings"
	"testing"
	"testing/iotest"
	"unsafe"

	"github.com/google/go-cmp/cmp"

	"convo/conv"
	"convo/conv/rawjson"
)

// native is a conversation as conversation.json.
func native(t *testing.T, c *conv.Conversation) string {
	t.Helper()
	if err := c.Check(); err != nil {
		t.Fatal(err)
	}
	w := rawjson.NewWriter(nil)
	conv.Native.Write(w, c)
	return string(w.Bytes())
}

func TestConstructors(t *testing.T) {
	for _, c := range []struct {
		about string
		made  *conv.Conversation
		want  string
	}{
		{
			"Prompt", conv.Prompt("hi"),
			`{"convo":1,"messages":[{"role":"user","content":[{"type":"text","text":"hi"}]}]}`,
		},
		{
			"PromptWithSystem", conv.PromptWithSystem("be brief", "hi"),
			`{"convo":1,"systemPrompt":"be brief","messages":[{"role":"user","content":[{"type":"text","text":"hi"}]}]}`,
		},
		{
			"NewConversation", conv.NewConversation(),
			`{"convo":1,"messages":[]}`,
		},
		{
			"UserImage", conv.NewConversation(conv.UserImage("aGk=", "image/png")),
			`{"convo":1,"messages":[{"role":"user","content":[{"type":"image","data":"aGk=","mimeType":"image/png"}]}]}`,
		},
		{
			"UserWith keeps the order and an empty text", conv.NewConversation(conv.UserWith("",
				&conv.AudioContent{Data: "aGk=", MIMEType: "audio/wav"}, &conv.ImageContent{URL: "https://example.com/a.png"})),
			`{"convo":1,"messages":[{"role":"user","content":[{"type":"text","text":""},{"type":"audio","data":"aGk=","mimeType":"audio/wav"},{"type":"image","url":"https://example.com/a.png"}]}]}`,
		},
		{
			"AssistantText invents no usage", conv.NewConversation(conv.AssistantText("hello")),
			`{"convo":1,"messages":[{"role":"assistant","content":[{"type":"text","text":"hello"}]}]}`,
		},
		{
			"SystemText", conv.NewConversation(conv.SystemText("now in French")),
			`{"convo":1,"messages":[{"role":"system","content":[{"type":"text","text":"now in French"}]}]}`,
		},
		{
			"ToolResult", conv.NewConversation(conv.ToolResult("c1", "add", "3")),
			`{"convo":1,"messages":[{"role":"toolResult","toolCallId":"c1","toolName":"add","content":[{"type":"text","text":"3"}]}]}`,
		},
		{
			"ToolResults are one group", conv.NewConversation(conv.ToolResults(conv.ToolResult("c1", "", ""), conv.ToolResult("c2", "", ""))...),
			`{"convo":1,"messages":[{"role":"toolResult","toolCallId":"c1","content":[{"type":"text","text":""}],"group":"c1"},{"role":"toolResult","toolCallId":"c2","content":[{"type":"text","text":""}],"group":"c1"}]}`,
		},
		{
			"NewAssistantMessage", conv.NewConversation(conv.NewAssistantMessage("anthropic-messages", "anthropic", "claude-x", 1763718000000)),
			`{"convo":1,"messages":[{"role":"assistant","content":[],"protocol":"anthropic-messages","provider":"anthropic","model":"claude-x","timestamp":1763718000000}]}`,
		},
	} {
		t.Run(c.about, func(t *testing.T) {
			if diff := cmp.Diff(c.want, native(t, c.made)); diff != "" {
				t.Errorf("(-want +got)\n%s", diff)
			}
		})
	}
}

func TestToolResultsLeaveTheirArgumentsAlone(t *testing.T) {
	r := conv.ToolResult("c1", "add", "3")
	conv.ToolResults(r)
	if r.Group != "" {
		t.Errorf("the group is %q", r.Group)
	}
	if got := conv.ToolResults(); got != nil {
		t.Errorf("no results give %v", got)
	}
}

func TestMedia(t *testing.T) {
	png := "\x89PNG\r\n\x1a\n"
	for _, c := range []struct {
		about string
		made  conv.MediaContent
		want  conv.MediaContent
	}{
		{"an image's bytes", conv.MediaFromBytes([]byte(png)), &conv.ImageContent{Data: "iVBORw0KGgo=", MIMEType: "image/png"}},
		{"a sound's bytes", conv.MediaFromBytes([]byte("fLaC")), &conv.AudioContent{Data: "ZkxhQw==", MIMEType: "audio/flac"}},
		{"a PDF's bytes", conv.MediaFromBytes([]byte("%PDF-")), &conv.DocumentContent{Data: "JVBERi0=", MIMEType: "application/pdf"}},
		{"any bytes", conv.MediaFromBytes([]byte{0, 1}), &conv.DocumentContent{Data: "AAE=", MIMEType: "application/octet-stream"}},
		{"base64", base64(t, "iVBORw0KGgo=", ""), &conv.ImageContent{Data: "iVBORw0KGgo=", MIMEType: "image/png"}},
		{"wrapped base64", base64(t, "iVBORw\r\n0KGgo", ""), &conv.ImageContent{Data: "iVBORw0KGgo=", MIMEType: "image/png"}},
		{"a declared type", base64(t, "iVBORw0KGgo=", "audio/mpeg"), &conv.AudioContent{Data: "iVBORw0KGgo=", MIMEType: "audio/mpeg"}},
		{"a data: URL", base64(t, "data:image/webp;base64,iVBORw0KGgo=", ""), &conv.ImageContent{Data: "iVBORw0KGgo=", MIMEType: "image/webp"}},
		{"a data: URL without a type", base64(t, "data:;base64,iVBORw0KGgo=", ""), &conv.ImageContent{Data: "iVBORw0KGgo=", MIMEType: "image/png"}},
		{"an address", conv.MediaFromURL("https://example.com/a", "video/mp4"), &conv.VideoContent{URL: "https://example.com/a", MIMEType: "video/mp4"}},
		{"an address that ends in .png", conv.MediaFromURL("https://example.com/a.PNG?b=c.mp3", ""), &conv.ImageContent{URL: "https://example.com/a.PNG?b=c.mp3"}},
		{"a data: address", conv.MediaFromURL("data:image/gif;base64,R0lG", ""), &conv.ImageContent{Data: "R0lG", MIMEType: "image/gif"}},
	} {
		t.Run(c.about, func(t *testing.T) {
			if c.made.BlockType() != c.want.BlockType() {
				t.Errorf("want %s, got %s", c.want.BlockType(), c.made.BlockType())
			}
			if got, want := *conv.MediaOf(c.made), *conv.MediaOf(c.want); got.Data != want.Data || got.MIMEType != want.MIMEType || got.URL != want.URL {
				t.Errorf("want %+v, got %+v", want, got)
			}
		})
	}
	if _, err := conv.MediaFromBase64("not base64!", ""); err == nil {
		t.Error("what is no base64 is taken")
	}
}

func base64(t *testing.T, data, mimeType string) conv.MediaContent {
	t.Helper()
	m, err := conv.MediaFromBase64(data, mimeType)
	if err != nil {
		t.Fatal(err)
	}
	return m
}

func TestReadingAnAnswer(t *testing.T) {
	text := "{}"
	m := &conv.AssistantMessage{Content: []conv.AssistantContent{
		&conv.ThinkingContent{Thinking: "hm, "},
		&conv.TextContent{Text: "one "},
		&conv.ToolCall{ID: "c1", Name: "add", Arguments: `{"a":1}`, ArgumentsText: &text},
		&conv.ThinkingContent{Thinking: "[redacted]", Redacted: true},
		&conv.ToolCall{ID: "c2", Name: "add"},
		&conv.ThinkingContent{Thinking: "so"},
		&conv.TextContent{Text: "two"},
	}}
	if got := m.Text(); got != "one two" {
		t.Errorf("Text is %q", got)
	}
	if got := m.Thinking(); got != "hm, so" {
		t.Errorf("Thinking is %q", got)
	}
	calls := m.ToolCalls()
	if len(calls) != 2 || calls[0].ID != "c1" || calls[1].ID != "c2" {
		t.Fatalf("ToolCalls are %v", calls)
	}
	var args struct{ A int }
	if err := calls[0].Decode(&args); err != nil || args.A != 1 {
		t.Errorf("Decode gives %v, %v", args, err)
	}
	if err := calls[1].Decode(&args); err != nil {
		t.Errorf("no arguments: %v", err)
	}
	calls[0].Name, *calls[0].ArgumentsText = "changed", "changed"
	calls[0].Extensions.Set("x", "k", "1")
	if again := m.ToolCalls()[0]; again.Name != "add" || *again.ArgumentsText != "{}" || again.Extensions != nil {
		t.Errorf("the copies share with the message: %+v", again)
	}
}

func TestAccessorsOfNothing(t *testing.T) {
	var (
		answer *conv.AssistantMessage
		user   *conv.UserMessage
		result *conv.ToolResultMessage
		system *conv.SystemMessage
	)
	if answer.Text()+answer.Thinking()+user.Text()+result.Text()+system.Text() != "" || answer.ToolCalls() != nil || answer.ContextSize() != 0 {
		t.Error("nil says something")
	}
	if calls := conv.AssistantText("hi").ToolCalls(); calls != nil {
		t.Errorf("no calls are %v", calls)
	}
}

func TestContextSize(t *testing.T) {
	seen := conv.AssistantText("")
	seen.Usage = &conv.Usage{Input: 10, Output: 5, CacheRead: 100, CacheWrite: 20, TotalTokens: 7}
	c := conv.NewConversation(conv.UserText(""), seen, conv.UserText(""), conv.AssistantText("not counted"))
	if got := c.ContextSize(); got != 15 {
		t.Errorf("want 15, got %d", got)
	}
	if got := seen.Usage.AllTokens(); got != 135 {
		t.Errorf("want 135 with the cache, got %d", got)
	}
	if got := conv.Prompt("").ContextSize(); got != 0 {
		t.Errorf("want 0, got %d", got)
	}
}

// A sum outlives the conversations that it is made of: their memory is used again.
func TestSumOfCostsOwnsItsNumbers(t *testing.T) {
	read := []byte("0.25")
	literal := conv.Number(unsafe.String(&read[0], len(read)))
	for _, sum := range []conv.Usage{{}, {Cost: &conv.UsageCost{}}, {Cost: &conv.UsageCost{Total: "odd"}}} {
		copy(read, "0.25")
		sum.Add(&conv.Usage{Cost: &conv.UsageCost{Input: literal, Total: literal}})
		want := *sum.Cost
		want.Input = "0.25"
		copy(read, "9999")
		if *sum.Cost != want || want.Total == "9999" {
			t.Errorf("%+v", *sum.Cost)
		}
	}
}

func TestUsageAdd(t *testing.T) {
	var sum conv.Usage
	sum.Add(nil)
	sum.Add(&conv.Usage{Input: 1, Output: 2, CacheRead: 3, CacheWrite: 4, TotalTokens: 10, Reasoning: 1})
	if sum.Cost != nil {
		t.Error("a cost is made up")
	}
	sum.Add(&conv.Usage{Input: 1, InputUnknown: true, Cost: &conv.UsageCost{Input: "0.1", Total: "0.1"}})
	sum.Add(&conv.Usage{Output: 1, Cost: &conv.UsageCost{Input: "0.20", Output: "1e-9", Total: "0.200000001"}})
	want := conv.Usage{Input: 2, Output: 3, CacheRead: 3, CacheWrite: 4, TotalTokens: 10, Reasoning: 1, InputUnknown: true}
	cost := conv.UsageCost{Input: "0.3", Output: "1e-9", Total: "0.300000001"}
	if *sum.Cost != cost {
		t.Errorf("want %v, got %v", cost, *sum.Cost)
	}
	sum.Cost = nil
	if sum.AllTokens() != want.AllTokens() || sum.TotalTokens != want.TotalTokens || sum.Reasoning != 1 || !sum.InputUnknown {
		t.Errorf("want %+v, got %+v", want, sum)
	}
}

func TestConversationThroughEncodingJSON(t *testing.T) {
	const doc = `{"convo":1,"systemPrompt":"s","messages":[{"role":"user","content":[{"type":"text","text":"a\ud800b"}]},` +
		`{"role":"assistant","content":[{"type":"toolCall","id":"c1","name":"f","arguments":{"z":12345678901234567890,"a":1.0}}]}]}`
	var in struct{ C conv.Conversation }
	if err := json.Unmarshal([]byte(`{"C":`+doc+`}`), &in); err != nil {
		t.Fatal(err)
	}
	out, err := json.Marshal(in.C)
	if err != nil || string(out) != doc {
		t.Errorf("by value: %v\nwant %s\ngot  %s", err, doc, out)
	}
	if out, err = json.Marshal(&in.C); err != nil || string(out) != doc {
		t.Errorf("by pointer: %v\ngot %s", err, out)
	}
	if err := json.Unmarshal([]byte(`{"messages":[{"role":7}]}`), &in.C); err == nil {
		t.Error("a role that is no string is taken")
	}
	if err := json.Unmarshal([]byte(`null`), &in.C); err != nil || len(in.C.Messages) != 2 {
		t.Errorf("null changes the conversation: %v", err)
	}
}

// json.Unmarshal reuses its buffer: what was decoded must not lie in it.
func TestUnmarshalCopies(t *testing.T) {
	b := []byte(`{"messages":[{"role":"user","content":[{"type":"text","text":"hello"}]}]}`)
	var c conv.Conversation
	if err := c.UnmarshalJSON(b); err != nil {
		t.Fatal(err)
	}
	copy(b, strings.Repeat("x", len(b)))
	if got := c.Messages[0].(*conv.UserMessage).Text(); got != "hello" {
		t.Errorf("got %q", got)
	}
}

// A file that is read is the same block as one that is there, and its base64
// goes out as it is.
func TestMediaFromReader(t *testing.T) {
	for _, file := range []string{"\x89PNG\r\n\x1a\n", "ID3\x04\x00", "%PDF-1.7\n", "\x00\x01", ""} {
		got, err := conv.MediaFromReader(strings.NewReader(file), int64(len(file)))
		if err != nil {
			t.Fatal(err)
		}
		want := conv.MediaFromBytes([]byte(file))
		if got.BlockType() != want.BlockType() || conv.MediaOf(got).MIMEType != conv.MediaOf(want).MIMEType || conv.MediaOf(got).Data != conv.MediaOf(want).Data {
			t.Errorf("%q: got %s %+v, want %s %+v", file, got.BlockType(), got, want.BlockType(), want)
		}
		if m := conv.MediaOf(got); string(m.Spelled().Of(m.Data)) != `"`+m.Data+`"` {
			t.Errorf("%q: spelled %q", file, m.Spelled().Of(m.Data))
		}
	}
	if _, err := conv.MediaFromReader(iotest.ErrReader(io.ErrUnexpectedEOF), 0); err == nil {
		t.Error("a file that was cut short is a block")
	}
}

func TestThinkingBlocks(t *testing.T) {
	m := &conv.AssistantMessage{Content: []conv.AssistantContent{
		&conv.ThinkingContent{Thinking: "a", ThinkingSignature: "s"},
		&conv.TextContent{Text: "b"},
		&conv.ThinkingContent{ThinkingSignature: "r", Redacted: true},
	}}
	got := m.ThinkingBlocks()
	if len(got) != 2 || got[0].ThinkingSignature != "s" || got[1].ThinkingSignature != "r" || !got[1].Redacted {
		t.Fatalf("%+v", got)
	}
	if got[0].Thinking = "changed"; m.Thinking() != "a" {
		t.Error("it is not a copy")
	}
	if none := (*conv.AssistantMessage)(nil).ThinkingBlocks(); none != nil {
		t.Errorf("of nil: %v", none)
	}
}
