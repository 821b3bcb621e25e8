package otelgenai

import (
	"cmp"
	"strings"

	"convo/conv"
	"convo/conv/parts"
	"convo/conv/rawjson"
)

// plain is a value of OTLP as plain JSON. A double has a point.
func plain(v conv.Raw) conv.Raw {
	for kind, x := range v.Fields {
		switch kind {
		case "arrayValue":
			var all []conv.Raw
			for e := range x.Lookup("values").Elements {
				all = append(all, plain(e))
			}
			return rawjson.ArrayOf(all)
		case "kvlistValue":
			var all []rawjson.Member
			for e := range x.Lookup("values").Elements {
				all = append(all, rawjson.Member{Key: parts.Str(e, "key"), Value: plain(e.Lookup("value"))})
			}
			return rawjson.ObjectOf(all)
		case "intValue":
			if n := strings.Trim(string(x), `"`); rawjson.IsValue(n) {
				return conv.Raw(n)
			}
			return x
		case "doubleValue":
			if isInt(x) {
				return x + ".0"
			}
			return x
		case "stringValue", "boolValue":
			return x
		}
		return v
	}
	if v == "" || v == "{}" {
		return "null"
	}
	return v
}

// isInt reports whether a value is a whole number without a point that OTLP can hold.
func isInt(v conv.Raw) bool {
	_, ok := conv.Number(v).Int()
	return ok && !strings.ContainsAny(string(v), ".eE")
}

// writeValue writes plain JSON as a value of OTLP.
func writeValue(w *rawjson.Writer, v conv.Raw) {
	if v.Field("bytesValue") != "" {
		w.Raw(v)
		return
	}
	w.BeginObject()
	switch v[0] {
	case '"':
		w.RawField("stringValue", v)
	case 't', 'f':
		w.RawField("boolValue", v)
	case '[':
		w.ObjectField("arrayValue")
		w.ArrayField("values")
		for e := range v.Elements {
			writeValue(w, e)
		}
		w.EndArray()
		w.EndObject()
	case '{':
		w.ObjectField("kvlistValue")
		w.Key("values")
		writeAttributes(w, v)
		w.EndObject()
	case 'n':
	default:
		if isInt(v) {
			w.Field("intValue", string(v))
		} else {
			w.RawField("doubleValue", v)
		}
	}
	w.EndObject()
}

func writeAttribute(w *rawjson.Writer, key string, v conv.Raw) {
	w.BeginObject()
	w.Field("key", key)
	w.Key("value")
	if isInt(v) && parts.IsWord(doubles, key) {
		w.BeginObject()
		w.RawField("doubleValue", v)
		w.EndObject()
	} else {
		writeValue(w, v)
	}
	w.EndObject()
}

// writeAttributes writes the fields of an object as attributes.
func writeAttributes(w *rawjson.Writer, object conv.Raw) {
	w.BeginArray()
	for key, v := range object.Fields {
		writeAttribute(w, key, v)
	}
	w.EndArray()
}

// listed is an object of attributes as the list that OTLP has; a list as it is.
func listed(attributes conv.Raw) conv.Raw {
	if !strings.HasPrefix(string(attributes), "{") {
		return attributes
	}
	return rawjson.Written(func(w *rawjson.Writer) { writeAttributes(w, attributes) })
}

// embedded is the object or the list in a string, or the value as it is.
func embedded(v conv.Raw) conv.Raw {
	if text := strings.TrimSpace(v.Text()); strings.HasPrefix(text, "{") || strings.HasPrefix(text, "[") {
		return cmp.Or(parts.Decoded(v), v)
	}
	return v
}
