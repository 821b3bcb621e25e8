package pipe

import (
	"bytes"

	"convo/commands/internal/frame"
	"convo/conv"
	"convo/conv/rawjson"
)

// write writes a conversation that was fit.
func (plan *Plan) write(doc *conv.Conversation, w *rawjson.Writer) error {
	if plan.Verify {
		return plan.verified(doc, w)
	}
	plan.beginDocument(w)
	plan.To.Write(w, doc)
	plan.endDocument(w)
	return nil
}

// beginDocument parts a document from the one before it in the same block.
func (plan *Plan) beginDocument(w *rawjson.Writer) {
	if plan.To.Between != "" && !w.IsEmpty() {
		w.Text(plan.To.Between)
	}
}

// endDocument ends the line of a document. Sessions and streams end their own.
func (plan *Plan) endDocument(w *rawjson.Writer) {
	if plan.To.Unit == conv.DocumentUnit {
		w.Text("\n")
		return
	}
	w.Text("")
}

// verified writes a conversation after reading back what would be written.
func (plan *Plan) verified(doc *conv.Conversation, w *rawjson.Writer) error {
	written := rawjson.NewWriter(nil)
	plan.To.Write(written, doc)
	back, err := nativeBytes(plan.To, written.Bytes())
	if err != nil {
		return &frame.Failure{Code: frame.ExitOther, What: "--verify: the output cannot be read back: " + err.Error()}
	}
	meant := rawjson.NewWriter(nil)
	meant.Respell = true
	conv.WriteNative(meant, doc)
	if !bytes.Equal(meant.Bytes(), back) {
		return &frame.Failure{Code: frame.ExitOther, What: "--verify: the output reads back differently at " + firstDifference(meant.Bytes(), back)}
	}
	plan.beginDocument(w)
	w.Text(string(written.Bytes()))
	plan.endDocument(w)
	return nil
}

// firstDifference is the path of the first place where two documents differ.
func firstDifference(a, b []byte) string {
	i := 0
	for i < len(a) && i < len(b) && a[i] == b[i] {
		i++
	}
	if path := rawjson.NewLocator(a).At(i).Path(); path != "" {
		return path
	}
	return "the top"
}
