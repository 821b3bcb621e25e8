package chatgptexport

import (
	"cmp"
	"iter"
	"math"
	"strconv"
	"strings"
	"time"

	"convo/conv"
	"convo/conv/note"
	"convo/conv/rawjson"
	"convo/conv/record"
	"convo/conv/session"
)

// own is the residue of the format.
var own = &record.Family{Name: family}

// decoder reads conversations, one after the other.
type decoder struct {
	record.Reader
	c       *conv.Conversation
	nodes   []session.Node
	message []int // offset of the message of each node, -1 without one
	current string
}

func decode(data []byte, notes *note.Notes) iter.Seq2[*conv.Conversation, error] {
	d := &decoder{Reader: record.NewReader(own, data, notes)}
	return d.Rows(d.conversation)
}

// conversation reads one conversation.
func (d *decoder) conversation() *conv.Conversation {
	d.c = &conv.Conversation{Session: &conv.Session{Agent: "chatgpt"}}
	d.nodes, d.message, d.current = nil, nil, ""
	d.SetOffset(&d.c.Node)
	if !d.WantOneOf("a conversation of ChatGPT", "mapping", "linear_conversation") {
		return d.c
	}
	for key := range d.Fields {
		d.field(key)
	}
	if d.Err() == nil {
		d.tree()
	}
	return d.c
}

func (d *decoder) field(key string) {
	s := d.c.Session
	switch key {
	case "title":
		d.c.Title = d.StrOnly()
	case "conversation_id":
		d.c.ID = cmp.Or(d.StrOnly(), d.c.ID)
	case "id":
		d.c.ID = cmp.Or(d.c.ID, d.StrOnly())
	case "create_time":
		s.Started = milliseconds(d.Raw())
	case "update_time":
		s.Updated = milliseconds(d.Raw())
	case "default_model_slug":
		s.Model = d.StrOnly()
	case "current_node":
		d.current = d.StrOnly()
	case "mapping":
		d.mapping()
	case "linear_conversation":
		d.linear()
	case "backing_conversation_id", "gizmo_id", "gizmo_type", "conversation_template_id", "is_archived", "is_starred", "is_temporary_chat", "is_study_mode",
		"is_do_not_remember", "memory_scope", "moderation_results", "safe_urls", "blocked_urls", "plugin_ids", "disabled_tool_ids", "async_status", "voice",
		"conversation_origin", "owner", "pinned_time", "is_read_only", "context_scopes", "sugar_item_id", "sugar_item_visible", "atlas_mode_enabled":
		d.KnownIfSaid(&s.Node, key)
	default:
		d.Keep(&s.Node, key)
	}
}

// milliseconds reads a time: seconds, or a text of ISO 8601. It is 0 for none.
func milliseconds(raw conv.Raw) int64 {
	if s := raw.Text(); s != "" {
		for _, layout := range []string{time.RFC3339, "2006-01-02T15:04:05", "2006-01-02 15:04:05"} {
			if t, err := time.Parse(layout, s); err == nil {
				return t.UnixMilli()
			}
		}
		return 0
	}
	seconds, err := strconv.ParseFloat(string(raw), 64)
	if err != nil || seconds <= 0 || seconds > 1<<40 {
		return 0
	}
	return int64(math.Round(seconds * 1000))
}

// mapping reads the outline of the tree. The key of a node is its name: the ids in
// it may differ.
func (d *decoder) mapping() {
	if d.IsNull() {
		return
	}
	if !d.WantObject("an object of nodes") {
		return
	}
	d.nodes, d.message = nil, nil
	for key := range d.Fields {
		d.node(key)
	}
	session.Chained(d.nodes) // what scripts write may say only what was said
}

// linear reads the nodes of a shared page. They are those of mapping, if that is
// there.
func (d *decoder) linear() {
	if k := d.Kind(); k != rawjson.Array || len(d.nodes) > 0 {
		d.Skip()
		return
	}
	before := ""
	for range d.Elements {
		id := d.Tag("id")
		d.node(id)
		if n := len(d.nodes); n > 0 && d.nodes[n-1].Parent == "" {
			d.nodes[n-1].Parent = before
		}
		before = id
	}
}

func (d *decoder) node(key string) {
	n, message := session.Node{ID: key, Offset: d.Offset()}, -1
	if !d.WantObject("a node") {
		return
	}
	for key := range d.Fields {
		switch key {
		case "parent":
			n.Parent = d.StrOnly()
		case "message":
			if d.Kind() != rawjson.Null {
				message = d.Offset()
			}
		case "id", "children":
		default:
			d.Notes.Loss(note.CodeExtension, note.Dropped, d.Offset(), "field of a node", key)
		}
	}
	d.nodes, d.message = append(d.nodes, n), append(d.message, message)
}

// tree makes messages of the nodes.
func (d *decoder) tree() {
	w := &walk{d, session.NewWeave(d.c, d.nodes, d.Notes), make([]state, len(d.nodes))}
	w.Weave.Read(&d.Reader, d.current, func(i int) int64 {
		if d.message[i] < 0 {
			return 0
		}
		return milliseconds(d.RawAt(d.message[i]).Lookup("create_time"))
	}, w.one)
}

// isObject reports whether a value is an object.
func isObject(raw conv.Raw) bool { return strings.HasPrefix(string(raw), "{") }
