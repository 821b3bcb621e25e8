package langchain

import (
	"iter"
	"strings"

	"convo/conv"
	"convo/conv/note"
	"convo/conv/parts"
	"convo/conv/rawjson"
)

// decoder reads messages, and what is around them.
type decoder struct {
	*parts.Builder
	legacy int // number of calls without an id
}

func newDecoder(data []byte, notes *note.Notes) *decoder {
	return &decoder{Builder: parts.NewPlain(own, data, notes)}
}

// decode reads a conversation; of a list of runs, or of lists, one each.
func decode(data []byte, notes *note.Notes) iter.Seq2[*conv.Conversation, error] {
	d := newDecoder(data, notes)
	if d.Kind() != rawjson.Array || d.isSeveral() {
		return d.Rows(func() *conv.Conversation {
			d.Begin()
			d.whole()
			d.prompt()
			return d.C
		})
	}
	d.messages()
	d.prompt()
	return d.One(d.C)
}

// decodeLines reads a conversation of which each line is a message.
func decodeLines(data []byte, notes *note.Notes) iter.Seq2[*conv.Conversation, error] {
	d := newDecoder(data, notes)
	for d.Kind() != rawjson.Invalid {
		d.message()
	}
	d.prompt()
	return d.One(d.C)
}

// prompt takes an instruction at the beginning as the prompt.
func (d *decoder) prompt() {
	parts.Prompt(own, d.C)
	own.Settle(&d.C.Node)
}

// isSeveral reports whether a list has runs or lists in it, by its first element.
func (d *decoder) isSeveral() (several bool) {
	c := rawjson.NewTrustedCursor(d.Buffer()[d.Offset():]) // whoever reads the list checks it
	for range c.Elements {
		several = c.Kind() == rawjson.Array || isRun(c)
		break
	}
	return several
}

// whole reads what holds one conversation.
func (d *decoder) whole() {
	switch {
	case d.Kind() == rawjson.Array:
		d.messages()
	case !d.WantObject("messages of LangChain"):
	case isRun(d.Cursor):
		d.run()
	case d.Inside("the values of a state", d.whole, states...):
	case d.Ahead("messages") >= 0:
		for key := range d.Fields {
			switch {
			case key == "messages":
				d.messages()
			case key == "id" && d.Kind() == rawjson.String:
				d.C.ID = d.Str()
			default:
				d.Keep(&d.C.Node, key)
			}
		}
		if d.C.ID == "" && !d.C.Extensions.HasFields(family) {
			own.Set(&d.C.Node, hintState, "true")
		}
	default:
		d.message()
	}
}

// messages reads a list of messages. In a run, that of a batch is a list of lists.
func (d *decoder) messages() {
	if k := d.Kind(); k != rawjson.Array {
		d.Refuse("want a list of messages, got %s", k)
		return
	}
	for i := range d.Elements {
		switch at := d.Offset(); {
		case d.Kind() != rawjson.Array:
			d.message()
		case i == 0:
			d.messages()
		default:
			d.Notes.Loss(note.CodeHistory, note.Dropped, at, "another conversation of a batch", "")
			d.Skip()
		}
	}
}

// run reads a run of LangSmith: what went in, and what came out. A graph gives out all
// of its messages.
func (d *decoder) run() {
	in, out := -1, -1
	for key := range d.Fields {
		switch key {
		case "id":
			d.C.ID = d.StrOnly()
		case "inputs":
			in = d.Skipped()
		case "outputs":
			out = d.Skipped()
		default:
			d.KnownIfSaid(&d.C.Node, "run."+key)
		}
	}
	end := d.Offset()
	if d.Err() != nil {
		return
	}
	if said := first(d.RawAt(max(in, 0))); in < 0 || said == "" || out < 0 || said != first(d.RawAt(out)) {
		d.side(in, "inputs.")
	} else {
		d.Notes.Info(note.CodeHistory, note.Dropped, in, "messages of the input, which the output repeats", "")
	}
	d.side(out, "outputs.")
	d.Rewind(end)
}

// first is the content of the first message of a state.
func first(side conv.Raw) conv.Raw {
	return parts.At(side.Lookup("messages.0"), "kwargs.content data.content content")
}

// side reads the inputs or outputs of a run.
func (d *decoder) side(at int, prefix string) {
	if at < 0 || d.Err() != nil {
		return
	}
	if d.Rewind(at); d.Kind() != rawjson.Object {
		if !d.IsNull() {
			d.Keep(&d.C.Node, strings.TrimSuffix(prefix, "."))
		}
		return
	}
	if d.Ahead("lc") >= 0 || d.Ahead("content") >= 0 {
		d.message()
		return
	}
	for key := range d.Fields {
		switch {
		case key == "messages" && d.Kind() == rawjson.Array:
			d.messages()
		case key == "output" && d.Kind() == rawjson.Object && d.Ahead("lc") >= 0:
			d.message()
		case key == "generations" && d.Kind() == rawjson.Array:
			d.generations(0)
		default:
			d.KnownIfSaid(&d.C.Node, prefix+key)
		}
	}
}

// generations reads the answers of a run: lists of candidates, of which the first counts.
func (d *decoder) generations(depth int) {
	for i := range d.Elements {
		switch at := d.Offset(); {
		case i > 0:
			d.Notes.Loss(note.CodeBranch, note.Dropped, at, "another answer", "")
			d.Skip()
		case d.Kind() == rawjson.Array && depth == 0:
			d.generations(1)
		case d.Kind() == rawjson.Object && d.Ahead("message") >= 0:
			made := len(d.C.Messages)
			for key := range d.Fields {
				if key == "message" {
					d.message()
				} else {
					d.Skip()
				}
			}
			if made < len(d.C.Messages) {
				n := &conv.MetaOf(d.C.Messages[made]).Node
				d.Rest(n, d.RawAt(at), "message text type")
				own.Settle(n)
			}
		case d.Kind() == rawjson.Object:
			d.Builder.Text(d.Open("assistant", at), parts.Str(d.Raw(), "text"), at)
		default:
			d.Keep(&d.C.Node, "outputs.generations")
		}
	}
}
