package hfmessages

import (
	"cmp"
	"slices"

	"convo/conv"
	"convo/conv/fit"
	"convo/conv/format"
	"convo/conv/media"
	"convo/conv/note"
	"convo/conv/rawjson"
	"convo/conv/training"
	"convo/providers/openaichat"
)

// reduce does what holds cannot say, and drops hints that no longer say what the
// conversation says. It changes copies, never what it is given.
func reduce(c *conv.Conversation, notes *note.Notes) *conv.Conversation {
	if c.Request != nil {
		fit.LoseFields(notes, &c.Request.Node)
		c.Request = nil
	}
	training.Reduce(c, nil, notes)
	x := &reducer{notes: notes, inline: training.Own.Get(&c.Node, "images") != ""}
	fit.Blocks(c, func(_ conv.Message, b conv.Block) conv.Block {
		x.inline = x.inline || isPlaceholder(b)
		if m := conv.MediaOf(b); m != nil && b.BlockType() != "image" && media.IsLocal(m.URL) {
			notes.Loss(note.CodeFile, note.Dropped, m.Offset(), "file of the machine, of type", b.BlockType())
			return nil
		}
		return b
	})
	messages := slices.Clone(c.Messages)
	for i, m := range messages {
		switch m := m.(type) {
		case *conv.UserMessage:
			messages[i] = format.ChangeBlocks(m, x.image)
		case *conv.AssistantMessage:
			messages[i] = x.answer(m)
		case *conv.ToolResultMessage:
			if m.Name != "" {
				if m.Name != m.ToolName {
					notes.Loss(note.CodeName, note.Dropped, m.Offset(), "name", m.Name)
				}
				m = new(*m)
				m.Name, messages[i] = "", m
			}
		}
	}
	c.Messages = messages
	if without := withoutIDs(messages); without != "" {
		c.Messages = withOwnCalls(messages)
		number(c.Messages, without)
		training.Own.Set(&c.Node, hintIDs, rawjson.Quoted(without))
	}
	x.hints(c)
	x.columns(c)
	return c
}

type reducer struct {
	notes  *note.Notes
	inline bool // images stay in their parts: the column is taken
}

// image leaves of an image in a question what the column says of it.
func (x *reducer) image(b conv.Block) conv.Block {
	image, ok := b.(*conv.ImageContent)
	if !ok || training.Own.Get(&image.Node, hintPart) == inlinePart {
		return b
	}
	y := *image
	switch {
	case x.inline:
		y.Extensions = y.Extensions.Clone()
		training.Own.Set(&y.Node, hintPart, inlinePart)
	case y.Detail != "" || len(chat.Of(&y.Node)) > 0:
		if y.Detail != "" {
			x.notes.Loss(note.CodeImage, note.Dropped, y.Offset(), "image detail", y.Detail)
		}
		y.Detail, y.Extensions = "", fit.KeptFields(x.notes, &y.Node, func(of, _ string) bool { return of != chat.Name })
	default:
		return b
	}
	return &y
}

// answer has its reasoning in fields, each once, and arguments that are objects.
func (x *reducer) answer(m *conv.AssistantMessage) conv.Message {
	content := slices.Clone(inTags(m.Content))
	for i, b := range content {
		switch b := b.(type) {
		case *conv.ThinkingContent:
			if b.ThinkingSignature == "" {
				y := *b
				y.ThinkingSignature, content[i] = usualField, &y
			}
		case *conv.ToolCall:
			content[i] = openaichat.InObject(b, x.notes)
		}
	}
	content = training.OneThought(content, x.notes)
	if settle(content); slices.Equal(content, m.Content) {
		return m
	}
	y := m.WithContent(content)
	y.Diagnostics = nil
	return y
}

// settle drops from reasoning the hints that would be read as something else.
func settle(content []conv.AssistantContent) {
	count := 0
	for _, b := range content {
		if b.BlockType() == "thinking" {
			count++
		}
	}
	for i, b := range content {
		t, ok := b.(*conv.ThinkingContent)
		if !ok || training.Own.Plain(&t.Node) {
			continue
		}
		text := ""
		if at := slices.IndexFunc(content, isText); at >= 0 {
			text = content[at].(*conv.TextContent).Text
		}
		again, rest := training.Thinking(training.Thought(t, text))
		inText := count == 1 && t.ThinkingSignature == usualField && again != nil && again.Thinking == t.Thinking && rest == text
		y := *t
		if !inText {
			training.Own.Drop(&y.Node, training.HintThink)
		}
		if count != 1 || t.ThinkingSignature != usualField {
			training.Own.Drop(&y.Node, hintField)
		}
		if len(training.Own.Of(&y.Node)) != len(training.Own.Of(&t.Node)) {
			content[i] = &y
		}
	}
}

