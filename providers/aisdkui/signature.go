package aisdkui

import (
	"convo/conv"
	"convo/conv/format"
	"convo/conv/note"
	"convo/conv/rawjson"
	"convo/providers/internal/protocol"
)

// What the provider for Anthropic's API says of reasoning, and nothing else:
// {"anthropic":{"signature":"…"}}. What others say, and more of it, is residue.
const (
	issuer    = "anthropic"
	signedKey = "signature"
	sealedKey = "redactedData"
)

// signed reports whether Anthropic's servers may have issued a signature.
func signed(signature string) bool {
	by := protocol.Signer(signature)
	return format.IsPlainSignature(signature) && (by == "" || by == issuer)
}

// sign reads the signature of reasoning from its residue.
func (own dialect) sign(t *conv.ThinkingContent) {
	raw := own.Get(&t.Node, own.said)
	for _, of := range []string{signedKey, sealedKey} {
		s := raw.Lookup(issuer).Lookup(of).Text()
		if sealed := of == sealedKey; raw != "" && signed(s) && raw == signatureOf(s, sealed) && (!sealed || t.Thinking == "") {
			t.ThinkingSignature, t.Redacted = s, sealed
			own.Drop(&t.Node, own.said)
		}
	}
}

func signatureOf(s string, sealed bool) conv.Raw {
	key := signedKey
	if sealed {
		key = sealedKey
	}
	return `{"` + issuer + `":{"` + conv.Raw(key) + `":` + rawjson.Quoted(s) + "}}"
}

// writeSignature writes what sign has read.
func (own dialect) writeSignature(w *rawjson.Writer, t *conv.ThinkingContent) {
	if t.ThinkingSignature != "" {
		w.OptRaw(own.said, signatureOf(t.ThinkingSignature, t.Redacted))
	}
}

// oneSignature is reasoning whose signature comes back; nil: it says nothing.
func (own dialect) oneSignature(t *conv.ThinkingContent, notes *note.Notes) conv.Block {
	switch {
	case t.Redacted && t.ThinkingSignature == "":
		notes.Loss(note.CodeRedacted, note.Dropped, t.Offset(), "reasoning", "")
		return nil
	case t.ThinkingSignature != "" && own.Get(&t.Node, own.said) != "":
		notes.Loss(note.CodeSignature, note.Dropped, t.Offset(), "signature of reasoning", "")
		x := *t
		x.ThinkingSignature, x.Redacted = "", false
		return &x
	}
	return t
}
