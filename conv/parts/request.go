package parts

import (
	"strings"

	"convo/conv"
	"convo/conv/rawjson"
	"convo/conv/record"
)

// Ask sets the parameters of a request that an object has, and keeps its other fields under
// a key, "" for fields of their own. A word of names is the name of a parameter in the
// model and in the object, as maxTokens=num_predict.
func Ask(own *record.Family, r *conv.Request, key string, object conv.Raw, names string) {
	read := ""
	for word := range strings.FieldsSeq(names) {
		name, field, _ := strings.Cut(word, "=")
		v := object.Lookup(field)
		if takes(r, name, v) {
			read += " " + field
		}
	}
	if key == "" {
		Left(own, &r.Node, object, read)
		return
	}
	LeftIn(own, &r.Node, key, object, read)
}

// takes reports whether a value is one of a parameter, which it then is.
func takes(r *conv.Request, name string, v conv.Raw) bool {
	if name == "stop" {
		for s := range v.Elements {
			r.Stop = append(r.Stop, s.Text())
		}
		if strings.HasPrefix(string(v), `"`) {
			r.Stop = []string{v.Text()}
		}
		return r.Stop != nil
	}
	if _, ok := conv.Number(v).Float(); !ok {
		return false
	}
	*map[string]*conv.Number{
		"maxTokens": &r.MaxTokens, "temperature": &r.Temperature, "topP": &r.TopP, "topK": &r.TopK, "seed": &r.Seed,
		"frequencyPenalty": &r.FrequencyPenalty, "presencePenalty": &r.PresencePenalty,
	}[name] = conv.Number(v)
	return true
}

// Schema is the answer that a request asks for: what a schema describes, or any JSON.
func Schema(schema conv.Raw) *conv.ResponseFormat {
	if strings.HasPrefix(string(schema), "{") {
		return &conv.ResponseFormat{Type: "jsonSchema", Schema: schema}
	}
	return &conv.ResponseFormat{Type: "json"}
}

// Decoded is the JSON in a string, or another value as it is; "" for a string without JSON.
func Decoded(v conv.Raw) conv.Raw {
	if !strings.HasPrefix(string(v), `"`) {
		return v
	}
	c := rawjson.NewCursor([]byte(v.Text()))
	if inside := c.Raw(); c.End() == nil {
		return inside
	}
	return ""
}
