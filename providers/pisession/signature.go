package pisession

import (
	"strings"

	"convo/conv"
	"convo/conv/format"
	"convo/conv/note"
	"convo/conv/rawjson"
	"convo/providers/internal/protocol"
)

// pi gives a signature back to the API that its message names, as it stands: an
// API of items gets it as JSON, others as text. A signature of another vendor, or
// in another spelling, would fail there.

// signed is an answer with signatures that its own API takes.
func signed(m *conv.AssistantMessage, notes *note.Notes) conv.Message {
	vendor := vendorOf(string(m.Protocol))
	if vendor == "" {
		return m
	}
	return format.ChangeBlocks(m, func(b conv.Block) conv.Block { return signedBlock(b, string(m.Protocol), vendor, notes) })
}

func signedBlock(b conv.Block, api, vendor string, notes *note.Notes) conv.Block {
	switch b := b.(type) {
	case *conv.ThinkingContent:
		if s := spelled(b.ThinkingSignature, format.ReasoningItem, api, vendor, b.Thinking, &b.Node, notes); s != b.ThinkingSignature {
			x := *b
			x.ThinkingSignature = s
			return &x
		}
	case *conv.TextContent:
		if s := spelled(b.TextSignature, format.TextItem, api, vendor, "", &b.Node, notes); s != b.TextSignature {
			x := *b
			x.TextSignature = s
			return &x
		}
	case *conv.ToolCall:
		if by := protocol.Signer(b.ThoughtSignature); by != "" && by != vendor {
			lose(&b.Node, notes, by)
			x := *b
			x.ThoughtSignature = ""
			return &x
		}
	}
	return b
}

// spelled is a signature as an API of a vendor takes it, "" if it does not.
func spelled(s string, kind format.ItemKind, api, vendor, text string, n *conv.Node, notes *note.Notes) string {
	by := protocol.Signer(s)
	if by != "" && by != vendor {
		lose(n, notes, by)
		return ""
	}
	if vendor != "openai" || !strings.Contains(api, "responses") || strings.HasPrefix(s, "{") || s == "" {
		return s
	}
	item, ok := format.ParseItemSignature(s, kind)
	switch {
	case !ok || item == (format.ItemSignature{}):
		lose(n, notes, by)
		return ""
	case kind == format.TextItem && !strings.Contains(s, ":"):
		return s
	}
	notes.Info(note.CodeSignature, note.Renamed, n.Offset(), "spelling of a signature, now that of", agent)
	return itemJSON(item, kind, text)
}

// itemJSON is an item as pi keeps it.
func itemJSON(item format.ItemSignature, kind format.ItemKind, text string) string {
	w := rawjson.NewWriter(nil)
	w.BeginObject()
	if kind == format.TextItem {
		w.IntField("v", 1)
		w.Field("id", item.ID)
		w.OptField("phase", item.Phase)
		w.EndObject()
		return string(w.Bytes())
	}
	w.Field("type", "reasoning")
	w.Field("id", item.ID)
	w.ArrayField("summary")
	if text != "" {
		w.BeginObject()
		w.Field("type", "summary_text")
		w.Field("text", text)
		w.EndObject()
	}
	w.EndArray()
	w.OptField("encrypted_content", item.EncryptedContent)
	w.EndObject()
	return string(w.Bytes())
}

func lose(n *conv.Node, notes *note.Notes, by string) {
	notes.Loss(note.CodeSignature, note.Dropped, n.Offset(), "signature that the API of its answer did not issue", by)
}

// vendorOf is the vendor that signs for an API, "" for one that is not known.
func vendorOf(api string) string {
	switch {
	case strings.HasPrefix(api, "anthropic"):
		return "anthropic"
	case strings.HasPrefix(api, "google"):
		return "google"
	case strings.Contains(api, "openai"):
		return "openai"
	}
	return ""
}
