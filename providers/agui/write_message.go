package agui

import (
	"fmt"
	"strconv"
	"strings"

	"convo/conv"
	"convo/conv/rawjson"
)

// promptID is the id of the system prompt's message where it has none.
const promptID = "system"

// customPrefix comes before what a custom message is in the protocol's own
// words: a role that is not known, an event.
const customPrefix = family + "."

// writeList writes the first n messages of a conversation, the prompt before
// them, as a list.
func writeList(w *rawjson.Writer, c *conv.Conversation, n int) {
	w.BeginArray()
	writePrompt(w, c)
	for i := range n {
		writeMessage(w, c.Messages, i)
	}
	w.EndArray()
}

// writePrompt writes the system prompt as the message that it was or would be.
func writePrompt(w *rawjson.Writer, c *conv.Conversation) {
	if c.SystemPrompt == "" {
		return
	}
	m := promptOf(c)
	w.BeginObject()
	for _, x := range m {
		w.Key(x.Key)
		w.Raw(x.Value)
	}
	w.Key("content")
	conv.WriteText(w, &c.Node, c.SystemPrompt)
	w.EndObject()
}

// promptOf is the members of the prompt's message, without its content.
func promptOf(c *conv.Conversation) []conv.Member {
	kept := c.Extensions.Get(family, promptID)
	if kept == "" {
		kept = c.Extensions.Get(family, hintPrompt)
	}
	if kept == "" {
		return []conv.Member{{Key: "id", Value: quoted(promptID)}, {Key: "role", Value: `"system"`}}
	}
	var all []conv.Member
	r := rawjson.NewCursor([]byte(kept))
	for key := range r.Fields {
		all = append(all, r.Member(key))
	}
	return all
}

// writeMessage writes a message, and before it its reasoning.
func writeMessage(w *rawjson.Writer, all []conv.Message, i int) {
	switch m := all[i].(type) {
	case *conv.UserMessage:
		begin(w, &m.Meta, "user")
		optText(w, &m.Node, "name", m.Name)
		writeParts(w, m.Content)
		end(w, &m.Meta, nil)
	case *conv.SystemMessage:
		begin(w, &m.Meta, string(conv.RoleOf(m)))
		optText(w, &m.Node, "name", m.Name)
		writeInstruction(w, m)
		end(w, &m.Meta, nil)
	case *conv.ToolResultMessage:
		writeResult(w, m)
	case *conv.AssistantMessage:
		writeThoughts(w, m, isLonely(all, i))
		if !isLonely(all, i) {
			writeAssistant(w, m)
		}
	case *conv.CustomMessage:
		writeCustom(w, m, i)
	default:
		panic(fmt.Sprintf("agui: a %T is no message that Fit leaves", m))
	}
}

// optText writes a member whose value is a string, also an empty one that was
// there when it was read.
func optText(w *rawjson.Writer, n *conv.Node, key, value string) {
	if value != "" || len(n.Extensions) > 0 && n.Extensions.Get(family, "~"+key) != "" {
		w.Field(key, value)
	}
}

func begin(w *rawjson.Writer, m *conv.Meta, role string) {
	w.BeginObject()
	w.Field("id", m.ID)
	w.Field("role", role)
}

// end writes what any message may have at its end.
func end(w *rawjson.Writer, m *conv.Meta, marks []mark) {
	w.OptField(encryptedKey(&m.Node), m.EncryptedValue)
	conv.WriteResidue(w, &m.Node, family, "metadata", "error")
	writeMarks(w, m.Extensions.Get(family, "metadata"), marks)
	w.EndObject()
}

// The spellings of the opaque value of a message: that of the release, and
// that of the documentation before it.
const (
	encryptedValue   = "encryptedValue"
	encryptedContent = "encryptedContent"
	hintEncrypted    = "~encrypted"
)

func encryptedKey(n *conv.Node) string {
	if len(n.Extensions) > 0 && n.Extensions.Get(family, hintEncrypted) != "" {
		return encryptedContent
	}
	return encryptedValue
}