// hints drops those of the row that no longer fit, and chooses its columns.
func (x *reducer) hints(c *conv.Conversation) {
	hint, n := training.Own, &c.Node
	if without := hint.Text(n, hintIDs); without != "" && !isNumbered(c.Messages, without) {
		hint.Drop(n, hintIDs)
	}
	if raw := hint.Get(n, hintTools); raw != "" && !sameTools(parseTools(raw), c.Tools) {
		hint.Drop(n, hintTools)
	}
	p := training.Of(c)
	labelled := hint.Get(n, training.Label) != ""
	switch columns := hint.Text(n, hintColumns); {
	case p.Pair && columns == "chosen" && apart(p):
	case !p.Pair && (p.Told || columns == "" && labelled):
		*c = *training.Answering(c)
		n.Extensions = n.Extensions.Clone()
		hint.Set(n, hintColumns, `"completion"`)
	case p.Pair, columns == "chosen", columns == "messages" && !labelled:
		hint.Drop(n, hintColumns)
	}
	if hint.Get(n, hintTexts) != "" && !isTexts(c) {
		hint.Drop(n, hintTexts)
	}
	if p := training.Of(c); hint.Get(n, hintTexts) == "" || !p.Pair || len(p.History) == 0 {
		hint.Drop(n, hintNamed)
	}
}

// columns drops the columns of data sets that would be read as something else.
func (x *reducer) columns(c *conv.Conversation) {
	is, kind := "messages", rawjson.Array
	if training.Of(c).Pair {
		is = "preference"
	}
	is = cmp.Or(training.Own.Text(&c.Node, hintColumns), is)
	if areTexts(c) {
		kind = rawjson.String
	}
	mine := map[string]rawjson.Kind{}
	for _, x := range columnsOf(c) {
		mine[x.key] = kind
	}
	own := func(key string) conv.Raw { return training.Own.Get(&c.Node, key) }
	misread := is != form(func(key string) rawjson.Kind {
		if k := mine[key]; k != rawjson.Invalid || own(key) == "" {
			return k
		}
		return rawjson.NewCursor([]byte(own(key))).Kind()
	})
	for _, key := range append(columns[:], "question", "input", "tools") {
		gone := misread || mine[key] != rawjson.Invalid
		switch key {
		case "question", "input":
			gone = mine["chosen"] == rawjson.String && mine["prompt"] == rawjson.Invalid
		case "tools":
			gone = len(c.Tools) > 0
		}
		if gone && own(key) != "" {
			if own(key) != "[]" {
				fit.LoseField(x.notes, &c.Node, training.Family, key)
			}
			training.Own.Drop(&c.Node, key)
		}
	}
}

func sameTools(a, b []conv.ToolDefinition) bool {
	text := func(tools []conv.ToolDefinition) conv.Raw {
		return rawjson.Written(func(w *rawjson.Writer) { openaichat.WriteTools(w, tools) })
	}
	return text(a) == text(b)
}

// apart reports whether two answers, each with the history before it, are read as they
// are written: the history is what both begin with.
func apart(p training.Parts) bool {
	text := func(m conv.Message) conv.Raw {
		return rawjson.Written(func(w *rawjson.Writer) { thread().WriteMessage(w, written(m)) })
	}
	least := min(len(p.Rejected), len(p.Chosen))
	return least > 0 && (least == 1 || text(p.Rejected[0]) != text(p.Chosen[0]))
}

// isTexts reports whether each column can be a text.
func isTexts(c *conv.Conversation) bool {
	p := training.Of(c)
	named := p.Pair && len(p.History) > 0 && training.Own.Get(&c.Node, hintNamed) != ""
	if c.SystemPrompt != "" && !named || c.Extensions.Of(chat.Name) != nil {
		return false
	}
	for _, x := range columnsOf(c) {
		role := conv.RoleAssistant
		if x.key == "prompt" {
			role = conv.RoleUser
		}
		if x.whole != (x.key == "prompt") || len(x.said) != 1 || conv.RoleOf(x.said[0]) != role || plainText(x.said[0]) == nil {
			return false
		}
	}
	return true
}
