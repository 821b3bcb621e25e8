package llamafactory

import (
	"sync"

	"convo/conv"
	"convo/conv/rawjson"
	"convo/conv/record"
	"convo/conv/training"
)

// object is the JSON of a row, a message or a part. One type for all takes less code.
type object struct {
	conv.Node
	at    [len(lists)]int            // of a row: where its lists of messages begin
	said  [len(lists)][]conv.Message // what they are to say
	of    *conv.Conversation         // that is written
	tools conv.Raw

	kind    string       // the role of a message, the type of a part
	content []conv.Block // of a message
	value   string       // of a part
}

var lists = [...]string{"messages", "chosen_messages", "rejected_messages"}

type decoder struct {
	record.Plain
	out   *conv.Conversation
	calls training.Pairing
}

type described struct {
	row, message, part *record.Record[*decoder, *object]
}

var (
	all      *described
	describe sync.Once
)

// records describes each object, once for reading and writing.
func records() *described {
	describe.Do(func() { all = describeAll() })
	return all
}

func describeAll() *described {
	made := func(name string) *record.Record[*decoder, *object] {
		return record.New[*decoder](own, name, func(o *object) *conv.Node { return &o.Node })
	}
	x := &described{made("row"), made("message"), made("part")}
	x.row.Lenient = true
	for i, key := range lists {
		record.Field(x.row, key,
			func(d *decoder, o *object) { o.at[i] = d.In.Offset(); d.In.Skip() },
			func(w *rawjson.Writer, o *object) { o.write(w, i) }).Of(rawjson.Array)
	}
	record.OptRaw(x.row, "tools", func(o *object) *conv.Raw { return &o.tools })
	record.KnownAll(x.row, nil, "extra_info", "_dataset_name")

	record.Str(x.message, "role", func(o *object) *string { return &o.kind }).Needed("a message without a role")
	record.Field(x.message, "content", (*decoder).parts, writeParts).Needed("a message without content")
	record.Field(x.message, "loss_weight",
		func(d *decoder, o *object) {
			if d.In.Kind() != rawjson.Num {
				d.In.Known(&o.Node, "loss_weight")
				return
			}
			training.Own.Set(&o.Node, training.Weight, d.In.Raw())
		},
		func(w *rawjson.Writer, o *object) {
			w.OptRaw("loss_weight", training.Own.Get(&o.Node, training.Weight))
		})

	record.Str(x.part, "type", func(o *object) *string { return &o.kind })
	record.Text(x.part, "value", func(o *object) *string { return &o.value }).Needed("a part without a value")
	return x
}
