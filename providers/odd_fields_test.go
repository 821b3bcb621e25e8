package providers_test

// A field that no format expects is kept, or there is a note of it.

import (
	"bytes"
	"encoding/json"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"convo/conv/format"
	"convo/conv/note"
	"convo/conv/rawjson"
)

// The field that the law adds to an object.
const (
	oddKey   = "odd key"
	oddValue = "odd value"
)

// unkept are the objects whose odd fields a format leaves out on purpose, and why: a case,
// or the end of a path, which begins with the type of the event in a stream. With .** all
// that is in such an object is meant, too.
var unkept = map[string]map[string]string{
	"vcr":      {"**": "what a recorder wrote around the exchanges says nothing of a conversation"},
	"har":      {"**": "what a browser wrote around the exchanges says nothing of a conversation"},
	"langfuse": {"meta": "which page of the API it is"},
	"call-log": {"headers": "nothing is kept of headers: they hold keys"},
	"otel-genai": {
		"attributes.*.**": "OTLP wraps each value in objects of its own",
		"body.**":         "OTLP wraps each value in objects of its own",
	},
	"ag-ui-events": {
		"STATE_DELTA.delta.*":         "an operation of a JSON Patch",
		"ACTIVITY_DELTA.patch.*":      "an operation of a JSON Patch",
		"ACTIVITY_SNAPSHOT.content":   "a later snapshot replaces it",
		"TEXT_MESSAGE_START.rawEvent": "the event as the vendor sent it, of which this one is made",
	},
	"agent-threads": {
		"action":                               "the call has these arguments",
		"tool_call_metadata.model_response.**": "the events say what the answer says",
	},
	"framework-messages": {"origin.arguments": "the call has these arguments"},
	"grok-export":        {"create_time.**": "a date, as a database writes it"},
	"tau":                {"session-branches": "a leaf that a later line replaces names an entry, and no more"},
	"langchain": {
		"content.*.input":                 "the call among tool_calls has these arguments",
		"additional_kwargs.tool_calls.**": "the call among tool_calls says the same",
		"additional_kwargs.function_call": "it is a name and a text of arguments",
	},
	"claude-code-stream": {"event.content_block": "the line of the whole answer has the block"},
	"anthropic-stream": {
		"bedrock-json-lines":                      "an envelope around each event",
		"content_block_start.content_block.input": "the pieces after it are the input",
		"message_start.message.usage.**":          "the counts at the end replace those at the start",
	},
	"openai-chat-stream": {
		"content_filter_results.**": "that of a later chunk replaces it",
		"usage":                     "that of a later chunk replaces it",
		"x_groq":                    "that of a later chunk replaces it",
	},
	"openai-responses-stream": {
		"response.created.response.**":                     "the response at the end says it again",
		"response.in_progress.response.**":                 "the response at the end says it again",
		"response.completed.response.output.**":            "the items ended before",
		"response.output_item.added.item":                  "the end of the item says it again",
		"response.content_part.**":                         "the end of the item says it again",
		"response.output_text.annotation.added.annotation": "the end of the item says it again",
		"response.reasoning_summary_part.**":               "the end of the item says it again",
		"response.web_search_call.**":                      "what a tool of the server does shows in its item",
		"keepalive":                                        "it says nothing",
		"list-of-events":                                   "the end of the item or of the response says it again",
		"never-added":                                      "an item that ended twice, which is noted",
	},
	"gemini-stream": {"partialArgs.*": "pieces of the arguments, which the call has whole"},
	"ai-sdk-ui-stream": {
		"begun-again":                  "what a step said before it began again, which is noted",
		"tool-output-available.output": "a later output replaces one that is preliminary",
	},
}

