package openaichat

import (
	"slices"
	"strings"

	"convo/conv"
	"convo/conv/extension"
	"convo/conv/format"
	"convo/conv/rawjson"
	"convo/conv/record"
)

// residue is what nodes keep of this family.
var residue = &record.Family{Name: family, Gathered: true, Lenient: true, Order: byPlace}

// The hints, besides ~blank and ~lacks: how the neutral fields were spelled.
const (
	hintLegacy  = "~legacy"            // a call was function_call, a result a function's message
	hintField   = "~field"             // a refusal was the field refusal
	hintForm    = "~form"              // "string" or "object" where the other form is usual
	hintPrefix  = "~prefix"            // of a data URL, the text before the data; "" for bare base64
	hintKey     = "~key"               // the name of the field that held the value
	hintType    = "~type"              // the type of a call as it was; null: absent
	hintAt      = "~at"                // the index of an opaque call in tool_calls
	hintAudio   = "~audio"             // the audio of an answer; a request has only its id
	hintContent = "~content"           // the content of an answer as a list of parts
	hintUsage   = "~usage"             // "choice": the usage was in the choice
	hintObject  = "~object"            // the field object of an answer, if it is unusual
	hintIndex   = "~index"             // the index of a call in a response
	hintSame    = "~same"              // the field that repeats the reasoning of another
	hintSystem  = format.PromptMessage // the message of the prompt, if it differs only by its role
	wireTilde   = "~~"                 // comes before the key of a field that would mean something else in residue
)

// Keep reads the next value as residue of a node and notes it. No field of the
// input is mistaken for a hint.
func (d *decoder) Keep(n *conv.Node, key string) {
	if d.thread.Templates && d.in.IsNull() {
		return
	}
	residue.ForgetBlank(n, key)
	if extension.IsHint(key) {
		d.escape(n, key)
		return
	}
	d.in.Keep(n, key)
}

// escape keeps a field under another key, because its own means something else
// in residue.
func (d *decoder) escape(n *conv.Node, key string) {
	d.in.Notes.Unknown(d.in.Offset(), "field", key)
	d.in.KeepQuietly(n, wireTilde+key)
}

// withMember adds a field to an object; "" is an empty object.
func withMember(object conv.Raw, key string, value conv.Raw) conv.Raw {
	return rawjson.ObjectOf(append(object.Members(), rawjson.Member{Key: key, Value: value}))
}

// replaceMember adds a field to an object or replaces it; "" is an empty
// object. The fields are sorted by key.
func replaceMember(object conv.Raw, key string, value conv.Raw) conv.Raw {
	all := slices.DeleteFunc(object.Members(), func(m rawjson.Member) bool { return m.Key == key })
	all = append(all, rawjson.Member{Key: key, Value: value})
	slices.SortStableFunc(all, record.ByKey)
	return rawjson.ObjectOf(all)
}

// byPlace sorts residue so that it does not depend on the input's order of
// fields with fixed places in the output: first hints and those fields, then
// the others as they came.
func byPlace(a, b rawjson.Member) int {
	switch x, y := placed(a.Key), placed(b.Key); {
	case x && y:
		return strings.Compare(a.Key, b.Key)
	case x:
		return -1
	case y:
		return 1
	}
	return 0
}

// placed reports whether a field has a fixed place in the output.
func placed(key string) bool {
	switch key {
	case "audio", "choices", "created", "custom", "error", "file", "finish_reason", "function", "function_call", "id",
		"image_url", "input_audio", "json_schema", "logprobs", "model", "name", "refusal", "role",
		"prompt_tokens", "completion_tokens", "total_tokens", promptDetails, outputDetails:
		return true
	}
	return extension.IsHint(key)
}
