package adapt

import (
	"cmp"
	"iter"
	"slices"

	"convo/conv"
	"convo/conv/extension"
	"convo/conv/format"
	"convo/conv/note"
)

// origin says where an answer came from.
type origin struct {
	protocol        conv.Protocol
	provider, model string
}

// origins sets the origin of the target, and the origin of answers that name
// none: the model of the request.
func (a *adapter) origins(c *conv.Conversation) {
	if !a.target.Named() {
		return
	}
	asked := ""
	if c.Request != nil {
		asked = c.Request.Model
	}
	a.model = origin{a.protocol, a.target.Provider, cmp.Or(a.target.Model, asked)}
	a.from = origin{a.target.From, "", asked}
	a.signed = a.signedByTarget(c.Messages)
}

// signedByTarget reports whether some answers that name no model have signatures
// of the target's vendor, and none has one of another vendor.
func (a *adapter) signedByTarget(in []conv.Message) bool {
	signed := false
	if a.target.Signer == nil || a.target.Provider == "" {
		return false
	}
	for _, m := range in {
		m, ok := m.(*conv.AssistantMessage)
		if !ok || m.Model != "" {
			continue
		}
		for signature := range signatures(m) {
			switch a.target.Signer(signature) {
			case a.target.Provider:
				signed = true
			case "":
			default:
				return false
			}
		}
	}
	return signed
}

// signatures are those of an answer and its blocks.
func signatures(m *conv.AssistantMessage) iter.Seq[string] {
	return func(yield func(string) bool) {
		if m.EncryptedValue != "" && !yield(m.EncryptedValue) {
			return
		}
		for _, b := range m.Content {
			signature := ""
			switch b := b.(type) {
			case *conv.ThinkingContent:
				signature = b.ThinkingSignature
			case *conv.TextContent:
				signature = b.TextSignature
			case *conv.ToolCall:
				signature = b.ThoughtSignature
			}
			if signature != "" && !yield(signature) {
				return
			}
		}
	}
}

// modelChanges names the model of answers that name none, where an entry of the
// session before them says it.
func (a *adapter) modelChanges(in []conv.Message) []conv.Message {
	if !a.target.Named() {
		return in
	}
	var now origin
	return format.ChangeMessages(in, func(m conv.Message) conv.Message {
		switch m := m.(type) {
		case *conv.CustomMessage:
			if provider, model, ok := m.ModelChange(); ok {
				now = origin{provider: provider, model: model}
			}
		case *conv.AssistantMessage:
			if now.model != "" && m.Model == "" && m.Provider == "" {
				x := *m
				x.Provider, x.Model = now.provider, now.model
				return &x
			}
		}
		return m
	})
}

// made reports whether the target made an answer: provider, protocol and model
// are equal. An answer that names none has the document's origin. An unknown part
// counts as equal: responses do not name their provider, and an adapted
// conversation only names the model that it is for. If nothing names the model, the
// signatures tell.
func (a *adapter) made(m *conv.AssistantMessage) bool {
	o := origin{m.Protocol, m.Provider, m.Model}
	if o == (origin{}) {
		o = a.from
	}
	provider := o.provider == a.model.provider || o.provider == "" || a.model.provider == ""
	protocol := o.protocol == a.model.protocol || o.protocol == ""
	if o.model == "" {
		return provider && protocol && a.signed
	}
	return provider && protocol && o.model == a.model.model
}

// otherModels removes from answers what is valid only for the model that made
// them: reasoning, as the policy says, and every signature.
func (a *adapter) otherModels(in []conv.Message) []conv.Message {
	if !a.target.Named() {
		return in
	}
	same := true // of the answer that the results belong to
	return format.ChangeMessages(in, func(m conv.Message) conv.Message {
		switch m := m.(type) {
		case *conv.AssistantMessage:
			if same = a.made(m); same {
				return a.ownReasoning(m)
			}
			return a.unsigned(m)
		case *conv.ToolResultMessage:
			if !same && m.EncryptedValue != "" {
				a.lose(note.CodeSignature, note.Dropped, &m.Node, "encrypted value of another model", "")
				x := *m
				x.EncryptedValue = ""
				return &x
			}
		}
		return m
	})
}

