package claudecode

import (
	"fmt"
	"slices"

	"convo/conv"
	"convo/conv/rawjson"
	"convo/providers/anthropic"
)

// body is what a message says in its lines.
type body struct {
	fields  rawjson.Fields // of the message on the wire, content apart
	content conv.Raw
	blocks  []conv.Raw
	taken   int  // blocks that lines have
	whole   bool // one line has them all
	answer  *conv.AssistantMessage
	ended   *rawjson.Fields // of the message in the answer's last line, once it was asked for

	data    conv.Raw // of a custom message
	members rawjson.Fields
	queued  bool
	file    *conv.UserMessage // it is an attached file
	meta    conv.Raw          // of isMeta, if it is not the one that was read
}

func (x *writer) body(list []conv.Message, index int) *body {
	b := &body{}
	if m, ok := list[0].(*conv.CustomMessage); ok {
		b.data = m.Data
		b.members = rawjson.FieldsOf(m.Data.Members())
		return b
	}
	b.answer, _ = list[0].(*conv.AssistantMessage)
	b.judge(list[0])
	x.wire.Reset()
	writeWire(x.wire, list, index)
	for key, v := range conv.Raw(x.wire.Bytes()).Fields {
		if key == "content" {
			b.content, v = v, ""
		}
		b.fields.Add(rawjson.Member{Key: key, Value: v})
	}
	b.blocks = slices.Collect(b.content.Elements)
	return b
}

// writeWire writes messages that are one on the wire, as the API has it.
func writeWire(w *rawjson.Writer, list []conv.Message, index int) {
	var thread anthropic.Thread
	switch m := list[0].(type) {
	case *conv.CompactionSummary:
		w.BeginObject()
		w.Field("role", "user")
		w.Key("content")
		conv.WriteText(w, &m.Node, m.Summary)
		w.EndObject()
	case *conv.AssistantMessage:
		a := *m
		if a.ResponseID == "" {
			a.ResponseID = madeAnswer(index)
		}
		thread.WriteAnswer(w, &a)
	case *conv.UserMessage, *conv.ToolResultMessage:
		thread.WriteMessage(w, list)
	default:
		panic(fmt.Sprintf("claudecode: unknown message %T", m))
	}
}
