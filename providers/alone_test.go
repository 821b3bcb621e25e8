package providers_test

import (
	"bytes"
	"encoding/json"
	"path/filepath"
	"strings"
	"testing"

	"convo/conv"
	"convo/providers"

	"github.com/rogpeppe/go-internal/txtar"
)

// Each message of the specifications is read by itself, in a list and one a line,
// comes back one a line and converts to every format. Detected, it is read the
// same.
func TestSpecifiedMessages(t *testing.T) {
	files, _ := filepath.Glob(testdata + "specification/*.txtar")
	messages := 0
	for _, file := range files {
		shapes, err := txtar.ParseFile(file)
		if err != nil {
			t.Fatal(err)
		}
		for _, s := range shapes.Files {
			name, _, _ := strings.Cut(s.Name, "/")
			all := messagesIn(s.Data)
			if len(all) == 0 || name != "or" && name != "pi" && name != "ag-ui" && name != "tau" {
				continue
			}
			messages += len(all)
			t.Run(s.Name, func(t *testing.T) { standAlone(t, lookup(t, name+"-lines"), all) })
		}
	}
	if messages < 100 {
		t.Errorf("%d messages, want 100 or more", messages)
	}
}

// messagesIn returns the messages of a list or a document, each on one line.
func messagesIn(data []byte) (all [][]byte) {
	var list []json.RawMessage
	if json.Unmarshal(data, &list) != nil {
		var document struct{ Messages []json.RawMessage }
		if json.Unmarshal(data, &document) != nil {
			return nil // a session
		}
		list = document.Messages
	}
	for _, raw := range list {
		var b bytes.Buffer
		if json.Compact(&b, raw) != nil {
			return nil
		}
		all = append(all, b.Bytes())
	}
	return all
}

func standAlone(t *testing.T, f *conv.Format, all [][]byte) {
	lines := append(bytes.Join(all, []byte("\n")), '\n')
	list := []byte("[" + string(bytes.Join(all, []byte(","))) + "]")
	c := decoded(t, f, lines, nil)
	if got := decoded(t, f, list, nil); native(got) != native(c) {
		t.Errorf("a list is read differently:\n%s", diff(native(c), native(got)))
	}
	comesBack(t, f, c, lines)
	converts(t, f, c)
	for _, data := range append(all, lines) {
		one := decoded(t, f, data, nil)
		comesBack(t, f, one, data)
		found, unread := providers.Detect(conv.NewProbe(data))
		if found == nil && unread == nil {
			continue // read with -f only
		}
		chosen, err := chosen(found, data)
		if chosen == nil {
			t.Errorf("not recognised: %v, %v, %v: %s", names(found), unread, err, data)
			continue
		}
		if got := decoded(t, chosen, data, nil); len(got.Messages) != len(one.Messages) {
			t.Errorf("%s reads other messages: %s", chosen.Name, data)
		}
	}
}

// A message of another family, or of a role that nobody has, is an error at its
// place in every format of messages alone.
func TestStrangeMessages(t *testing.T) {
	own := map[string]string{
		"or-lines":             `{"role":"toolResult","toolCallId":"c","toolName":"f","content":[],"isError":false}`,
		"ag-ui-lines":          `{"id":"r","role":"tool","content":"168","toolCallId":"c"}`,
		"tau-lines":            `{"role":"user","contents":[{"type":"text","content":"x"}]}`,
		"openai-chat-messages": `{"role":"assistant","content":"x","tool_calls":[{"id":"c","type":"function","function":{"name":"f","arguments":"{}"}}]}`,
		"anthropic-messages":   `{"role":"user","content":[{"type":"tool_result","tool_use_id":"t","content":"x"}]}`,
	}
	for name, first := range own {
		f := lookup(t, name)
		if _, err := count(f, first+"\n"+first); err != nil {
			t.Errorf("%s: %v", name, err)
		}
		for other, second := range own {
			if other == name {
				continue
			}
			for _, data := range []string{first + "\n" + second + "\n" + first + "\n", "[" + first + "," + second + "," + first + "]"} {
				if _, err := count(f, data); err == nil {
					t.Errorf("%s reads a message of %s", name, other)
				}
				if err := providers.Stray(conv.NewProbe([]byte(data)), []byte(data)); err == nil {
					t.Errorf("no stray message in %s", data)
				}
			}
		}
		wrong := first + "\n" + `{"role":"usr","content":"x","contents":[]}` + "\n" + first + "\n"
		if _, err := count(f, wrong); err == nil || !strings.Contains(err.Error(), `unknown role "usr": want `) {
			t.Errorf("%s takes a wrong role: %v", name, err)
		}
	}
}

// count returns how many conversations a format reads.
func count(f *conv.Format, data string) (n int, err error) {
	for _, err := range f.Decode([]byte(data), nil) {
		if err != nil {
			return n, err
		}
		n++
	}
	return n, nil
}

// A blank line parts two conversations, also an empty one.
func TestBlankLinesPartConversations(t *testing.T) {
	for _, name := range []string{"convo-lines", "or-lines", "pi-lines", "ag-ui-lines", "tau-lines"} {
		f := lookup(t, name)
		c := conv.Prompt("hello")
		data := string(written(f, c))
		for text, want := range map[string]int{
			data: 1, data + data: 1, data + f.Between + data: 2, data + " \r\n" + data: 2,
			data + f.Between + string(written(f, &conv.Conversation{})) + f.Between + data: 3,
		} {
			if n, err := count(f, text); err != nil || n != want {
				t.Errorf("%s: %d conversations, %v, want %d:\n%s", name, n, err, want, text)
			}
		}
	}
}
