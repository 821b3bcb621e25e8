package markdown

import (
	"bytes"
	"os"
	"path/filepath"
	"testing"

	"convo/conv"
	"convo/conv/fit"
	"convo/conv/format"
	"convo/conv/note"
	"convo/conv/rawjson"
	"github.com/google/go-cmp/cmp"
)

// withoutMeta is Markdown without comments.
func withoutMeta() *format.Format {
	f := Formats()[0]
	f.Options[0].Set(&f, false)
	return &f
}

// Without comments, reading gives the reduced conversation.
func TestWithoutMeta(t *testing.T) {
	for _, c := range []struct{ name, messages, want, notes string }{
		{
			"texts that meet", `{"role":"user","content":[{"type":"text","text":"a"},{"type":"text","text":"b\n"}]}`,
			"\n## user\n\na\n\nb\n",
			"dropped white space around a text\nmerged texts that follow each other\n",
		},
		{
			"nothing to see", `{"role":"user","content":[{"type":"text","text":" "}]}`,
			"\n## user\n", "dropped white space around a text\n",
		},
		{
			"results stay apart", `{"role":"toolResult","toolCallId":"c","toolName":"f","content":[{"type":"text","text":"a\n"},{"type":"text","text":""}]}`,
			"\n## tool: f (c)\n\n```\na\n\n```\n\n```\n```\n", "",
		},
		{
			"an id that no heading can show", `{"role":"toolResult","toolCallId":"a)\n","toolName":"f","content":[]}`,
			"\n## tool\n", "dropped id and name that no heading can show \"a)\\n\"\n",
		},
		{
			"a picture's name", `{"role":"user","content":[{"type":"image","url":"https://e.com/a.png","name":"a]b"}]}`,
			"\n## user\n\n![image](https://e.com/a.png)\n", "dropped name of the image\n",
		},
		{
			"a summary", `{"role":"compactionSummary","summary":"s","firstKeptId":"x","tokensBefore":3}`,
			"\n## compaction summary\n\ns\n", "dropped place of a summary\ndropped tokens before a summary\n",
		},
	} {
		doc, err := conv.Native.Decode([]byte(`{"convo":1,"messages":[`+c.messages+`]}`), nil)
		if err != nil {
			t.Fatal(err)
		}
		notes := &note.Notes{}
		f := withoutMeta()
		w := rawjson.NewWriter(nil)
		f.Write(w, fit.To(doc, f, notes))
		if d := cmp.Diff("---\nconvo: 1\n---\n"+c.want, string(w.Bytes())); d != "" {
			t.Errorf("%s: %s", c.name, d)
		}
		var told string
		for _, n := range notes.List() {
			told += n.String() + "\n"
		}
		if d := cmp.Diff(c.notes, told); d != "" {
			t.Errorf("%s: %s", c.name, d)
		}
	}
}

// FuzzWithoutMeta checks that every reduced conversation comes back, without
// comments.
func FuzzWithoutMeta(f *testing.F) {
	for _, pattern := range []string{"formats/markdown/*/conversation.json", "conversations/*.json"} {
		files, _ := filepath.Glob(testdata + pattern)
		for _, file := range files {
			data, err := os.ReadFile(file)
			if err != nil {
				f.Fatal(err)
			}
			f.Add(data)
		}
	}
	format := withoutMeta()
	f.Fuzz(func(t *testing.T, data []byte) {
		c, err := conv.Native.Decode(bytes.Clone(data), nil)
		if err != nil {
			return
		}
		left := fit.To(c, format, nil)
		w := rawjson.NewWriter(nil)
		format.Write(w, left)
		again, err := read(string(w.Bytes()))
		if err != nil || len(again) != 1 {
			t.Fatalf("%d conversations, %v\n%s", len(again), err, w.Bytes())
		}
		if d := cmp.Diff(native(left), native(again[0])); d != "" {
			t.Errorf("%s\n%s", d, w.Bytes())
		}
	})
}
