package fit

import (
	"convo/conv"
	"convo/conv/format"
	"convo/conv/note"
)

// stored returns the messages with those of an application's types as
// *CustomMessage, or without them where the format has no place for any.
func (f *Fitter) stored(in []conv.Message) []conv.Message {
	return format.ChangeMessages(in, func(m conv.Message) conv.Message {
		if !conv.IsForeign(m) {
			return m
		}
		if own := f.storedOne(m); own != nil {
			return own
		}
		return nil
	})
}

// storedOne returns a message of an application's type as a *CustomMessage, nil if
// the format does not hold it or it is not JSON.
func (f *Fitter) storedOne(m conv.Message) *conv.CustomMessage {
	n, name := &conv.MetaOf(m).Node, conv.CustomTypeOf(m)
	if !f.Has(format.CustomMessages) {
		f.lose(note.CodeUI, note.Dropped, n, "custom message", name)
		return nil
	}
	own, err := conv.CustomOf(m)
	if err != nil {
		f.lose(note.CodeUI, note.Dropped, n, "custom message, which cannot be written as JSON,", name)
		return nil
	}
	f.info(note.CodeSynthesized, note.Synthesized, n, "custom message from an application's type", name)
	return own
}