// writeInstruction writes the one text of a system message.
func writeInstruction(w *rawjson.Writer, m *conv.SystemMessage) {
	w.Key("content")
	for _, b := range m.Content {
		if t, ok := b.(*conv.TextContent); ok {
			conv.WriteText(w, &t.Node, t.Text)
			return
		}
	}
	w.Str("")
}

func writeResult(w *rawjson.Writer, m *conv.ToolResultMessage) {
	begin(w, &m.Meta, "tool")
	w.Field("toolCallId", m.ToolCallID)
	said := m.Extensions.Get(family, "error")
	if m.IsError && m.Extensions.Get(family, hintContent) != "" {
		w.Field("content", "")
		said = ""
	} else {
		writeParts(w, m.Content)
	}
	switch {
	case m.IsError && said != "" && said != `""`:
		w.Key("error")
		w.Raw(said)
	case m.IsError:
		w.Field("error", errorText(m))
	case said == `""`:
		w.Field("error", "")
	}
	end(w, &m.Meta, []mark{textMark("name", m.Name)})
}

// hintContent is the hint that a failed result says why only in its error.
const hintContent = "~content"

// errorText is the error of a result that says nothing but that it is one.
func errorText(m *conv.ToolResultMessage) string {
	if t := m.Text(); t != "" {
		return t
	}
	return "error"
}

// isLonely reports whether an answer is nothing but reasoning, which then
// stands for itself. Before another answer it would be taken for that one's,
// unless something is known of its end.
func isLonely(all []conv.Message, i int) bool {
	m, ok := all[i].(*conv.AssistantMessage)
	if !ok || !onlyThinks(m) {
		return false
	}
	if i+1 < len(all) && !endsRun(m) {
		if _, next := all[i+1].(*conv.AssistantMessage); next {
			return false
		}
	}
	return true
}

// onlyThinks reports whether reasoning is all that an answer says.
func onlyThinks(m *conv.AssistantMessage) bool {
	for _, b := range m.Content {
		if _, ok := b.(*conv.ThinkingContent); !ok {
			return false
		}
	}
	return len(m.Content) > 0 && m.Name == "" && m.EncryptedValue == "" && len(m.Extensions.Of(family)) == 0
}

// thoughtIDs are the ids of an answer's reasoning. Only where that stands for
// the answer may one of them be the answer's own.
func thoughtIDs(m *conv.AssistantMessage, lonely bool) (ids []string) {
	for _, b := range m.Content {
		if t, ok := b.(*conv.ThinkingContent); ok {
			id := t.Extensions.Get(family, "id").Text()
			if id == "" || id == m.ID && !lonely {
				id = thoughtID(m.ID, len(ids)+1)
			}
			ids = append(ids, id)
		}
	}
	return ids
}

func writeThoughts(w *rawjson.Writer, m *conv.AssistantMessage, lonely bool) {
	var ids []string
	for _, b := range m.Content {
		t, ok := b.(*conv.ThinkingContent)
		if !ok {
			continue
		}
		if ids == nil {
			ids = thoughtIDs(m, lonely)
		}
		w.BeginObject()
		w.Field("id", ids[0])
		ids = ids[1:]
		w.Field("role", "reasoning")
		w.Key("content")
		conv.WriteText(w, &t.Node, t.Thinking)
		if !isField(t.ThinkingSignature) {
			w.OptField(encryptedKey(&t.Node), t.ThinkingSignature)
		}
		conv.WriteResidue(w, &t.Node, family, "metadata", "id")
		marks := thoughtMarks(t.ThinkingSignature, t.Redacted)
		if lonely && len(ids) == 0 {
			marks = append(marks, answerMarks(m)...)
		}
		writeMarks(w, t.Extensions.Get(family, "metadata"), marks)
		w.EndObject()
	}
}

