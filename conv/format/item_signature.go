package format

import (
	"encoding/base64"
	"slices"
	"strings"

	"convo/conv/rawjson"
)

// ItemSignature is what a server's answer items have beside their content, and
// must keep to stay the same items. In a block it is the signature: the name of
// the family of formats, a colon, and base64url of JSON.
type ItemSignature struct {
	ID               string // of the item
	Phase            string // of a message: commentary, final_answer
	EncryptedContent string // of reasoning
}

// ItemKind says what a signature belongs to.
type ItemKind string

// The kinds of signed items.
const (
	ReasoningItem ItemKind = "reasoning"
	TextItem      ItemKind = "text"
)

// Of returns the signature for a block of a kind in a family, "" if s is empty.
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

// ParseItemSignature reads the signature of a block of a kind. It accepts what Of
// returns, and what others store: reasoning as the whole item or as its encrypted
// content alone, a text as {v, id, phase} or as the bare id. It returns false for
// anything else.
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
	case kind == ReasoningItem && IsEncryptedContent(signature):
		return ItemSignature{EncryptedContent: signature}, true
	case kind == TextItem && strings.HasPrefix(signature, "{"):
		return itemSignature(signature, "v", "")
	case kind == TextItem && strings.HasPrefix(signature, "msg_"):
		return ItemSignature{ID: signature}, true
	}
	return s, false
}

// IsEncryptedContent reports whether a signature is the encrypted content of an item
// of OpenAI's, as its servers write it: a token of Fernet, version 0x80, whose time
// has three zero bytes first.
func IsEncryptedContent(signature string) bool { return strings.HasPrefix(signature, "gAAAA") }

// encodedItem returns the part after the family in an item's signature, "" if the
// signature is of another kind.
func encodedItem(signature string) string {
	family, text, _ := strings.Cut(signature, ":")
	if strings.Trim(family, "-abcdefghijklmnopqrstuvwxyz") != "" {
		return ""
	}
	return text
}

// IsPlainSignature reports whether a signature is unchanged from the server: not
// that of an item, and not the name of a field.
func IsPlainSignature(s string) bool {
	return s != "" && s[0] != '{' && encodedItem(s) == "" && !IsReasoningField(s)
}

// itemSignature reads the fields of an object whose tag has this value, "" for
// any value.
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

// ReasoningFields are the fields in which many servers put unsigned reasoning.
// The signature of such a block is the name of its field.
var ReasoningFields = [...]string{"reasoning_content", "reasoning", "reasoning_text"}

// IsReasoningField reports whether a signature is the name of a field that had
// unsigned reasoning.
func IsReasoningField(signature string) bool {
	return signature == ThinkingPart || slices.Contains(ReasoningFields[:], signature)
}

// ThinkingPart is the signature of unsigned reasoning that is a part of the content, as
// Mistral's servers have it. An answer may have several.
const ThinkingPart = "thinking"
