package providers

import (
	"errors"
	"iter"

	"convo/conv"
	"convo/conv/format"
	"convo/conv/lint"
	"convo/conv/note"
	"convo/conv/rawjson"
)

// The hints of a batch's family, all on the conversation.
const (
	hintBare     = "~bare"     // the line of a request has neither method nor url
	hintResponse = "~response" // what the response of a line has besides its body
)

// batchLine reads the lines of a batch.
type batchLine struct {
	*conv.Reader
	*batch
	host  format.Format
	data  []byte
	yield func(*conv.Conversation, error) bool

	at     int       // of the line
	top    conv.Node // what the line has besides the body
	id     string
	body   []byte   // of the API; nil: none was found
	failed conv.Raw // the error beside it
	from   int      // offset of the body; -1: the body was made of an error
	more   bool
}

// reader returns the Decode of a format, whose bodies host reads.
func (b *batch) reader(host format.Format, answers bool) func([]byte, *note.Notes) iter.Seq2[*conv.Conversation, error] {
	return func(data []byte, notes *note.Notes) iter.Seq2[*conv.Conversation, error] {
		return func(yield func(*conv.Conversation, error) bool) {
			l := &batchLine{Reader: conv.NewReader(data, b.name, notes), batch: b, host: host, data: data, yield: yield, more: true}
			if !answers && b.list != "" && l.Kind() == rawjson.Object && l.Ahead(b.list) >= 0 && l.Ahead(b.request) < 0 {
				l.requests()
			} else {
				l.line(answers)
			}
			if err := l.End(); err != nil && l.more {
				yield(nil, err)
			}
		}
	}
}

// requests reads one body with all requests, {"requests":[…]}.
func (l *batchLine) requests() {
	for key := range l.Fields {
		if key != l.list {
			l.Refuse("unknown field %q beside the requests of a batch", key)
			return
		}
		if k := l.Kind(); k != rawjson.Array {
			l.Refuse("want the requests as an array, got %s", k)
			return
		}
		for range l.Elements {
			l.line(false)
			if !l.more {
				return
			}
		}
	}
}

// line reads a line, and passes its conversation on.
func (l *batchLine) line(answer bool) {
	l.at, l.top, l.id, l.body, l.from, l.failed = l.Offset(), conv.Node{}, "", nil, -1, ""
	if k := l.Kind(); k != rawjson.Object {
		l.Refuse("want a line of a batch as an object, got %s", k)
		return
	}
	var seen struct{ method, url bool }
	for key := range l.Fields {
		switch {
		case key == l.batch.id:
			l.takeID()
		case answer && l.batch.read(l, key):
		case !answer && key == l.request:
			l.takeBody()
		case !answer && l.url != "" && key == "method":
			seen.method = true
			l.unless(key, "POST")
		case !answer && l.url != "" && key == "url":
			seen.url = true
			l.unless(key, l.url)
		default:
			l.Keep(&l.top, key)
		}
	}
	l.settle()
	switch {
	case l.Err() != nil:
		return
	case l.body == nil && answer:
		l.Fail(l.at, "a line of a batch without an answer or an error")
		return
	case l.body == nil:
		l.Fail(l.at, "a line of a batch without %s", l.request)
		return
	case !answer && l.url != "" && !seen.method && !seen.url:
		l.top.Extensions.Set(l.name, hintBare, "true")
	}
	l.conversation()
}

// takeID takes the id of a line. One that is not a text stays as it is.
func (l *batchLine) takeID() {
	at := l.Offset()
	l.top.Extensions = l.top.Extensions.Without(l.name, l.batch.id)
	if l.id = ""; l.Kind() == rawjson.String {
		l.id = l.Str()
	}
	if l.id == "" {
		l.Rewind(at)
		l.KeepQuietly(&l.top, l.batch.id)
	}
}

// unless keeps a field that does not say what it usually says.
func (l *batchLine) unless(key, usual string) {
	if at := l.Offset(); l.Kind() != rawjson.String || l.Str() != usual {
		l.Rewind(at)
		l.KeepQuietly(&l.top, key)
	}
}

// takeBody takes the next value as the body.
func (l *batchLine) takeBody() {
	l.from = l.Offset()
	l.Skip()
	if l.Err() == nil {
		l.body = l.data[l.from:l.Offset()]
	}
}

// takeError takes the next value as the error of an answer that did not come.
func (l *batchLine) takeError() {
	if l.failed = l.Raw(); l.failed == "null" {
		l.failed = ""
	}
}

