package sharegpt

import (
	"iter"
	"slices"
	"strings"
	"sync"

	"convo/conv"
	"convo/conv/note"
	"convo/conv/rawjson"
	"convo/conv/record"
	"convo/conv/training"
)

// row is the JSON of a row. Its Node has the residue and the place in the
// input, for notes and errors.
type row struct {
	conv.Node
	id, system string
	tools      conv.Raw
	list       string // the key of its turns
	keys       keys
	turns      record.Pieces[turn]
	media      [len(mediaKinds)]conv.Raw // its lists of media
	one        [len(mediaKinds)]conv.Raw // media in a field that LLaVA names after one of them
	said       *conv.Conversation        // whose turns it has; nil: it was read

	chosen, rejected conv.Raw // turns
	pair             [2]*turn // the rejected and the chosen one, if both are turns of this row
}

// turn is the JSON of a turn.
type turn struct {
	conv.Node
	role, text string
	raw        conv.Raw // all of it; "" for a turn that is made of the rest
}

// keys are the keys of a turn's role and text.
type keys struct{ role, text string }

// The keys, the usual one first.
var (
	listKeys = []string{"conversations", "conversation", "dialog", "items", "messages"}
	roleKeys = []string{"from", "role"}
	textKeys = []string{"value", "content"}
)

// decoder reads rows.
type decoder struct{ record.Plain }

var (
	ofRow    *record.Record[*decoder, *row]
	ofTurn   map[keys]*record.Record[*decoder, *turn]
	describe sync.Once
)

func describeAll() { ofRow, ofTurn = newRows(), newTurns() }

// rows describes a row, once for reading and writing. Fields that are not
// here are kept as residue, with a note; those of Known without one.
func rows() *record.Record[*decoder, *row] {
	describe.Do(describeAll)
	return ofRow
}

func newRows() *record.Record[*decoder, *row] {
	all := record.New[*decoder](own, "row", func(r *row) *conv.Node { return &r.Node })
	all.Lenient = true
	record.OptStr(all, "id", func(r *row) *string { return &r.id })
	for _, key := range listKeys {
		record.Field(all, key,
			func(d *decoder, r *row) { d.turns(r, key) },
			func(w *rawjson.Writer, r *row) { r.writeTurns(w, key) }).Of(rawjson.Array)
	}
	record.OptText(all, "system", func(r *row) *string { return &r.system })
	record.OptRaw(all, "tools", func(r *row) *conv.Raw { return &r.tools })
	for kind, key := range mediaKeys {
		record.Field(all, key,
			func(d *decoder, r *row) { r.media[kind] = d.In.Raw() },
			func(w *rawjson.Writer, r *row) {
				w.OptRaw(key, r.media[kind])
			}).Of(rawjson.Array)
		record.OptRaw(all, mediaKinds[kind], func(r *row) *conv.Raw { return &r.one[kind] })
	}
	record.OptRaw(all, "chosen", func(r *row) *conv.Raw { return &r.chosen })
	record.OptRaw(all, "rejected", func(r *row) *conv.Raw { return &r.rejected })
	record.Aside(all, training.ReadLabel, training.WriteLabel, training.LabelKeys...)
	record.KnownAll(all, nil, "source", "dataset", "lang", "category", "model")
	return all
}

// turnsOf describes a turn, for each pair of keys.
func turnsOf() map[keys]*record.Record[*decoder, *turn] {
	describe.Do(describeAll)
	return ofTurn
}

func newTurns() map[keys]*record.Record[*decoder, *turn] {
	all := map[keys]*record.Record[*decoder, *turn]{}
	for _, role := range roleKeys {
		for _, text := range textKeys {
			all[keys{role, text}] = record.New[*decoder](own, "turn", func(t *turn) *conv.Node { return &t.Node })
			record.Str(all[keys{role, text}], role, func(t *turn) *string { return &t.role }).Needed("a turn without " + role)
			record.Text(all[keys{role, text}], text, func(t *turn) *string { return &t.text }).Needed("a turn without " + text)
			record.KnownAll(all[keys{role, text}], nil, "tool_call_id")
			record.Aside(all[keys{role, text}], training.HasWeight, training.WriteWeight, training.WeightKeys...)
		}
	}
	return all
}

