package conv

import (
	"encoding/base64"
	"strings"

	"convo/conv/rawjson"
)

// ItemSignature is what an item of the OpenAI Responses API has beside what
// it says, without which it is not the same item. In a block it is the
// signature, in the encoding that or stores: openai-responses: and base64url
// of JSON.
type ItemSignature struct {
	ID               string // of the item
	Phase            string // of a message: commentary, final_answer
	EncryptedContent string // of reasoning
}

// ItemKind is what a signature is of.
type ItemKind string

// The kinds of signed items.
const (
	ReasoningItem ItemKind = "reasoning"
	TextItem      ItemKind = "text"
)

const itemPrefix = "openai-responses:"

// Of is the signature of a block of a kind, "" if s says nothing.
func (s ItemSignature) Of(kind ItemKind) string {
	if s == (ItemSignature{}) {
		return ""
	}
	w := rawjson.NewWriter(nil)
	w.BeginObject()
	w.Field("kind", string(kind))
	w.OptField("id", s.ID)
	w.OptField("phase", s.Phase)
	w.OptField("encryptedContent", s.EncryptedContent)
	w.EndObject()
	return itemPrefix + base64.RawURLEncoding.EncodeToString(w.Bytes())
}

// ParseItemSignature reads the signature of a block of a kind, as or stores
// it or as pi does: reasoning as the whole item, a text as {v, id, phase} or
// as the bare id. It is false for any other.
func ParseItemSignature(signature string, kind ItemKind) (s ItemSignature, ok bool) {
	text, encoded := strings.CutPrefix(signature, itemPrefix)
	switch {
	case encoded:
		b, err := base64.RawURLEncoding.DecodeString(strings.TrimRight(text, "="))
		if err != nil {
			return s, false
		}
		return itemSignature(string(b), "kind", string(kind))
	case kind == ReasoningItem && strings.HasPrefix(signature, "{"):
		return itemSignature(signature, "type", "reasoning")
	case kind == TextItem && strings.HasPrefix(signature, "{"):
		return itemSignature(signature, "v", "")
	case kind == TextItem && strings.HasPrefix(signature, "msg_"):
		return ItemSignature{ID: signature}, true
	}
	return s, false
}

// itemSignature reads the members of an object that has a tag with a value;
// "" is any value.
func itemSignature(text, tag, value string) (s ItemSignature, ok bool) {
	c := rawjson.NewCursor([]byte(text))
	if c.Kind() != rawjson.Object {
		return s, false
	}
	tagged := false
	for key := range c.Fields {
		switch raw := c.Raw(); key {
		case tag:
			tagged = value == "" || raw.Text() == value
		case "id":
			s.ID = raw.Text()
		case "phase":
			s.Phase = raw.Text()
		case "encryptedContent", "encrypted_content":
			s.EncryptedContent = raw.Text()
		}
	}
	return s, tagged && c.End() == nil
}
