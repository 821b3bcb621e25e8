package copilotchat

import (
	"cmp"
	"iter"
	"path"
	"strconv"
	"strings"

	"convo/conv"
	"convo/conv/note"
	"convo/conv/parts"
	"convo/conv/rawjson"
	"convo/conv/session"
)

type decoder struct {
	*parts.Builder
	count int // of calls without an id
}

func newDecoder(data []byte, notes *note.Notes) *decoder {
	return &decoder{Builder: parts.NewPlain(own, data, notes)}
}

func decode(data []byte, notes *note.Notes) iter.Seq2[*conv.Conversation, error] {
	d := newDecoder(data, notes)
	switch list := -1; {
	case !d.WantOneOf("a chat of VS Code", "requests", "v"):
	case d.Ahead("requests") >= 0:
		list = d.Ahead("requests")
		if raw := d.Raw(); d.Err() == nil {
			d.about(raw)
			d.Each(list, "requests", d.request)
		}
	default:
		return journal(data, notes)
	}
	return d.One(d.C)
}

// journal reads the object that lines make. Its requests have no places.
func journal(data []byte, notes *note.Notes) iter.Seq2[*conv.Conversation, error] {
	return func(yield func(*conv.Conversation, error) bool) {
		whole, err := replay(data, notes)
		d := newDecoder(nil, notes)
		d.about(whole)
		for request := range whole.Lookup("requests").Elements {
			if request[0] == '{' {
				d.request(request, -1)
			}
		}
		if whole.Lookup("requests") != "" && !yield(d.C, nil) || err == nil {
			return
		}
		yield(nil, err)
	}
}

// about reads what a file says of the chat.
func (d *decoder) about(raw conv.Raw) {
	s := &conv.Session{Agent: family}
	d.C.Session, d.C.ID, d.C.Title = s, parts.Str(raw, "sessionId"), parts.Str(raw, "customTitle")
	s.Started, s.Updated = session.Time(raw.Lookup("creationDate")), session.Time(raw.Lookup("lastMessageDate"))
	d.Rest(&s.Node, raw, "sessionId customTitle creationDate lastMessageDate requests")
}

// request reads a question and its answer.
func (d *decoder) request(raw conv.Raw, at int) {
	if raw[0] != '{' {
		d.Fail(at, "want a request as an object")
		return
	}
	u, asked := d.Open("user", at).(*conv.UserMessage), raw.Lookup("message")
	u.ID, u.Timestamp = parts.Str(raw, "requestId"), session.Time(raw.Lookup("timestamp"))
	u.Injected = raw.Lookup("isSystemInitiated") == "true"
	d.Text(u, cmp.Or(asked.Text(), parts.Str(asked, "text")), at)
	d.Object(&u.Node, "message", asked, "text parts")
	for part := range asked.Lookup("parts").Elements { // the text once more, piece by piece
		d.Lose(part, at, "range editorRange text kind promptText")
		d.Lose(part.Lookup("range"), at, "start endExclusive")
		d.Lose(part.Lookup("editorRange"), at, "startLineNumber startColumn endLineNumber endColumn")
	}
	for file := range raw.Lookup("variableData.variables").Elements {
		if data := parts.Str(file, "value.$base64 value"); data != "" && parts.Str(file, "kind") == "image" {
			d.Media(u, "image", &conv.Media{Data: data, MIMEType: parts.Str(file, "mimeType")}, file, at)
		}
	}
	result := raw.Lookup("result")
	d.Rest(&u.Node, raw, "requestId message timestamp isSystemInitiated response result modelId isCanceled responseId")
	a := &answer{decoder: d, at: at, raw: raw, facts: result.Lookup("metadata")}
	a.model = cmp.Or(parts.Str(a.facts, "resolvedModel"), parts.Str(raw, "modelId"))
	if !a.rounds() {
		for part := range raw.Lookup("response").Elements {
			a.part(part)
		}
		a.say()
	}
	a.end(result)
}

// answer is what came of a request.
type answer struct {
	*decoder
	at    int
	raw   conv.Raw // the request
	facts conv.Raw // the metadata of its result
	model string
	m     *conv.AssistantMessage
	last  *conv.AssistantMessage
	text  strings.Builder // that goes on
}

// open is the message that goes on.
func (a *answer) open() *conv.AssistantMessage {
	if a.m == nil {
		a.m = a.Open("assistant", a.at).(*conv.AssistantMessage)
		a.m.Model, a.last = a.model, a.m
		if vendor, name, ok := strings.Cut(a.model, "/"); ok {
			a.m.Provider, a.m.Model = vendor, name
		}
	}
	return a.m
}

