package training

import (
	"cmp"

	"convo/conv"
	"convo/conv/rawjson"
	"convo/conv/record"
)

// WeightKeys are the fields in which turns of data sets say their weight. The first one
// is the usual one; train and loss are true or false.
var WeightKeys = []string{Weight, "loss_weight", "train", "loss"}

// hintWeight is the hint, on a message, with the field that said its weight.
const hintWeight = "~weight"

// HasWeight reads the next value if it is the weight of a node at one of WeightKeys, and
// the first one there.
func HasWeight(r *record.Reader, n *conv.Node, key string) bool {
	says := Own.Text(n, hintWeight)
	if says == "" && Own.Get(n, Weight) != "" {
		says = Weight
	}
	kind, want := r.Kind(), rawjson.Num
	if key == "train" || key == "loss" {
		want = rawjson.Bool
	}
	if kind != want || says != "" && says != key {
		return false
	}
	switch raw := r.Raw(); raw {
	case "true":
		set(n, Weight, "1")
	case "false":
		set(n, Weight, "0")
	default:
		set(n, Weight, raw)
	}
	if key != Weight {
		set(n, hintWeight, rawjson.Quoted(key))
	}
	return true
}

// WriteWeight writes the weight of a node if it belongs at a key.
func WriteWeight(w *rawjson.Writer, n *conv.Node, key string) {
	weight := Own.Get(n, Weight)
	if weight == "" || cmp.Or(Own.Text(n, hintWeight), Weight) != key {
		return
	}
	switch {
	case key != "train" && key != "loss":
		w.OptRaw(key, weight)
	default:
		w.BoolField(key, weight != "0")
	}
}

// settleWeight drops the hint of a weight that its field cannot say.
func settleWeight(n *conv.Node) {
	at, weight := Own.Text(n, hintWeight), Own.Get(n, Weight)
	if (at == "train" || at == "loss") && weight != "0" && weight != "1" {
		Own.Drop(n, hintWeight)
	}
}

// LabelKeys are the columns with the label of a conversation, the usual one first.
var LabelKeys = []string{Label, "kto_tag"}

// ReadLabel reads the next value if it is the label of a conversation at one of LabelKeys.
// WriteLabel writes it there.
func ReadLabel(r *record.Reader, n *conv.Node, key string) bool {
	if r.Kind() != rawjson.Bool || Own.Get(n, Label) != "" && (Own.Get(n, hintLabel) == "") != (key == Label) {
		return false
	}
	set(n, Label, r.Raw())
	if key != Label {
		set(n, hintLabel, rawjson.Quoted(key))
	}
	return true
}

// hintLabel is the hint, on a conversation, that its label stood in the column kto_tag.
const hintLabel = "~label"

// WriteLabel writes what ReadLabel reads, if it belongs at a key.
func WriteLabel(w *rawjson.Writer, n *conv.Node, key string) {
	label := Own.Get(n, Label)
	if label != "true" && label != "false" || (Own.Get(n, hintLabel) == "") != (key == Label) {
		return
	}
	w.OptRaw(key, label)
}
