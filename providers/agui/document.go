package agui

import (
	"cmp"
	"iter"
	"slices"

	"convo/conv"
	"convo/conv/extension"
	"convo/conv/note"
	"convo/conv/rawjson"
	"convo/conv/record"
)

// The forms of messages at rest. A conversation that has only messages is
// usually a list, any other an input.
const (
	formInput    = `"input"`
	formSnapshot = `"snapshot"`
)

// decodeDocument reads messages at rest.
func decodeDocument(data []byte, notes *note.Notes) iter.Seq2[*conv.Conversation, error] {
	r := newReader(data, notes)
	c := r.document()
	return r.in.One(c)
}

func (r *reader) document() *conv.Conversation {
	c := &conv.Conversation{}
	at := r.in.Offset()
	r.in.SetOffset(&c.Node)
	switch k := r.in.Kind(); {
	case k == rawjson.Array:
		all := r.folded()
		all.into(c)
	case k == rawjson.Invalid:
		r.in.Skip() // its error is more exact
	case k != rawjson.Object:
		r.in.Fail(at, "want a list of messages, a snapshot or an input, got %s", k)
	case r.Tag("type") == "MESSAGES_SNAPSHOT":
		r.snapshot(c)
	default:
		r.input(c)
	}
	residue.Settle(&c.Node)
	return c
}

// snapshot reads a MESSAGES_SNAPSHOT event.
func (r *reader) snapshot(c *conv.Conversation) {
	at, found := r.in.Offset(), false
	var all folding
	var names record.Names
	for key := range r.in.Fields {
		switch key = names.Usual(&r.in, key); key {
		case "type":
		case "messages":
			found = r.in.Kind() == rawjson.Array
			all = r.folded()
		default:
			r.eventField(&c.Node, key)
		}
	}
	if !found {
		r.in.Fail(at, "a snapshot without messages")
	}
	all.into(c)
	residue.Set(&c.Node, hintForm, formSnapshot)
	names.Keep(residue, &c.Node)
}

// eventField keeps a field of an event or an input. Null is absent.
func (r *reader) eventField(n *conv.Node, key string) {
	switch key {
	case "timestamp", "rawEvent", "metadata", "forwardedProps", "resume", "parentRunId", "protocolVersion", "runId":
		r.in.Known(n, key)
	default:
		r.Keep(n, key)
	}
}

// input reads a RunAgentInput.
func (r *reader) input(c *conv.Conversation) {
	at, found := r.in.Offset(), false
	var all folding
	var blanks conv.Node
	var names record.Names
	for key := range r.in.Fields {
		if key == "messages" {
			found = r.in.Kind() == rawjson.Array
			all = r.folded()
			continue
		}
		r.inputField(c, &blanks, names.Usual(&r.in, key))
	}
	names.Keep(residue, &c.Node)
	if !found {
		r.in.Fail(at, "an input without messages")
	}
	all.into(c)
	if got := blankObject(&blanks); got != usualBlanks(c) {
		residue.Set(&c.Node, record.HintBlank, got)
	}
	if !needsInput(c) {
		residue.Set(&c.Node, hintForm, formInput)
	}
}

// inputField reads a field of an input, except its messages.
func (r *reader) inputField(c *conv.Conversation, blanks *conv.Node, key string) {
	if r.in.IsNull() {
		return
	}
	switch {
	case key == "threadId" && r.in.Kind() == rawjson.String:
		if c.ID = r.in.Str(); c.ID == defaultThread {
			c.ID = ""
		}
	case key == "runId" && r.in.Kind() == rawjson.String:
		if raw := r.in.Raw(); raw != rawjson.Quoted(runName(1)) {
			residue.Set(&c.Node, key, raw)
		}
	case key == "tools" && r.in.Kind() == rawjson.Array:
		if r.tools(c); len(c.Tools) == 0 {
			residue.Set(blanks, key, "[]")
		}
	case key == "context" || key == "state" || key == "forwardedProps":
		switch raw := r.in.Raw(); {
		case raw == "{}" || raw == "[]" || raw == `""`:
			residue.Set(blanks, key, raw)
		case key == "context":
			c.Context = raw
		case key == "state":
			c.State = raw
		default:
			residue.Set(&c.Node, key, raw)
		}
	default:
		r.eventField(&c.Node, key)
	}
}

// inputBlanks are the fields of an input that may be empty, in the order in
// which they are written.
var inputBlanks = [...]string{"tools", "context", "state", "forwardedProps"}