// end is how the answer ended. It reads what is known of all of it.
func (a *answer) end(result conv.Raw) {
	failed, canceled := parts.Str(result, "errorDetails.message"), a.raw.Lookup("isCanceled") == "true"
	if a.last == nil && (failed != "" || canceled) {
		a.open()
	}
	m := a.last
	if m == nil {
		return
	}
	switch m.ID = parts.Str(a.raw, "responseId"); {
	case failed != "":
		m.StopReason, m.ErrorMessage = conv.StopError, failed
	case canceled:
		m.StopReason = conv.StopAborted
	}
	parts.Usage(m, a.facts.Lookup, "promptTokens outputTokens")
	a.Object(&m.Node, "result", result, "metadata errorDetails")
	a.Object(&m.Node, "errorDetails", result.Lookup("errorDetails"), "message")
	a.Object(&m.Node, "metadata", a.facts, "toolCallRounds toolCallResults promptTokens outputTokens resolvedModel")
}

// rounds reads the rounds of calls, and reports whether there are any.
func (a *answer) rounds() bool {
	rounds, results, called := a.facts.Lookup("toolCallRounds"), map[string]conv.Raw{}, false
	for id, came := range a.facts.Lookup("toolCallResults").Fields {
		results[id] = came
	}
	for round := range rounds.Elements {
		for range round.Lookup("toolCalls").Elements {
			called = true
		}
	}
	if !called {
		return false
	}
	for round := range rounds.Elements {
		a.m = nil
		m, thought := a.open(), round.Lookup("thinking")
		a.Thinking(m, joined(thought.Lookup("text")), "", thought, a.at)
		a.Text(m, parts.Str(round, "response"), a.at)
		a.Rest(&m.Node, round, "response toolCalls thinking")
		a.Object(&m.Node, "thinking", thought, "text")
		for call := range round.Lookup("toolCalls").Elements {
			t := a.Call(m, parts.Str(call, "id"), parts.Str(call, "name"), call.Lookup("arguments"), call, a.at)
			a.Rest(&t.Node, call, "id name arguments")
		}
		for t := range m.Calls {
			if came := results[t.ID]; came != "" {
				a.came(t, came)
			}
		}
	}
	var said strings.Builder
	shown := false
	for part := range a.raw.Lookup("response").Elements {
		shown = true
		if said.WriteString(textOf(part)); parts.Str(part, "kind") == "toolInvocationSerialized" {
			said.Reset()
		}
	}
	if after := strings.TrimSpace(said.String()); !strings.Contains(a.last.Text(), after) {
		rest, goesOn := strings.CutPrefix(after, a.last.Text())
		if !goesOn || a.last.HasCalls() {
			a.m = nil
		}
		a.Text(a.open(), rest, a.at)
	}
	if shown {
		a.Notes.Info(note.CodeUI, note.Dropped, a.at, "what the editor showed of an answer, whose rounds say the same", "")
	}
	return true
}

// came reads the result of a call, whose parts are texts or trees of texts.
func (a *answer) came(t *conv.ToolCall, came conv.Raw) {
	m := a.Result(t.ID, t.Name, a.at)
	a.Rest(&m.Node, came, "content")
	for part := range came.Lookup("content").Elements {
		v := part.Lookup("value")
		if data := parts.Str(part, "value.data.$base64 value.$base64 data"); data != "" {
			a.Media(m, "image", &conv.Media{Data: data, MIMEType: parts.Str(part, "value.mimeType mimeType")}, part, a.at)
			continue
		}
		a.Text(m, cmp.Or(v.Text(), textsIn(v.Lookup("node"))), a.at)
		a.Left(part, "$mid value")
	}
}

// textsIn is the texts of a tree of a prompt, in order.
func textsIn(node conv.Raw) string {
	var all strings.Builder
	var add func(node conv.Raw, depth int)
	add = func(node conv.Raw, depth int) {
		all.WriteString(node.Lookup("text").Text())
		if depth < deepest {
			for child := range node.Lookup("children").Elements {
				add(child, depth+1)
			}
		}
	}
	add(node, 0)
	return all.String()
}

// joined is a text, or the texts of a list.
func joined(v conv.Raw) string {
	var all strings.Builder
	all.WriteString(v.Text())
	for piece := range v.Elements {
		all.WriteString(piece.Text())
	}
	return all.String()
}

