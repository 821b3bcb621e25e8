package providers

import (
	"maps"
	"reflect"
	"slices"

	"convo/conv"
	"convo/providers/internal/wire"
)

// masking passes on the events of an answer without the secrets of the request:
// a server may repeat them with escapes or in several deltas.
type masking struct {
	secrets wire.Secrets
	on      func(conv.Event)
	deltas  map[int]*maskedDelta // by block
}

// maskedDelta is the end of a block's deltas that may begin a secret. It is held
// back until more comes.
type maskedDelta struct {
	event conv.Event // the last delta
	held  []byte
}

// event passes an event on, or a part of it.
func (x *masking) event(e conv.Event) {
	if len(x.secrets) == 0 {
		x.on(e)
		return
	}
	switch e.Type {
	case conv.EventTextDelta, conv.EventThinkingDelta, conv.EventToolCallDelta:
		x.hide(reflect.ValueOf(&e.Signature).Elem())
		x.delta(e)
		return
	case conv.EventStart, conv.EventMessage:
	case conv.EventDone, conv.EventError:
		x.flush()
	default:
		x.release(e.Index)
	}
	x.hide(reflect.ValueOf(&e).Elem())
	x.on(e)
}

// delta passes on what cannot begin a secret.
func (x *masking) delta(e conv.Event) {
	d := x.deltas[e.Index]
	if d == nil {
		d = &maskedDelta{}
		x.deltas[e.Index] = d
	}
	text := append(d.held, e.Delta...)
	x.secrets.Hide(text)
	sure := len(text) - x.secrets.Begun(text)
	e.Delta = string(text[:sure])
	d.event, d.held = e, append([]byte(nil), text[sure:]...)
	if e.Delta != "" || e.Signature != "" || len(d.held) == 0 {
		x.on(e)
	}
}

// release passes on what is held back of a block: nothing more comes.
func (x *masking) release(index int) {
	d := x.deltas[index]
	if d == nil {
		return
	}
	delete(x.deltas, index)
	if len(d.held) > 0 {
		e := d.event
		e.Delta, e.Signature = string(d.held), ""
		x.on(e)
	}
}

// flush passes on all that is held back.
func (x *masking) flush() {
	for _, index := range slices.Sorted(maps.Keys(x.deltas)) {
		x.release(index)
	}
}

// hide overwrites the secrets in every string of a value, in place: a part that
// is shared comes from the same answer. It uses reflection, so that it forgets no field.
func (x *masking) hide(v reflect.Value) {
	if len(x.secrets) == 0 {
		return
	}
	switch v.Kind() {
	case reflect.String:
		if b := []byte(v.String()); v.CanSet() && x.secrets.Hide(b) {
			v.SetString(string(b))
		}
	case reflect.Struct:
		for i := range v.NumField() {
			if f := v.Field(i); f.CanSet() {
				x.hide(f)
			}
		}
	case reflect.Pointer, reflect.Interface:
		if !v.IsNil() {
			x.hide(v.Elem())
		}
	case reflect.Slice:
		for i := range v.Len() {
			x.hide(v.Index(i))
		}
	}
}

// maskedError is an error whose text may have held a secret.
type maskedError struct {
	error
	text string
}

func (e *maskedError) Error() string { return e.text }

func (e *maskedError) Unwrap() error { return e.error }

// maskedErr returns err without secrets in its text.
func maskedErr(err error, secrets wire.Secrets) error {
	if err == nil {
		return nil
	}
	if text := secrets.Mask(err.Error()); text != err.Error() {
		return &maskedError{err, text}
	}
	return err
}
