package providers

import (
	"cmp"
	"iter"
	"net/url"
	"slices"
	"strconv"
	"strings"

	"convo/conv"
	"convo/conv/format"
	"convo/conv/note"
	"convo/conv/parts"
	"convo/conv/rawjson"
	"convo/conv/record"
)

// recording is a kind of file with calls of servers as they went over the network. Each
// exchange with a model is a conversation: the request, and its answer. The bodies say
// so, as the formats of the APIs know them. Nothing is kept of headers, cookies and
// addresses: they hold keys.
type recording struct {
	name, about, what string
	list              []string // the keys of the list of exchanges, one inside the other
	other             string   // another key for the last of them; "": none
	bare              bool     // the list, or an entry, may stand alone
	entry             string   // what an entry is called
	detect            func(p *format.Probe) bool
	exchange          func(entry conv.Raw) exchange
}

// exchange is a request and its answer. The texts are bodies.
type exchange struct {
	url, request, answer string
	status               int64 // of HTTP, 0 if unknown
	ended                int64 // ms since 1970, 0 if unknown
	id                   string
	rest                 conv.Raw // fields to keep, an object; "": none
}

// format is the kind of file, which is only read. It needs the formats of the table.
func (r *recording) format() format.Format {
	return format.Format{
		Name: r.name, Family: r.name, About: r.about,
		Detect: func(p *format.Probe) format.Grade { return format.OwnIf(p.IsJSON() && r.detect(p)) },
		Decode: r.decode, Log: r.bare,
	}
}

// exchanges reads the exchanges of a recording.
type exchanges struct {
	record.Reader
	of    *recording
	apis  []*format.Format // those of servers
	yield func(*conv.Conversation, error) bool
	more  bool
}

func (r *recording) decode(data []byte, notes *note.Notes) iter.Seq2[*conv.Conversation, error] {
	return func(yield func(*conv.Conversation, error) bool) {
		d := &exchanges{Reader: record.NewReader(&record.Family{Name: r.name}, data, notes), of: r, yield: yield, more: true}
		for _, k := range table {
			for _, r := range k.rows {
				all := r.guarded()
				for i := range all {
					f := &all[i]
					if f.Protocol != "" && f.Detect != nil && f.Decode != nil {
						d.apis = append(d.apis, f)
					}
				}
			}
		}
		d.inside(r.list)
		if d.more && d.End() != nil {
			yield(nil, d.Err())
		}
	}
}

// inside reads the list at some keys, one inside the other. What stands beside it is about
// what made the recording.
func (d *exchanges) inside(keys []string) {
	if len(keys) == 0 {
		d.list()
		return
	}
	if d.of.bare && d.Kind() == rawjson.Array {
		d.list()
		return
	}
	if !d.WantObject(d.of.what) {
		return
	}
	field := keys[0]
	if len(keys) == 1 && d.of.other != "" && d.Ahead(field) < 0 {
		field = d.of.other
	}
	if d.of.bare && d.Ahead(field) < 0 {
		at := d.Offset()
		if entry := d.Raw(); d.Err() == nil {
			d.one(d.of.exchange(entry), at)
		}
		return
	}
	if d.Ahead(field) < 0 {
		d.Fail(d.Offset(), "not %s: %s is missing", d.of.what, keys[0])
		return
	}
	for key := range d.Fields {
		if key == field {
			d.inside(keys[1:])
			continue
		}
		if d.of.bare && key != "meta" { // which page it is
			d.Notes.Loss(note.CodeExtension, note.Dropped, d.Offset(), "field of a trace or a page", key)
		}
		d.Skip()
	}
}

func (d *exchanges) list() {
	if k := d.Kind(); k != rawjson.Array {
		d.Refuse("want a list of %ss, got %s", d.of.entry, k)
		return
	}
	for range d.Elements {
		at := d.Offset()
		if !d.WantObject("an " + d.of.entry) {
			return
		}
		if entry := d.Raw(); d.Err() == nil && d.more {
			d.one(d.of.exchange(entry), at)
		}
	}
}

// one passes on the conversation of an exchange, if it is one with a model.
func (d *exchanges) one(x exchange, at int) {
	x.url, _, _ = strings.Cut(x.url, "?")
	request, answer := body{format.NewProbe([]byte(x.request)), x.request, false}, body{format.NewProbe([]byte(x.answer)), x.answer, true}
	c, family := d.body(request, d.vendor(request, answer), at)
	if c == nil {
		d.Notes.Info(note.CodeHistory, note.Dropped, at, d.of.entry+" without a call of a model", "")
		return
	}
	reply, _ := d.body(answer, family, at)
	switch {
	case reply != nil:
		c.Messages = append(c.Messages, reply.Messages...)
		for _, e := range reply.Extensions {
			for _, m := range e.Members {
				c.Extensions.Set(e.Family, m.Key, m.Value)
			}
		}
	case !isCallOf(x.url):
		d.Notes.Info(note.CodeHistory, note.Dropped, at, d.of.entry+" without a call of a model", "")
		return
	case x.status >= 400:
		c.Messages = append(c.Messages, &conv.AssistantMessage{StopReason: conv.StopError, ErrorMessage: x.failure()})
	default:
		d.Notes.Loss(note.CodeHistory, note.Dropped, at, "answer that is not of the vendor", "")
	}
	d.complete(c, x, at)
	d.more = d.yield(c, nil)
}