// Each object of each example gets a field that nobody knows. It is in the conversation,
// or a note names it.
func TestLawOddFieldsAreKeptOrNoted(t *testing.T) {
	runsWhole(t)
	readable(t, func(t *testing.T, f *format.Format) {
		excused := map[string]bool{}
		goldens(t, f, func(t *testing.T, dir string, input []byte) {
			seen := map[string]bool{}
			for _, o := range oddObjects(input) {
				if f.Unit == format.StreamUnit {
					o.path = strings.Trim(o.event+"."+o.path, ".")
				}
				if seen[o.path] {
					continue
				}
				field := `"` + oddKey + `":"` + oddValue + `"`
				if rest := bytes.TrimLeft(input[o.at:], " \t\r\n"); rest[0] != '}' {
					field += ","
				}
				with := slices.Concat(input[:o.at], []byte(field), input[o.at:])
				notes, kept := &note.Notes{All: true}, false
				for c, err := range f.Decode(with, notes) {
					kept = kept || err != nil || strings.Contains(native(c), oddValue)
				}
				if kept || strings.Contains(noteText(with, notes), oddKey) || slices.ContainsFunc(notes.List(), o.isDropped) {
					continue
				}
				seen[o.path] = true
				if end := excuse(f, filepath.Base(dir), o.path); end != "" {
					excused[end] = true
				} else {
					t.Errorf("%s: an odd field of %s is lost in silence", dir, o.path)
				}
			}
		})
		for end := range unkept[f.Name] {
			if !excused[end] {
				t.Errorf("unkept: nothing of %s needs %q", f.Name, end)
			}
		}
	})
}

// excuse is the entry of unkept for an object, "" if there is none.
func excuse(f *format.Format, name, path string) string {
	for end := range unkept[f.Name] {
		outer, all := strings.CutSuffix(end, ".**")
		if end == "**" || end == name || strings.HasSuffix("."+path, "."+outer) || all && strings.Contains("."+path+".", "."+outer+".") {
			return end
		}
	}
	return ""
}

// oddObject is an object: its path, with * for an element of a list, and where its first
// field begins.
type oddObject struct {
	path   string
	event  string // the type of the whole value
	at     int
	begins []int // where it begins, and all that it is in
}

// isDropped reports whether a note says that the object was dropped, or what it is in.
func (o *oddObject) isDropped(n note.Note) bool {
	if n.Kind != note.Dropped || n.What == "link to a message that is missing" {
		return false
	}
	return slices.Contains(o.begins, n.Offset) || n.Offset < 0 && (n.Name == o.event || slices.Contains(strings.Split(o.path, "."), n.Name))
}

// oddObjects are the objects of the whole values in a text: JSON, or events with JSON.
func oddObjects(text []byte) (all []oddObject) {
	if bytes.HasPrefix(text, []byte("event:")) || bytes.Contains(text, []byte("data: {")) {
		at := 0
		for line := range bytes.Lines(text) {
			if data, ok := bytes.CutPrefix(line, []byte("data: ")); ok {
				all = append(all, objectsIn(data, at+len(line)-len(data))...)
			}
			at += len(line)
		}
		return all
	}
	return objectsIn(text, 0)
}

// objectsIn are the objects of JSON that begins at an offset, up to where it is broken.
func objectsIn(text []byte, from int) (all []oddObject) {
	tokens := json.NewDecoder(bytes.NewReader(text))
	var begins []int
	var value func(path string) bool
	value = func(path string) bool {
		token, err := tokens.Token()
		at := from + int(tokens.InputOffset())
		begins = append(begins, at-1)
		defer func() { begins = begins[:len(begins)-1] }()
		switch token {
		case json.Delim('{'):
			all = append(all, oddObject{path: path, at: at, begins: slices.Clone(begins)})
			for err == nil && tokens.More() {
				var key json.Token
				key, err = tokens.Token()
				if err != nil || !value(strings.TrimPrefix(path+"."+key.(string), ".")) {
					return false
				}
			}
		case json.Delim('['):
			for tokens.More() {
				if !value(strings.TrimPrefix(path+".*", ".")) {
					return false
				}
			}
		default:
			return err == nil
		}
		_, err = tokens.Token()
		return err == nil
	}
	for whole := 0; ; whole = len(all) {
		begin := tokens.InputOffset()
		if !value("") {
			return all[:whole]
		}
		event := rawjson.Raw(bytes.TrimSpace(text[begin:tokens.InputOffset()])).Lookup("type").Text()
		for i := range all[whole:] {
			all[whole+i].event = event
		}
	}
}
