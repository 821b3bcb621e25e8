package turn

import (
	"os"
	"path/filepath"
	"testing"

	"convo/commands/internal/frametest"
	"convo/commands/internal/pipe"
	"convo/conv"
	"convo/conv/format"

	"github.com/google/go-cmp/cmp"
)

// No two conversations share what -p changes.
func TestParametersChangeACopy(t *testing.T) {
	native := format.Native()
	turn := &turn{plan: &pipe.Plan{To: &native}}
	for _, s := range []string{"reasoning.effort=high", "responseFormat.name=x", "seed=2"} {
		if err := turn.parameter(s); err != nil {
			t.Fatal(err)
		}
	}
	c := &conv.Conversation{Request: &conv.Request{
		Seed: "1", Reasoning: &conv.Reasoning{Effort: "low"}, ResponseFormat: &conv.ResponseFormat{Type: "json"},
	}}
	before := frametest.NativeText(c)
	for range 2 {
		out, err := turn.extend(c, pipe.Context{})
		if err != nil {
			t.Fatal(err)
		}
		want := `{"convo":1,"messages":[],"request":{"seed":2,"responseFormat":{"type":"json","name":"x"},"reasoning":{"effort":"high"}}}`
		if d := cmp.Diff(want, frametest.NativeText(out)); d != "" {
			t.Error(d)
		}
	}
	if d := cmp.Diff(before, frametest.NativeText(c)); d != "" {
		t.Error("the conversation was changed: " + d)
	}
}

// A turn that is added twice to one conversation is added to a copy each time.
func TestTurnsDoNotShareMessages(t *testing.T) {
	messages := make([]conv.Message, 1, 9)
	messages[0] = conv.UserText("a")
	c := &conv.Conversation{Messages: messages}
	native := format.Native()
	plan := &pipe.Plan{To: &native}
	one, err1 := (&turn{plan: plan, message: true, role: conv.RoleUser, text: "b"}).extend(c, pipe.Context{})
	two, err2 := (&turn{plan: plan, message: true, role: conv.RoleAssistant, text: "c"}).extend(c, pipe.Context{})
	if err1 != nil || err2 != nil {
		t.Fatal(err1, err2)
	}
	if got := conv.RoleOf(one.Messages[1]) + " " + conv.RoleOf(two.Messages[1]); got != "user assistant" || len(c.Messages) != 1 {
		t.Errorf("%s, and %d messages in the original", got, len(c.Messages))
	}
}

// What -p takes is a request that can be written and read again.
func FuzzParameter(f *testing.F) {
	for _, s := range []string{"temperature=0.70", "top_p=1e0", `stop=["a"]`, "stop=x", "seed= 1", "stream=true", "reasoning.effort=high", "a", "=", "_=1", "maxTokens=-0", "toolChoice.name=\xff"} {
		f.Add(s)
	}
	f.Fuzz(func(t *testing.T, setting string) {
		native := format.Native()
		one := turn{plan: &pipe.Plan{To: &native}}
		if one.parameter(setting) != nil {
			return
		}
		out, err := one.extend(&conv.Conversation{}, pipe.Context{})
		if err != nil {
			t.Fatal(err)
		}
		text := frametest.NativeText(out)
		back, err := conv.Native.Decode([]byte(text), nil)
		if err != nil {
			t.Fatalf("%q makes %s: %v", setting, text, err)
		}
		if again := frametest.NativeText(back); again != text {
			t.Errorf("%q makes %s, which reads as %s", setting, text, again)
		}
	})
}

// An address is a block, a failure, or no address; never a file that is read.
func FuzzAddress(f *testing.F) {
	for _, s := range []string{"https://e.com/a.png", "image=https://e.com", "text/csv=gs://b/c", "data:,x", "data:image/png;base64,aGk=", "a=b", "://", "https://%zz", "x=data:", "C:\\a.png"} {
		f.Add(s)
	}
	f.Fuzz(func(t *testing.T, value string) {
		kind, address, ok := addressOf(value)
		if !ok {
			return
		}
		b, err := mediaAt(kind, address)
		if err != nil {
			return
		}
		if m := conv.MediaOf(b); m == nil || (m.URL == "") == (m.Data == "") {
			t.Errorf("%q: %+v", value, m)
		}
	})
}

// A label is one line, whatever the name of the file.
func TestLabel(t *testing.T) {
	dir := t.TempDir()
	name := filepath.Join(dir, "a\"b<c>&\n.txt")
	if err := os.WriteFile(name, []byte("one\ntwo\r\n"), 0o600); err != nil {
		t.Fatal(err)
	}
	p, _, _ := frametest.Program(t)
	got, err := labelled(p, name)
	if err != nil {
		t.Fatal(err)
	}
	want := `<file name="` + dir + "/a&quot;b&lt;c&gt;&amp;\\u000a.txt\">\none\ntwo\n</file>"
	if d := cmp.Diff(want, got.(*conv.TextContent).Text); d != "" {
		t.Error(d)
	}
}