func blankObject(n *conv.Node) conv.Raw {
	var all []rawjson.Member
	for _, key := range inputBlanks {
		if raw := n.Extensions.Get(family, key); raw != "" {
			all = append(all, rawjson.Member{Key: key, Value: raw})
		}
	}
	return rawjson.ObjectOf(all)
}

// usualBlanks is the empty fields of an input that was read from another
// format: the lists that older readers demand.
func usualBlanks(c *conv.Conversation) conv.Raw {
	var all []rawjson.Member
	if len(c.Tools) == 0 {
		all = append(all, rawjson.Member{Key: "tools", Value: "[]"})
	}
	if c.Context == "" {
		all = append(all, rawjson.Member{Key: "context", Value: "[]"})
	}
	return rawjson.ObjectOf(all)
}

func (r *reader) tools(c *conv.Conversation) {
	c.Tools = nil
	for range r.in.Elements {
		if !r.in.WantObject("a tool as an object") {
			return
		}
		t := conv.ToolDefinition{}
		record.Read(objects().tool, r, &t)
		c.Tools = append(c.Tools, t)
	}
}

// needsInput reports whether a conversation has anything that only an input
// can hold.
func needsInput(c *conv.Conversation) bool {
	if c.ID != "" || len(c.Tools) > 0 || c.State != "" || c.Context != "" {
		return true
	}
	return slices.ContainsFunc(c.Extensions.Of(family), func(m rawjson.Member) bool { return !extension.IsHint(m.Key) && m.Key != keptPrompt })
}

// writeDocument writes messages at rest, in the form that they had if that
// holds all of them: a snapshot has no tools.
func writeDocument(w *rawjson.Writer, c *conv.Conversation) {
	switch form := c.Extensions.Get(family, hintForm); {
	case form == formSnapshot && c.ID == "" && len(c.Tools) == 0 && c.State == "" && c.Context == "":
		w.BeginObject()
		w.Field("type", "MESSAGES_SNAPSHOT")
		w.Key("messages")
		writeList(w, c, len(c.Messages))
		residue.Write(w, &c.Node)
		w.EndObject()
	case form == formInput || needsInput(c):
		writeInput(w, c, len(c.Messages))
	default:
		writeList(w, c, len(c.Messages))
	}
}

// writeInput writes a RunAgentInput with the first n messages.
func writeInput(w *rawjson.Writer, c *conv.Conversation, n int) {
	w.BeginObject()
	if !isOdd(c, "threadId", c.ID == "") {
		w.Field(residue.Key(&c.Node, "threadId"), cmp.Or(c.ID, defaultThread))
	}
	w.OptRaw(residue.Key(&c.Node, "runId"), cmp.Or(residue.Get(&c.Node, "runId"), rawjson.Quoted(runName(1))))
	w.Key("messages")
	writeList(w, c, n)
	writeInputRest(w, c)
	w.EndObject()
}

// writeInputRest writes the fields of an input except its ids and messages.
func writeInputRest(w *rawjson.Writer, c *conv.Conversation) {
	blanks := cmp.Or(residue.Get(&c.Node, record.HintBlank), usualBlanks(c))
	if len(c.Tools) > 0 {
		w.Key("tools")
		writeTools(w, c.Tools)
	}
	w.OptRaw("context", c.Context)
	w.OptRaw("state", c.State)
	for key, value := range blanks.Fields {
		if !saysSomething(c, key) {
			w.OptRaw(residue.Key(&c.Node, key), value)
		}
	}
	residue.Write(w, &c.Node, "runId", record.Unless(c.ID == "", "threadId"), record.Unless(len(c.Tools) == 0, "tools"))
}

// isOdd reports whether a field that would be empty had a value of another kind,
// which is written in its place.
func isOdd(c *conv.Conversation, key string, empty bool) bool {
	return empty && residue.Get(&c.Node, key) != ""
}

// saysSomething reports whether a field that was empty no longer is.
func saysSomething(c *conv.Conversation, key string) bool {
	switch key {
	case "tools":
		return len(c.Tools) > 0
	case "context":
		return c.Context != ""
	case "state":
		return c.State != ""
	default:
		return c.Extensions.Get(family, key) != ""
	}
}

func writeTools(w *rawjson.Writer, tools []conv.ToolDefinition) {
	w.BeginArray()
	for i := range tools {
		record.Write(objects().tool, w, &tools[i])
	}
	w.EndArray()
}
