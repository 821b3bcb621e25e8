package openaichat

import (
	"slices"
	"strings"

	"convo/conv"
	"convo/conv/rawjson"
	"convo/conv/record"
)

// residue is what nodes keep for this family.
var residue = &record.Family{Name: family, Gathered: true, Order: byPlace}

// The hints, beside ~blank and ~lacks: how the wire spelled what the neutral fields say.
const (
	hintLegacy  = "~legacy"          // a call as function_call, a result as a function's
	hintField   = "~field"           // a refusal as a field beside the content
	hintForm    = "~form"            // "string" or "object" where another form is usual
	hintPrefix  = "~prefix"          // of a data URL, up to the data; "" for bare base64
	hintKey     = "~key"             // the name of the member that held it
	hintType    = "~type"            // a call's type as it was; null: there was none
	hintAt      = "~at"              // the place of an opaque call among the calls
	hintAudio   = "~audio"           // an answer's audio, of which a request takes the id
	hintContent = "~content"         // an answer's content as a list of parts
	hintUsage   = "~usage"           // "choice": the usage stands in the choice
	hintObject  = "~object"          // an answer's object member, where it is another
	hintIndex   = "~index"           // of a call at rest
	hintSame    = "~same"            // the field that repeats another field's reasoning
	hintSystem  = conv.PromptMessage // the message of the prompt, if the prompt says all of it but the role
	wireTilde   = "~~"               // before the key of a wire member that would mean something else here
)

// Keep reads the next value as residue of a node and notes it. A field of the
// wire is never taken for a hint.
func (d *decoder) Keep(n *conv.Node, key string) {
	residue.ForgetBlank(n, key)
	if conv.IsHint(key) {
		d.escape(n, key)
		return
	}
	d.Reader.Keep(n, key)
}

// escape keeps a field whose key has another meaning in the residue.
func (d *decoder) escape(n *conv.Node, key string) {
	d.Notes.Unknown(d.Offset(), "field", key)
	d.KeepQuietly(n, wireTilde+key)
}

// withMember is an object, "" for none, with one more member.
func withMember(object conv.Raw, key string, value conv.Raw) conv.Raw {
	return rawjson.ObjectOf(append(object.Members(), conv.Member{Key: key, Value: value}))
}

// replaceMember is an object, "" for none, with a member in the place of one
// that it may have. Its members are in the order of their keys.
func replaceMember(object conv.Raw, key string, value conv.Raw) conv.Raw {
	all := slices.DeleteFunc(object.Members(), func(m conv.Member) bool { return m.Key == key })
	all = append(all, conv.Member{Key: key, Value: value})
	slices.SortStableFunc(all, func(a, b conv.Member) int { return strings.Compare(a.Key, b.Key) })
	return rawjson.ObjectOf(all)
}

// optString reads a string that may be absent; what is no string, or empty,
// is residue, so that it comes back.
func (d *decoder) optString(n *conv.Node, key string, to *string) {
	*to = ""
	switch d.Kind() {
	case rawjson.String:
		*to = d.OptStr(n, key)
	case rawjson.Null:
		d.Skip()
	default:
		d.Keep(n, key)
	}
}

// byPlace orders residue so that it does not depend on where the wire had the
// fields that writing puts at places of their own: hints, then those, then
// the others as they came.
func byPlace(a, b conv.Member) int {
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

// placed reports whether a member is written at a place of its own.
func placed(key string) bool {
	switch key {
	case "audio", "choices", "created", "custom", "error", "file", "finish_reason", "function", "function_call", "id",
		"image_url", "input_audio", "json_schema", "logprobs", "model", "name", "refusal", "role",
		"prompt_tokens", "completion_tokens", "total_tokens", promptDetails, outputDetails:
		return true
	}
	return conv.IsHint(key)
}