// textOf is what a part adds to the text of an answer, "" if it is of another kind.
func textOf(part conv.Raw) string {
	switch parts.Str(part, "kind") {
	case "", "markdownContent", "markdownVuln":
		return parts.Str(part, "value content.value value.value")
	case "inlineReference":
		at := parts.Str(part, "inlineReference.path inlineReference.fsPath inlineReference.uri.path inlineReference.location.uri.path")
		if name := cmp.Or(parts.Str(part, "name inlineReference.name"), path.Base(at)); name != "." {
			return "`" + name + "`"
		}
	}
	return ""
}

// say adds the text that went on.
func (a *answer) say() {
	if a.text.Len() > 0 {
		a.Text(a.open(), a.text.String(), a.at)
		a.text.Reset()
	}
}

// part reads a part of what the editor shows.
func (a *answer) part(part conv.Raw) {
	kind := parts.Str(part, "kind")
	if text := textOf(part); text != "" {
		a.text.WriteString(text)
	}
	switch kind {
	case "", "markdownContent", "markdownVuln", "inlineReference":
		a.Lose(part, a.at, "kind value content name inlineReference resolveId supportThemeIcons supportHtml isTrusted supportAlertSyntax baseUri uris vulnerabilities")
		for _, key := range []string{"baseUri", "inlineReference"} {
			a.Lose(part.Lookup(key), a.at, "$mid fsPath external path scheme authority _sep uri range location name")
		}
	case "undoStop", "mcpServersStarting", "codeblockUri", "prepareToolInvocation", "progressMessage", "progressTask", "progressTaskSerialized":
		a.Notes.Info(note.CodeUI, note.Dropped, a.at, "what only the editor shows", kind)
	case "thinking":
		a.say()
		a.Thinking(a.open(), joined(part.Lookup("value")), "", part, a.at)
		a.Builder.Left(part, "kind value")
	case "toolInvocationSerialized", "toolInvocation":
		a.say()
		a.tool(part)
	case "textEditGroup", "notebookEditGroup", "treeData", "command", "warning", "confirmation", "reference", "references", "elicitation", "multiDiffData", "pullRequest", "extensions", "confirmationWidget", "workspaceEdit", "hook":
		a.say()
		a.Opaque(a.open(), part, a.at)
	default:
		a.say()
		a.Unknown(a.open(), kind, part, a.at)
	}
}

// tool reads a call and its result as the editor shows them.
func (a *answer) tool(part conv.Raw) {
	id, came := parts.Str(part, "toolCallId"), part.Lookup("resultDetails")
	if id == "" {
		a.count++
		id = "call_" + strconv.Itoa(a.count)
	}
	t := a.Call(a.open(), id, parts.Str(part, "toolId toolName"), arguments(part), part, a.at)
	a.Rest(&t.Node, part, "kind toolCallId toolId toolName resultDetails")
	said := parts.Str(part, "resultDetails.output toolSpecificData.terminalCommandOutput.text pastTenseMessage.value pastTenseMessage")
	if came != "" && came[0] == '{' {
		a.Object(&t.Node, "resultDetails", came, "output")
	} else if came != "" {
		own.Set(&t.Node, "resultDetails", came) // the files that were found
	}
	m := a.Result(id, t.Name, a.at)
	m.IsError = came.Lookup("isError") == "true"
	files := false
	for piece := range came.Lookup("output").Elements {
		if files = true; piece.Lookup("isText") == "false" {
			a.Media(m, "", &conv.Media{Data: parts.Str(piece, "value.$base64 value base64Data"), MIMEType: parts.Str(piece, "mimeType")}, piece, a.at)
			continue
		}
		a.Text(m, parts.Str(piece, "value"), a.at)
		a.Left(piece, "type isText value")
	}
	if !files {
		a.Text(m, said, a.at)
	}
	a.m = nil
}

// arguments are those of a call, as far as the editor keeps them.
func arguments(part conv.Raw) conv.Raw {
	for _, v := range []conv.Raw{parts.At(part, "toolSpecificData.rawInput toolInput"), parts.Decoded(part.Lookup("resultDetails").Lookup("input"))} {
		if strings.HasPrefix(string(v), "{") {
			return v
		}
	}
	if command := parts.At(part, "toolSpecificData.commandLine.original toolSpecificData.command"); command != "" {
		return rawjson.ObjectOf([]rawjson.Member{{Key: "command", Value: command}})
	}
	return "{}"
}
