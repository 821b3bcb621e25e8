package conv

import (
	"encoding/base64"
	"strings"

	"convo/conv/rawjson"
)

// ItemSignature is what an item, where a server answers in items, has beside
// what it says, and without which it is not the same item. In a block it is
// the signature: the name of the family of formats, a colon, and base64url of
// JSON.
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

// Of is the signature of a block of a kind in a family, "" if s says nothing.
func (s ItemSignature) Of(kind ItemKind, family string) string {
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
	return family + ":" + base64.RawURLEncoding.EncodeToString(w.Bytes())
}

// ParseItemSignature reads the signature of a block of a kind: as Of makes it,
// or as some agents keep it: reasoning as the whole item, a text as {v, id,
// phase} or as the bare id. It is false for any other.
func ParseItemSignature(signature string, kind ItemKind) (s ItemSignature, ok bool) {
	text := encodedItem(signature)
	switch {
	case text != "":
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

// encodedItem is what stands after the family in an item's signature, "" if the
// signature is of another kind.
func encodedItem(signature string) string {
	family, text, _ := strings.Cut(signature, ":")
	for i := range len(family) {
		if c := family[i]; c != '-' && (c < 'a' || c > 'z') {
			return ""
		}
	}
	return text
}

// IsPlainSignature reports whether a signature is what a server issued, as it
// was: not an item's, and not the name of a field.
func IsPlainSignature(s string) bool {
	return s != "" && s[0] != '{' && encodedItem(s) == "" && !IsReasoningField(s)
}

// itemSignature reads the fields of an object that has a tag with a value;
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
