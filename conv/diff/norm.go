package diff

import (
	"slices"
	"strings"

	"convo/conv"
	"convo/conv/format"
	"convo/conv/rawjson"
)

// norm is how both conversations are looked at, so that two formats of one
// conversation look the same.
type norm struct {
	words   words
	a, b    Side
	foreign bool               // the formats differ
	has     [2]map[string]bool // what each side says at all, by kind
}

// The kinds of things that a format may have no word for.
const (
	reasoning  = "reasoning"
	excluded   = "messages that are no longer sent"
	notes      = "notes of programs"
	models     = "models of answers"
	stops      = "stop reasons"
	speakers   = "names of speakers"
	errorMarks = "marks of failed tools"
	injections = "marks of messages that a program added"
	tools      = "tool definitions"
	titles     = "titles"
	parameters = "request parameters"
)

// kinds are all of them, with what a format holds that has a word for it; 0: its
// Holds do not say.
var kinds = [...]struct {
	name  string
	holds format.Features
}{
	{reasoning, 0},
	{excluded, format.Trees},
	{notes, format.CustomMessages},
	{models, format.Models},
	{stops, format.StopReasons},
	{speakers, format.SpeakerName},
	{errorMarks, format.ErrorFlags},
	{injections, format.Sessions},
	{tools, format.Tools},
	{titles, format.DocumentTitle},
	{parameters, 0},
}

func newNorm(a, b Side) *norm {
	n := &norm{a: a, b: b, foreign: a.Format.Name != b.Format.Name}
	for i, s := range []Side{a, b} {
		n.has[i] = map[string]bool{}
		if n.foreign {
			n.has[i] = saidIn(s.Conversation)
		}
	}
	return n
}

// saidIn finds out which kinds of things a conversation says.
func saidIn(c *conv.Conversation) map[string]bool {
	has := map[string]bool{
		titles: c.Title != "", tools: len(c.Tools) > 0,
		parameters: c.Request != nil && !c.Request.IsEmpty(),
	}
	for _, m := range c.Messages {
		meta := conv.MetaOf(m)
		for kind, is := range map[string]bool{excluded: meta.Excluded, injections: meta.Injected, speakers: meta.Name != ""} {
			has[kind] = has[kind] || is
		}
		switch m := m.(type) {
		case *conv.AssistantMessage:
			has[models] = has[models] || m.Model != ""
			has[stops] = has[stops] || m.StopReason != ""
			for _, b := range m.Content {
				if _, ok := b.(*conv.ThinkingContent); ok {
					has[reasoning] = true
				}
			}
		case *conv.ToolResultMessage:
			has[errorMarks] = has[errorMarks] || m.IsError
		case *conv.CustomMessage:
			has[notes] = true
		}
	}
	return has
}

// compared reports whether a kind is compared. Of two formats, what only one
// conversation says is not, unless the other format has a word for it.
//
//go:noinline
func (n *norm) compared(kind string) bool {
	if !n.foreign || n.has[0][kind] == n.has[1][kind] {
		return true
	}
	silent := n.a.Format
	if n.has[0][kind] {
		silent = n.b.Format
	}
	for _, k := range kinds {
		if k.name == kind {
			return k.holds != 0 && silent.Write != nil && silent.Capabilities.Has(k.holds)
		}
	}
	panic("diff: no such kind: " + kind)
}

// leftOut names what is not compared.
func (n *norm) leftOut() (left []LeftOut) {
	for _, k := range kinds {
		if !n.compared(k.name) {
			left = append(left, LeftOut{k.name, n.has[1][k.name]})
		}
	}
	return left
}

// conversation compares what stands around the messages.
func (n *norm) conversation(r *Result) {
	a, b := n.a.Conversation, n.b.Conversation
	if n.compared(titles) {
		r.Values = n.words.appendStrings(r.Values, "title", a.Title, b.Title)
	}
	r.Values = n.words.appendStrings(r.Values, "systemPrompt", a.SystemPrompt, b.SystemPrompt)
	if n.compared(tools) {
		r.Values = n.words.appendValues(r.Values, "tools", toolsOf(a), toolsOf(b))
	}
	if n.compared(parameters) {
		r.Values = append(r.Values, n.parameters()...)
	}
}

// parameters compares the parameters of the requests. Of two formats, one that only
// one of them needs is left out.
func (n *norm) parameters() (list []Value) {
	for _, v := range n.words.appendValues(nil, "request", requestOf(n.a.Conversation), requestOf(n.b.Conversation)) {
		if !n.foreign || v.A != "" && v.B != "" {
			list = append(list, v)
		}
	}
	return list
}

// requestOf is a request as conversation.json has it, without residue.
func requestOf(c *conv.Conversation) *tree {
	alone := conv.Conversation{Request: c.Request}
	w := rawjson.NewWriter(nil)
	conv.Native.Write(w, &alone)
	for key, value := range rawjson.Raw(strings.TrimSpace(string(w.Bytes()))).Fields {
		if key != "request" {
			continue
		}
		return treeOf(rawjson.ObjectOf(slices.DeleteFunc(value.Members(), func(m rawjson.Member) bool { return m.Key == "extensions" })))
	}
	return treeOf("{}")
}

// toolsOf is the definitions of tools by name.
func toolsOf(c *conv.Conversation) *tree {
	var list []rawjson.Member
	for i := range c.Tools {
		t := &c.Tools[i]
		var fields []rawjson.Member
		add := func(key string, value rawjson.Raw) {
			if value != "" && value != `""` {
				fields = append(fields, rawjson.Member{Key: key, Value: value})
			}
		}
		add("description", rawjson.Quoted(t.Description))
		add("parameters", t.Parameters)
		if t.Name == "" {
			add("definition", t.Raw)
		}
		list = append(list, rawjson.Member{Key: t.Name, Value: rawjson.ObjectOf(fields)})
	}
	return treeOf(rawjson.ObjectOf(list))
}

// appendStrings compares two strings, "" if absent.
func (w *words) appendStrings(list []Value, path, a, b string) []Value {
	quoted := func(s string) *tree {
		if s == "" {
			return nil
		}
		return &tree{kind: '"', text: s, raw: rawjson.Quoted(s), hash: hashOf(s)}
	}
	return w.appendValues(list, path, quoted(a), quoted(b))
}
