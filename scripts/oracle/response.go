package main

import (
	"encoding/json"
	"reflect"
	"strings"
)

// decode reads a body into an SDK's response type and finds the fields that the
// type does not have or cannot hold.
func decode(body []byte, into any) (found findings) {
	if err := json.Unmarshal(body, into); err != nil {
		found.add("/", "the SDK cannot decode this: %v", err)
		return found
	}
	found.strangers("", reflect.ValueOf(into).Elem())
	return found
}

// strangers walks a decoded response. A struct of the SDKs has a field JSON,
// which says how each field was read and has the unknown ones in ExtraFields.
func (f *findings) strangers(at string, v reflect.Value) {
	switch v.Kind() {
	case reflect.Slice:
		if v.Type().Elem().Kind() == reflect.Uint8 {
			return
		}
		for i := range v.Len() {
			f.strangers(under(at, i), v.Index(i))
		}
	case reflect.Struct:
		if variant, isUnion := variantOf(v); isUnion {
			f.variant(at, v, variant)
			return
		}
		f.fields(at, v)
	}
}

// variantOf returns the type that a union holds.
func variantOf(v reflect.Value) (variant reflect.Value, isUnion bool) {
	method := v.MethodByName("AsAny")
	if !method.IsValid() || method.Type().NumIn() != 0 {
		return reflect.Value{}, false
	}
	return method.Call(nil)[0].Elem(), true
}

func (f *findings) variant(at string, union, variant reflect.Value) {
	if variant.IsValid() {
		f.strangers(at, variant)
		return
	}
	raw := union.MethodByName("RawJSON").Call(nil)[0].String()
	f.addIf(raw != "" && raw != "null", at, "the SDK knows no such type: %s", show(json.RawMessage(raw)))
}

func (f *findings) fields(at string, v reflect.Value) {
	readings := v.FieldByName("JSON")
	if !readings.IsValid() || readings.Kind() != reflect.Struct {
		return
	}
	if extra := readings.FieldByName("ExtraFields"); extra.IsValid() {
		for _, key := range extra.MapKeys() {
			f.add(under(at, key.String()), "unknown to the SDK")
		}
	}
	for i := range v.NumField() {
		field := v.Type().Field(i)
		reading := readings.FieldByName(field.Name)
		if !field.IsExported() || !reading.IsValid() {
			continue
		}
		name, _, _ := strings.Cut(field.Tag.Get("json"), ",")
		if r := reading.Interface().(fieldReading); r.Valid() {
			f.strangers(under(at, name), v.Field(i))
		} else if raw := r.Raw(); raw != "" && raw != "null" {
			f.add(under(at, name), "not of the SDK's type: %s", show(json.RawMessage(raw)))
		}
	}
}

// fieldReading is what the SDKs report about a field.
type fieldReading interface {
	Valid() bool
	Raw() string
}
