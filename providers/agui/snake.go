package agui

import (
	"cmp"
	"slices"

	"convo/conv"
	"convo/conv/format"
	"convo/conv/note"
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
		reduce, streamed := f.Reduce, f.Emit != nil
		f.Reduce = func(c *conv.Conversation, notes *note.Notes) *conv.Conversation {
			return inSnake(reduce(c, notes), on, streamed)
		}
		if f.Emit != nil && on {
			f.Emit = func(w *rawjson.Writer) format.EventWriter {
				return &streamWriter{w: w, thread: defaultThread, snake: true}
			}
		}
	},
}

// inSnake is a copy of a conversation whose fields are in snake_case, or are
// not. Only nodes that have a field with two names get the hint.
func inSnake(c *conv.Conversation, snake, streamed bool) *conv.Conversation {
	out := *c
	setAliases(&out.Node, snake && (streamed || needsInput(c) || residue.Get(&c.Node, hintForm) == formInput || hasAliased(&c.Node)))
	renamePrompt(&out.Node, func(key string) string {
		usual := aliases.Usual(key)
		if snake {
			return cmp.Or(aliases.Of(usual), usual)
		}
		return usual
	})
	out.Messages = slices.Clone(c.Messages)
	for i, m := range out.Messages {
		due := false // whether the message has such a field
		switch m := m.(type) {
		case *conv.UserMessage:
			out.Messages[i] = m.WithContent(snakeBlocks(m.Content, snake))
		case *conv.ToolResultMessage:
			out.Messages[i], due = m.WithContent(snakeBlocks(m.Content, snake)), true
		case *conv.AssistantMessage:
			out.Messages[i] = snakeAnswer(m, snake)
			due = signatureOf(m) != "" || len(m.ToolCalls()) > 0 || residue.Get(&m.Node, hintNoCalls) != ""
		case *conv.CustomMessage:
			due = !isForeignRole(m) && !isEvent(m)
		}
		meta := *conv.MetaOf(m)
		setAliases(&meta.Node, snake && (due || meta.EncryptedValue != "" && conv.RoleOf(m) != conv.RoleCustom || hasAliased(&meta.Node)))
		out.Messages[i] = format.WithMeta(out.Messages[i], meta)
	}
	return &out
}

// snakeAnswer is a copy of an answer. Its usage has names of its own.
func snakeAnswer(m *conv.AssistantMessage, snake bool) *conv.AssistantMessage {
	x := m.WithContent(snakeBlocks(m.Content, snake))
	if m.Usage != nil && residue.Get(&m.Usage.Node, hintRaw) == "" {
		u := *m.Usage
		setAliases(&u.Node, snake)
		x.Usage = &u
	}
	return x
}

// hasAliased reports whether a node keeps a field that has two names.
func hasAliased(n *conv.Node) bool {
	return slices.ContainsFunc(residue.Of(n), func(m rawjson.Member) bool { return aliases.Of(m.Key) != "" })
}

// snakeBlocks is a copy of the blocks that have fields with two names.
func snakeBlocks[B conv.Block](in []B, snake bool) []B {
	return copied(in, func(b conv.Block, n *conv.Node) {
		due := false
		switch b := b.(type) {
		case *conv.ThinkingContent:
			due = b.ThinkingSignature != "" && !format.IsReasoningField(b.ThinkingSignature)
		case *conv.ToolCall:
			due = b.ThoughtSignature != ""
		default:
			due = conv.MediaOf(b).MIMEType != "" || residue.Get(n, "source").Lookup("mimeType") != ""
		}
		setAliases(n, snake && (due || hasAliased(n)))
	})
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
