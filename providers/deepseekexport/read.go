package deepseekexport

import (
	"cmp"
	"iter"
	"strings"

	"convo/conv"
	"convo/conv/note"
	"convo/conv/parts"
	"convo/conv/session"
)

// decoder reads conversations, one after the other.
type decoder struct {
	*parts.Builder
	*session.Weave
	nodes []session.Node
	times []int64      // of the nodes, in milliseconds
	asked map[int]bool // nodes with a question
}

func decode(data []byte, notes *note.Notes) iter.Seq2[*conv.Conversation, error] {
	d := &decoder{Builder: parts.NewBuilder(own, data, notes)}
	return d.Rows(d.conversation)
}

// conversation reads one conversation.
func (d *decoder) conversation() *conv.Conversation {
	d.Begin()
	s := &conv.Session{Agent: "deepseek"}
	d.C.Session, d.nodes, d.times, d.asked = s, nil, nil, map[int]bool{}
	if !d.WantOneOf("a conversation of DeepSeek", "mapping") {
		return d.C
	}
	for key := range d.Fields {
		switch key {
		case "id":
			d.C.ID = d.StrOnly()
		case "title":
			d.C.Title = d.StrOnly()
		case "inserted_at":
			s.Started = session.ISOTime(d.StrOnly())
		case "updated_at":
			s.Updated = session.ISOTime(d.StrOnly())
		case "mapping":
			if d.WantObject("an object of nodes") {
				d.outline()
			}
		default:
			d.Keep(&s.Node, key)
		}
	}
	if d.Err() == nil {
		d.Weave = session.NewWeave(d.C, d.nodes, d.Notes)
		d.Weave.Read(&d.Reader, "", func(i int) int64 { return d.times[i] }, d.message)
	}
	return d.C
}

// outline reads which node each one follows.
func (d *decoder) outline() {
	for id := range d.Fields {
		n := session.Node{ID: strings.Clone(id), Offset: d.Offset()}
		if !d.WantObject("a node") {
			return
		}
		node := d.Raw()
		n.Parent = parts.Str(node, "parent")
		d.nodes = append(d.nodes, n)
		d.times = append(d.times, session.ISOTime(parts.Str(node, "message.inserted_at")))
	}
}

// message makes messages of a node: a question, or an answer.
func (d *decoder) message(i int) {
	at := d.nodes[i].Offset
	node := d.RawAt(at)
	said := node.Lookup("message")
	d.Lose(node, at, "id parent children message")
	if !strings.HasPrefix(string(said), "{") {
		return // the root
	}
	r := &reading{decoder: d, node: i, at: at, said: said, model: parts.Str(said, "model")}
	for fragment := range said.Lookup("fragments").Elements {
		r.fragment(fragment)
	}
	if r.m == nil {
		d.older(r)
	}
	d.Rest(&conv.MetaOf(r.m).Node, said, "model inserted_at fragments files content reasoning_content role")
	for file := range said.Lookup("files").Elements {
		d.Media(r.m, "document", &conv.Media{FileID: parts.Str(file, "id"), Name: parts.Str(file, "file_name name"), Provider: "deepseek"}, file, at)
		d.Left(file, "id file_name name")
	}
}

// older reads a message without fragments: an answer follows a question.
func (d *decoder) older(r *reading) {
	thought, text := parts.Str(r.said, "reasoning_content"), parts.Str(r.said, "content")
	asks := !d.asked[d.Before(r.node)]
	if role := strings.ToLower(parts.Str(r.said, "role")); role != "" {
		asks = role == "user"
	}
	r.open(asks && thought == "")
	d.Thinking(r.m, thought, "", r.said, r.at)
	d.Text(r.m, text, r.at)
}

// reading is a node that is being read.
type reading struct {
	*decoder
	node, at int
	said     conv.Raw
	model    string
	m        conv.Message // that goes on
}

// open is the message that goes on, a question or an answer.
func (r *reading) open(asks bool) conv.Message {
	if r.m != nil && asks == (conv.RoleOf(r.m) == conv.RoleUser) {
		return r.m
	}
	if r.m, r.asked[r.node] = (&conv.UserMessage{}), asks; !asks {
		r.m = &conv.AssistantMessage{Model: r.model}
	}
	conv.MetaOf(r.m).Timestamp = r.times[r.node]
	r.Weave.Add(r.node, r.m)
	return r.m
}

func (r *reading) fragment(fragment conv.Raw) {
	text := parts.Str(fragment, "content")
	switch kind := parts.Str(fragment, "type"); kind {
	case "REQUEST":
		r.Text(r.open(true), text, r.at)
	case "THINK":
		r.Thinking(r.open(false), text, "", fragment, r.at)
	case "RESPONSE", "TEMPLATE_RESPONSE":
		r.Text(r.open(false), text, r.at)
	case "SEARCH", "READ_LINK", "TIP", "TOOL_SEARCH", "TOOL_OPEN":
		r.Opaque(r.open(false), fragment, r.at)
		return
	default:
		r.Unknown(r.open(false), cmp.Or(kind, "fragment"), fragment, r.at)
		return
	}
	r.Left(fragment, "type content id")
}
