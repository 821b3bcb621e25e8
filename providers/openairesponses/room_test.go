package openairesponses

import (
	"testing"

	"convo/conv"
	"convo/conv/format"
	"convo/conv/note"
	"convo/providers/internal/roomtest"
)

func formatNamed(t testing.TB, name string) *format.Format {
	t.Helper()
	return roomtest.Format(t, Formats(), name)
}

func TestOthersAreNotClaimed(t *testing.T) {
	for _, body := range []string{
		`{"model":"text-embedding-3-small","input":["a","b"],"encoding_format":"float"}`,
		`{"model":"gpt-4o-mini-tts","input":"a text","voice":"alloy"}`,
		`{"messages":[{"role":"user","content":"hi"}],"input":[]}`,
		`{"contents":[]}`,
		`{"id":"r","object":"chat.completion","choices":[]}`,
		`{"error":{"message":"no"}}`,
		`{"type":"response_item","payload":{"type":"message"}}`,
	} {
		for _, f := range Formats() {
			if f.Detect(format.NewProbe([]byte(body))) != format.No {
				t.Errorf("%s claims %s", f.Name, body)
			}
		}
	}
}

// An error that a server sends in the place of a response, which others send
// too, is read if somebody says what it is.
func TestALoneErrorIsAResponse(t *testing.T) {
	f := formatNamed(t, "openai-responses-response")
	body := []byte(`{"error":{"message":"No such model.","type":"invalid_request_error","param":"model","code":"model_not_found"}}`)
	roomtest.ComesBack(t, f, body)
	m := roomtest.Decode(t, f, body).Messages[0].(*conv.AssistantMessage)
	if m.StopReason != conv.StopError || m.ErrorMessage != "No such model." {
		t.Errorf("%s, %q", m.StopReason, m.ErrorMessage)
	}
}

// Of a key that an object repeats the last value counts, and the loss of the
// others is noted.
func TestRepeatedKeys(t *testing.T) {
	f := formatNamed(t, "openai-responses")
	once := `{"model":"b","input":[{"role":"user","content":"x"},{"type":"function_call","call_id":"c","name":"n","arguments":"{}","id":"fc_2"},{"type":"function_call_output","call_id":"c","output":"y"}]}`
	twice := `{"model":"a","model":"b","input":[{"role":"system","role":"user","content":[],"content":"x"},{"type":"reasoning","type":"function_call","call_id":"c","name":"m","name":"n","arguments":"[","arguments":"{}","id":"fc_1","id":"fc_2"},{"type":"function_call_output","call_id":"c","status":"incomplete","status":null,"output":[],"output":"y"}]}`
	notes := &note.Notes{All: true}
	c, err := roomtest.Decoded(f, []byte(twice), notes)
	if err != nil {
		t.Fatal(err)
	}
	if d := roomtest.Diff(roomtest.Native(roomtest.Decode(t, f, []byte(once))), roomtest.Native(c)); d != "" {
		t.Error(d)
	}
	if n := notes.Losses(); n != 9 {
		t.Errorf("%d losses, want 9: %v", n, notes.List())
	}
}

func TestMalformedIsAnErrorWithAPlace(t *testing.T) {
	for body, want := range map[string]string{
		`[]`:                       "offset 0: want a request as an object, got an array",
		`{}`:                       "offset 0: a request without input",
		`{"input":7}`:              "offset 9: want input as a string or an array, got a number",
		`{"input":["hi"]}`:         "offset 10: want an item as an object, got a string",
		`{"input":[{}]}`:           "offset 10: an item without a type or a role",
		`{"input":[{"type":7}]}`:   "offset 10: an item without a type or a role",
		`{"input":[{"type":"mess`:  "offset 23: unexpected end of JSON",
		`{"input":[]`:              "offset 11: unexpected end of JSON",
		`{"input":"x"}}`:           "offset 13: unexpected '}' after the value",
		`{"input":"x","tools":[1,`: "offset 24: unexpected end of JSON",
		`{"input":[{"type":"message","content":"hi"}]}`:                         "offset 10: a message without a role",
		`{"input":[{"role":"user","content":7}]}`:                               "offset 35: want content as a string or an array, got a number",
		`{"input":[{"role":"assistant","content":{}}]}`:                         "offset 40: want content as a string or an array, got an object",
		`{"input":[{"type":"function_call_output","call_id":"c","output":{}}]}`: "offset 64: want output as a string or an array, got an object",
	} {
		if _, err := roomtest.Decoded(formatNamed(t, "openai-responses"), []byte(body), nil); err == nil || err.Error() != want {
			t.Errorf("%s: %v, want %s", body, err, want)
		}
	}
	for body, want := range map[string]string{
		`{}`:                                "offset 0: a response without output",
		`[]`:                                "offset 0: want a response as an object, got an array",
		`{"object":"response","output":{}}`: "offset 30: want an array, got an object",
		`{"object":"response","output":["text"]}`: "offset 31: want an item as an object, got a string",
	} {
		if _, err := roomtest.Decoded(formatNamed(t, "openai-responses-response"), []byte(body), nil); err == nil || err.Error() != want {
			t.Errorf("%s: %v, want %s", body, err, want)
		}
	}
}
