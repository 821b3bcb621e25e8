package edit

import (
	"reflect"

	"convo/conv"
)

// owned returns a copy of a conversation whose strings may be set. It uses
// reflection, so that it forgets no field; it is rarely called.
func owned(c *conv.Conversation) *conv.Conversation {
	out := *c
	own(reflect.ValueOf(&out).Elem())
	return &out
}

// own copies everything that v points to. v itself is already a copy.
func own(v reflect.Value) {
	switch v.Kind() {
	case reflect.Struct:
		for i := range v.NumField() {
			if f := v.Field(i); f.CanSet() {
				own(f)
			}
		}
	case reflect.Pointer:
		if !v.IsNil() {
			x := reflect.New(v.Type().Elem())
			x.Elem().Set(v.Elem())
			own(x.Elem())
			v.Set(x)
		}
	case reflect.Interface:
		if m, ok := v.Interface().(conv.Message); ok && conv.IsForeign(m) {
			return // not ours to copy
		}
		if !v.IsNil() {
			x := reflect.New(v.Elem().Type()).Elem()
			x.Set(v.Elem())
			own(x)
			v.Set(x)
		}
	case reflect.Slice:
		if v.IsNil() {
			return
		}
		x := reflect.MakeSlice(v.Type(), v.Len(), v.Len())
		reflect.Copy(x, v)
		for i := range x.Len() {
			own(x.Index(i))
		}
		v.Set(x)
	}
}