// ownReasoning returns an answer of the target's own model. Reasoning stays if it
// is signed or has text; it becomes text if it lacks a required signature.
func (a *adapter) ownReasoning(m *conv.AssistantMessage) *conv.AssistantMessage {
	return a.eachReasoning(m, func(t *conv.ThinkingContent) conv.Block {
		switch {
		case t.Redacted || t.ThinkingSignature != "" || len(t.Extensions) > 0 && !a.SignedReasoning:
			return t
		case t.Thinking == "":
			a.info(note.CodeThinking, note.Dropped, &t.Node, "empty reasoning", "")
			return nil
		case a.SignedReasoning:
			return a.thoughtText(t)
		default:
			return t
		}
	})
}

// unsigned returns an answer of another model.
func (a *adapter) unsigned(m *conv.AssistantMessage) *conv.AssistantMessage {
	m = a.eachReasoning(m, func(t *conv.ThinkingContent) conv.Block {
		if a.target.Thinking == format.ThinkingText && !t.Redacted && t.Thinking != "" {
			return a.thoughtText(t)
		}
		code := note.CodeThinking
		if t.Redacted {
			code = note.CodeRedacted
		}
		a.lose(code, note.Dropped, &t.Node, "reasoning of another model", "")
		return nil
	})
	m = a.withoutSignatures(m)
	meta := m.Meta
	if meta.EncryptedValue != "" {
		a.lose(note.CodeSignature, note.Dropped, &m.Node, "encrypted value of another model", "")
		meta.EncryptedValue = ""
	}
	meta.Extensions = a.withoutReasoningFields(&m.Node)
	if meta.EncryptedValue != m.EncryptedValue || len(meta.Extensions) != len(m.Extensions) || a.fields(meta.Extensions) != a.fields(m.Extensions) {
		x := *m
		x.Meta = meta
		return &x
	}
	return m
}

// fields counts the fields of the target's own family.
func (a *adapter) fields(e extension.Extensions) int { return len(e.Of(a.family)) }

// withoutSignatures returns an answer without the signatures of texts and calls.
func (a *adapter) withoutSignatures(m *conv.AssistantMessage) *conv.AssistantMessage {
	return format.ChangeBlocks(m, func(b conv.Block) conv.Block {
		switch b := b.(type) {
		case *conv.TextContent:
			return a.withoutTextSignature(b)
		case *conv.ToolCall:
			fit := a.withoutItem(b)
			if b.ThoughtSignature != "" {
				a.lose(note.CodeSignature, note.Dropped, &b.Node, "signature of another model's tool call", "")
				x := *fit
				x.ThoughtSignature = ""
				return &x
			}
			return fit
		}
		return b
	})
}

// withoutTextSignature returns a text without another model's signature. The
// phase of a message stays, because any model may see it.
func (a *adapter) withoutTextSignature(b *conv.TextContent) *conv.TextContent {
	s, ok := format.ParseItemSignature(b.TextSignature, format.TextItem)
	kept := ""
	if ok && a.ItemIDs != "" {
		kept = format.ItemSignature{Phase: s.Phase}.Of(format.TextItem, a.family)
	}
	switch {
	case kept == b.TextSignature:
		return b
	case ok && (kept != "" || s.Phase == ""):
		a.info(note.CodeID, note.Dropped, &b.Node, "item id of another model's text", s.ID)
	default:
		a.lose(note.CodeSignature, note.Dropped, &b.Node, "signature of another model's text", "")
	}
	x := *b
	x.TextSignature = kept
	return &x
}

// reasoningMembers are the fields in which compatible servers hold reasoning or
// its signature.
var reasoningMembers = []string{"reasoning_details", "thinking_blocks", "reasoning_signature", "encrypted_content"}

// withoutReasoningFields returns a node's residue without signed reasoning.
func (a *adapter) withoutReasoningFields(n *conv.Node) extension.Extensions {
	signs := func(key string) bool { return slices.Contains(reasoningMembers, key) }
	for _, m := range n.Extensions.Of(a.family) {
		if signs(m.Key) {
			a.lose(note.CodeSignature, note.Dropped, n, "reasoning of another model in field", m.Key)
		}
	}
	return n.Extensions.WithoutAll(a.family, signs)
}
