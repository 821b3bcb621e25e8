package orcontext

import (
	"encoding/json"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"convo/conv"
	"convo/conv/rawjson"

	"github.com/google/go-cmp/cmp"
)

// A message alone is spelled as it is in a document of its format.
func TestMessagesAreSpelledAsInDocuments(t *testing.T) {
	dialects := map[string]conv.Dialect{"or": Or(), "pi": Pi()}
	for _, f := range Formats() {
		d := dialects[f.Name]
		files, err := filepath.Glob("../../testdata/formats/" + f.Name + "/*/input.json")
		if err != nil || len(files) < 2 {
			t.Fatalf("%s: %d files, %v", f.Name, len(files), err)
		}
		for _, file := range files {
			data, err := os.ReadFile(file)
			if err != nil {
				t.Fatal(err)
			}
			var doc struct{ Messages []json.RawMessage }
			if err := json.Unmarshal(data, &doc); err != nil {
				t.Fatal(err)
			}
			var lines []string
			for _, raw := range doc.Messages {
				m, err := d.UnmarshalMessage(raw)
				if err != nil {
					t.Fatalf("%s: %v\n%s", file, err, raw)
				}
				line, err := d.MarshalMessage(m)
				if err != nil {
					t.Fatalf("%s: %v\n%s", file, err, raw)
				}
				lines = append(lines, string(line))
			}
			got := "[" + strings.Join(lines, ",") + "]"
			w := rawjson.NewWriter(nil)
			f.Write(w, decoded(t, &f, data))
			if want := string(rawjson.Raw(w.Bytes()).Lookup("messages")); want != got {
				t.Errorf("%s: (-document +messages)\n%s", file, cmp.Diff(want, got))
			}
			list, err := d.UnmarshalMessages([]byte(got))
			if err != nil {
				t.Fatalf("%s: %v", file, err)
			}
			if again, err := d.MarshalMessages(list); err != nil || string(again) != got {
				t.Errorf("%s: %v\n%s", file, err, cmp.Diff(got, string(again)))
			}
		}
	}
}
