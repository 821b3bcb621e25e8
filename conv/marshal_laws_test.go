package conv_test

import (
	"bytes"
	"encoding/json"
	"os"
	"path/filepath"
	"reflect"
	"testing"

	"convo/conv"
	"convo/conv/format"
	"convo/conv/rawjson"
	"github.com/google/go-cmp/cmp"
)

// conversations reads every conversation of the corpus and of the goldens.
func conversations(t *testing.T) map[string]*conv.Conversation {
	t.Helper()
	all := map[string]*conv.Conversation{}
	for _, pattern := range []string{"../testdata/conversations/*.json", "../testdata/formats/*/*/conversation.json"} {
		files, err := filepath.Glob(pattern)
		if err != nil || len(files) < 40 {
			t.Fatalf("%s: %d files, %v", pattern, len(files), err)
		}
		for _, file := range files {
			c, err := decodeFile(file)
			if err != nil {
				t.Fatalf("%s: %v", file, err)
			}
			all[file] = c
		}
	}
	return all
}

func decodeFile(file string) (*conv.Conversation, error) {
	data, err := os.ReadFile(file)
	if err != nil {
		return nil, err
	}
	return conv.Native.Decode(data, nil)
}

// written is what write writes.
func written(write func(*rawjson.Writer)) string {
	w := rawjson.NewWriter(nil)
	write(w)
	return string(w.Bytes())
}

func writtenMessage(m conv.Message) string {
	return written(func(w *rawjson.Writer) { conv.Native.WriteMessage(w, m) })
}

// encoded is what encoding/json writes without its escapes for HTML.
func encoded(v any) ([]byte, error) {
	var b bytes.Buffer
	e := json.NewEncoder(&b)
	e.SetEscapeHTML(false)
	err := e.Encode(v)
	return bytes.TrimSuffix(b.Bytes(), []byte("\n")), err
}

// Every message of the corpus comes back to the byte from its own JSON: alone and in
// a list, through encoding/json and without it, in every dialect.
func TestLawMessagesComeBack(t *testing.T) {
	for file, c := range conversations(t) {
		data, err := encoded(conv.Messages(c.Messages))
		if err != nil {
			t.Errorf("%s: %v", file, err)
			continue
		}
		var list conv.Messages
		if err := json.Unmarshal(data, &list); err != nil || len(list) != len(c.Messages) {
			t.Errorf("%s: %d of %d messages, %v", file, len(list), len(c.Messages), err)
			continue
		}
		for i, m := range c.Messages {
			want := writtenMessage(m)
			if got := writtenMessage(list[i]); got != want {
				t.Errorf("%s: messages[%d] in a list\n%s", file, i, cmp.Diff(want, got))
			}
			alone := reflect.New(reflect.TypeOf(m).Elem()).Interface().(conv.Message)
			data, err := encoded(reflect.ValueOf(m).Elem().Interface())
			if err == nil {
				err = json.Unmarshal(data, alone)
			}
			if got := writtenMessage(alone); err != nil || got != want {
				t.Errorf("%s: messages[%d] alone: %v\n%s", file, i, err, cmp.Diff(want, got))
			}
			testDialects(t, file, m)
		}
	}
}

// testDialects writes and reads a message in each dialect. A dialect keeps residue
// of its own family in place, so what was written is what is compared.
func testDialects(t *testing.T, file string, m conv.Message) {
	t.Helper()
	for _, d := range []conv.Dialect{{}, or, pi} {
		data, err := d.MarshalMessage(m)
		if err != nil {
			t.Errorf("%s: %v", file, err)
			continue
		}
		back, err := d.UnmarshalMessage(data)
		if err != nil {
			t.Errorf("%s: %v", file, err)
			continue
		}
		if again, err := d.MarshalMessage(back); err != nil || string(again) != string(data) {
			t.Errorf("%s: %v\n%s", file, err, cmp.Diff(string(data), string(again)))
		}
	}
}

