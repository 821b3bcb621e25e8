package providers_test

import (
	"bytes"
	"encoding/json"
	"path/filepath"
	"strings"
	"testing"

	"convo/conv"
	"convo/conv/format"
	"convo/providers"

	"github.com/rogpeppe/go-internal/txtar"
)

// Each message of the specifications is read by itself, in a list and one a line,
// comes back, and converts to every format, alone and with the others of its file.
// Detected, it is read the same.
func TestSpecifiedMessages(t *testing.T) {
	messages := 0
	eachSpecified(t, func(name, format string, data []byte) {
		all := messagesIn(data)
		if len(all) == 0 {
			return
		}
		messages += len(all)
		if format += "-lines"; format == "openai-chat-lines" {
			format = "openai-chat-messages"
		}
		t.Run(name, func(t *testing.T) { standAlone(t, lookup(t, format), all) })
	})
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

// A document of the specifications is read one a line, too: as many conversations as
// lines.
func TestSpecifiedDocumentsInLines(t *testing.T) {
	documents := 0
	eachSpecified(t, func(name, formatName string, data []byte) {
		var line bytes.Buffer
		if lookup(t, formatName).Unit != format.DocumentUnit || json.Compact(&line, data) != nil {
			return
		}
		documents++
		var once, twice bytes.Buffer
		o := providers.ConvertOptions{}
		if _, err := providers.Convert(&once, bytes.NewReader(data), formatName, "convo", o); err != nil {
			t.Errorf("%s: %v", name, err)
		}
		_, err := providers.Convert(&twice, strings.NewReader(line.String()+"\n"+line.String()+"\n"), formatName, "convo", o)
		if err != nil || twice.String() != once.String()+once.String() {
			t.Errorf("%s: %v: two lines are read as\n%s", name, err, twice.String())
		}
	})
	if documents < 50 {
		t.Errorf("%d documents, want 50 or more", documents)
	}
}

// eachSpecified passes the shapes of the specifications with their formats.
func eachSpecified(t *testing.T, pass func(name, format string, data []byte)) {
	files, _ := filepath.Glob(testdata + "specification/*.txtar")
	for _, file := range files {
		shapes, err := txtar.ParseFile(file)
		if err != nil {
			t.Fatal(err)
		}
		for _, s := range shapes.Files {
			format, _, _ := strings.Cut(s.Name, "/")
			pass(s.Name, format, s.Data)
		}
	}
}

func listOf(all ...[]byte) []byte { return []byte("[" + string(bytes.Join(all, []byte(","))) + "]") }

func standAlone(t *testing.T, f *format.Format, all [][]byte) {
	lines := append(bytes.Join(all, []byte("\n")), '\n')
	list := listOf(all...)
	c := decoded(t, f, lines, nil)
	if got := decoded(t, f, list, nil); native(got) != native(c) {
		t.Errorf("a list is read differently:\n%s", diff(native(c), native(got)))
	}
	asRead := func(data []byte) []byte { return data }
	if f.Name == "openai-chat-messages" { // which is written as a list
		asRead = func(data []byte) []byte {
			return listOf(bytes.Split(bytes.TrimSpace(data), []byte("\n"))...)
		}
	}
	comesBack(t, f, c, asRead(lines))
	converts(t, f, c)
	for i, data := range append(all, lines) {
		one := decoded(t, f, data, nil)
		comesBack(t, f, one, asRead(data))
		if i < len(all) && len(all) > 1 {
			converts(t, f, one)
		}
		found, unread := providers.Detect(format.NewProbe(data))
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
				if err := providers.FirstForeignMessage(format.NewProbe([]byte(data)), []byte(data)); err == nil {
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
func count(f *format.Format, data string) (n int, err error) {
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
			data: 1, data + data: 1, data + f.Separator + data: 2, data + " \r\n" + data: 2,
			data + f.Separator + string(written(f, &conv.Conversation{})) + f.Separator + data: 3,
		} {
			if n, err := count(f, text); err != nil || n != want {
				t.Errorf("%s: %d conversations, %v, want %d:\n%s", name, n, err, want, text)
			}
		}
	}
}

// A format that was detected refuses a message of another family, as one that was
// looked up does.
func TestDetectedFormatRefusesOtherFamilies(t *testing.T) {
	data := []byte(`[{"id":"r","role":"tool","content":"168","toolCallId":"c"},
		{"role":"assistant","content":"x","tool_calls":[{"id":"c1","type":"function","function":{"name":"f","arguments":"{}"}}]}]`)
	probe := []byte(`[{"id":"r","role":"tool","content":"168","toolCallId":"c"}]`)
	found, _ := providers.Detect(format.NewProbe(probe))
	if len(found) == 0 || found[0].Name != "ag-ui" {
		t.Fatalf("got %v, want ag-ui", names(found))
	}
	for _, err := range found[0].Decode(data, nil) {
		if err == nil || !strings.Contains(err.Error(), "looks like openai-chat-messages") {
			t.Errorf("got %v, want a message of another family", err)
		}
	}
}
