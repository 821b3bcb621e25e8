package providers_test

import (
	"bytes"
	"encoding/json"
	"fmt"
	"math/rand/v2"
	"path/filepath"
	"slices"
	"testing"

	"convo/conv"
	"convo/conv/fit"
	"convo/conv/format"
	"convo/providers/internal/roomtest"
)

// What was read of a format and then edited, as people do with jq, is written to this
// format again: the edit wins over what the format remembers of how it was spelled.
func TestLawEditWins(t *testing.T) {
	t.Parallel()
	rounds := seedsOr(6)
	formats(t, func(t *testing.T, f *format.Format) {
		goldens(t, f, func(t *testing.T, dir string, _ []byte) {
			for seed := range rounds {
				if name := fmt.Sprint(f.Name, "/", filepath.Base(dir)); slices.Contains(saidTwice, name) {
					continue
				}
				data := edited(t, rand.New(rand.NewPCG(seed, uint64(len(dir)))), read(t, dir+"/conversation.json"))
				c, err := conv.Native.Decode(data, nil)
				if err != nil {
					t.Fatal(err)
				}
				fitted := fit.To(c, f, nil)
				body := written(f, fitted)
				back, err := roomtest.Decoded(f, body, nil)
				if err != nil {
					t.Fatalf("%v\n%s\n%s", err, data, body)
				}
				if want, got := neutral(t, fitted), neutral(t, back); got != want {
					t.Errorf("with seed %d, another value than the edited one came back:\n%s\n%s\n%s", seed, data, body, diff(want, got))
				}
			}
		})
	})
}

// saidTwice are conversations in which another field says the same, which is left as it was.
var saidTwice = []string{
	"opencode/failed-results-and-answers", // the details of the result
	"a2a/status-in-history",               // the status of the task
	"alpaca/preference-and-output",        // the pair in other columns
	"tau/session-ends-on-a-branch",        // the line that names the end
}

// neutral is a conversation as text, without what only its format says.
func neutral(t *testing.T, c *conv.Conversation) string {
	v := decodedJSON(t, []byte(native(c)))
	var strip func(v any)
	strip = func(v any) {
		switch v := v.(type) {
		case map[string]any:
			delete(v, "extensions")
			delete(v, "diagnostics") // of arguments, by the name of their tool
			for _, x := range v {
				strip(x)
			}
		case []any:
			for _, x := range v {
				strip(x)
			}
		}
	}
	strip(v)
	out, _ := json.MarshalIndent(v, "", " ")
	return string(out)
}

func decodedJSON(t *testing.T, data []byte) (v any) {
	t.Helper()
	d := json.NewDecoder(bytes.NewReader(data))
	d.UseNumber()
	if err := d.Decode(&v); err != nil {
		t.Fatal(err)
	}
	return v
}

// edited is a conversation without one of its messages, or with another text, arguments or
// name in one of its blocks.
func edited(t *testing.T, r *rand.Rand, data []byte) []byte {
	c := decodedJSON(t, data).(map[string]any)
	list, _ := c["messages"].([]any)
	if len(list) > 0 {
		i := r.IntN(len(list))
		m := list[i].(map[string]any)
		blocks, _ := m["content"].([]any)
		if len(blocks) == 0 || r.IntN(4) == 0 {
			c["messages"] = slices.Delete(list, i, i+1)
		} else {
			b := blocks[r.IntN(len(blocks))].(map[string]any)
			switch b["type"] {
			case "text":
				b["text"] = fmt.Sprint(b["text"], " And now?")
			case "thinking":
				b["thinking"] = fmt.Sprint(b["thinking"], " And now?")
			case "toolCall":
				b["arguments"] = map[string]any{"new": true}
				delete(b, "argumentsText")
			}
		}
	}
	out, err := json.Marshal(c)
	if err != nil {
		t.Fatal(err)
	}
	return out
}
