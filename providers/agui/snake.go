package agui

import (
	"cmp"
	"slices"

	"convo/conv"
	"convo/conv/format"
	"convo/conv/rawjson"
	"convo/conv/record"
)

// aliases are the names in Python: its models have them in snake_case, and take
// both. The counts are those of a run's usage.
var aliases = &record.Aliases{Camel: `
	toolCalls toolCallId activityType encryptedValue encryptedContent subagentRunId mimeType
	threadId runId parentRunId protocolVersion forwardedProps rawEvent interruptId
	messageId parentMessageId toolCallName entityId stepName parentSubagentRunId parentToolCallId
	inputTokens outputTokens totalTokens reasoningTokens cachedInputTokens cacheWriteInputTokens`}

// snakeOption chooses the names of fields.
var snakeOption = format.Option{
	Name:  "snake",
	About: "name fields as Python does (tool_calls, thread_id), or with - as the protocol does (default: as read)",
	Set: func(f *format.Format, on bool) {
		streamed := f.Emit != nil
		reduceTo(f, func(c *conv.Conversation) *conv.Conversation { return inSnake(c, on, streamed) })
		if streamed && on {
			f.Emit = func(w *rawjson.Writer) format.EventWriter {
				s := newStreamWriter(w, &conv.Conversation{})
				s.snake = true
				return s
			}
		}
	},
}

// inSnake is a copy of a conversation whose fields are in snake_case, or are
// not. Only nodes that have a field with two names get the hint.
func inSnake(c *conv.Conversation, snake, streamed bool) *conv.Conversation {
	out := edited(c, func(part any, n *conv.Node) {
		setAliases(n, snake && (hasTwoNames(part) || hasAliased(n)))
		if m, ok := part.(*conv.AssistantMessage); ok && m.Usage != nil && residue.Get(&m.Usage.Node, hintRaw) == "" {
			m.Usage = new(*m.Usage)
			setAliases(&m.Usage.Node, snake)
		}
	})
	setAliases(&out.Node, snake && (streamed || needsInput(c) || residue.Get(&c.Node, hintForm) == formInput || hasAliased(&c.Node)))
	renamePrompt(&out.Node, func(key string) string {
		usual := aliases.Usual(key)
		if snake {
			return cmp.Or(aliases.Of(usual), usual)
		}
		return usual
	})
	return out
}

// hasTwoNames reports whether a message or a block is written with a field that has
// two names, residue aside.
func hasTwoNames(part any) bool {
	switch x := part.(type) {
	case *conv.ToolResultMessage:
		return true
	case *conv.AssistantMessage:
		return x.EncryptedValue != "" || signatureOf(x) != "" || len(x.ToolCalls()) > 0 || residue.Get(&x.Node, hintNoCalls) != ""
	case *conv.CustomMessage:
		return !isForeignRole(x) && !isEvent(x)
	case conv.Message:
		return conv.MetaOf(x).EncryptedValue != ""
	case *conv.ThinkingContent:
		return x.ThinkingSignature != "" && !format.IsReasoningField(x.ThinkingSignature)
	case *conv.ToolCall:
		return x.ThoughtSignature != ""
	case conv.Block:
		m := conv.MediaOf(x)
		return m.MIMEType != "" || residue.Get(&m.Node, "source").Lookup("mimeType") != ""
	}
	return false
}

// hasAliased reports whether a node keeps a field that has two names.
func hasAliased(n *conv.Node) bool {
	return slices.ContainsFunc(residue.Of(n), func(m rawjson.Member) bool { return aliases.Of(m.Key) != "" })
}

// setAliases sets the hint on the names of a node's fields.
func setAliases(n *conv.Node, snake bool) {
	residue.Drop(n, record.HintAliases)
	if snake {
		n.Extensions = n.Extensions.Clone()
		residue.Set(n, record.HintAliases, "true")
		residue.Settle(n)
	}
}
