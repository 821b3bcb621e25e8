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
	return r.In.One(c)
}

func (r *reader) document() *conv.Conversation {
	c := &conv.Conversation{}
	at := r.In.Offset()
	r.In.SetOffset(&c.Node)
	switch k := r.In.Kind(); {
	case k == rawjson.Array:
		all := folded(r.messages)
		all.into(c)
	case k == rawjson.Invalid:
		r.In.Skip() // its error is more exact
	case k != rawjson.Object:
		r.In.Fail(at, "want a list of messages, a snapshot or an input, got %s", k)
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
	r.body(c, "a snapshot without messages", func(key string) {
		if key != "type" {
			r.eventField(&c.Node, key)
		}
	})
	residue.Set(&c.Node, hintForm, formSnapshot)
}

// body reads an object with messages; lack is the error without them. field reads
// its other fields.
func (r *reader) body(c *conv.Conversation, lack string, field func(key string)) {
	at, found := r.In.Offset(), false
	var all folding
	var names record.Names
	for key := range r.In.Fields {
		if key != "messages" {
			field(names.Usual(&r.In, key))
			continue
		}
		found = r.In.Kind() == rawjson.Array
		all = folded(r.messages)
	}
	names.Keep(residue, &c.Node)
	if !found {
		r.In.Fail(at, "%s", lack)
	}
	all.into(c)
}

// eventField keeps a field of an event or an input. Null is absent.
func (r *reader) eventField(n *conv.Node, key string) {
	switch key {
	case "timestamp", "rawEvent", "metadata", "forwardedProps", "resume", "parentRunId", "protocolVersion", "runId":
		r.In.Known(n, key)
	default:
		r.Keep(n, key)
	}
}

// input reads a RunAgentInput.
func (r *reader) input(c *conv.Conversation) {
	var blanks conv.Node
	r.body(c, "an input without messages", func(key string) { r.inputField(c, &blanks, key) })
	if got := blankObject(&blanks); got != usualBlanks(c) {
		residue.Set(&c.Node, record.HintBlank, got)
	}
	if !needsInput(c) {
		residue.Set(&c.Node, hintForm, formInput)
	}
}

// inputField reads a field of an input, except its messages.
func (r *reader) inputField(c *conv.Conversation, blanks *conv.Node, key string) {
	if r.In.IsNull() {
		return
	}
	switch {
	case key == "threadId" && r.In.Kind() == rawjson.String:
		if c.ID = r.In.Str(); c.ID == defaultThread {
			c.ID = ""
		}
	case key == "runId" && r.In.Kind() == rawjson.String:
		if raw := r.In.Raw(); raw != rawjson.Quoted(runName(1)) {
			residue.Set(&c.Node, key, raw)
		}
	case key == "tools" && r.In.Kind() == rawjson.Array:
		if r.tools(c); len(c.Tools) == 0 {
			residue.Set(blanks, key, "[]")
		}
	case key == "context" || key == "state" || key == "forwardedProps":
		switch raw := r.In.Raw(); {
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
	var usual conv.Node
	for _, key := range [...]string{"tools", "context"} {
		if !saysSomething(c, key) {
			residue.Set(&usual, key, "[]")
		}
	}
	return blankObject(&usual)
}

func (r *reader) tools(c *conv.Conversation) {
	c.Tools = nil
	for range r.In.Elements {
		if !r.In.WantObject("a tool as an object") {
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
	return isOfRun(c) || slices.ContainsFunc(c.Extensions.Of(family), func(m rawjson.Member) bool {
		return !extension.IsHint(m.Key) && m.Key != keptPrompt
	})
}

// isOfRun reports whether a conversation has what neither a list nor a snapshot holds.
func isOfRun(c *conv.Conversation) bool {
	return c.ID != "" || len(c.Tools) > 0 || c.State != "" || c.Context != ""
}

// writeDocument writes messages at rest, in the form that they had if that
// holds all of them: a snapshot has no tools.
func writeDocument(w *rawjson.Writer, c *conv.Conversation) {
	switch form := c.Extensions.Get(family, hintForm); {
	case form == formSnapshot && !isOfRun(c):
		w.BeginObject()
		w.Field("type", "MESSAGES_SNAPSHOT")
		w.Key("messages")
		writeList(w, c, len(c.Messages))
		residue.Write(w, &c.Node)
		w.EndObject()
	case form == formInput || needsInput(c):
		writeInput(w, c)
	default:
		writeList(w, c, len(c.Messages))
	}
}

// writeInput writes a RunAgentInput.
func writeInput(w *rawjson.Writer, c *conv.Conversation) {
	w.BeginObject()
	if !isOdd(c, "threadId", c.ID == "") {
		w.Field(residue.Key(&c.Node, "threadId"), cmp.Or(c.ID, defaultThread))
	}
	w.OptRaw(residue.Key(&c.Node, "runId"), cmp.Or(residue.Get(&c.Node, "runId"), rawjson.Quoted(runName(1))))
	w.Key("messages")
	writeList(w, c, len(c.Messages))
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
	w.EndObject()
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
