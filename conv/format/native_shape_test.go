package format_test

import (
	"encoding/json"
	"reflect"
	"strings"
	"testing"

	"convo/conv"
	"convo/conv/format"
	"convo/conv/shape"
)

// The shape of conversation.json names every number that the codec writes for a
// request and a usage.
func TestNativeShapeKnowsEveryNumber(t *testing.T) {
	c := conv.Prompt("hi")
	c.Request = &conv.Request{}
	answer := conv.AssistantText("hello")
	answer.Usage = &conv.Usage{}
	c.Messages = append(c.Messages, answer)
	filled := fill(reflect.ValueOf(c.Request).Elem()) + fill(reflect.ValueOf(answer.Usage).Elem())
	text, err := json.Marshal(c)
	if err != nil {
		t.Fatal(err)
	}
	broken := strings.ReplaceAll(string(text), ":7", `:"seven"`)
	flaws, err := format.Native().Shape().Check([]byte(broken), shape.Reading{})
	if err != nil {
		t.Fatal(err)
	}
	if filled == 0 || len(flaws) != filled {
		t.Errorf("%d flaws of %d numbers that are strings: %v", len(flaws), filled, flaws)
	}
}

// fill sets every number of a struct to 7, and counts them.
func fill(v reflect.Value) (n int) {
	for i := range v.NumField() {
		switch f := v.Field(i); {
		case f.Kind() == reflect.Int64:
			f.SetInt(7)
			n++
		case f.Type() == reflect.TypeFor[conv.Number]():
			f.SetString("7")
			n++
		}
	}
	return n
}
