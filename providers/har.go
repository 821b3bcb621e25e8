package providers

import (
	"cmp"
	"encoding/base64"
	"iter"
	"slices"
	"strings"
	"time"

	"convo/conv"
	"convo/conv/format"
	"convo/conv/note"
	"convo/conv/rawjson"
	"convo/conv/record"
	"convo/conv/sse"
)

// harFamily is the family of HTTP archives (HAR), which browsers and proxies save.
//
//	{"log":{"entries":[{"startedDateTime":"…","request":{"url":"…","postData":{"text":"{…}"}},
//	 "response":{"status":200,"content":{"mimeType":"text/event-stream","text":"data: {…}\n\n"}}}]}}
//
// Each exchange with a model is a conversation: the request, and its answer. The bodies
// say so, as the formats of the APIs know them. Nothing is kept of headers, cookies and
// addresses: they hold keys.
//
// The facts are those of the specification of HAR 1.2, and of what Chrome adds to it.
const harFamily = "har"

// harFormats is the archive, which is only read. It needs the formats of the table.
func harFormats() []format.Format {
	return []format.Format{{
		Name:   harFamily,
		Family: harFamily,
		About:  "HTTP archive with calls of models",
		Detect: func(p *format.Probe) format.Grade {
			return format.OwnIf(p.IsJSON() && p.Shows("log.entries[].request"))
		},
		Decode: decodeHAR,
	}}
}

// harDecoder reads the entries of an archive.
type harDecoder struct {
	record.Reader
	apis  []format.Format // those of servers
	yield func(*conv.Conversation, error) bool
	more  bool
}

func decodeHAR(data []byte, notes *note.Notes) iter.Seq2[*conv.Conversation, error] {
	return func(yield func(*conv.Conversation, error) bool) {
		d := &harDecoder{Reader: record.NewReader(&record.Family{Name: harFamily}, data, notes), yield: yield, more: true}
		for _, f := range Formats() {
			if f.Protocol != "" && f.Detect != nil && f.Decode != nil {
				d.apis = append(d.apis, f)
			}
		}
		d.archive()
		if d.more && d.End() != nil {
			yield(nil, d.Err())
		}
	}
}

// archive reads the envelope. What else is in it, is about pages and the browser.
func (d *harDecoder) archive() {
	d.inside("an HTTP archive", "log", func() {
		d.inside("a log", "entries", func() {
			if k := d.Kind(); k != rawjson.Array {
				d.Refuse("want a list of entries, got %s", k)
				return
			}
			for range d.Elements {
				at := d.Offset()
				if !d.WantObject("an entry") {
					return
				}
				if entry := d.Raw(); d.Err() == nil && d.more {
					d.entry(entry, at)
				}
			}
		})
	})
}

// inside reads one field of an object.
func (d *harDecoder) inside(what, field string, read func()) {
	if !d.WantObject(what) {
		return
	}
	if d.Ahead(field) < 0 {
		d.Fail(d.Offset(), "not an HTTP archive: %s is missing", field)
		return
	}
	for key := range d.Fields {
		if key == field {
			read()
		} else {
			d.Skip()
		}
	}
}

// entry passes on the conversation of an exchange, if it is one with a model.
func (d *harDecoder) entry(entry conv.Raw, at int) {
	url, _, _ := strings.Cut(entry.Lookup("request.url").Text(), "?")
	answer, failed := harAnswer(entry)
	c, family := d.body(entry.Lookup("request.postData.text").Text(), false, "", at)
	if c == nil {
		d.Notes.Info(note.CodeHistory, note.Dropped, at, "exchange without a call of a model", "")
		return
	}
	reply, _ := d.body(answer, true, family, at)
	switch {
	case reply != nil:
		c.Messages = append(c.Messages, reply.Messages...)
		for _, x := range reply.Extensions {
			for _, m := range x.Members {
				c.Extensions.Set(x.Family, m.Key, m.Value)
			}
		}
	case failed != "" && isCallOf(url):
		c.Messages = append(c.Messages, &conv.AssistantMessage{StopReason: conv.StopError, ErrorMessage: failed})
	case !isCallOf(url):
		d.Notes.Info(note.CodeHistory, note.Dropped, at, "exchange without a call of a model", "")
		return
	default:
		d.Notes.Loss(note.CodeHistory, note.Dropped, at, "answer that is not of the vendor", "")
	}
	d.complete(c, entry, url, at)
	d.more = d.yield(c, nil)
}

