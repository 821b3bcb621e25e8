package providers_test

import (
	"errors"
	"io/fs"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"convo/conv/fit"
	"convo/conv/format"
	"convo/conv/note"
	"convo/conv/rawjson"
	"convo/providers"
	"convo/providers/internal/roomtest"
	"github.com/google/go-cmp/cmp"
)

// The laws of the examples in testdata/formats: what a format reads of them, that they come
// back, and that they are recognised.

// goldens passes each golden directory of a format.
func goldens(t *testing.T, f *format.Format, test func(t *testing.T, dir string, input []byte)) {
	dirs, _ := filepath.Glob(testdata + "formats/" + f.Name + "/*")
	for _, dir := range dirs {
		inputs, _ := filepath.Glob(dir + "/input.*")
		if len(inputs) != 1 {
			t.Errorf("%s: %d inputs, want 1", dir, len(inputs))
			continue
		}
		t.Run(filepath.Base(dir), func(t *testing.T) { test(t, dir, read(t, inputs[0])) })
	}
}

func TestLawComplete(t *testing.T) {
	rooms, _ := filepath.Glob("*")
	for _, room := range rooms {
		if info, err := os.Stat(room); err != nil || !info.IsDir() || room == "internal" || room == "catalog" || room == "testdata" {
			continue
		}
		if !strings.Contains(string(read(t, "providers.go")), room+".Formats}") {
			t.Errorf("room %s is not in the table", room)
		}
	}
	for _, f := range providers.Formats() {
		if f.Decode == nil {
			continue
		}
		if dirs, _ := filepath.Glob(testdata + "formats/" + f.Name + "/*"); len(dirs) == 0 {
			t.Errorf("format %s has no goldens", f.Name)
		}
		if f.About == "" {
			t.Errorf("format %s says nothing about itself", f.Name)
		}
	}
	dirs, _ := filepath.Glob(testdata + "formats/*")
	for _, dir := range dirs {
		if _, err := providers.Lookup(filepath.Base(dir)); err != nil {
			t.Errorf("goldens of a format that is not there: %s", dir)
		}
	}
}

func TestLawGolden(t *testing.T) {
	readable(t, func(t *testing.T, f *format.Format) {
		goldens(t, f, func(t *testing.T, dir string, input []byte) {
			notes := &note.Notes{All: true}
			c := decoded(t, f, input, notes)
			golden(t, dir+"/conversation.json", indent(native(c)))
			golden(t, dir+"/notes.txt", noteText(input, notes))
		})
	})
}

// Every golden input comes back from its own format without a loss: to the same
// conversation, and equal as the API sees it.
func TestLawGoldenComesBack(t *testing.T) {
	formats(t, func(t *testing.T, f *format.Format) {
		goldens(t, f, func(t *testing.T, dir string, input []byte) {
			name := f.Name + "/" + filepath.Base(dir)
			same := roomtest.StaysWhole(t, f, input)
			switch why := writtenAnew[name]; {
			case why == "":
				for _, d := range same {
					t.Errorf("the API sees something else at %s: %s", d.At, d.What)
				}
			case same == nil:
				t.Errorf("it comes back as it was, though %s", why)
			}
		})
	})
}

// writtenAnew are the goldens that come back in another form though nothing is
// lost, and why.
var writtenAnew = map[string]string{
	"ag-ui/reasoning-and-its-answer":        "reasoning stands before its answer",
	"ai-sdk/no-output":                      "a result without an output has an empty one",
	"ai-sdk/version-4":                      "messages of version 4 become those of version 5",
	"ai-sdk-ui/one-message":                 "messages become a list",
	"ai-sdk-ui/snake-case":                  "Python's names become those of the SDK",
	"ai-sdk-ui/version-4":                   "messages of version 4 become those of version 5",
	"anthropic-batch/body":                  "a batch becomes JSON Lines",
	"hf-messages/dialogs-in-texts":          "turns in a text become messages",
	"langchain/blocks":                      "blocks become those of the standard",
	"langchain/dicts":                       "a result has the name of its tool, and a call all its fields",
	"langchain/functions":                   "calls of the time before ids get ids",
	"langchain/javascript":                  "a chunk becomes a message",
	"langchain/prompt-value":                "the value of a prompt becomes a list",
	"langchain/roles":                       "roles of chat messages become types",
	"langchain/run-of-a-graph":              "a run becomes the state that it left",
	"mcp/results-beside-text":               "a message with results has nothing else in it",
	"openai-agents/javascript-items":        "items of JavaScript become those of the Responses API",
	"pi-session/header-without-a-directory": "pi demands a directory",
	"openai-chat-messages/lines":            "messages become a list",
	"openai-chat-messages/one-message":      "messages become a list",
	"opencode/answer-of-the-server":         "a message gets a session",
	"opencode/messages-of-the-server":       "messages get a session",
	"otel-genai/attributes-alone":           "attributes alone become those of a span",
	"otel-genai/console":                    "what a console shows becomes OTLP",
	"otel-genai/details-event":              "attributes of an event become those of its span",
	"otel-genai/events":                     "events become attributes",
	"otel-genai/files":                      "data in an address becomes a part with data",
	"otel-genai/logs":                       "records of a log become attributes of a span",
	"otel-genai/media":                      "lists become JSON",
	"otel-genai/messages-alone":             "messages alone become those of a span",
	"otel-genai/oldest-events":              "events become attributes",
	"otel-genai/indexed-attributes":         "attributes become those of today",
	"otel-genai/openinference":              "attributes become those of today",
	"otel-genai/openinference-blocks":       "attributes become those of today",
	"otel-genai/openinference-columns":      "attributes become those of today",
	"otel-genai/openinference-row":          "attributes become those of today",
	"otel-genai/openinference-nested":       "attributes become those of today",
	"otel-genai/prompt-attributes":          "attributes become those of today",
	"otel-genai/other-spans":                "a span without messages is left out",
	"otel-genai/results":                    "results stand alone, and are called responses",
	"otel-genai/several-messages":           "what an agent did before it answered becomes the history",
	"otel-genai/structured":                 "lists become JSON",
}