// failure is what the body of an answer says of it, or the status.
func (x *exchange) failure() string {
	c := rawjson.NewCursor([]byte(x.answer))
	body := c.Raw()
	if c.End() != nil {
		body = ""
	}
	return cmp.Or(body.Lookup("error.message").Text(), body.Lookup("message").Text(), strconv.FormatInt(x.status, 10))
}

// isCallOf reports whether an address is one of those at which models are called.
func isCallOf(url string) bool {
	return slices.ContainsFunc([]string{
		"/chat/completions", "/responses", "/messages", ":generateContent", ":streamGenerateContent",
		"/converse", "/converse-stream", "/api/chat", "/api/generate", "/v2/chat",
	},
		func(end string) bool { return strings.HasSuffix(url, end) })
}

// complete adds what only the exchange says: the model in an address, and the time.
func (d *exchanges) complete(c *conv.Conversation, x exchange, at int) {
	if model := modelIn(x.url); model != "" {
		c.Request = cmp.Or(c.Request, &conv.Request{})
		c.Request.Model = cmp.Or(c.Request.Model, model)
	}
	c.SetOffset(at)
	c.ID = cmp.Or(c.ID, x.id)
	parts.Left(d.Residue, &c.Node, x.rest, "")
	placed(c, func(int) int { return at })
	if len(c.Messages) == 0 {
		return
	}
	if m, ok := c.Messages[len(c.Messages)-1].(*conv.AssistantMessage); ok {
		if c.Request != nil {
			m.Model = cmp.Or(m.Model, c.Request.Model)
		}
		m.Timestamp = cmp.Or(m.Timestamp, x.ended)
	}
}

// modelIn is the model that an address names, as those of Gemini and of Bedrock do.
func modelIn(address string) string {
	if _, model, ok := strings.Cut(address, "/models/"); ok {
		model, _, _ = strings.Cut(model, ":")
		return model
	}
	_, model, _ := strings.Cut(address, "/model/")
	model, call, ok := strings.Cut(model, "/")
	if !ok || !strings.HasPrefix(call, "converse") {
		return ""
	}
	if name, err := url.PathUnescape(model); err == nil {
		model = name
	}
	return model
}

// vendor is the family of an answer, if the request alone would be taken for another one's; else
// "". A request that says little could be of several vendors.
func (d *exchanges) vendor(request, answer body) string {
	if f := d.format(request, ""); f == nil || d.format(answer, f.Family) != nil {
		return ""
	}
	if f := d.format(answer, ""); f != nil && d.format(request, f.Family) != nil {
		return f.Family
	}
	return ""
}

// body is a request or an answer.
type body struct {
	*format.Probe
	text     string
	isAnswer bool
}

// body reads a request, or an answer of a family. nil: it is none.
func (d *exchanges) body(b body, family string, at int) (*conv.Conversation, string) {
	f := d.format(b, family)
	if f == nil {
		return nil, ""
	}
	notes := &note.Notes{All: true, Arena: d.Notes.Memory(), KeysOnly: d.Notes.WantKeysOnly()}
	for c, err := range note.Once(notes, []byte(b.text), f.Decode) {
		if err != nil {
			return nil, ""
		}
		for _, n := range notes.List() { // their places are in the body
			n.Offset = at
			d.Notes.Add(n)
		}
		return c, f.Family
	}
	return nil, ""
}

// format is the format of the APIs that a body is in, nil: none.
func (d *exchanges) format(b body, family string) *format.Format {
	var found []Match
	for _, f := range d.apis {
		isAnswer := f.Capabilities.Scope == format.Answer || f.Unit == format.StreamUnit
		if isAnswer != b.isAnswer || family != "" && f.Family != family {
			continue
		}
		grade := f.Detect(b.Probe)
		if len(found) > 0 && grade > found[0].Grade {
			found = nil
		}
		if grade != format.No && (len(found) == 0 || grade == found[0].Grade) {
			found = append(found, Match{f, grade, nil})
		}
	}
	switch {
	case len(found) == 0 && family != "" && !b.isAnswer && b.IsJSON() && b.Shows("messages"): // its answer says whose it is
		for _, f := range d.apis {
			if f.Family == family && f.Write != nil && f.Capabilities.Scope == format.Whole {
				return f
			}
		}
		return nil
	case len(found) == 0 || found[0].Grade == format.Could && unreadOf(b.Probe) != nil:
		return nil
	case len(found) == 1:
		return found[0].Format
	}
	best, _ := Choose(found, []byte(b.text))
	return best
}
