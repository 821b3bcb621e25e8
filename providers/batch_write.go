package providers

import (
	"cmp"
	"strings"

	"convo/conv"
	"convo/conv/format"
	"convo/conv/rawjson"
)

// batchWriter writes the answer of a line.
type batchWriter struct {
	*rawjson.Writer
	*batch
	c      *conv.Conversation
	body   []byte   // of the API
	failed conv.Raw // the error that is all the body has, "" if it has an answer
}

// requestWriter returns the Write of requests, whose bodies host writes.
func (b *batch) requestWriter(host format.Format) func(*rawjson.Writer, *conv.Conversation) {
	write := host.Write
	return func(w *rawjson.Writer, c *conv.Conversation) {
		w.BeginObject()
		get := func(key string) conv.Raw { return c.Extensions.Get(b.name, key) }
		if b.url != "" && get(hintBare) == "" {
			for _, field := range [][2]string{{"method", "POST"}, {"url", b.url}} {
				if get(field[0]) == "" {
					w.Field(field[0], field[1])
				}
			}
		}
		b.head(w, c, b.request)
		w.Key(b.request)
		write(w, c)
		w.EndObject()
	}
}

// head writes the id of a line, and the fields that only a batch has.
func (b *batch) head(w *rawjson.Writer, c *conv.Conversation, except ...string) {
	if w.OptField(b.id, c.ID); c.ID != "" {
		except = append(except, b.id)
	}
	c.Node.Extensions.WriteFamily(w, b.name, except...)
}

// answerWriter returns the Write of answers, whose bodies host writes.
func (b *batch) answerWriter(host format.Format) func(*rawjson.Writer, *conv.Conversation) {
	write := host.Write
	return func(w *rawjson.Writer, c *conv.Conversation) {
		in := rawjson.NewWriter(nil)
		write(in, c)
		x := &batchWriter{Writer: w, batch: b, c: c, body: in.Bytes()}
		x.failed = errorIn(x.body)
		w.BeginObject()
		b.head(w, c, "response", "error", "result")
		x.batch.write(x)
		w.EndObject()
	}
}

// errorIn is the error of a body that has nothing else, "" if it has more.
func errorIn(body []byte) (failed conv.Raw) {
	for key, value := range conv.Raw(body).Fields {
		switch key {
		case "error":
			failed = value
		case "type": // Anthropic's is error
		default:
			return ""
		}
	}
	return failed
}

// response writes OpenAI's fields of an answer.
func (x *batchWriter) response() {
	head := x.c.Extensions.Get(x.name, hintResponse)
	if x.failed != "" && head == "" { // no server has answered
		x.RawField("response", "null")
		x.RawField("error", x.failed)
		return
	}
	if status, _ := conv.Number(head.Lookup("status_code")).Int(); head == "" || head[0] != '{' || status >= 400 && x.failed == "" {
		head = usualResponse
	}
	x.ObjectField("response")
	for key, value := range head.Fields {
		if key != "body" {
			x.RawField(key, value)
		}
	}
	x.RawField("body", conv.Raw(x.body))
	x.EndObject()
	x.RawField("error", cmp.Or(x.c.Extensions.Get(x.name, "error"), "null"))
}

// result writes Anthropic's field of an answer.
func (x *batchWriter) result() {
	x.ObjectField("result")
	word, bare := strings.CutPrefix(x.failed.Lookup("message").Text(), resultPrefix)
	switch {
	case x.failed == "":
		x.Field("type", "succeeded")
		x.RawField("message", conv.Raw(x.body))
	case bare:
		x.Field("type", word)
	default:
		x.Field("type", "errored")
		x.RawField("error", conv.Raw(x.body))
	}
	x.EndObject()
}

// outcome writes Gemini's field of an answer.
func (x *batchWriter) outcome() {
	if x.failed != "" {
		x.RawField("error", x.failed)
		return
	}
	x.RawField("response", conv.Raw(x.body))
	x.OptRaw("error", x.c.Extensions.Get(x.name, "error"))
}
