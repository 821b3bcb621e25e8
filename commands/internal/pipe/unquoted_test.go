package pipe

import (
	"strconv"
	"strings"
	"testing"

	"convo/commands/internal/frame"
	"convo/commands/internal/frametest"
	"convo/conv/rawjson"
)

// Some programs encode their JSON twice. What is no JSON in a string, or not a string alone,
// is read as it is.
func TestJSONInAString(t *testing.T) {
	inner := `{"messages":[{"role":"user","content":"When is \"high\" water?"}],"model":"m","max_tokens":9,"system":"Be brief."}`
	for input, want := range map[string]string{
		strconv.Quote(inner):          "anthropic",
		" \n" + strconv.Quote(inner):  "anthropic",
		strconv.Quote(inner) + "\n17": "JSON, but not a conversation: a string",
		strconv.Quote(inner[:40]):     "JSON, but not a conversation: a string",
		`"{words`:                     "not JSON",
	} {
		p, _, _ := frametest.Program(t)
		s, err := Recognise(p, &frame.Input{Name: "a", Frames: rawjson.NewFrames(strings.NewReader(input), int64(len(input)))}, nil)
		got := ""
		if err != nil {
			got = err.Error()
		} else if b, err := s.Next(); err == nil && s.From != nil && strings.Contains(string(b.Data), inner) {
			got = s.From.Name
		}
		if !strings.Contains(got, want) {
			t.Errorf("%s: %s, want %s", input, got, want)
		}
	}
}