// Every block of the corpus comes back from its own JSON.
func TestLawBlocksComeBack(t *testing.T) {
	blocks := 0
	for file, c := range conversations(t) {
		for _, b := range contents(c) {
			blocks++
			want := written(func(w *rawjson.Writer) { conv.Native.WriteBlock(w, b) })
			data, err := encoded(b)
			if err != nil {
				t.Errorf("%s: %v", file, err)
				continue
			}
			back, err := conv.Native.UnmarshalBlock(data)
			if err != nil {
				t.Errorf("%s: %v", file, err)
				continue
			}
			alone := reflect.New(reflect.TypeOf(b).Elem()).Interface().(conv.Block)
			if err := json.Unmarshal(data, alone); err != nil {
				t.Errorf("%s: %v", file, err)
			}
			for _, b := range []conv.Block{back, alone} {
				if got := written(func(w *rawjson.Writer) { conv.Native.WriteBlock(w, b) }); got != want {
					t.Errorf("%s\n%s", file, cmp.Diff(want, got))
				}
			}
		}
	}
	if blocks < 200 {
		t.Errorf("only %d blocks", blocks)
	}
}

// contents lists the blocks of a conversation.
func contents(c *conv.Conversation) (all []conv.Block) {
	for _, m := range c.Messages {
		switch m := m.(type) {
		case *conv.UserMessage:
			all = appendBlocks(all, m.Content)
		case *conv.AssistantMessage:
			all = appendBlocks(all, m.Content)
		case *conv.ToolResultMessage:
			all = appendBlocks(all, m.Content)
		case *conv.SystemMessage:
			all = appendBlocks(all, m.Content)
		case *conv.CustomMessage:
			all = appendBlocks(all, m.Content)
		}
	}
	return all
}

func appendBlocks[B conv.Block](all []conv.Block, blocks []B) []conv.Block {
	for _, b := range blocks {
		all = append(all, b)
	}
	return all
}

// Every answer of the corpus can be sent as the JSON of its events.
func TestLawEventsComeBack(t *testing.T) {
	answers := 0
	for file, c := range conversations(t) {
		for _, m := range c.Messages {
			m, ok := m.(*conv.AssistantMessage)
			if !ok {
				continue
			}
			answers++
			var direct, sent conv.Assembler
			for e := range format.Replay(m) {
				direct.Add(e)
				data, err := encoded(e)
				if err != nil {
					t.Fatalf("%s: %v", file, err)
				}
				var back conv.Event
				if err := json.Unmarshal(data, &back); err != nil {
					t.Fatalf("%s: %v\n%s", file, err, data)
				}
				if again, err := encoded(back); err != nil || string(again) != string(data) {
					t.Errorf("%s: %v\n%s", file, err, cmp.Diff(string(data), string(again)))
				}
				sent.Add(back)
			}
			if want, got := writtenMessage(direct.Message()), writtenMessage(sent.Message()); want != got {
				t.Errorf("%s\n%s", file, cmp.Diff(want, got))
			}
		}
	}
	if answers < 100 {
		t.Errorf("only %d answers", answers)
	}
}

// What is read can be written, and what is written is stable.
func FuzzMessage(f *testing.F) {
	for _, c := range described {
		f.Add(c.want)
	}
	f.Add(`{"role":"custom","customType":"convo.user","data":{"role":"user"}}`)
	f.Add(`{"role":"assistant","content":[{"type":"opaque","family":"convo","raw":{"type":"text"}}]}`)
	f.Fuzz(func(t *testing.T, s string) {
		var e conv.Event
		if e.UnmarshalJSON([]byte(s)) == nil && s != "null" {
			if _, err := e.MarshalJSON(); err != nil {
				t.Errorf("event %s: %v", s, err)
			}
		}
		if b, err := conv.Native.UnmarshalBlock([]byte(s)); err == nil {
			if _, err := b.(json.Marshaler).MarshalJSON(); err != nil {
				t.Errorf("block %s: %v", s, err)
			}
		}
		for _, d := range []conv.Dialect{{}, or, pi} {
			m, err := d.UnmarshalMessage([]byte(s))
			if err != nil {
				continue
			}
			data, err := d.MarshalMessage(m)
			if err != nil {
				t.Fatalf("%s: %v", s, err)
			}
			back, err := d.UnmarshalMessage(data)
			if err != nil {
				t.Fatalf("%s: %v", data, err)
			}
			if again, err := d.MarshalMessage(back); err != nil || string(again) != string(data) {
				t.Fatalf("%v\n%s\n%s", err, data, again)
			}
		}
	})
}