// A detected input is read as its own format reads it.
func TestLawDetect(t *testing.T) {
	readable(t, func(t *testing.T, f *format.Format) {
		goldens(t, f, func(t *testing.T, dir string, input []byte) {
			found, unread := providers.Detect(format.NewProbe(input))
			switch {
			case unread != nil:
				t.Fatalf("not recognised: the row %s of unread.go takes it, by %q", unread.Name, unread.Marks)
			case f.Detect == nil && found == nil:
				return // only read if the format is named
			case found == nil:
				t.Fatal("not recognised: Detect says no")
			}
			chosen, err := chosen(found, input)
			if chosen == nil {
				t.Fatalf("not recognised: of %v, none is chosen: %v", names(found), err)
			}
			if native(decoded(t, chosen, input, nil)) != native(decoded(t, f, input, nil)) {
				t.Errorf("read as %s, of %v", chosen.Name, names(found))
			}
		})
	})
}

// What a format writes is recognised as its own again.
func TestLawWrittenIsDetected(t *testing.T) {
	formats(t, func(t *testing.T, f *format.Format) {
		if f.Detect == nil {
			return
		}
		goldens(t, f, func(t *testing.T, dir string, input []byte) {
			c, err := roomtest.Decoded(f, input, nil)
			if err != nil {
				t.Fatal(err)
			}
			body := written(f, fit.To(c, f, nil))
			if f.Detect(format.NewProbe(input)) == format.No {
				return // only read if the format is named
			}
			found, _ := providers.Detect(format.NewProbe(body))
			chosen, err := chosen(found, body)
			if chosen == nil {
				t.Fatalf("not recognised: %v, %v\n%s", names(found), err, body)
			}
			if native(decoded(t, chosen, body, nil)) != native(decoded(t, f, body, nil)) {
				t.Errorf("read as %s, of %v", chosen.Name, names(found))
			}
		})
	})
}

// chosen returns the one of found that reads an input.
func chosen(found []providers.Match, input []byte) (*format.Format, error) {
	if len(found) == 1 {
		return found[0].Format, nil
	}
	return providers.Choose(found, input)
}

func names(found []providers.Match) (names []string) {
	for _, f := range found {
		names = append(names, f.Name)
	}
	return names
}

// A whole answer and a streamed one are the same message.
func TestLawStreamedIsAtRest(t *testing.T) {
	dirs, _ := filepath.Glob(testdata + "replies/*/*")
	if len(dirs) == 0 {
		t.Fatal("no replies")
	}
	for _, dir := range dirs {
		protocol := filepath.Base(filepath.Dir(dir))
		t.Run(protocol+"/"+filepath.Base(dir), func(t *testing.T) {
			rest := decoded(t, lookup(t, protocol+"-response"), read(t, dir+"/response.json"), nil)
			golden(t, dir+"/message.json", indent(native(rest)))
			streamed := decoded(t, lookup(t, protocol+"-stream"), read(t, dir+"/stream.sse"), nil)
			if native(rest) != native(streamed) {
				t.Errorf("streamed it is another message:\n%s", diff(native(rest), native(streamed)))
			}
		})
	}
}

// golden compares got with a file. Where there is nothing to say, there is no
// file.
func golden(t *testing.T, file, got string) {
	t.Helper()
	if *update {
		err := os.Remove(file)
		if got != "" {
			err = os.WriteFile(file, []byte(got), 0o644)
		}
		if err != nil && !errors.Is(err, fs.ErrNotExist) {
			t.Fatal(err)
		}
		return
	}
	want, err := os.ReadFile(file)
	switch {
	case err == nil && len(want) == 0:
		t.Errorf("%s is empty: delete it", file)
	case err != nil && (got != "" || !errors.Is(err, fs.ErrNotExist)):
		t.Error(err)
	}
	if string(want) != got {
		t.Errorf("%s:\n%s", file, cmp.Diff(string(want), got))
	}
}

// noteText lists notes with their places, one a line.
func noteText(input []byte, notes *note.Notes) string {
	var b strings.Builder
	at := rawjson.NewLocator(input)
	for _, n := range notes.List() {
		where := ""
		if n.Offset >= 0 {
			p := at.At(n.Offset)
			where = " at " + p.Pointer
			if input[0] != '{' && input[0] != '[' {
				where = ""
			}
		}
		b.WriteString(string(n.Severity) + " " + string(n.Code) + where + ": " + n.String() + "\n")
	}
	return b.String()
}

// indent indents compact JSON by two spaces a level, without changing strings.
func indent(s string) string {
	var b strings.Builder
	depth, inside := 0, false
	line := func() { b.WriteString("\n" + strings.Repeat("  ", depth)) }
	for i := 0; i < len(s); i++ {
		c := s[i]
		switch {
		case inside:
			b.WriteByte(c)
			if c == '\\' {
				i++
				b.WriteByte(s[i])
			}
			inside = c != '"'
			continue
		case c == '"':
			inside = true
		case (c == '{' || c == '[') && i+1 < len(s) && s[i+1] == c+2:
			b.WriteString(s[i : i+2])
			i++
			continue
		case c == '{' || c == '[':
			b.WriteByte(c)
			depth++
			line()
			continue
		case c == '}' || c == ']':
			depth--
			line()
		}
		b.WriteByte(c)
		if c == ',' {
			line()
		} else if c == ':' {
			b.WriteByte(' ')
		}
	}
	return b.String() + "\n"
}