// turns reads the turns of a row, which all have the keys of the first one.
// Only one list of a row is that of its turns.
func (d *decoder) turns(r *row, key string) {
	if r.list != "" && r.list != key {
		d.In.Keep(&r.Node, key)
		return
	}
	r.list, r.turns = key, record.Pieces[turn]{}
	for i := range d.In.Elements {
		if i == 0 {
			r.keys = d.keys()
		}
		record.Read(turnsOf()[r.keys], d, r.turns.Add(turn{}))
	}
}

// keys is the keys of the turn that comes next, without reading it.
func (d *decoder) keys() keys {
	k := keys{roleKeys[0], textKeys[0]}
	c := rawjson.NewCursor(d.In.Buffer()[d.In.Offset():])
	for key := range c.FieldsOnly {
		switch key {
		case roleKeys[1]:
			k.role = key
		case textKeys[1]:
			k.text = key
		}
	}
	return k
}

func (r *row) writeTurns(w *rawjson.Writer, key string) {
	if key != r.list {
		return
	}
	w.ArrayField(key)
	writeSaid(w, r)
	w.EndArray()
}

func (t *turn) write(w *rawjson.Writer, k keys) {
	if t.raw != "" {
		w.Raw(t.raw)
		return
	}
	record.Write(turnsOf()[k], w, t)
}

// written is a turn as JSON.
func (t *turn) written(k keys) conv.Raw {
	return rawjson.Written(func(w *rawjson.Writer) { t.write(w, k) })
}

// decode reads a row, or a list of rows.
func decode(data []byte, notes *note.Notes) iter.Seq2[*conv.Conversation, error] {
	d := &decoder{record.NewPlain(own, data, notes)}
	return d.In.Rows(func() *conv.Conversation {
		at := d.In.Offset()
		r := row{keys: keysOf("")}
		if record.Read(rows(), d, &r); r.list == "" {
			d.In.Fail(at, "a row without conversations")
		}
		d.pair(&r)
		return conversation(&r, notes)
	})
}

// pair reads the answers of a preference, if both are turns with the keys of the row.
func (d *decoder) pair(r *row) {
	var both [2]*turn
	for i, raw := range [...]conv.Raw{r.rejected, r.chosen} {
		of := kindOf(raw.Lookup(r.keys.role).Text())
		if of != answer && of != call || !strings.HasPrefix(string(raw.Lookup(r.keys.text)), `"`) {
			return
		}
		one := &decoder{record.NewPlain(own, []byte(raw), nil)}
		both[i] = &turn{}
		record.Read(turnsOf()[r.keys], one, both[i])
		if both[i].SetOffset(r.Offset()); of == call {
			if _, ok := training.ParseCalls(both[i].text); !ok {
				return
			}
		}
	}
	r.pair = both
}

// write writes a row. It cannot fail: what a row does not hold is gone.
func write(w *rawjson.Writer, c *conv.Conversation) { record.Write(rows(), w, rowOf(c)) }

// raw is keys as a hint, which keysOf reads.
func (k keys) raw() conv.Raw { return rawjson.Quoted(k.role + " " + k.text) }

func keysOf(hint conv.Raw) keys {
	role, text, _ := strings.Cut(hint.Text(), " ")
	if k := (keys{role, text}); turnsOf()[k] != nil {
		return k
	}
	return keys{roleKeys[0], textKeys[0]}
}

func listKeyOf(hint conv.Raw) string {
	if key := hint.Text(); slices.Contains(listKeys, key) {
		return key
	}
	return listKeys[0]
}
