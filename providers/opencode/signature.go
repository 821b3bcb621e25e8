package opencode

import (
	"cmp"
	"strings"

	"convo/conv"
	"convo/conv/format"
	"convo/conv/note"
	"convo/conv/rawjson"
	"convo/providers/internal/protocol"
)

// What a provider signs stands in the metadata of a part, under the provider's
// name. opencode shows each provider what stands under its own name, so a
// signature under another name is lost to the one that can read it.
const (
	vendorAnthropic = "anthropic"
	vendorBedrock   = "bedrock"
	vendorGoogle    = "google"
	vendorOpenAI    = "openai"

	itemFamily = "openai-responses" // of the signatures that are items
)

// signed is what metadata says of reasoning, a text or a call.
type signed struct {
	signature string
	redacted  bool
}

// signedIn reads the metadata of a part of a kind, "" for a call. text is what the
// part says.
func signedIn(metadata conv.Raw, kind format.ItemKind, text string) signed {
	for _, provider := range metadata.Members() {
		if s := signedBy(provider.Value, kind, text); s.signature != "" {
			return s
		}
	}
	return signed{}
}

func signedBy(said conv.Raw, kind format.ItemKind, text string) signed {
	if s := said.Lookup("thoughtSignature").Text(); s != "" {
		return signed{signature: s}
	}
	item := format.ItemSignature{ID: said.Lookup("itemId").Text()}
	switch kind {
	case format.ReasoningItem:
		if data := said.Lookup("redactedData").Text(); data != "" {
			return signed{data, true}
		}
		if s := said.Lookup("signature").Text(); s != "" {
			return signed{signature: s}
		}
		item.EncryptedContent = said.Lookup("reasoningEncryptedContent").Text()
	case format.TextItem:
		item.Phase = said.Lookup("phase").Text()
	default:
		return signed{}
	}
	return signed{item.Of(kind, itemFamily), text == "" && item.EncryptedContent != ""}
}

// vendorOf is the name under which a signature of an answer stands, "" if nobody
// knows who issued it.
func vendorOf(signature string, m *conv.AssistantMessage) string {
	asked := cmp.Or(vendorBy(m.Provider), vendorBy(string(m.Protocol)))
	switch by := protocol.Signer(signature); {
	case by == vendorAnthropic && asked == vendorBedrock, by == "" && asked != vendorOpenAI:
		return asked
	default:
		return by
	}
}

// vendorBy is the vendor of a provider or a protocol, by its name.
func vendorBy(name string) string {
	for _, vendor := range []string{vendorBedrock, vendorAnthropic, vendorGoogle, vendorOpenAI} {
		if strings.Contains(name, vendor) {
			return vendor
		}
	}
	return ""
}

// signatureMetadata is the metadata for a signature of a kind, "" for one that no
// provider would take.
func signatureMetadata(s signed, kind format.ItemKind, m *conv.AssistantMessage) conv.Raw {
	vendor := vendorOf(s.signature, m)
	fields := rawjson.ObjectBy(func(w *rawjson.Writer) {
		switch {
		case vendor == vendorGoogle:
			w.OptField("thoughtSignature", s.signature)
		case vendor == vendorOpenAI && kind != "":
			item, _ := format.ParseItemSignature(s.signature, kind)
			w.OptField("itemId", item.ID)
			w.OptField("phase", item.Phase)
			w.OptField("reasoningEncryptedContent", item.EncryptedContent)
		case kind != format.ReasoningItem || vendor == "" || vendor == vendorOpenAI:
		case s.redacted:
			w.OptField("redactedData", s.signature)
		default:
			w.OptField("signature", s.signature)
		}
	})
	if fields == "{}" {
		return ""
	}
	return rawjson.ObjectBy(func(w *rawjson.Writer) { w.RawField(vendor, fields) })
}

// sign gives a part the metadata that has its signature, and returns what they say
// then. A signature that no provider would take is dropped.
func (r *reducer) sign(n *conv.Node, said signed, kind format.ItemKind, text string, m *conv.AssistantMessage) signed {
	metadata := own.Get(n, "metadata")
	if was := signedIn(metadata, kind, text); was.signature == said.signature {
		return was
	}
	var fields []rawjson.Member
	for _, x := range metadata.Members() {
		if signedBy(x.Value, kind, text).signature == "" {
			fields = append(fields, x)
		}
	}
	made := signatureMetadata(said, kind, m)
	fields = append(fields, made.Members()...)
	n.Extensions = n.Extensions.Without(family, "metadata")
	if fields != nil {
		own.Set(n, "metadata", rawjson.ObjectOf(fields))
	}
	own.Settle(n)
	now := signedIn(made, kind, text)
	switch {
	case said.signature == "" || now.signature == said.signature:
	case now.signature != "":
		r.info(note.CodeSignature, note.Renamed, n, "spelling of a signature, now that of", vendorOpenAI)
	case format.IsReasoningField(said.signature):
		r.info(note.CodeSignature, note.Dropped, n, "name of the field of reasoning", said.signature)
	default:
		r.lose(note.CodeSignature, note.Dropped, n, "signature, whose provider is not known", "")
	}
	return now
}

// thinking is reasoning with its signature under the name of its provider.
func (r *reducer) thinking(t *conv.ThinkingContent, m *conv.AssistantMessage) conv.Block {
	x := *t
	x.Extensions = t.Extensions.Clone()
	now := r.sign(&x.Node, signed{t.ThinkingSignature, t.Redacted}, format.ReasoningItem, t.Thinking, m)
	if t.Redacted && !now.redacted {
		r.lose(note.CodeRedacted, note.Downgraded, &t.Node, "mark of redacted reasoning", "")
	}
	x.ThinkingSignature, x.Redacted = now.signature, now.redacted
	return &x
}

// unsigned is a text of a message that is not an answer.
func (r *reducer) unsigned(t *conv.TextContent) conv.Block {
	if t.TextSignature == "" {
		return t
	}
	r.lose(note.CodeSignature, note.Dropped, &t.Node, "signature of a text that is not of an answer", "")
	x := *t
	x.TextSignature = ""
	return &x
}

// text is a text with its signature under the name of its provider.
func (r *reducer) text(t *conv.TextContent, m *conv.AssistantMessage) conv.Block {
	if t.TextSignature == "" && own.Get(&t.Node, "metadata") == "" {
		return t
	}
	x := *t
	x.Extensions = t.Extensions.Clone()
	x.TextSignature = r.sign(&x.Node, signed{signature: t.TextSignature}, format.TextItem, "", m).signature
	return &x
}