// isCallOf reports whether an address is one of those at which models are called.
func isCallOf(url string) bool {
	return slices.ContainsFunc([]string{"/chat/completions", "/responses", "/messages", ":generateContent", ":streamGenerateContent"},
		func(end string) bool { return strings.HasSuffix(url, end) })
}

// complete adds what only the exchange says: the model in an address, and the time.
func (d *harDecoder) complete(c *conv.Conversation, entry conv.Raw, url string, at int) {
	if _, model, ok := strings.Cut(url, "/models/"); ok {
		if c.Request == nil {
			c.Request = &conv.Request{}
		}
		model, _, _ = strings.Cut(model, ":")
		c.Request.Model = cmp.Or(c.Request.Model, model)
	}
	c.SetOffset(at)
	placed(c, func(int) int { return at })
	if len(c.Messages) == 0 {
		return
	}
	m, ok := c.Messages[len(c.Messages)-1].(*conv.AssistantMessage)
	if !ok {
		return
	}
	if c.Request != nil {
		m.Model = cmp.Or(m.Model, c.Request.Model)
	}
	if began, err := time.Parse(time.RFC3339, entry.Lookup("startedDateTime").Text()); err == nil {
		took, _ := conv.Number(entry.Lookup("time")).Float()
		m.Timestamp = cmp.Or(m.Timestamp, began.UnixMilli()+int64(min(max(took, 0), 1e9)))
	}
}

// body reads a request, or an answer of a family. nil: it is none.
func (d *harDecoder) body(text string, answer bool, family string, at int) (*conv.Conversation, string) {
	f := d.format([]byte(text), answer, family)
	if f == nil {
		return nil, ""
	}
	notes := &note.Notes{All: true, Arena: d.Notes.Memory(), KeysOnly: d.Notes.WantKeysOnly()}
	for c, err := range note.Once(notes, []byte(text), f.Decode) {
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
func (d *harDecoder) format(body []byte, answer bool, family string) *format.Format {
	p := format.NewProbe(body)
	var found []Match
	for _, f := range d.apis {
		isAnswer := f.Capabilities.Scope == format.Answer || f.Unit == format.StreamUnit
		if isAnswer != answer || family != "" && f.Family != family {
			continue
		}
		grade := f.Detect(p)
		if len(found) > 0 && grade > found[0].Grade {
			found = nil
		}
		if grade != format.No && (len(found) == 0 || grade == found[0].Grade) {
			found = append(found, Match{&f, grade, nil})
		}
	}
	switch {
	case len(found) == 0 || found[0].Grade == format.Could && unreadOf(p) != nil:
		return nil
	case len(found) == 1:
		return found[0].Format
	}
	best, _ := Choose(found, body)
	return best
}

// harAnswer is the body of an answer, and what it says of a failure. Chrome keeps the
// events of a stream in a list.
func harAnswer(entry conv.Raw) (text, failed string) {
	text = entry.Lookup("response.content.text").Text()
	if entry.Lookup("response.content.encoding").Text() == "base64" {
		b, _ := base64.StdEncoding.DecodeString(text)
		text = string(b)
	}
	if text == "" {
		var stream []byte
		for e := range entry.Lookup("_eventSourceMessages").Elements {
			stream = sse.Append(stream, e.Lookup("eventName").Text(), e.Lookup("data").Text())
		}
		text = string(stream)
	}
	if status, _ := conv.Number(entry.Lookup("response.status")).Int(); status < 400 {
		return text, ""
	}
	c := rawjson.NewCursor([]byte(text))
	if body := c.Raw(); c.End() == nil {
		failed = cmp.Or(body.Lookup("error.message").Text(), body.Lookup("message").Text())
	}
	return text, cmp.Or(failed, string(entry.Lookup("response.status")))
}