// settle makes an error the body of a line that has no other.
func (l *batchLine) settle() {
	switch {
	case l.failed == "":
	case l.body == nil:
		l.from, l.body = -1, []byte(`{"error":`+string(l.failed)+`}`)
	default:
		l.Notes.Unknown(l.at, "field", "error")
		l.top.Extensions.Set(l.name, "error", l.failed)
	}
}

// conversation passes on what the body says.
func (l *batchLine) conversation() {
	notes := &note.Notes{All: true, Arena: l.Notes.Memory(), KeysOnly: l.Notes.WantKeysOnly()}
	for c, err := range note.Once(notes, l.body, l.host.Decode) {
		for _, n := range notes.List() {
			n.Offset = l.place(n.Offset)
			l.Notes.Add(n)
		}
		var broken *rawjson.Error
		if errors.As(err, &broken) {
			l.Fail(l.place(broken.Offset), "%s", broken.Msg)
			return
		}
		if err != nil {
			l.more = false
			l.yield(nil, err)
			return
		}
		placed(c, l.place)
		l.pass(c)
	}
}

func (l *batchLine) pass(c *conv.Conversation) {
	c.ID = l.id
	c.SetOffset(l.at)
	for _, x := range l.top.Extensions {
		for _, m := range x.Members {
			c.Extensions.Set(x.Family, m.Key, m.Value)
		}
	}
	l.more = l.yield(c, nil)
}

// place is the offset in the input of an offset in the body.
func (l *batchLine) place(in int) int {
	if l.from < 0 || in < 0 {
		return l.at
	}
	return l.from + in
}

// placed changes the places of a conversation that was read from a part of an input.
func placed(c *conv.Conversation, at func(int) int) {
	move := func(n *conv.Node) { n.SetOffset(at(n.Offset())) }
	move(&c.Node)
	for _, m := range c.Messages {
		move(&conv.MetaOf(m).Node)
	}
	lint.EachBlock(c, func(_ conv.Message, b conv.Block) { move(conv.NodeOf(b)) })
	for i := range c.Tools {
		move(&c.Tools[i].Node)
	}
	if c.Request != nil {
		move(&c.Request.Node)
	}
}

// response reads OpenAI's fields of an answer.
func (l *batchLine) response(key string) bool {
	switch key {
	case "id":
		l.KeepQuietly(&l.top, key)
	case "response":
		l.responseBody()
	case "error":
		l.takeError()
	default:
		return false
	}
	return true
}

// responseBody reads the response of a line: null, or an object with the body.
func (l *batchLine) responseBody() {
	l.body, l.top.Extensions = nil, l.top.Extensions.Without(l.name, hintResponse)
	switch kind := l.Kind(); kind {
	case rawjson.Null:
		l.Skip()
		return
	case rawjson.Object:
	default:
		l.Refuse("want a response as an object, got %s", kind)
		return
	}
	rest := rawjson.NewWriter(nil)
	rest.BeginObject()
	for key := range l.Fields {
		if key == "body" {
			l.takeBody()
			continue
		}
		rest.RawField(key, l.Raw())
	}
	rest.EndObject()
	if head := conv.Raw(rest.Bytes()); head != usualResponse {
		l.top.Extensions.Set(l.name, hintResponse, head)
	}
}

// usualResponse is what a response has besides its body.
const usualResponse = `{"status_code":200}`

// result reads Anthropic's field of an answer.
func (l *batchLine) result(key string) bool {
	if key != "result" {
		return false
	}
	if k := l.Kind(); k != rawjson.Object {
		l.Refuse("want a result as an object, got %s", k)
		return true
	}
	l.body = nil
	word := ""
	for key := range l.Fields {
		switch key {
		case "type":
			word = l.Str()
		case "message", "error":
			l.takeBody()
		default:
			l.Keep(&l.top, key)
		}
	}
	if l.body == nil && word != "" {
		l.body = []byte(`{"type":"error","error":{"type":` + string(rawjson.Quoted(word)) + `,"message":` + string(rawjson.Quoted(resultPrefix+word)) + `}}`)
	}
	return true
}

// resultPrefix begins the error message of a request that has no answer, before the
// type of its result: expired, canceled.
const resultPrefix = "result of the batch: "

// outcome reads Gemini's fields of an answer.
func (l *batchLine) outcome(key string) bool {
	switch key {
	case "response":
		l.takeBody()
	case "error":
		l.takeError()
	default:
		return false
	}
	return true
}