func writeAssistant(w *rawjson.Writer, m *conv.AssistantMessage) {
	begin(w, &m.Meta, "assistant")
	optText(w, &m.Node, "name", m.Name)
	calls, meta, signature := false, m.Meta, ""
	for _, b := range m.Content {
		switch t := b.(type) {
		case *conv.TextContent:
			signature = t.TextSignature
			w.Key("content")
			conv.WriteText(w, &t.Node, t.Text)
		case *conv.ToolCall:
			if !calls {
				w.Key("toolCalls")
				w.BeginArray()
				calls = true
			}
			writeCall(w, t)
		}
	}
	if calls {
		w.EndArray()
	} else if m.Extensions.Get(family, hintNoCalls) != "" {
		w.Key("toolCalls")
		w.Raw("[]")
	}
	marks := append(answerMarks(m), signatureMarks(m.EncryptedValue, signature)...)
	meta.EncryptedValue = firstOf(m.EncryptedValue, signature)
	end(w, &meta, marks)
}

func writeCall(w *rawjson.Writer, t *conv.ToolCall) {
	w.BeginObject()
	w.Field("id", t.ID)
	w.Key("type")
	w.Raw(callType(t))
	w.Key("function")
	w.BeginObject()
	w.Field("name", t.Name)
	w.Key("arguments")
	conv.WriteText(w, &t.Node, t.ArgumentsString())
	written := []string{"type"}
	for _, x := range t.Extensions.Of(family) {
		if key, ok := strings.CutPrefix(x.Key, functionPrefix); ok {
			written = append(written, x.Key)
			w.Key(key)
			w.Raw(x.Value)
		}
	}
	w.EndObject()
	w.OptField(encryptedKey(&t.Node), t.ThoughtSignature)
	conv.WriteResidue(w, &t.Node, family, written...)
	w.EndObject()
}

// callType is the type of a call as it was, else the one that there is.
func callType(t *conv.ToolCall) conv.Raw {
	if kind := t.Extensions.Get(family, "type"); kind != "" {
		return kind
	}
	return `"function"`
}

// writeCustom writes an activity, or a message of a role that is not known.
func writeCustom(w *rawjson.Writer, m *conv.CustomMessage, i int) {
	if isForeignRole(m) {
		w.Raw(m.Data)
		return
	}
	w.BeginObject()
	w.Field("id", customID(m, i))
	w.Field("role", "activity")
	w.Field("activityType", m.CustomType)
	w.Key("content")
	writePayload(w, m)
	conv.WriteResidue(w, &m.Node, family, "metadata")
	writeMarks(w, m.Extensions.Get(family, "metadata"), customMarks(m))
	w.EndObject()
}

// isForeignRole reports whether a custom message is one of the protocol, as it
// was read, of a role that is not known.
func isForeignRole(m *conv.CustomMessage) bool {
	role, ok := strings.CutPrefix(m.CustomType, customPrefix)
	return ok && m.Data != "" && m.Data[0] == '{' && tagOf([]byte(m.Data), "role") == role
}

// isEvent reports whether a custom message is an event as it was read.
func isEvent(m *conv.CustomMessage) bool {
	kind, ok := strings.CutPrefix(m.CustomType, customPrefix)
	return ok && m.Data != "" && m.Data[0] == '{' && tagOf([]byte(m.Data), "type") == kind
}

func customID(m *conv.CustomMessage, i int) string {
	if m.ID == "" {
		return "custom_" + strconv.Itoa(i+1)
	}
	return m.ID
}

// writePayload writes an activity's content, which is an object: what else a
// custom message has is members of one.
func writePayload(w *rawjson.Writer, m *conv.CustomMessage) {
	if !isWrapped(m) {
		w.Raw(m.Data)
		return
	}
	w.BeginObject()
	w.OptRaw("value", m.Data)
	if len(m.Content) > 0 {
		w.Key("content")
		w.BeginArray()
		for _, b := range m.Content {
			writePart(w, b)
		}
		w.EndArray()
	}
	w.EndObject()
}

// isWrapped reports whether a custom message has more or other than an object.
func isWrapped(m *conv.CustomMessage) bool {
	return m.Data == "" || m.Data[0] != '{' || len(m.Content) > 0
}

func customMarks(m *conv.CustomMessage) []mark {
	return []mark{
		flagMark("wrapped", isWrapped(m)),
		textMark("name", m.Name), textMark("encryptedValue", m.EncryptedValue),
	}
}
